// A widget and the official hosts' library, case by case: all that either may say to the other. `host` prepares the bridge and gives
// what the widget may order of it, `widget` does the rest where the widget is: in the same process, or in a frame of the host's page.

import { same } from "../behaviour/support/check.mjs";
import { cases as asks } from "./asks.mjs";
import { cases as calls } from "./calls.mjs";
import { cases as serves } from "./serves.mjs";
import { cases as tells } from "./tells.mjs";
import { CAPABILITIES, HOST, INFO } from "./who.mjs";

export const cases = {
  "each knows who the other is": {
    host: ({ bridge }) => ({ app: () => [bridge.getAppVersion(), bridge.getAppCapabilities()] }),
    async widget({ widget, order }) {
      const { info, capabilities, context, protocolVersion } = await widget.ready;
      same([info, capabilities, context, protocolVersion], [HOST.info, HOST.capabilities, HOST.context, "2026-01-26"]);
      same(await order("app"), [INFO, CAPABILITIES]);
    },
  },

  ...calls,
  ...asks,
  ...tells,
  ...serves,
};
