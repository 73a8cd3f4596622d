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

/** Who tells a host. */
export interface Teller {
  send: (size: { width?: number; height?: number }) => void;
  /** What the host has said of itself; none before the handshake is over. */
  context: () => HostContext | undefined;
  /** Calls when that changes, and gives a function that ends it. */
  subscribe: (listener: () => void) => () => void;
  /** Is called if the height would never settle. */
  loops: () => void;
}

/** Those that have the parent window for their host measure as one: two that measure by themselves would follow each other's reports. */
let common: ReturnType<typeof measuring> | undefined;

/**
 * Measures after everything that may have changed the size, once there is a context. Without a document nothing happens.
 *
 * @param shared whether the host is the parent window: of several the newest that knows it tells it
 * @returns a function that ends it
 */
export function autoResize(teller: Teller, shared: boolean): () => void {
  if (typeof ResizeObserver === "undefined") return () => {};
  if (!shared) return measuring().add(teller);
  common ??= measuring(() => (common = undefined));
  return common.add(teller);
}

/** `over` is called when the last teller has left. */
function measuring(over?: () => void): { add: (teller: Teller) => () => void } {
  /** Newest first. */
  let tellers: Teller[] = [];
  /** Who told last. */
  let told: Teller | undefined;
  /** Whose listeners are there. */
  let heard: Element | undefined;
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
    const teller = tellers.find(({ context }) => context());
    const root = document.documentElement;
    if (!teller || !root) return;
    if (heard !== (heard = root)) listen();
    // A frame that is not shown at all has no size. One that is shown may have no height yet.
    if (!innerWidth) return;
    const fresh = told !== (told = teller);
    const box = containerOf(teller.context());
    watch(root);
    const begun = performance.now();
    const [before, broad] = [`${width} ${height}`, root.scrollWidth];
    height = box.height ? 0 : Math.min(Math.ceil(settle(measure()) - 0.02), box.maxHeight! > 0 ? box.maxHeight! : Infinity);
    cost = performance.now() - begun;
    // What fits fills the width that it gets, and says nothing of it.
    if (!box.width && box.maxWidth! > innerWidth && wide !== (wide = broad - innerWidth) && wide > 0) width = Math.min(broad, box.maxWidth!);
    // A side that is 0 is left out.
    if (fresh || before !== `${width} ${height}`) teller.send({ width, height });
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
    if (tried++) return tellers.forEach(({ loops }) => loops());
    kept = 0;
    followed = CHANCES - 1;
    look();
  }

  /** Anew for each root: `document.open` takes listeners away. */
  function listen(): void {
    const { signal } = ending;
    // What changes no box, but sticks out of one.
    for (const sign of ["load", "transitionend", "animationend"]) document.addEventListener(sign, soon, { capture: true, signal });
    addEventListener("resize", look, { signal });
  }

  const nodes = new MutationObserver(soon);
  nodes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  return {
    add(teller) {
      tellers.unshift(teller);
      const leave = teller.subscribe(soon);
      soon();
      return () => {
        if (!tellers.includes(teller)) return;
        leave();
        tellers = tellers.filter((known) => known !== teller);
        if (tellers.length) return;
        clearTimeout(timer);
        clearTimeout(trial);
        ending.abort();
        boxes.disconnect();
        nodes.disconnect();
        over?.();
      };
    },
  };
}
