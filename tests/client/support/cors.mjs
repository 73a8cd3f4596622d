/** What a server must allow so that a page of another origin can use it. `headers` "echo": whatever is asked for. */
export const OPEN = {
  origin: "echo",
  methods: "GET, POST, DELETE, OPTIONS",
  headers: "echo",
  expose: "mcp-session-id, www-authenticate, mcp-protocol-version, retry-after",
  preflight: 204,
};
