// A widget's document as hosts treat it: moved, written, written again, taken out, hidden; and what several widgets in it say of its size.

import assert from "node:assert/strict";
import { counts, hosts } from "./support/life.mjs";

const inHost = hosts();
const ONCE = { "ui/initialize": 1, "ui/notifications/initialized": 1, "ui/notifications/size-changed": 1 };
const BOX = '<div id="box" style="height:137px"></div>';

/** A page with one widget. It notes what it hears, in `heard`. */
const page = (entry) => `
  import { connect } from "${entry}";
  const heard = (window.heard = []);
  window.widget = connect({ name: "frame", version: "1" });
  for (const type of ["toolinput", "toolresult"]) widget.on(type, (value, { replayed, duplicate }) => heard.push([type, replayed, duplicate]));
  window.set = true;`;
const HEARD = [["toolinput", false, false], ["toolresult", false, false]];

for (const engine of ["wasm", "js"]) {
  const script = page(`mcp-widget/${engine}`);

  for (const sandbox of ["allow-scripts", "allow-scripts allow-same-origin"]) {
    inHost(`${engine}, ${sandbox}: a frame that is moved is a new page, and says each thing once`, async ({ openFrame, moveFrame, inFrame, methods, clearHeard, until, ask, wait }) => {
      await openFrame("f", { script, body: BOX, sandbox });
      await until("f", "ui/notifications/size-changed");
      const first = await inFrame("f", () => {
        widget.onTeardown(({ reason }) => widget.notify("x/gone", { reason }));
        return widget.callTool("a", { n: 1 }).then(({ structuredContent }) => structuredContent);
      });
      assert.deepEqual(first, { name: "a", args: { n: 1 } });
      const before = await clearHeard("f");
      await moveFrame("f");
      await until("f", "ui/notifications/size-changed");
      await wait(300);
      counts(await methods("f"), { ...ONCE, answer: 0 });
      assert.deepEqual((await ask("f", "ping")), [{}]);
      assert.deepEqual(await inFrame("f", () => heard), HEARD);
      assert.deepEqual((await inFrame("f", () => widget.callTool("b"))).structuredContent.name, "b");
      // No id of the first page's comes again.
      const ids = before.map(({ id }) => id).filter((id) => id !== undefined);
      const after = (await clearHeard("f")).filter(({ method }) => method).map(({ id }) => id);
      assert.deepEqual(after.filter((id) => ids.includes(id)), []);
    });
  }

  inHost(`${engine}: a page that the host writes, and writes anew`, async ({ openFrame, writeFrame, inFrame, methods, sizes, clearHeard, until, ask, wait }) => {
    await openFrame("f", { script, body: BOX, way: "write" });
    await until("f", "ui/notifications/size-changed");
    counts(await methods("f"), ONCE);
    await inFrame("f", () => {
      window.old = { widget, heard };
      widget.onRequest("x/who", () => ({ by: "old" }));
      window.set = false;
    });
    await clearHeard("f");
    // The window stays, and with it whatever runs there; its listeners go.
    await writeFrame("f", { script: `${script} widget.onRequest("x/who", () => ({ by: "new" }));`, body: BOX });
    await until("f", "ui/notifications/size-changed");
    await wait(300);
    counts(await methods("f"), ONCE);
    assert.deepEqual(await inFrame("f", () => [old.widget !== widget, old.widget.getSnapshot().status, heard]), [true, "ready", HEARD]);
    // The first one hears again, with the listener of the new one.
    assert.deepEqual(await inFrame("f", () => old.heard), [...HEARD, ["toolinput", false, true], ["toolresult", false, true]]);
    assert.equal((await ask("f", "x/who")).length, 1);
    assert.deepEqual(await inFrame("f", () => widget.callTool("b").then(({ structuredContent }) => structuredContent.name)), "b");
    // Its sizes are heard of as before.
    await inFrame("f", () => void (box.style.height = "200px"));
    await wait(200);
    await inFrame("f", () => (document.body.innerHTML = '<div id="box" style="height:210px;position:relative"></div>') && 0);
    await wait(200);
    assert.deepEqual(await sizes("f"), [137, 200, 210]);
  });
}

inHost("moved by a way that keeps the page, it stays connected", async ({ openFrame, moveFrame, inFrame, methods, until, wait }, browserPage, t) => {
  if (!(await browserPage.evaluate(() => "moveBefore" in Element.prototype))) return t.skip("this browser has no moveBefore");
  await openFrame("f", { script: page("mcp-widget"), body: BOX });
  await until("f", "ui/notifications/size-changed");
  await inFrame("f", () => void (window.kept = widget));
  await moveFrame("f", "moveBefore");
  await wait(300);
  assert.equal((await inFrame("f", () => kept === widget && widget.callTool("a"))).structuredContent.name, "a");
  counts(await methods("f"), ONCE);
});

