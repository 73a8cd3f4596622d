// The host's context on the page: theme, variables, fonts, insets, dimensions, display mode and language.
//
// What the host says may be anything. Each value is taken by itself or not at all; nothing throws.

import type { DisplayMode, HostContext, Snapshot } from "./types.js";
import { containerOf, read } from "./values.js";

/** Without one nothing happens. */
type Root = HTMLElement | null | undefined;

/** What is wanted on a root: attributes, and properties of its style, by their names. What is empty is not wanted. */
type Wanted = Record<string, string>;

/** `stands` is how the page has it: a browser may write a value in its own way, or not take it. */
interface Put {
  asked: string;
  stands: string | null;
  before: string | null;
}

/** What was put on each root. */
type Puts = WeakMap<HTMLElement, Map<string, Put>>;

// Whoever puts something takes away nothing but that.
const byTheme: Puts = new WeakMap();
const byVariables: Puts = new WeakMap();
const byInsets: Puts = new WeakMap();
const byDimensions: Puts = new WeakMap();
const byMode: Puts = new WeakMap();
const byLocale: Puts = new WeakMap();
const byContext: Puts = new WeakMap();

/** The fonts that came with each root's context. They are the document's: a root without any does not take away those of another. */
const fonts = new WeakMap<HTMLElement, string>();

/** Those who follow a host on each root, with the context that each has met last. */
const followers = new WeakMap<HTMLElement, Map<object, HostContext>>();

/** The theme that the document has: `data-theme`, else the class `dark`. */
export function getDocumentTheme(): "light" | "dark" {
  const root = page();
  const theme = root?.getAttribute("data-theme");
  return theme === "dark" || (theme !== "light" && root?.classList.contains("dark")) ? "dark" : "light";
}

/** Sets `data-theme` and `color-scheme`. A theme that is neither light nor dark is none: then both are as the page had them. */
export function applyDocumentTheme(theme: HostContext["theme"], root: Root = page()): void {
  put(byTheme, root, themeOf(theme));
}

/** Sets the custom properties. Those of an earlier call that are missing now are as the page had them. */
export function applyHostStyleVariables(variables: Record<string, string | undefined> | undefined, root: Root = page()): void {
  put(byVariables, root, variablesOf(variables));
}

/** Puts the host's `@font-face` and `@import` rules into a `<style>` of their own, and takes it away when there are none. */
export function applyHostFonts(css: string | undefined): void {
  if (!page()) return;
  const text = textOf(css);
  // The id that the official library gives its element: with both in a page there is still one.
  const id = "__mcp-host-fonts";
  const style = document.querySelector(`style#${id}`);
  if (style?.textContent === text) return;
  style?.remove();
  // Complete before it is in the page: what a policy forbids is reported once.
  if (text) document.head?.append(Object.assign(document.createElement("style"), { id, textContent: text }));
}

/** Sets `--host-safe-area-inset-top` and its like, which read as `env(safe-area-inset-top)` does. */
export function applySafeAreaInsets(insets: Partial<NonNullable<HostContext["safeAreaInsets"]>> | undefined, root: Root = page()): void {
  put(byInsets, root, insetsOf(insets));
}

/** Sets `--host-width` or `--host-max-width`, and `--host-height` or `--host-max-height`: those that the host has said. */
export function applyContainerDimensions(dimensions: HostContext["containerDimensions"], root: Root = page()): void {
  put(byDimensions, root, dimensionsOf(dimensions));
}

/** Sets `data-display-mode`. */
export function applyDisplayMode(mode: DisplayMode | undefined, root: Root = page()): void {
  put(byMode, root, modeOf(mode));
}

/** Sets `lang`. What is no language tag is none. */
export function applyLocale(locale: string | undefined, root: Root = page()): void {
  put(byLocale, root, localeOf(locale));
}

/**
 * Applies all of it. A value that is the same as in the last call for this root is not put again, so that what the page has set in its
 * place stays; what is gone is taken away.
 */
