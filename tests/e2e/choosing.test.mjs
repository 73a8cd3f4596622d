// Choosing and keeping gifts: what is said in the conversation, what the model knows, and what a refusal looks like.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";
import { WidgetPage } from "./support/widget.mjs";

const { visit } = suite();

/** The names in what the model was told last. */
async function told(widget) {
  const { structuredContent } = (await widget.sent("ui/update-model-context")).at(-1).params;
  return { shortlist: structuredContent.shortlist.map(({ name }) => name), chosen: structuredContent.chosen?.name };
}

// One policy for each engine: the specification's own, and one that lets WebAssembly run.
for (const csp of ["spec", "chatgpt"]) {
  test(`${csp}: a choice is said in the conversation, and the model knows`, () =>
    visit(`/?csp=${csp}`, {}, async (widget, { page }) => {
      await widget.settled();
      const [first, second] = await widget.names();
      const one = widget.card(0);
      await one.choose.click();
      await one.note.getByText("Said in the conversation.").waitFor();
      const said = await page.locator("#later .person").innerText();
      assert.ok(said.startsWith(`I would like “${first}” for $`), said);
      const [message] = await widget.sent("ui/message");
      assert.deepEqual(message.params, { role: "user", content: [{ type: "text", text: said }] });
      assert.equal(await one.choose.innerText(), "Chosen");
      await widget.known.filter({ hasText: `The user has chosen ${first}` }).waitFor();
      assert.deepEqual(await told(widget), { shortlist: [first], chosen: first });
      // Once is enough; another one takes its place.
      await one.choose.click({ force: true });
      await widget.card(1).choose.click();
      await widget.known.filter({ hasText: `The user has chosen ${second}` }).waitFor();
      assert.equal((await widget.sent("ui/message")).length, 2);
      assert.equal(await one.choose.innerText(), "Choose");
      assert.deepEqual(await told(widget), { shortlist: [first, second], chosen: second });
    }));
}

test("a refusal is told where it happened, and the next try works", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    const { choose, note } = widget.card(0);
    await page.getByLabel("Your message").fill("Well, ");
    await choose.click();
    await note.getByText("Your choice did not reach the conversation: A message of your own is not sent yet").waitFor();
    assert.equal(await choose.innerText(), "Choose");
    assert.equal(await page.locator("#later .person").count(), 0);
    assert.deepEqual(await widget.sent("ui/update-model-context"), []);
    // Other hosts answer with an error instead, or know no messages at all.
    await page.evaluate(() => (window.before = window.giftHost.widgets[0].bridge.onmessage));
    for (const [error, said] of [
      [{ message: "Not now" }, "Not now"],
      [{ message: "Method not found", code: -32601 }, "this app has no way to do it."],
    ]) {
      await page.evaluate((members) => {
        window.giftHost.widgets[0].bridge.onmessage = () => Promise.reject(Object.assign(new Error(), members));
      }, error);
      await choose.click();
      await note.getByText(`Your choice did not reach the conversation: ${said}`).waitFor();
    }
    await page.evaluate(() => (window.giftHost.widgets[0].bridge.onmessage = window.before));
    await page.getByRole("button", { name: "Send" }).click();
    assert.equal(await page.locator("#later .person").innerText(), "Well,");
    await choose.click();
    await note.getByText("Said in the conversation.").waitFor();
  }));

test("the shortlist: each update takes the place of the one before", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    const [first, second] = await widget.names();
    assert.equal(await widget.shortlist.isVisible(), false);
    await widget.card(0).keep.click();
    await widget.card(1).keep.click();
    await widget.shortlist.getByText("The assistant knows about these.").waitFor();
    assert.equal(await widget.card(1).keep.getAttribute("aria-pressed"), "true");
    await widget.known.filter({ hasText: second }).waitFor();
    assert.deepEqual(await told(widget), { shortlist: [first, second], chosen: undefined });
    // It stays when the cards change, and the cards that come back know of it.
    await widget.occasion.selectOption("wedding");
    await widget.suggest(30);
    await widget.status.filter({ hasText: /Wedding/ }).waitFor();
    assert.equal(await widget.kept.count(), 2);
    await widget.occasion.selectOption("birthday");
    await widget.suggest(100);
    await widget.status.filter({ hasText: /Birthday/ }).waitFor();
    assert.equal(await widget.card(1).keep.getAttribute("aria-pressed"), "true");
    await widget.shortlist.getByRole("button", { name: `Remove ${first}` }).press("Enter");
    await widget.known.filter({ hasNotText: first }).waitFor();
    const focused = () => widget.frame.locator(":focus").getAttribute("aria-label");
    assert.equal(await focused(), `Remove ${second}`);
    assert.equal(await widget.card(0).keep.getAttribute("aria-pressed"), "false");
    // A host that does not take it.
    await page.evaluate(() => {
      window.giftHost.widgets[0].bridge.onupdatemodelcontext = () => Promise.reject(new Error("Too much"));
    });
    await widget.card(2).keep.press("Space");
    await widget.shortlist.getByText("The assistant was not told: Too much").waitFor();
    assert.match(await focused(), /^Shortlist /);
    assert.equal(await widget.kept.count(), 2);
    // What is said of an earlier update counts no longer.
    await page.evaluate(() => {
      const { bridge } = window.giftHost.widgets[0];
      const late = new Promise((_, reject) => (window.refuseLate = () => reject(new Error("Too late"))));
      const answers = [() => late, async () => ({})];
      bridge.onupdatemodelcontext = () => answers.shift()();
    });
    await widget.card(3).keep.click();
    await widget.card(4).keep.click();
    await widget.shortlist.getByText("The assistant knows about these.").waitFor();
    await page.evaluate(() => window.refuseLate());
    await page.waitForFunction(() => window.giftHost.frames.at(-1).message.error?.message === "Too late");
    await page.waitForTimeout(100);
    await widget.shortlist.getByText("The assistant knows about these.").waitFor();
  }));

test("the model calls a tool of the widget's own", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    const all = await widget.cards.count();
    const call = async (category) => {
      await page.getByLabel("show_category", { exact: true }).fill(JSON.stringify({ category }));
      await page.getByRole("button", { name: "Call show_category" }).click();
    };
    await call("games");
    await page.getByText(/^The widget shows \d+ gifts? of the category Games\.$/).waitFor();
    await widget.status.filter({ hasText: "in Games" }).waitFor();
    await call("spaceships");
    await page.getByText(/^Failed: No gift belongs to that category\. There are: .*games/).waitFor();
    await call(5);
    await page.getByText(/^Failed: .*category/).filter({ hasNotText: "No gift" }).waitFor();
    await call("");
    await page.getByText(`The widget shows ${all} gifts.`).waitFor();
    assert.equal(await widget.cards.count(), all);
  }));

test("each of two widgets tells for itself", () =>
  visit("/?widgets=2", { width: 1500 }, async (first, { page }) => {
    const second = new WidgetPage(page, 1);
    await Promise.all([first.settled(), second.settled()]);
    await second.card(0).keep.click();
    await second.known.filter({ hasText: (await second.names())[0] }).waitFor();
    assert.equal(await first.known.innerText(), "Nothing yet.");
    assert.equal(await first.kept.count(), 0);
  }));
