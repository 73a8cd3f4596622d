// The host's look: its theme as `color-scheme`, its CSS variables on the root. What the host leaves out, the style
// sheet's fallbacks supply.
import { setLocale } from "./format.js";

const applied = new Set();

/** Follows `hostContext`; called at the start and after each change. */
export function applyContext(context = {}) {
  const root = document.documentElement;
  // Without a theme from the host the person's own preference counts.
  root.style.colorScheme = context.theme === "dark" || context.theme === "light" ? context.theme : "light dark";
  const variables = Object.entries(context.styles?.variables ?? {}).filter(
    ([name, value]) => name.startsWith("--") && typeof value === "string",
  );
  for (const name of applied) root.style.removeProperty(name);
  applied.clear();
  for (const [name, value] of variables) {
    root.style.setProperty(name, value);
    applied.add(name);
  }
  if (typeof context.locale === "string") setLocale(context.locale);
}
