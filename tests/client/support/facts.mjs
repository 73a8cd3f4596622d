// What cases do in the page to find out and to write down. Nothing here is of Node's.

export const INFO = { name: "under-test", version: "1.0.0", title: "Ünder test" };

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How a promise ends, to be carried out of the page; of what is no `Error`, the thing itself. */
export const ending = (promise) =>
  Promise.resolve(promise).then(
    (value) => ({ value }),
    (error) => {
      if (!(error instanceof Error || error instanceof DOMException)) return { threw: error };
      const { name, message, code, data, status, type, body, reason } = error;
      return { error: name, message, code, data, status, type, body, reason: typeof reason === "string" ? reason : undefined };
    },
  );

/** All that an async iterable gives; what it gives after `most` is no longer looked at. */
export async function list(iterable, most = 1000) {
  const all = [];
  for await (const one of iterable) {
    all.push(one);
    if (all.length >= most) break;
  }
  return all;
}

/** The first value but undefined that `look` gives; undefined after five seconds. */
export async function until(look, ms = 5000) {
  for (const end = performance.now() + ms; performance.now() < end; await pause(5)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
  }
  return undefined;
}

/** What the server has seen of a method, JSON-RPC's or HTTP's: for each request "open", "done" or "gone". */
export const seen = async (url, name) => (await fetch(new URL(`/--/seen/${encodeURIComponent(name)}`, url))).json();

/** Waits until the server has seen so many of that method, in that state if one is named. */
export const untilSeen = (url, name, count = 1, state) =>
  until(async () => (await seen(url, name)).filter((one) => state === undefined || one === state).length >= count);

/** How long a client may wait, if it is known to wait in vain. */
const patient = (ms) => Math.min(ms, globalThis.patience ?? Infinity);

/** A connected client, and what it was told meanwhile. */
export async function open({ connectServer }, url, { timeout = 4000, ...options } = {}) {
  const client = connectServer(url, { info: INFO, timeout: patient(timeout), ...options });
  const heard = [];
  client.on("notification", ({ method, params }) => heard.push({ method, params }));
  await client.ready;
  return { client, heard };
}

/** Texts of a tool's result. */
export const words = ({ value, ...rest }) => (value ? value.content.map(({ text }) => text).join("|") : rest);

/** What a page that has called a tool finds out: how the call ended. */
export async function calling(module, url, options, name = "echo", args = { text: "hé" }) {
  const { client } = await open(module, url, options);
  const end = await ending(client.callTool(name, args));
  await client.close();
  return end;
}
