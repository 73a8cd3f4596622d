// How high the content of the page is, whatever the height of its window: if that came into it, each report would change the next one.

/** What was seen of a box: the window's height and its own at that time, what it counts for if it follows the window, and how much speaks for that. */
type Seen = [view: number, height: number, first: number, hits: number];
/** So much is enough. */
const SURE = 2;

const px = (text: string) => parseFloat(text) || 0;
const near = (one: number, two: number) => Math.abs(one - two) < 0.5;

/** Whether one of these animations runs, and will end. */
export const moving = (animations: Animation[] | undefined) =>
  animations?.some(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);

/**
 * Makes a function that measures, in pixels; 0 where there is nothing yet. It writes nothing to the page. `watch` gets the elements whose
 * size matters.
 *
 * A box that is as high as what it holds counts as it is. Of the others, one that keeps its height when the window gets another counts too.
 * One that follows the window (`100vh`, `100%`, the rest of a column) counts as high as it was at first, or as what it holds.
 */
export function ruler(watch: (element: Element) => void): () => number {
  const known = new WeakMap<Element, Seen>();
  const range = document.createRange();
  /** The margins below what was looked at in this measurement, and where that ends: whatever is deep inside is asked about by all around it. */
  let margins: Map<Element, [bottom: number, margin: number]>;
  let begin = 0;
  let view = 0;
  let scrolled = 0;

  /** Where a box is in the page. What has no height ends nowhere. */
  function place(element: Element | Range): { top: number; bottom: number; height: number } {
    const { top, bottom, height } = element.getBoundingClientRect();
    return { top: top + scrolled, bottom: height && bottom + scrolled, height };
  }

  /** How far down an element reaches, with what sticks out of it. */
  function reach(element: Element, { top, bottom, height }: ReturnType<typeof place>): number {
    // What is drawn inside an SVG stays inside.
    if ((element as HTMLElement).offsetHeight === undefined) return bottom;
    const frame = element === document.documentElement || element === document.body;
    const tall = frame || 4 * height >= view || known.has(element);
    /** The lowest, as it is and as it counts. */
    let raw = 0;
    let end = 0;
    let lowest: Element | undefined;
    /** The one behind, and where it begins. */
    let head: Element | undefined;
    let next = 0;
    // Backwards: few are lower than those behind them, and only these need a closer look.
    for (let node = element.lastChild; node; node = node.previousSibling) {
      const child = node.nodeType === 1 ? (node as Element) : undefined;
      if (!child && !tall) continue;
      if (!child) range.selectNode(node);
      else if (tall) watch(child);
      const box = place(child ?? range);
      const low = child ? reach(child, box) : box.bottom;
      if (!low) continue;
      const deep = Math.max(low, box.bottom);
      // What counts less than it is, is as much less above what follows.
      if (next >= box.bottom - 1) end -= deep - low;
      next = box.top;
      head = child;
      if ((low > end || deep > raw) && (tall || low > bottom)) {
        if (child && getComputedStyle(child).position === "fixed") {
          end = Math.max(end, low - box.top);
          continue;
        }
        if (box.height && child?.checkVisibility?.() === false) continue;
        if (deep > raw) {
          raw = deep;
          lowest = child;
        }
        end = Math.max(end, low);
      }
    }
    if (!tall && end <= bottom) return bottom;
    const style = getComputedStyle(element);
    if (raw > bottom + 1 && !frame && style.overflowY !== "visible") raw = end = 0;
    if (!tall) return Math.max(bottom, end);
    if (frame && !end) return 0;
    const rest = px(style.paddingBottom) + px(style.borderBottomWidth) + (lowest ? below(lowest, raw) : 0);
    if (bottom - raw - rest <= 1) return Math.max(bottom - raw + end, end);
    // What comes later, and ends with the window, follows it, likely.
    const loose = frame ? bottom + 9 > view : style.position === "fixed" || (view > begin + 1 && near(bottom, view));
    let [before, was, first, hits] = known.get(element) ?? [view, height, loose ? 0 : height, loose ? SURE : 0];
    const still = near(before, view);
    const same = near(was, height);
    if (!still || !same) {
      const both = !still && !same;
      const alike = both && near(height, (was * view) / before);
      // It may have grown as the window did by chance; not in proportion, and not twice, unless it is animated, and the window is behind.
      if (moving(element.getAnimations?.())) hits = -1;
      else if (alike && hits >= 0) hits = SURE;
      else hits = both && near(height - was, view - before) ? hits + 1 : 0;
      if (hits < 1 && !alike) first = height;
      before = view;
      was = height;
    }
    known.set(element, [before, was, first, hits]);
    if (hits < SURE) return Math.max(bottom, end);
    // What is in the middle, or at the end, has free space above it.
    const free = next - top - px(style.paddingTop) - px(style.borderTopWidth);
    const { position = "", marginTop = "" } = head ? getComputedStyle(head) : {};
    const space = /abs|fix/.test(position) ? 0 : Math.max(free - px(marginTop), Math.min(free, 0));
    return Math.max(top + first, end + rest - space);
  }

  /** The margin below an element that ends there, also one that collapses through it. */
  function below(element: Element, bottom: number): number {
    const [end, known] = margins.get(element) ?? [];
    if (end === bottom) return known!;
    const last = element.lastElementChild;
    const inner = last && near(place(last).bottom, bottom) ? below(last, bottom) : 0;
    const margin = Math.max(px(getComputedStyle(element).marginBottom), inner);
    margins.set(element, [bottom, margin]);
    return margin;
  }

  return () => {
    view = innerHeight;
    begin ||= view;
    scrolled = scrollY;
    margins = new Map();
    return reach(document.documentElement, place(document.documentElement));
  };
}