export function applyHostContext(context: HostContext | undefined, root: Root = page()): void {
  if (!root) return;
  const styles = read(context, "styles");
  const wanted = {
    ...variablesOf(read(styles, "variables")),
    ...themeOf(read(context, "theme")),
    ...insetsOf(read(context, "safeAreaInsets")),
    ...dimensionsOf(containerOf(context)),
    ...modeOf(read(context, "displayMode")),
    ...localeOf(read(context, "locale")),
  };
  put(byContext, root, wanted, true);
  const css = textOf(read(read(styles, "css"), "fonts"));
  if (css === (fonts.get(root) ?? "")) return;
  fonts.set(root, css);
  applyHostFonts(css);
}

/**
 * Applies a widget's host context, and every one that follows. Of several on one root the newest leads.
 *
 * @returns a function that stops it; what was applied stays
 */
export function followHostStyles(
  { getSnapshot, subscribe }: { getSnapshot: () => Snapshot; subscribe: (listener: () => void) => () => void },
  root: Root = page(),
): () => void {
  if (!root) return () => {};
  const all = of(followers, root);
  const lead = () => applyHostContext([...all.values()].at(-1), root);
  const follow = () => {
    const { status, host } = getSnapshot();
    if (host && all.get(follow) !== host.context) {
      all.set(follow, host.context);
      lead();
    }
    if (status === "closed") stop();
  };
  const stop = () => {
    unsubscribe();
    if (all.delete(follow) && all.size) lead();
  };
  const unsubscribe = subscribe(follow);
  follow();
  return stop;
}

/** The page's root. On a server there is none. */
function page(): Root {
  return typeof document === "undefined" ? null : document.documentElement;
}

/** `unchanged`: what was asked for before stays as it is, also if the page has changed it meanwhile. */
function put(puts: Puts, root: Root, wanted: Wanted, unchanged?: boolean): void {
  if (!root) return;
  const { style } = root;
  const known = of(puts, root);
  for (const name of new Set([...known.keys(), ...Object.keys(wanted)])) {
    const asked = wanted[name];
    const old = known.get(name);
    if (unchanged && old?.asked === asked) continue;
    const property = /^--|^c/.test(name);
    const look = () => (property ? style.getPropertyValue(name) : root.getAttribute(name));
    const write = (text: string | null) => {
      if (property) style.setProperty(name, text);
      else if (text === null) root.removeAttribute(name);
      else root.setAttribute(name, text);
    };
    let before = look();
    if (old?.stands === before) {
      if (old.asked === asked) continue;
      // Also where something follows: what the browser does not take is not to leave the last value behind.
      write((before = old.before));
    }
    known.delete(name);
    if (asked) {
      write(asked);
      known.set(name, { asked, stands: look(), before });
    }
  }
}

function themeOf(theme: unknown): Wanted {
  const known = theme === "light" || theme === "dark" ? theme : "";
  return { "data-theme": known, "color-scheme": known };
}

function variablesOf(variables: unknown): Wanted {
  const wanted: Wanted = {};
  try {
    for (const name of Object.keys(variables as object)) if (name.startsWith("--")) wanted[name] = textOf(read(variables, name));
  } catch {
    // There are none, or a Proxy will not say.
  }
  return wanted;
}

function insetsOf(insets: unknown): Wanted {
  return lengthsOf(insets, "safe-area-inset-", ["top", "right", "bottom", "left"], 0);
}

/** Less than a pixel is what a frame has that is not shown yet. */
function dimensionsOf(dimensions: unknown): Wanted {
  return lengthsOf(dimensions, "", ["width", "height", "maxWidth", "maxHeight"], 1);
}

function lengthsOf(value: unknown, prefix: string, names: string[], least: number): Wanted {
  const wanted: Wanted = {};
  for (const name of names) {
    const pixels = read(value, name);
    if (Number.isFinite(pixels) && pixels >= least) wanted[`--host-${prefix}${name.replace("max", "max-").toLowerCase()}`] = `${pixels}px`;
  }
  return wanted;
}

function modeOf(mode: unknown): Wanted {
  return { "data-display-mode": textOf(mode) };
}

/** Some hosts write `de_DE`. */
function localeOf(locale: unknown): Wanted {
  const tag = textOf(locale).replaceAll("_", "-");
  return { lang: /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag) ? tag : "" };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function of<V>(map: WeakMap<HTMLElement, Map<any, V>>, root: HTMLElement): Map<any, V> {
  const known = map.get(root) ?? new Map<any, V>();
  map.set(root, known);
  return known;
}
