// The module of a page runs again (hot module replacement): with the same copy of the package or another, the old widget closed or not.

import assert from "node:assert/strict";
import { counts, hosts } from "./support/life.mjs";

const inHost = hosts();

/** A page whose module has run once and runs again when it is told to. */
const page = (engine, copy) => `
  import { connect } from "mcp-widget/${engine}";
  import { connect as again } from "${copy}/${engine}";
  window.widgets = [];
  window.heard = [];
  window.run = (make = again) => {
    const run = widgets.length;
    const widget = make({ name: "run-" + run, version: "1" });
    widgets.push(widget);
    heard.push([]);
    for (const type of ["toolinput", "toolresult"]) widget.on(type, (value, { replayed, duplicate }) => heard[run].push([type, replayed, duplicate]));
    widget.onRequest("x/who", () => ({ run }));
    if (run) widget.onRequest("x/new", () => ({ run }));
    return widget.ready;
  };
  await run(connect);
  window.set = true;`;

const FRESH = [["toolinput", false, false], ["toolresult", false, false]];
const REPEATED = [["toolinput", false, true], ["toolresult", false, true]];

for (const engine of ["wasm", "js"]) {
  for (const copy of ["mcp-widget", "again"]) {
    const title = `${engine}, ${copy === "again" ? "another copy" : "the same copy"}`;

    inHost(`${title}, the old widget is closed: there is nothing but the new one`, async ({ openFrame, inFrame, methods, until, ask, wait, clearHeard }) => {
      await openFrame("f", { script: page(engine, copy) });
      await inFrame("f", () => 0);
      await until("f", "ui/notifications/initialized");
      await wait(100);
      await clearHeard("f");
      const [waited] = await inFrame("f", async () => {
        const waiting = widgets[0].request("x/never").catch(({ name }) => name);
        widgets[0].close();
        return Promise.all([waiting, run()]);
      });
      await wait(200);
      assert.equal(waited, "ClosedError");
      assert.deepEqual(await inFrame("f", () => heard), [FRESH, FRESH]);
      assert.deepEqual([await ask("f", "x/who"), await ask("f", "ping")], [[{ run: 1 }], [{}]]);
      assert.equal((await ask("f", "x/unknown")).length, 1);
      counts(await methods("f"), { "ui/initialize": 1, "ui/notifications/initialized": 1 });
      const { status, diagnostics } = await inFrame("f", () => ({ status: widgets.map((one) => one.getSnapshot().status), diagnostics: widgets[1].diagnostics }));
      assert.deepEqual([status, diagnostics], [["closed", "ready"], []]);
    });

    inHost(`${title}, the old widget lives on: replies reach the right one, what is repeated is marked`, async ({ openFrame, inFrame, until, ask, wait }) => {
      await openFrame("f", { script: page(engine, copy) });
      await inFrame("f", () => 0);
      await until("f", "ui/notifications/initialized");
      await wait(100);
      await inFrame("f", () => run().then(() => 0));
      await wait(200);
      assert.deepEqual(await inFrame("f", () => heard), [[...FRESH, ...REPEATED], FRESH]);
      const wrong = await inFrame("f", async () => {
        const seen = [];
        await Promise.all(
          Array.from({ length: 40 }, async (_, n) => {
            const { structuredContent } = await widgets[n % 2].callTool(`run-${n % 2}`, { n });
            if (structuredContent.name !== `run-${n % 2}` || structuredContent.args.n !== n) seen.push(structuredContent);
          }),
        );
        return seen;
      });
      assert.deepEqual(wrong, []);
      if (copy === "again") {
        // Each copy answers, as other clients do. The first answer counts, and it is one.
        assert.deepEqual((await ask("f", "x/who"))[0], { run: 0 });
        assert.deepEqual(await ask("f", "ping"), [{}, {}]);
      } else {
        assert.deepEqual(await ask("f", "x/who"), [{ run: 0 }]);
        assert.deepEqual(await ask("f", "x/new"), [{ run: 1 }]);
        assert.deepEqual(await ask("f", "ping"), [{}]);
      }
    });
  }
}

inHost("a module that runs again and again is heard once each time, and leaves nothing", async ({ openFrame, inFrame, methods, until, ask, wait }) => {
  await openFrame("f", { script: page("js", "mcp-widget"), body: '<div style="height:50px"></div>' });
  await inFrame("f", () => 0);
  await until("f", "ui/notifications/initialized");
  await inFrame("f", async () => {
    for (let round = 0; round < 30; round++) {
      widgets.at(-1).close();
      await run();
    }
  });
  await wait(200);
  const seen = await inFrame("f", () => heard);
  // What the host has said to one comes to the next where the one is closed meanwhile: whatever comes twice is marked.
  for (const one of seen) assert.deepEqual(one.filter(([, , duplicate]) => !duplicate).map(String), one.length ? FRESH.map(String) : []);
  assert.ok(seen.at(-1).length >= 2);
  counts(await methods("f"), { "ui/initialize": 31, "ui/notifications/initialized": 31 });
  assert.deepEqual(await ask("f", "x/who"), [{ run: 30 }]);
});