inHost("after document.open in a written page sizes go on, also what changes no box", async ({ openFrame, writeFrame, inFrame, sizes, clearHeard, until, wait }) => {
  await openFrame("f", { script: page("mcp-widget/js"), body: BOX, way: "write" });
  await until("f", "ui/notifications/size-changed");
  await clearHeard("f");
  await inFrame("f", () => void (window.set = false));
  await writeFrame("f", { script: "window.set = true", body: '<div style="height:90px"></div><div id="moved" style="height:30px;transition:transform .1s"></div>' });
  await inFrame("f", () => 0);
  await wait(200);
  await inFrame("f", () => void (moved.style.transform = "translateY(40px)"));
  await wait(500);
  assert.deepEqual((await sizes("f")).at(-1), 160);
});

// What fills its window is known only to who saw the window change.
const PAGES = {
  "its content": BOX,
  "100vh and a line": '<div style="height:100vh"><div id="box" style="height:137px"></div></div><div style="height:20px"></div>',
  "half the window": '<div style="height:50vh"></div><div id="box" style="height:137px"></div>',
};

for (const [title, body] of Object.entries(PAGES)) {
  inHost(`two widgets in a page of ${title} say what one would say`, async ({ openFrame, inFrame, sizes, clearHeard, heightOf, wait }) => {
    const script = (second) => `
      import { connect } from "mcp-widget/js";
      const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      window.widgets = [connect({ name: "one", version: "1" })];
      await widgets[0].ready;
      await wait(300);
      box.style.height = "250px";
      await wait(300);
      ${second ? 'widgets.push(connect({ name: "two", version: "1" })); await widgets[1].ready; await wait(300);' : ""}
      window.set = true;`;
    for (const [name, second] of [["alone", false], ["pair", true]]) {
      await openFrame(name, { script: script(second), body });
      await inFrame(name, () => 0);
      await clearHeard(name);
      await inFrame(name, () => void (box.style.height = "80px"));
    }
    await wait(1_500);
    assert.ok((await sizes("alone")).length > 0);
    assert.deepEqual(await sizes("pair"), await sizes("alone"));
    assert.equal(await heightOf("pair"), await heightOf("alone"));
    // When the one that told is closed, or ends it, the other does.
    for (const [height, end] of [[300, "widgets.at(-1).close()"], [310, "widgets[0].autoResize()()"]]) {
      await clearHeard("pair");
      await inFrame("pair", new Function(`${end}; box.style.height = "${height}px"`));
      await wait(500);
      if (height === 300) assert.ok((await sizes("pair")).at(-1) >= 300);
      else assert.deepEqual(await sizes("pair"), []);
    }
  });
}

inHost("a second widget that the host does not answer takes nothing from the first", async ({ openFrame, inFrame, sizes, until, wait }, browserPage) => {
  await openFrame("f", { script: `${page("mcp-widget/js")}; await widget.ready;`, body: BOX });
  await until("f", "ui/notifications/size-changed");
  await browserPage.evaluate(() => void (window.silent = true));
  await inFrame("f", async () => {
    const { connect } = await import("mcp-widget/js");
    connect({ name: "second", version: "1" });
    box.style.height = "200px";
  });
  await wait(300);
  assert.deepEqual(await sizes("f"), [137, 200]);
});

inHost("a frame that is hidden when it connects says its size when it is shown", async ({ openFrame, hideFrame, sizes, until, wait }) => {
  await openFrame("f", { script: `${page("mcp-widget")}`, body: BOX });
  await hideFrame("f", true);
  await until("f", "ui/notifications/initialized");
  await wait(300);
  await hideFrame("f", false);
  await until("f", "ui/notifications/size-changed");
  await wait(200);
  assert.deepEqual(await sizes("f"), [137]);
});

inHost("a frame that is taken out while calls wait troubles nobody", async ({ openFrame, closeFrame, inFrame, until, wait }) => {
  for (let round = 0; round < 5; round++) {
    await openFrame(`f${round}`, { script: page("mcp-widget/js"), body: BOX });
    await until(`f${round}`, "ui/notifications/size-changed");
    await inFrame(`f${round}`, () => {
      widget.request("x/never").catch(() => {});
      widget.onTeardown(() => widget.callTool("last"));
    });
    await closeFrame(`f${round}`);
  }
  await wait(300);
});
