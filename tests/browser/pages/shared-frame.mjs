// Several widgets in one frame, and perhaps the official App among them.

const { parent } = window;
const {
  data: { entries, app: withApp },
  ports: [port],
} = await new Promise((resolve) => {
  addEventListener("message", (event) => event.source === parent && event.ports.length && resolve(event), { once: true });
  parent.postMessage({ control: "hello" }, "*");
});

const apis = await Promise.all(entries.map((entry) => import(entry)));
const slim = "mcp-widget/slim.js";
const engine = entries.includes(slim) ? await (await fetch("/pkg/engine.wasm")).arrayBuffer() : undefined;
const widgets = apis.map(({ connect }, index) => connect({ name: `widget-${index}`, version: "1" }, entries[index] === slim ? { engine } : {}));

let app;
if (withApp) {
  const { App, PostMessageTransport } = await import("/official.js");
  app = new App({ name: "official-app", version: "1" }, {}, { autoResize: false });
  await app.connect(new PostMessageTransport(parent, parent));
}
await Promise.all(widgets.map(({ ready }) => ready));

/** Everybody calls tools at the same time. */
async function calls() {
  const callers = [...widgets.map((widget) => (name, args) => widget.callTool(name, args)), ...(app ? [(name, args) => app.callServerTool({ name, arguments: args })] : [])];
  const wrong = [];
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => index).flatMap((index) =>
      callers.map(async (call, caller) => {
        const { structuredContent } = await call(`caller-${caller}`, { index });
        if (structuredContent.name !== `caller-${caller}` || structuredContent.index !== index) wrong.push({ caller, index, structuredContent });
      }),
    ),
  );
  return { wrong, made: callers.length * 40 };
}

const handled = [];
const orders = {
  calls,
  engines: () => widgets.map(({ engine }) => engine),
  serve: () => void widgets.at(-1).onRequest("x/served", (params) => (handled.push(params), { by: "the last widget" })),
  snapshots: () => widgets.map((widget) => JSON.parse(JSON.stringify(widget.getSnapshot()))),
  diagnostics: () => widgets.map(({ diagnostics }) => diagnostics.map(({ code }) => code)),
  closeFirst: () => widgets[0].close(),
};

port.onmessage = async ({ data }) => port.postMessage((await orders[data]()) ?? null);
port.postMessage({ ready: true });
