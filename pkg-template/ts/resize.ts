// Tells the host how large the content is, whenever that changes.

import { moving, ruler } from "./height.js";
import type { HostContext } from "./types.js";
import { containerOf } from "./values.js";

/** Milliseconds from a change to its measurement: about a frame. Not a frame, for a page that nobody draws gets none. */
const PAUSE = 16;
/** How often in a row the content may grow with the window while the window grows with the content. */
const CHANCES = 3;
/** Milliseconds without a change, after which that is tried once more, or taken for proven. */
const QUIET = 300;

/**
 * Measures after everything that may have changed the size, once there is a context. Without a document nothing happens.
 *
 * @param send tells the host
 * @param context what the host has said of itself
 * @param subscribe calls when that changes, and gives a function that ends it
 * @param loops is called if the height would never settle
 * @returns a function that ends it
 */
export function autoResize(
  send: (size: { width?: number; height?: number }) => void,
  context: () => HostContext | undefined,
  subscribe: (listener: () => void) => () => void,
  loops: () => void,
): () => void {
  if (typeof ResizeObserver === "undefined") return () => {};
  const watched = new WeakSet<Element>();
  const ending = new AbortController();
  let timer: any;
  /** What was sent last. */
  let [width, height] = [0, 0];
  /** What was seen last: of the window, of the content, and of what does not fit. */
  let [view, content, wide] = [0, 0, 0];
  /** How often it followed the window, and the height that is kept since. */
  let [followed, kept] = [0, 0];
  /** The milliseconds that the latest measurement took: a page of very many elements is measured less often. */
  let cost = 0;
  let trial: any;
  let tried = 0;

  const soon = () => {
    timer ||= setTimeout(look, Math.max(PAUSE, 8 * cost));
  };
  let drawing = false;
  // At once, for when the window changes next it must be known how high things were before.
  const boxes = new ResizeObserver(() => {
    drawing = true;
    look();
    drawing = false;
  });
  const watch = (element: Element) => {
    // To observe one again would be a change; to observe more from within could be an error of the page's.
    if (watched.has(element)) return;
    if (drawing) return soon();
    watched.add(element);
    boxes.observe(element);
  };
  const measure = ruler(watch);

  function look(): void {
    clearTimeout(timer);
    timer = 0;
    const host = context();
    const root = document.documentElement;
    // A frame that is not shown at all has no size. One that is shown may have no height yet.
    if (!host || !root || !innerWidth) return;
    const box = containerOf(host);
    watch(root);
    const begun = performance.now();
    const [before, broad] = [`${width} ${height}`, root.scrollWidth];
    height = box.height ? 0 : Math.min(Math.ceil(settle(measure()) - 0.02), box.maxHeight! > 0 ? box.maxHeight! : Infinity);
    cost = performance.now() - begun;
    // What fits fills the width that it gets, and says nothing of it.
    if (!box.width && box.maxWidth! > innerWidth && wide !== (wide = broad - innerWidth) && wide > 0) width = Math.min(broad, box.maxWidth!);
    // A side that is 0 is left out.
    if (before !== `${width} ${height}`) send({ width, height });
  }

  /** The height that counts: what was measured, unless it runs away with the window. */
  function settle(high: number): number {
    const [turned, changed] = [innerHeight - view, high - content];
    if (!turned) {
      // The content changes by itself.
      if (kept) kept = Math.max(1, kept + changed);
      if (changed) followed = 0;
      if (changed && tried < 2) tried = 0;
      // What is animated looks the same, for the window is always a little behind.
    } else if (view && turned * changed > 0 && Math.abs(changed) > Math.abs(turned) - 1 && !moving(document.getAnimations?.())) {
      if (++followed === CHANCES) kept = height;
    } else followed = kept = tried = 0;
    if (kept && changed && tried < 2) {
      clearTimeout(trial);
      trial = setTimeout(retry, QUIET);
    }
    view = innerHeight;
    content = high;
    return kept || high;
  }

  /** It may have been chance. Once more when all is quiet; if that goes the same way, that was it. */
  function retry(): void {
    if (tried++) return loops();
    kept = 0;
    followed = CHANCES - 1;
    look();
  }

  const nodes = new MutationObserver(soon);
  nodes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const { signal } = ending;
  // What changes no box, but sticks out of one.
  for (const sign of ["load", "transitionend", "animationend"]) document.addEventListener(sign, soon, { capture: true, signal });
  addEventListener("resize", look, { signal });
  const leave = subscribe(soon);
  soon();
  return () => {
    clearTimeout(timer);
    clearTimeout(trial);
    leave();
    ending.abort();
    boxes.disconnect();
    nodes.disconnect();
  };
}
