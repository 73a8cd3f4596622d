// The model's side, which this page has none of: what it would know, the widgets' own tools, and what widgets have written to the log.

const MOST_LINES = 50;

function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

/** A part of the panel for one widget: `{ know, offer, remove }`. */
export function createModel(place, title) {
  const part = element("div", "knows");
  const known = element("p", "known", "Nothing yet.");
  known.dir = "auto";
  // The sentence is read aloud, and not the data that says the same.
  known.setAttribute("aria-live", "polite");
  const data = element("pre", "");
  data.tabIndex = 0;
  data.hidden = true;
  data.setAttribute("role", "group");
  data.setAttribute("aria-label", "The same as data");
  const tools = element("div", "tools");
  part.append(...(title ? [element("h3", "", title)] : []), known, data, tools);
  place.append(part);

  /** One tool of the widget's, with its arguments as JSON, to be called as a model would. */
  function tool({ name, description, inputSchema }, call) {
    const row = element("div", "tool");
    const label = element("label", "", name);
    const input = element("input", "");
    input.id = label.htmlFor = `tool-${name}-${document.querySelectorAll(".tool").length}`;
    input.value = JSON.stringify(Object.fromEntries(Object.keys(inputSchema?.properties ?? {}).map((key) => [key, ""])));
    input.spellcheck = false;
    const button = element("button", "", "Call");
    button.type = "button";
    button.setAttribute("aria-label", `Call ${name}`);
    const answer = element("p", "hint");
    answer.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      try {
        const { content, isError } = await call({ name, arguments: JSON.parse(input.value) });
        const said = content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
        answer.textContent = isError ? `Failed: ${said}` : said;
      } catch (error) {
        answer.textContent = String(error.message);
      }
    });
    row.append(label, input, button, element("p", "hint", description ?? ""), answer);
    return row;
  }

  return {
    /** `ui/update-model-context`: all that the model knows from this widget, until it says something else. */
    know({ content = [], structuredContent }) {
      const texts = content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`));
      known.textContent = texts.join("\n").slice(0, 2000) || "Nothing in words.";
      data.hidden = structuredContent === undefined;
      data.textContent = structuredContent === undefined ? "" : JSON.stringify(structuredContent, null, 2).slice(0, 20000);
    },
    offer: (list, call) => tools.replaceChildren(...list.map((one) => tool(one, call))),
    remove: () => part.remove(),
  };
}

/** `notifications/message`: one line. */
export function addLine(list, { level, logger, data }) {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  list.append(element("li", "", `${level}${logger ? ` ${logger}` : ""}: ${(text ?? "").slice(0, 400)}`));
  if (list.childElementCount > MOST_LINES) list.firstElementChild.remove();
}
