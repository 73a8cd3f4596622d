// Asking for gifts: one call at a time, a newer one takes the stage from an older one.
import { textOf } from "mcp-widget";
import { readAnswer } from "./answer.js";
import { phaseOf } from "./state.js";

const LIMIT = 8;

/** What a tool result means for the stage. */
function phaseOfResult(result) {
  if (result.isError) return { phase: { name: "failed", text: textOf(result) } };
  const answer = readAnswer(result.structuredContent);
  if (!answer) return { phase: { name: "broken", message: "The answer holds no list of gifts." } };
  return { phase: { name: "results" }, answer, category: "" };
}

export function createSuggest(widget, store) {
  let running;

  /** Shows a result that the host delivered, unless the person has asked for something else meanwhile. */
  function deliver(result) {
    if (!running) store.set(phaseOfResult(result));
  }

  async function run({ occasion, budget, recipient, trial }) {
    running?.abort();
    const controller = (running = new AbortController());
    const limit = trial.limit;
    const started = performance.now();
    store.set({ phase: { name: "loading", by: "person" } });
    const args = { occasion, budget: trial.mistyped ? String(budget) : budget, limit: LIMIT };
    if (recipient) args.recipient = recipient;
    if (trial.delay > 0) args.delay = trial.delay;
    let outcome;
    try {
      const result = await widget.callTool("suggest_gifts", args, {
        signal: controller.signal,
        timeout: limit,
        // Progress prolongs a call; a person who set a limit means all of it.
        maxTotalTimeout: limit,
        onprogress(progress) {
          if (running === controller) store.set({ phase: { name: "loading", by: "person", progress } });
        },
      });
      outcome = phaseOfResult(result);
    } catch (error) {
      outcome = { phase: phaseOf(error, { aborted: controller.signal.aborted, limit }) };
    }
    if (running !== controller) return;
    running = undefined;
    store.set({ ...outcome, calls: store.get().calls + 1, milliseconds: Math.round(performance.now() - started) });
  }

  return { run, deliver, cancel: () => running?.abort(), busy: () => running !== undefined };
}
