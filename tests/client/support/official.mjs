// The official clients in the shape of ours, as far as they go: what the servers and the pages of the tests are checked with.
// Nothing is made up for what a client does otherwise; only names are translated.

class Named extends Error {
  constructor(name, error, more) {
    super(error.message, { cause: error });
    Object.assign(this, more);
    this.name = name;
  }
}

const OLDEST = "2024-11-05";

/** `kit` has the classes of one of the libraries, and what is named otherwise in it. */
export function adapt({ Client, Http, Sse, anything, translate, negotiation, onRequest, pinned }) {
  return function connectServer(url, { info, headers = {}, auth, version = "auto", signal, timeout, capabilities = {} }) {
    url = new URL(url, location.href);
    const listeners = [];
    const client = new Client(info, { capabilities, ...negotiation(version) });
    client.fallbackNotificationHandler = async (notification) =>
      void listeners.filter(([type]) => type === "notification").forEach(([, listener]) => listener(notification));
    client.onerror = (error) => listeners.filter(([type]) => type === "diagnostic").forEach(([, listener]) => listener({ message: error.message }));
    let failed;
    const translated = (error) => (signal?.aborted ? signal.reason : translate(error, Named));
    async function connect() {
      const options = { requestInit: { headers }, ...(auth && { authProvider: pinned.auth(auth) }) };
      const through = (transport) => client.connect(transport, { timeout, signal });
      if (version === OLDEST) return through(new Sse(url, options));
      const transport = new Http(url, options);
      await through(transport).catch((error) => {
        if (version !== "auto" || ![error.code, error.status, error.data?.status].some((status) => [400, 404, 405].includes(status))) throw error;
        return through(new Sse(url, options));
      });
    }
    const ready = connect().catch((error) => {
      throw (failed = translated(error));
    });
    ready.catch(() => {});
    const server = () => ({
      info: client.getServerVersion(),
      capabilities: client.getServerCapabilities(),
      version: client.getNegotiatedProtocolVersion?.(),
    });
    const doing = async (call, options) => {
      await ready;
      if (failed) throw failed;
      try {
        return await call({ timeout, ...options });
      } catch (error) {
        if (options?.signal?.aborted) throw options.signal.reason;
        throw translate(error, Named);
      }
    };
    const request = (method, params, options) => doing((how) => client.request({ method, params }, anything, how), options);
    async function* all(call, key) {
      for (let cursor; ;) {
        const page = await doing((how) => call(cursor === undefined ? {} : { cursor }, how));
        yield* page[key];
        if (page.nextCursor === undefined) return;
        cursor = page.nextCursor;
      }
    }
    return {
      ready: ready.then(server),
      get server() {
        return client.getServerVersion() && server();
      },
      callTool: (name, args, options) =>
        doing((how) => client.callTool({ name, arguments: args, ...(options?._meta && { _meta: options._meta }) }, ...pinned.call(how)), options),
      readResource: (uri, options) => doing((how) => client.readResource({ uri }, how), options),
      getPrompt: (name, args, options) => doing((how) => client.getPrompt({ name, arguments: args }, how), options),
      complete: (params, options) => doing((how) => client.complete(params, how), options),
      setLogLevel: (level) => doing((how) => client.setLoggingLevel(level, how)),
      ping: (options) => doing((how) => client.ping(how), options),
      async subscribe(uri) {
        await doing((how) => client.subscribeResource({ uri }, how));
        return () => doing((how) => client.unsubscribeResource({ uri }, how));
      },
      request,
      notify: (method, params) => void ready.then(() => client.notification({ method, params })).catch(() => {}),
      on(type, listener) {
        const entry = [type, listener];
        listeners.push(entry);
        return () => listeners.splice(listeners.indexOf(entry), 1);
      },
      onRequest: (method, handler) => onRequest(client, method, handler),
      tools: () => all((params, how) => client.listTools(params, how), "tools"),
      resources: () => all((params, how) => client.listResources(params, how), "resources"),
      resourceTemplates: () => all((params, how) => client.listResourceTemplates(params, how), "resourceTemplates"),
      prompts: () => all((params, how) => client.listPrompts(params, how), "prompts"),
      async close() {
        await ready.catch(() => {});
        await client.transport?.terminateSession?.().catch(() => {});
        await client.close();
      },
    };
  };
}
