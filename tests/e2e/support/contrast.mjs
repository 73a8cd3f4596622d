// Measures the contrast of the visible texts of a page. Runs inside the page, so it must not use anything from here.

/** `{ checked, poor }`: how many texts were measured, and those below 4.5 (3 for large ones). */
export function contrasts(body) {
  // What a theme or a state leads to is measured, not the colours on the way there.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  /** Any CSS colour as [r, g, b, a] from 0 to 1. */
  const parse = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].map((channel) => channel / 255);
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((channel, index) => channel * a + below[index] * (1 - a));
  const backdrop = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) layers.unshift(parse(getComputedStyle(node).backgroundColor));
    return layers.reduce((below, layer) => over(layer, below), [1, 1, 1]);
  };
  const luminance = (color) => {
    const [r, g, b] = color.map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const dimmed = (element) => element.closest("[aria-disabled=true], :disabled, [inert], .hidden") !== null;
  const poor = [];
  let checked = 0;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ opacityProperty: true }) || dimmed(element)) continue;
    if (["SCRIPT", "STYLE", "OPTION"].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const below = backdrop(element);
    const [light, dark] = [luminance(over(parse(style.color), below)), luminance(below)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    checked += 1;
    if (ratio < (large ? 3 : 4.5)) poor.push(`${ratio.toFixed(2)}: ${node.data.trim().slice(0, 60)}`);
  }
  return { checked, poor };
}
