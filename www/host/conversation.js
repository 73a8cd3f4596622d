// What is said in the conversation, as text.

function add(className, text) {
  const turn = document.createElement("div");
  turn.className = `turn ${className}`;
  const line = document.createElement("p");
  line.dir = "auto";
  line.textContent = text;
  turn.append(line);
  document.getElementById("later").append(turn);
}

/** The person says something, in the composer or through a widget (`ui/message`). */
export function addMessage(text) {
  add("person", text);
  add("note", "Here the model would answer. This page has none.");
}

/** The content of a `ui/message`, as text. */
export const textOf = (blocks) => blocks.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");

/** `ui/open-link`: asks before it leaves the page; true if the link was opened. */
export function openLink(url) {
  if (!URL.canParse(url)) return false;
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return false;
  if (!confirm(`The widget wants to open\n${href.slice(0, 300)}`)) return false;
  window.open(href, "_blank", "noopener,noreferrer");
  return true;
}
