// What has gone wrong elsewhere, as users have reported it, and what no other case shows. All of it is listed in tests/reports.md.

import { codes, echo, tool } from "./support/answers.mjs";
import { equal, ok, rejects, same } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";

const context = (host, params) => host.notify("ui/notifications/host-context-changed", params);

export const cases = {
  "a host does not tell the result again after a reload: the page can see that, and call the tool": async ({ open, connect }) => {
    const { widget, host, link } = await open({ "tools/call": echo });
    await host.notify("ui/notifications/tool-input", { arguments: { a: 1 } });
    await host.notify("ui/notifications/tool-result", tool("first"));
    widget.close();
    const reloaded = connect(link);
    reloaded.on("toolresult", () => ok(false, "the result of another page"));
    await reloaded.ready;
    await host.notify("ui/notifications/tool-input", { arguments: { a: 1 } });
    await host.flush();
    const { status, toolInput, ...others } = reloaded.getSnapshot();
    same([status, toolInput, "toolResult" in others], ["ready", { a: 1 }, false]);
    same((await reloaded.callTool("again", toolInput)).structuredContent.echoed, { a: 1 });
    equal("toolResult" in reloaded.getSnapshot(), false, "a call's own result is the caller's");
  },

  "a framework mounts, unmounts and mounts again in one turn": async ({ dial, connect }) => {
    const { widget: first, host, link } = dial({ "tools/call": (params) => (params.name === "lost" ? undefined : echo(params)) });
    const dropped = rejects(first.callTool("lost"), { name: "ClosedError" });
    const stop = first.on("toolresult", () => ok(false, "the first one listens on"));
    stop();
    first.close();
    const heard = [];
    const second = connect(link);
    second.on("toolresult", ({ structuredContent }) => heard.push(structuredContent));
    await Promise.all([dropped, second.ready]);
    await host.until("ui/notifications/initialized");
    await host.notify("ui/notifications/tool-result", tool("once"));
    await host.flush();
    same(heard, ["once"]);
    equal((await second.callTool("mine")).structuredContent.name, "mine");
    same(host.sent("tools/call").map(({ params }) => params.name).filter((name) => name !== "lost"), ["mine"]);
    // The answer to the first one's handshake may come to the second one: it is nobody's.
    ok(codes(second).every((code) => code === "unknown-reply"), codes(second).join());
    same((await host.ask("ask", "ping")).result, {});
    await host.flush();
    equal(host.repliesTo("ask").length, 1, "by one of them");
  },

  "an error that names no request ends nobody's call": async ({ open }) => {
    const { widget, host } = await open();
    const call = widget.callTool("a");
    const request = await host.until("tools/call");
    for (const error of [{ code: -32700, message: "Parse error" }, { code: -32600, message: "Invalid request" }]) await host.say({ jsonrpc: "2.0", id: null, error });
    await host.reply(request, tool("the answer"));
    equal((await call).structuredContent, "the answer");
    same(codes(widget).sort(), ["id-null", "unknown-reply"]);
  },

  "a change of the context replaces a member as a whole, and the others keep their identity": async ({ open }) => {
    const styles = { variables: { "--color-text-primary": "#111", "--font-sans": "sans-serif" }, css: { fonts: "@font-face{}" } };
    const { widget, host } = await open({ "ui/initialize": () => ({ ...HOST, hostContext: { theme: "light", styles, safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 } } }) });
    const { safeAreaInsets } = widget.host.context;
    await context(host, { styles: { variables: { "--color-text-primary": "#222" } } });
    same(widget.host.context, { theme: "light", styles: { variables: { "--color-text-primary": "#222" } }, safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 } });
    equal(widget.host.context.safeAreaInsets, safeAreaInsets);
    const { host: before } = widget.getSnapshot();
    await host.notify("ui/notifications/tool-result", tool(1));
    equal(widget.getSnapshot().host, before, "what has nothing to do with the host leaves it alone");
  },

  "parts of a page that listen to the same event do not replace each other": async ({ open }) => {
    const { widget, host } = await open();
    const heard = [];
    const stops = ["theme", "fonts", "store"].map((part) => widget.on("hostcontextchanged", ({ theme }) => heard.push(`${part} ${theme}`)));
    await context(host, { theme: "dark" });
    stops[1]();
    await context(host, { theme: "light" });
    same(heard, ["theme dark", "fonts dark", "store dark", "theme light", "store light"]);
  },

  "a display mode that the host announces before, after or never is the one that it answers": async ({ open, turn }) => {
    for (const announced of ["before", "after", "never"]) {
      const { widget, host } = await open();
      const heard = [];
      widget.on("hostcontextchanged", (change) => heard.push(change));
      const asked = widget.requestDisplayMode("fullscreen");
      const request = await host.until("ui/request-display-mode");
      if (announced === "before") await context(host, { displayMode: "fullscreen" });
      await host.reply(request, { mode: "fullscreen" });
      if (announced === "after") await context(host, { displayMode: "fullscreen" });
      equal(await asked, "fullscreen");
      await host.flush();
      await turn();
      same(heard, [{ displayMode: "fullscreen" }]);
      equal(widget.host.context.displayMode, "fullscreen");
    }
  },

  "what is sent while the page is taken down leaves nothing unhandled": async ({ open, turn }) => {
    const { widget, host } = await open();
    widget.onTeardown(() => {
      widget.log("info", "going");
      widget.callTool("save", { draft: 1 }).catch(() => {});
      widget.close();
      widget.sendSize({ height: 1 });
      widget.log("info", "gone");
      widget.requestTeardown();
    });
    await host.say({ jsonrpc: "2.0", id: "bye", method: "ui/resource-teardown", params: {} });
    await host.flush();
    await turn();
    same(host.frames.slice(2).map(({ method }) => method), ["notifications/message", "tools/call"]);
  },
};
