// The widget's frame: sandboxed, with a policy of its own, as high as the widget asks for within bounds.

const MIN_HEIGHT = 80;
const MAX_HEIGHT = 6000;

const escapeAttribute = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

/** Puts the policy before everything else of the page; a policy further down would not hold for what stands above it. */
export function withPolicy(html, csp) {
  if (csp === undefined) return html;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(csp)}">`;
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? "";
  return `${doctype}${meta}${html.slice(doctype.length)}`;
}

export function createFrame(sandbox, title) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  frame.title = title;
  frame.height = "320";
  return frame;
}

/** Applies a height that the widget reported. */
export function resize(frame, height) {
  if (!Number.isFinite(height)) return;
  frame.style.height = `${Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.ceil(height)))}px`;
}
