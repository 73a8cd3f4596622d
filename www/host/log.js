// The list of frames. Contents come from elsewhere and are shown as text, built only when somebody opens a row.

const MOST = 400;
const LONGEST = 20000;

/** What a frame is, and how to call it; a reply is named after the request that it answers. */
function describe(frame, asked) {
  const { message, direction } = frame;
  if ("method" in message) {
    const id = "id" in message ? message.id : undefined;
    if (id !== undefined) asked.set(`${direction}:${id}`, message.method);
    return { kind: id === undefined ? "notification" : "request", name: message.method, id };
  }
  const other = direction === "in" ? "out" : "in";
  const name = asked.get(`${other}:${message.id}`) ?? "?";
  asked.delete(`${other}:${message.id}`);
  return { kind: "error" in message ? "error" : "reply", name, id: message.id };
}

function span(className, text) {
  const node = document.createElement("span");
  node.className = className;
  node.textContent = text;
  return node;
}

function content(message) {
  const text = JSON.stringify(message, null, 2);
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.textContent = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} characters more` : text;
  return pre;
}

export function createLog({ list, count, clear, several }) {
  const frames = [];
  const asked = new Map();
  let total = 0;

  clear.addEventListener("click", () => {
    list.replaceChildren();
    frames.length = 0;
    total = 0;
    count.textContent = "";
  });

  function row({ direction, widget, at }, { kind, name, id }, message) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    const arrow = span("arrow", direction === "in" ? "↑" : "↓");
    arrow.setAttribute("role", "img");
    arrow.setAttribute("aria-label", direction === "in" ? "from the widget" : "to the widget");
    const facts = [span(`kind ${kind}`, kind)];
    if (id !== undefined) facts.push(span("id", `#${id}`));
    if (several) facts.push(span("which", `widget ${widget + 1}`));
    const line = span("facts", "");
    line.append(...facts);
    summary.append(arrow, span("name", name), span("time", `${at} ms`), line);
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.open && !details.querySelector("pre")) details.append(content(message));
    });
    const item = document.createElement("li");
    item.className = direction;
    item.append(details);
    return item;
  }

  return {
    frames,
    add(widget, direction, message) {
      const frame = { widget, direction, message, at: Math.round(performance.now()) };
      frames.push(frame);
      if (!asked.has(widget)) asked.set(widget, new Map());
      // Follows the newest row only for those who are at the end already.
      const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
      list.append(row(frame, describe(frame, asked.get(widget)), message));
      if (list.childElementCount > MOST) {
        list.firstElementChild.remove();
        frames.shift();
      }
      if (atEnd) list.scrollTop = list.scrollHeight;
      count.textContent = String(++total);
    },
  };
}
