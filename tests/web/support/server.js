// A server behind the page's `fetch`: it keeps what it is asked, and answers as it has been told to. An expression.
(origin) => {
  const before = globalThis.fetch;
  const encoder = new TextEncoder();
  const server = {
    url: `${origin}/mcp`,
    /** What came, in turn: method, mode, url, headers, body (parsed), and whether the client has given it up. */
    requests: [],
    /** What answers, by the method of JSON-RPC, or else of HTTP: `(request) => Response`. */
    on: {},
    /** The streams that are open. */
    streams: [],
    /** Ends the stream of a response, as its request is aborted. */
    aborts: new WeakMap(),
    /** Streams whose reader has gone. */
    cancelled: 0,
    sessions: 0,

    reply: (body, headers = {}, status = 200) => new Response(typeof body === "string" || body instanceof ReadableStream ? body : JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } }),
    result: (request, result, headers) => server.reply({ jsonrpc: "2.0", id: request.body.id, result }, headers),
    error: (request, error, status) => server.reply({ jsonrpc: "2.0", id: request.body.id, error }, {}, status),
    status: (status, text = null, headers = {}) => new Response(text, { status, headers }),
    /** An event stream of these chunks, texts or bytes. It ends behind them, or breaks with what `end` throws, or stays open. */
    stream: (chunks, end = (controller) => controller.close()) => {
      let abort;
      const body = new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
          if (end) end(controller);
          else server.streams.push(controller);
          abort = (reason) => controller.error(reason);
        },
        cancel() {
          server.cancelled++;
        },
      });
      const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
      server.aborts.set(response, abort);
      return response;
    },
    event: (message, id) => `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`,
    answer: (request, result, id) => server.event({ jsonrpc: "2.0", id: request.body.id, result }, id),
    say: (text) => server.streams.at(-1).enqueue(encoder.encode(text)),
    never: () => new Promise(() => {}),
    /** What a browser says of whatever it does not let a page have. */
    refuse: () => {
      throw new TypeError("Failed to fetch");
    },
    restore: () => {
      globalThis.fetch = before;
    },
  };

  globalThis.fetch = async (request, ...rest) => {
    if (!(request instanceof Request) || new URL(request.url).origin !== origin) return before.call(globalThis, request, ...rest);
    const text = await request.text();
    const { method, mode, url, signal } = request;
    const entry = { method, mode, url, headers: Object.fromEntries(request.headers), body: text ? JSON.parse(text) : undefined, aborted: false };
    server.requests.push(entry);
    const aborted = new Promise((_, reject) => {
      const abort = () => {
        entry.aborted = true;
        reject(signal.reason);
      };
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    });
    aborted.catch(() => {});
    const answer = server.on[entry.body ? (entry.body.method ?? "answer") : method];
    if (answer) {
      const response = await Promise.race([answer(entry), aborted]);
      aborted.catch(server.aborts.get(response));
      return response;
    }
    if (entry.body) return entry.body.id === undefined || entry.body.method === undefined ? server.status(202) : server.error(entry, { code: -32601, message: "Method not found" });
    return server.status(method === "DELETE" ? 200 : 405);
  };
  return server;
}
