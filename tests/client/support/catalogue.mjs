// What the servers of the tests offer, whatever the version and the transport: lists in pages of two or three, tools, resources, prompts.

export const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
export const MODERN = VERSIONS[4];
export const LEGACY = VERSIONS.slice(1, 4);

export const INFO = { name: "hostile-but-correct", version: "1.2.3" };
export const META = "io.modelcontextprotocol/";

/** An answer by a JSON-RPC error. */
export class RpcError extends Error {
  constructor(code, message, data, status = 200) {
    super(message);
    Object.assign(this, { code, data, status });
  }
}

export const text = (text) => ({ type: "text", text });
const object = (properties = {}, required = []) => ({ type: "object", properties, required });
const string = (extra) => ({ type: "string", ...extra });

export const FORM = { message: "Who is it for?", requestedSchema: object({ name: string() }, ["name"]) };
const COLOUR = { message: "Which colour?", requestedSchema: object({ colour: string() }, ["colour"]) };
const SAMPLING = { messages: [{ role: "user", content: text("A gift?") }], maxTokens: 10 };

/** What an answer of the client has to say, in a tool's result. */
const told = (answer) => ({ content: [text(JSON.stringify(answer))] });

// A tool gets its arguments and what can be done meanwhile: `ask(key, method, params)`, `notify(method, params)`, `progress(…)`, `announce(method, params)`
// (to whoever listens), `drop()` (the stream ends, the answer comes later), `gone` (settles when the client has gone).
const TOOLS = {
  echo: { description: "Gives back", inputSchema: object({ text: string() }), run: ({ text: given }) => ({ content: [text(String(given))] }) },
  gifts: {
    inputSchema: object({ occasion: string(), budget: { type: "number" } }),
    outputSchema: object({ gifts: { type: "array", items: object({ name: string() }) } }, ["gifts"]),
    run(args, { since }) {
      const found = { gifts: [{ name: "Kite" }, { name: "Ünïcödé 🎁" }] };
      return { content: [text(JSON.stringify(found))], ...(since("2025-06-18") && { structuredContent: found }) };
    },
  },
  slow: {
    inputSchema: object({ steps: { type: "integer" } }),
    async run({ steps = 3 }, { progress }) {
      for (let at = 1; at <= steps; at++) await progress({ progress: at, total: steps, message: `step ${at}` });
      return { content: [text("done")] };
    },
  },
  stalls: { inputSchema: object(), run: (_, { gone }) => gone.then(() => new Promise(() => {})) },
  fails: { inputSchema: object(), run: () => ({ content: [text("none left")], isError: true }) },
  refuses: {
    inputSchema: object(),
    run() {
      throw new RpcError(-31999, "MCP error -31999: not you", { why: [1, null] });
    },
  },
  ask: { inputSchema: object(), run: async (_, { ask }) => told(await ask("who", "elicitation/create", FORM)) },
  ask_twice: {
    inputSchema: object(),
    run: async (_, { ask }) => told([await ask("who", "elicitation/create", FORM), await ask("colour", "elicitation/create", COLOUR)]),
  },
  sample: { inputSchema: object(), run: async (_, { ask }) => told(await ask("gift", "sampling/createMessage", SAMPLING)) },
  roots: { inputSchema: object(), run: async (_, { ask }) => told(await ask("roots", "roots/list")) },
  says: {
    inputSchema: object(),
    async run(_, { log }) {
      await log("debug", "a debug line");
      await log("error", { an: "error" });
      return { content: [text("said")] };
    },
  },
  change: {
    inputSchema: object(),
    async run(_, { announce, state }) {
      state.changed = true;
      await announce("notifications/tools/list_changed");
      return { content: [text("changed")] };
    },
  },
  touch: {
    inputSchema: object({ uri: string() }),
    async run({ uri }, { announce }) {
      await announce("notifications/resources/updated", { uri });
      return { content: [text("touched")] };
    },
  },
  drops: {
    inputSchema: object(),
    async run(_, { drop }) {
      await drop();
      return { content: [text("picked up")] };
    },
  },
  route: {
    inputSchema: object({
      region: string({ "x-mcp-header": "Region" }),
      level: { type: "integer", "x-mcp-header": "Level" },
      dry: { type: "boolean", "x-mcp-header": "Dry" },
      inner: object({ zone: string({ "x-mcp-header": "Zone" }) }),
    }),
    run: (args) => ({ content: [text(JSON.stringify(args))] }),
  },
};

