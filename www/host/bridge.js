// The host's side of one widget: the official bridge, with every request forwarded to the server or answered here.
// The bridge would forward some by itself; it gets no client, because it would not pass progress on.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { HOST_INFO } from "./server.js";
import { TapTransport } from "./tap.js";

const CAPABILITIES = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

/** Longer than any widget waits: the widget's own deadline decides. */
const PATIENCE = 10 * 60 * 1000;

export function createBridge({ client, context, hold, watch, onsize, onmessage, onlink, oncontext, onmode, onlog }) {
  const bridge = new AppBridge(null, HOST_INFO, CAPABILITIES, { hostContext: context });

  /** Sends the widget's request on to the server; its cancellation becomes ours. */
  const forward = (request, extra) => {
    const { progressToken, ...meta } = extra.mcpReq._meta ?? {};
    const options = { signal: extra.mcpReq.signal, timeout: PATIENCE };
    if (progressToken !== undefined) {
      options.onprogress = (progress) =>
        bridge.notification({ method: "notifications/progress", params: { ...progress, progressToken } });
    }
    const params = { ...request.params };
    if (Object.keys(meta).length > 0) params._meta = meta;
    else delete params._meta;
    return client.request({ method: request.method, params }, options);
  };

  bridge.oncalltool = (params, extra) =>
    hold ? new Promise(() => {}) : forward({ method: "tools/call", params }, extra);
  bridge.onreadresource = (params, extra) => forward({ method: "resources/read", params }, extra);
  bridge.onlistresources = (params, extra) => forward({ method: "resources/list", params }, extra);
  bridge.onlistresourcetemplates = (params, extra) => forward({ method: "resources/templates/list", params }, extra);
  bridge.onlistprompts = (params, extra) => forward({ method: "prompts/list", params }, extra);
  for (const method of ["tools/list", "prompts/get"]) bridge.setRequestHandler(method, forward);

  bridge.onopenlink = async ({ url }) => ({ isError: !onlink(url) });
  // A refusal is an answer with `isError`, and a reason for the person; others answer with an error instead.
  bridge.onmessage = async ({ content }) => {
    const refusal = onmessage(content);
    return refusal === undefined ? {} : { isError: true, content: [{ type: "text", text: refusal }] };
  };
  bridge.onupdatemodelcontext = async (params) => {
    oncontext(params);
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => ({ mode: onmode(mode) });
  bridge.onloggingmessage = onlog;
  bridge.onsizechange = ({ height }) => onsize(height);

  return {
    bridge,
    connect: (window) => bridge.connect(new TapTransport(new PostMessageTransport(window, window), watch)),
  };
}
