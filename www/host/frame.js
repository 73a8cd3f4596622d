// The widget's frame: sandboxed, with a policy of its own, as high as the widget asks for within bounds.

const MIN_HEIGHT = 80;
const MAX_HEIGHT = 6000;
const ENGINES = { wasm: "WebAssembly", js: "JavaScript" };

const escapeAttribute = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

/** Puts the policy before everything else of the page; a policy further down would not hold for what stands above it. */
export function withPolicy(html, { text }) {
  if (text === undefined) return html;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(text)}">`;
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? "";
  return `${doctype}${meta}${html.slice(doctype.length)}`;
}

function button(label, className) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = className;
  node.textContent = label;
  return node;
}

/**
 * `{ figure, frame, back, down, showEngine }`: the frame with a line above it that says what the widget runs as, once it has said so, and
 * the page's own buttons: a widget may not be the only one to know the way out.
 */
export function createFrame(sandbox, title) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  frame.title = title;
  frame.height = "320";
  const caption = document.createElement("figcaption");
  caption.textContent = "Engine: not known yet";
  const back = button("Leave full screen", "quiet back");
  const down = button("Take down", "quiet down");
  const figure = document.createElement("figure");
  figure.append(caption, back, down, frame);
  const showEngine = (engine) => {
    if (!Object.hasOwn(ENGINES, engine)) return;
    caption.textContent = `Engine: ${ENGINES[engine]}`;
    caption.dataset.engine = engine;
  };
  return { figure, frame, back, down, showEngine };
}

/** Applies a height that the widget reported. */
export function resize(frame, height) {
  if (!Number.isFinite(height)) return;
  frame.style.height = `${Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.ceil(height)))}px`;
}
