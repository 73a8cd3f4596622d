// Building elements. Every value that came from somewhere else goes through `textContent`; nothing here parses HTML.

/** The element of the page with this id. */
export const byId = (id) => document.getElementById(id);

/** A new element with a class and children; strings become text nodes. */
export function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== undefined));
  return node;
}

/**
 * Words that we did not write. They get a direction of their own, so that control characters for
 * right-to-left text cannot reorder what stands around them.
 */
export function words(tag, className, text) {
  const node = el(tag, className);
  node.dir = "auto";
  node.textContent = text;
  return node;
}

/** A push button. */
export function button(label, className, onclick) {
  const node = el("button", `button ${className}`.trim(), label);
  node.type = "button";
  node.addEventListener("click", onclick);
  return node;
}

/** Replaces the options of a select and keeps the chosen value where it still exists. */
export function fill(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, label]) => new Option(label, value)));
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}
