// One course of events with every host that is known: what a widget gets, whatever the host's habits are.

import { equal, rejects, same } from "./support/check.mjs";
import { disguise } from "./support/disguise.mjs";
import { Refusal } from "./support/host.mjs";
import { PROFILES } from "./support/profiles.mjs";

const LINK = "https://example.com/kite";
const UNKNOWN = { code: -32601, message: "Method not found" };
const INPUT = { occasion: "birthday", budget: 100 };
const PARTIALS = [{ occasion: "birth" }, { occasion: "birthday", budget: 1 }];
const FOUND = { gifts: [{ name: "Kite" }] };
const RESULT = { content: [{ type: "text", text: JSON.stringify(FOUND) }], structuredContent: FOUND, _meta: { viewUUID: "7" } };
const FAILED = { content: [{ type: "text", text: "No gift for this budget" }], isError: true };
const HEARD = ["toolinputpartial", "toolinput", "toolresult", "toolcancelled"];

/** What the host serves, by method. */
function script(profile, links, tell) {
  const served = Object.fromEntries(profile.serves.map((method) => [method, () => ({})]));
  const answers = Object.fromEntries(Object.entries(profile.answers).map(([method, answer]) => [method, () => answer]));
  const known = {
    ...served,
    ...answers,
    "tools/call": ({ name }) => {
      if (name === "suggest_gifts") return profile.called(RESULT);
      if (name === "fails") return profile.called(FAILED);
      return new Refusal({ code: profile.failure, message: `No tool is called ${name}` });
    },
    "ui/open-link": () => {
      if (links.count++ === 0) return {};
      return profile.refusal ?? new Refusal({ code: -32000, message: "Link opening denied by user" });
    },
  };
  if (served["resources/read"]) known["resources/read"] = ({ uri }) => ({ contents: [{ uri, text: "catalogue" }] });
  if (served["ui/request-display-mode"]) known["ui/request-display-mode"] = ({ mode }) => ({ mode: profile.mode ?? mode });
  const all = ["tools/call", "ui/open-link", "resources/read", "resources/list", "tools/list", "ui/message", "ui/update-model-context", "ui/download-file", "ui/request-display-mode"];
  return {
    ...Object.fromEntries(all.map((method) => [method, () => new Refusal(UNKNOWN)])),
    ...known,
    "ui/initialize": (params, frame) => tell(frame),
  };
}

/** What the host says of the call that the widget is there for: [method, params]. */
function course(profile, cancelled) {
  const notes = [];
  if (profile.partials) for (const args of PARTIALS) notes.push(["ui/notifications/tool-input-partial", { arguments: args }]);
  notes.push(["ui/notifications/tool-input", { arguments: INPUT }]);
  notes.push(cancelled ? ["ui/notifications/tool-cancelled", { reason: "The user stopped it" }] : ["ui/notifications/tool-result", profile.told(RESULT)]);
  return profile.repeats ? [...notes, ...notes] : notes;
}

/** What listeners hear that are there from the beginning, and those that come when all is over: [type, value, duplicate]. */
function expectation(profile, cancelled, delivery) {
  const told = [
    ["toolinput", INPUT, false],
    cancelled ? ["toolcancelled", { reason: "The user stopped it" }, false] : ["toolresult", profile.told(RESULT), false],
  ];
  // Where all of it has come before `connect` returns, nobody listened in time, and what was partial is over.
  const late = profile.early && delivery === "sync";
  const early = [...(profile.partials && !late ? PARTIALS.map((value) => ["toolinputpartial", value, false]) : []), ...told];
  const again = told.map(([type, value]) => [type, value, true]);
  return profile.repeats ? { early: [...early, ...again], late: again } : { early, late: told };
}

/** Connects, and looks at all that the host says by itself. */
async function begin(context, profile, cancelled) {
  const links = { count: 0 };
  const notes = course(profile, cancelled);
  const tell = (frame) => {
    const host = context.hosts.at(-1);
    for (const message of profile.noise) host.say(message);
    host.reply(frame, profile.answer);
    if (profile.early) for (const [method, params] of notes) host.notify(method, params);
  };
  const { widget, host } = context.dial(script(profile, links, tell));
  const heard = { early: [], late: [] };
  const listen = (when) => HEARD.forEach((type) => widget.on(type, (value, { duplicate }) => heard[when].push([type, value, duplicate])));
  listen("early");
  const known = await widget.ready;
  await host.until("ui/notifications/initialized");
  if (!profile.early) for (const [method, params] of notes) await host.notify(method, params);
  await host.flush();
  listen("late");
  await context.turn();
  same(heard, expectation(profile, cancelled, context.delivery));
  equal(host.sent("ui/notifications/initialized").length, 1);
  equal(host.sent("ui/initialize").length, 1);
  return { widget, host, known };
}

