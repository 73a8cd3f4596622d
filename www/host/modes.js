// The display modes: in the conversation, or over the whole page.

/** What this page can do. */
export const MODES = ["inline", "fullscreen"];

/** The mode that a widget gets: what it asks for, if this page can do it and the widget has said that it is made for it; else what there is. */
export function modeFor(wanted, current, { availableDisplayModes: made } = {}) {
  return MODES.includes(wanted) && (made === undefined || made.includes(wanted)) ? wanted : current;
}

/** Everything beside the element, on each level up to the body. */
function* around(element) {
  for (let node = element; node !== document.body; node = node.parentElement) {
    for (const other of node.parentElement.children) if (other !== node) yield other;
  }
}

/** Shows the figure in the mode. The frame stays where it is in the document: moved, it would load anew. */
export function showMode(figure, mode) {
  const full = mode === "fullscreen";
  figure.classList.toggle("full", full);
  document.body.classList.toggle("covered", full);
  // What is covered can be reached neither by keyboard nor by a screen reader.
  for (const other of around(figure)) other.inert = full;
}

/** What the widget learns of its place: in the conversation it may be as high as it likes, over the page it is as high as the window. */
export const placeOf = (frame, mode) => ({
  displayMode: mode,
  containerDimensions: mode === "fullscreen" ? { width: frame.clientWidth, height: frame.clientHeight } : { maxHeight: 6000 },
});
