// The widget's side of the talk, in a frame.

import { widget } from "/ext-apps/talk.mjs";

const { library, way } = JSON.parse(decodeURIComponent(new URL(import.meta.url).search.slice(1)));
const say = (ended) => parent.postMessage({ ended }, "*");
const troubles = [];
addEventListener("error", (event) => troubles.push(event.message));
addEventListener("unhandledrejection", (event) => troubles.push(`unhandled: ${event.reason}`));
try {
  const api = await import(library);
  const transport = way === "transport" ? new api.PostMessageTransport(parent, parent) : undefined;
  const wait = () => new Promise((resolve) => setTimeout(resolve));
  const seen = await widget(api, transport, wait);
  say(troubles.length > 0 ? { error: troubles.join("\n") } : { seen });
} catch (error) {
  say({ error: `${error?.stack ?? error}` });
}