/** What the host may refuse: granted or refused, never left open. */
async function ask(profile, method, call) {
  if (profile.serves.includes(method)) return call();
  const { cause } = await rejects(call(), { name: "RefusedError", method });
  if (profile.answers[method]) same(cause, profile.answers[method]);
  else same([cause.code, cause.message], [UNKNOWN.code, UNKNOWN.message]);
  return undefined;
}

async function converse(context, profile) {
  const { api } = context;
  const { widget, host, known } = await begin(context, profile, false);

  // Connect.
  const { protocolVersion, hostInfo, hostCapabilities, hostContext } = profile.answer;
  const wanted = { info: hostInfo, capabilities: hostCapabilities, context: hostContext, protocolVersion, ...profile.host };
  same(known, wanted);

  // The result, and a call that succeeds, one that fails and one that is refused.
  const { toolResult } = widget.getSnapshot();
  same(api.structured(toolResult), { value: FOUND, from: "structuredContent" in profile.told(RESULT) ? "structuredContent" : "text" });
  const result = await widget.callTool("suggest_gifts", INPUT);
  same(result, profile.called(RESULT));
  const failed = await widget.callTool("fails");
  same([failed.isError, api.textOf(failed)], [true, "No gift for this budget"]);
  await rejects(widget.callTool("unknown"), { name: "McpError", code: profile.failure, message: "No tool is called unknown" });
  await rejects(widget.listTools(), { name: "McpError", code: -32601 });
  if (profile.serves.includes("resources/read")) same((await widget.readResource("gifts://a")).contents, [{ uri: "gifts://a", text: "catalogue" }]);
  else await rejects(widget.readResource("gifts://a"), { name: "McpError", code: -32601 });

  // What it may refuse.
  same(await widget.openLink(LINK), {});
  await rejects(widget.openLink(LINK), { name: "RefusedError", method: "ui/open-link", reason: profile.refusal ? "" : "Link opening denied by user" });
  await ask(profile, "ui/message", () => widget.sendMessage("Order the kite"));
  await ask(profile, "ui/update-model-context", () => widget.updateModelContext({ content: [{ type: "text", text: "likes kites" }] }));
  await ask(profile, "ui/download-file", () => widget.downloadFile([{ type: "resource", resource: { uri: "file:///a.txt", text: "a" } }]));
  const mode = await ask(profile, "ui/request-display-mode", () => widget.requestDisplayMode("fullscreen"));
  const shown = profile.serves.includes("ui/request-display-mode") ? { displayMode: profile.mode ?? "fullscreen" } : {};
  equal(mode, shown.displayMode);

  // Nobody answers these.
  widget.log("info", { gifts: 1 });
  widget.sendSize({ width: 300, height: 200 });
  widget.requestTeardown();
  await host.until("ui/notifications/request-teardown");

  // A change of the context.
  if (profile.change) {
    const changes = [];
    widget.on("hostcontextchanged", (change) => changes.push(change));
    await host.notify("ui/notifications/host-context-changed", profile.change);
    // What the answer has told already is no news.
    const news = Object.keys(profile.change).join() !== "displayMode" || profile.change.displayMode !== (shown.displayMode ?? wanted.context.displayMode);
    same(changes, news ? [profile.change] : []);
    same(widget.host.context, { ...wanted.context, ...shown, ...profile.change });
  }

  // Teardown, where the host says so.
  let saved = 0;
  widget.onTeardown(async () => void saved++);
  if (profile.teardown) same((await host.ask("bye", "ui/resource-teardown", {})).result, {});
  equal(saved, profile.teardown ? 1 : 0);

  same(widget.diagnostics.map(({ code, path, count }) => [code, path, count]), profile.odd);
  widget.close();
}

/** The frame is made anew, and everything begins again. */
async function remount(context, profile) {
  const { widget } = await begin(context, profile, profile.cancels);
  same((await widget.callTool("suggest_gifts", INPUT)).structuredContent, FOUND);
  widget.close();
}

const together = (profile) => async (context) => {
  const undo = profile.disguised && context.delivery === "post" ? disguise() : () => {};
  try {
    await converse(context, profile);
    await remount(context, profile);
  } finally {
    undo();
  }
};

export const cases = Object.fromEntries(PROFILES.map((profile) => [profile.name, together(profile)]));
