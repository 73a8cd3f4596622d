// The widget's side of the cases, in a frame of the official host.

import { perform } from "/interop/bridges.mjs";

const { parent } = window;
const {
  ports: [port],
} = await new Promise((resolve) => {
  addEventListener("message", (event) => event.source === parent && event.ports.length && resolve(event), { once: true });
  parent.postMessage("hello", "*");
});
const engine = new URL(import.meta.url).search.slice(1);
const api = await import(`/pkg/${engine}.js`);

const troubles = [];
addEventListener("error", (event) => (event.preventDefault(), troubles.push(event.error?.message ?? event.message)));
addEventListener("unhandledrejection", (event) => (event.preventDefault(), troubles.push(`unhandled: ${event.reason}`)));

/** Orders that the host has not answered yet. */
const open = new Map();
let last = 0;
const order = (what, value) => {
  const number = ++last;
  port.postMessage({ number, what, value });
  return new Promise((resolve, reject) => open.set(number, { resolve, reject }));
};

const turn = () => new Promise((resolve) => setTimeout(resolve));

port.onmessage = async ({ data: { name, number, result, error } }) => {
  if (number) {
    const { resolve, reject } = open.get(number);
    open.delete(number);
    return error ? reject(new Error(error)) : resolve(result);
  }
  try {
    await perform(name, { api, options: {}, order, turn, takeTroubles: () => troubles.splice(0) });
    if (api.connect({ name: "engine", version: "1" }, { transport: { send() {} } }).engine !== engine) throw new Error(`not on ${engine}`);
    port.postMessage({ ended: {} });
  } catch (error) {
    port.postMessage({ ended: { error: `${error?.stack ?? error}` } });
  }
};
port.postMessage({});
