// Which cases of the behaviour suite run where. Used by the tests and in the page.

import { casesFor } from "../../behaviour/suite.mjs";

export const ENGINES = ["wasm", "js"];

/** What the frame may do, how messages go, and which cases run there. */
export const PLACES = [
  { title: "opaque origin", sandbox: "allow-scripts", opaque: true, delivery: "post", takes: (name, special) => !special.includes(name) },
  {
    title: "same origin",
    sandbox: "allow-scripts allow-same-origin allow-forms",
    opaque: false,
    delivery: "post",
    // WebKit has proper tail calls: what a listener of the page around posts as its last act has the frame itself for a source.
    takes: (name, special, browser) => special.includes(name) && browser !== "WebKitGTK",
  },
  { title: "own transport", sandbox: "allow-scripts allow-same-origin allow-forms", opaque: false, delivery: "sync", takes: () => true },
];

/** Cases that a browser can show only where the page around has the same origin. */
const SPECIAL = {
  // It makes no MessageEvent whose source is a window of another origin.
  Firefox: ["window: an event that a script dispatches is ignored, unless it names the parent", "window: a dispatched event's getters are harmless"],
  // It hides errors that are reported by scripts of another origin.
  WebKitGTK: [
    "arguments: notify never throws; what is wrong is reported",
    "saying: a notification never throws; what is wrong is reported",
    "saying: a handler that throws or rejects is reported, and the host is answered",
  ],
};

/** The names of a place's cases. */
export function chosen(browser, { delivery, takes }) {
  return casesFor(delivery)
    .map(([name]) => name)
    .filter((name) => takes(name, SPECIAL[browser], browser));
}

/** Whether a case needs a frame of its own: in code that has run hot, WebKit goes on reading a `window.parent` that has been replaced. */
export const alone = (name) => /^(window|hosts): VS Code/.test(name);

/** What a case is reported as. */
export const title = (engine, place, name) => `${engine}, ${place.title}: ${name}`;
