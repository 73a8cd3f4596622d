// For the curious: who talks to whom, and the switches that bring up the rarer states.
import { byId, el, words } from "../dom.js";
import { plural } from "../format.js";
import { canKeep } from "../storage.js";

export function createDetails(widget) {
  const facts = byId("facts");

  return {
    /** What the person set under "Try the other states". */
    trial: () => ({
      delay: Number(byId("trial-delay").value),
      limit: Number(byId("trial-limit").value),
      mistyped: byId("trial-mistyped").checked,
    }),
    render({ host, answer, catalog, calls, milliseconds }) {
      const rows = [
        ["Engine", widget.engine === "wasm" ? "WebAssembly" : "JavaScript"],
        ["Host", host?.info ? `${host.info.title ?? host.info.name} ${host.info.version ?? ""}`.trim() : "none yet"],
        ["Protocol", host?.protocolVersion ?? "–"],
        ["Catalogue", catalog?.count === undefined ? "–" : plural(catalog.count, "gift", "gifts")],
        ["Considered", answer?.considered === undefined ? "–" : plural(answer.considered, "gift", "gifts")],
        ["Last call", calls === 0 ? "none yet" : `${milliseconds} ms`],
        ["Shortlist", canKeep() ? "kept for next time" : "not kept, no storage here"],
        ["Oddities met", String(widget.diagnostics.length)],
      ];
      facts.dataset.engine = widget.engine;
      facts.replaceChildren(...rows.map(([name, value]) => el("div", "", el("dt", "", name), words("dd", "", String(value)))));
    },
  };
}
