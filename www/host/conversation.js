// What the widget adds to the conversation, as text.

function add(className, text) {
  const turn = document.createElement("div");
  turn.className = `turn ${className}`;
  const line = document.createElement("p");
  line.dir = "auto";
  line.textContent = text;
  turn.append(line);
  document.getElementById("later").append(turn);
}

/** `ui/message`: the person says something through the widget. */
export function addMessage(blocks) {
  add("person", blocks.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n"));
  add("note", "Here the model would answer. This page has none.");
}

/** `ui/update-model-context`: something the model should know in its next turn. */
export function addContext({ content = [], structuredContent }) {
  const texts = content.filter((block) => block.type === "text").map((block) => block.text);
  if (structuredContent) texts.push(JSON.stringify(structuredContent));
  add("note", `The model will know: ${texts.join(" ").slice(0, 600)}`);
}

/** `ui/open-link`: asks before it leaves the page; true if the link was opened. */
export function openLink(url) {
  if (!URL.canParse(url)) return false;
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return false;
  if (!confirm(`The widget wants to open\n${href.slice(0, 300)}`)) return false;
  window.open(href, "_blank", "noopener,noreferrer");
  return true;
}
