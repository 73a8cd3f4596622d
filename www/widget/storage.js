// What is kept from one time to the next. Most hosts show a widget in an opaque origin, where the mere mention of `localStorage` throws:
// then nothing is kept, and nothing else follows from it.

const KEY = "gift-ideas";

/** What was saved last, undefined if there is nothing. Anything of this origin may have written it: check it like a server's answer. */
export function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function save(value) {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // No storage here, or it is full.
  }
}

/** Whether anything can be kept here. */
export function canKeep() {
  try {
    return localStorage !== null;
  } catch {
    return false;
  }
}