const RESOURCES = [1, 2, 3, 4, 5].map((n) => ({ uri: `gift://${n}`, name: `gift ${n}`, mimeType: "text/plain" }));
const TEMPLATES = ["id", "name", "kind", "year", "a,b"].map((part) => ({ uriTemplate: `gift://{${part}}`, name: `by ${part}` }));
const PROMPTS = ["card", "letter", "poem", "speech", "toast"].map((name) => ({ name, arguments: [{ name: "to", required: true }] }));

/** A page of a list in thirds; cursors are opaque, and need an exact way back. */
function page(list, cursor) {
  const size = Math.ceil(list.length / 3);
  const at = cursor === undefined ? 0 : /^ü=(\d+)$/.exec(cursor)?.[1];
  if (at === undefined) throw new RpcError(-32602, "Invalid cursor");
  const end = Number(at) + size;
  return { part: list.slice(Number(at), end), ...(end < list.length && { nextCursor: `ü=${end}` }) };
}

const listed = (key, list, { cursor } = {}) => {
  const { part, ...rest } = page(list, cursor);
  return { [key]: part, ...rest };
};

/** The tools of now; `state.tools` may put others in their place. */
export function toolList({ changed, tools = (list) => list }) {
  const list = Object.entries(TOOLS).map(([name, { run, ...tool }]) => ({ name, ...tool }));
  return tools(changed ? [...list, { name: "new", inputSchema: object() }] : list);
}

const METHODS = {
  "tools/list": (params, { state, since }) =>
    listed("tools", since("2025-06-18") ? toolList(state) : toolList(state).map(({ outputSchema, ...tool }) => tool), params),
  "tools/call"({ name, arguments: args = {} }, means) {
    if (!Object.hasOwn(TOOLS, name)) throw new RpcError(-32602, `Unknown tool: ${name}`);
    return TOOLS[name].run(args, means);
  },
  "resources/list": (params) => listed("resources", RESOURCES, params),
  "resources/templates/list": (params) => listed("resourceTemplates", TEMPLATES, params),
  "resources/read"({ uri }, { since }) {
    if (!RESOURCES.some((known) => known.uri === uri)) throw new RpcError(since(MODERN) ? -32602 : -32002, "Resource not found", { uri });
    return { contents: [uri === "gift://2" ? { uri, mimeType: "image/png", blob: "AAEC" } : { uri, mimeType: "text/plain", text: `about ${uri}` }] };
  },
  "prompts/list": (params) => listed("prompts", PROMPTS, params),
  async "prompts/get"({ name, arguments: args }, { ask, since }) {
    if (!PROMPTS.some((known) => known.name === name)) throw new RpcError(-32602, `Unknown prompt: ${name}`);
    const to = name === "speech" && since(MODERN) ? (await ask("who", "elicitation/create", FORM)).content?.name : args?.to;
    return { description: name, messages: [{ role: "user", content: text(`${name} to ${to}`) }] };
  },
  "completion/complete": ({ argument: { value } }) => {
    const values = ["kite", "kettle", "book"].filter((word) => word.startsWith(value));
    return { completion: { values, total: values.length, hasMore: false } };
  },
};

export const CACHEABLE = ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"];

/** What a server of that version says that it can do. */
export const capabilities = (version) => ({
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  ...(version !== VERSIONS[0] && { completions: {} }),
});

/** Does what a request asks for. `means` is what a tool can do meanwhile. */
export async function answer(method, params, means) {
  if (!Object.hasOwn(METHODS, method)) throw new RpcError(-32601, `Method not found: ${method}`, undefined, 404);
  return METHODS[method](params ?? {}, means);
}
