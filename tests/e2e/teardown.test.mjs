// The end of a widget, and what is kept of it for the next time.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";

const { visit } = suite();
// Only a frame with an origin of its own has storage.
const STORING = encodeURIComponent("allow-scripts allow-same-origin");

/** Keeps the second gift and chooses the first; returns their names as they stand in the shortlist. */
async function choose(widget) {
  await widget.settled();
  const [first, second] = await widget.names();
  await widget.card(1).keep.click();
  // The list that appears moves what stands below it: a click on its way would miss.
  await widget.kept.first().waitFor();
  await widget.settled();
  await widget.card(0).choose.click();
  await widget.known.filter({ hasText: `has chosen ${first}` }).waitFor();
  return [second, first];
}

const names = (widget) => widget.kept.locator(".kept-name").allInnerTexts();

test("what was kept is there when the widget comes again, and the model is told", () =>
  visit(`/?sandbox=${STORING}`, {}, async (widget, { page }) => {
    const kept = await choose(widget);
    await page.getByRole("button", { name: "Take down" }).click();
    await page.getByText("The widget was taken down.").waitFor();
    assert.equal(await page.locator("iframe").count(), 0);
    const [teardown] = await widget.sent("ui/resource-teardown", "out");
    const replies = (await widget.frames()).filter(({ direction, message }) => direction === "in" && message.id === teardown.id && !message.method);
    assert.deepEqual(replies.map(({ message }) => message.result), [{}]);
    const again = page.getByRole("button", { name: "Show it again" });
    assert.ok(await again.evaluate((button) => button === document.activeElement), "the focus is not lost");
    await again.click();
    await widget.settled();
    assert.deepEqual(await names(widget), kept);
    await widget.known.filter({ hasText: `has chosen ${kept[1]}` }).waitFor();
    assert.equal(await widget.card(0).choose.innerText(), "Chosen");
    // A page that goes without a word of the host's is an end, too.
    await widget.shortlist.getByRole("button", { name: `Remove ${kept[0]}` }).click();
    await page.reload();
    await widget.settled();
    assert.deepEqual(await names(widget), [kept[1]]);
  }));

test("where nothing can be stored, nothing is, and nothing else follows", () =>
  visit("/", {}, async (widget, { page }) => {
    await choose(widget);
    assert.match(await widget.frame.locator("#facts").textContent(), /not kept, no storage here/);
    await page.getByLabel("Content policy").selectOption("inspector");
    await page.waitForFunction(() => window.giftHost.frames.some(({ message }) => message.method === "ui/resource-teardown"));
    await page.waitForFunction(() => window.giftHost.frames.filter(({ message }) => message.method === "ui/initialize").length === 2);
    await widget.settled();
    assert.equal(await widget.kept.count(), 0);
    assert.equal(await widget.known.innerText(), "Nothing yet.");
  }));

test("what stands in the storage is looked at like a server's answer", () =>
  visit(`/?sandbox=${STORING}`, {}, async (widget, { page }) => {
    await widget.settled();
    const stored = async (text) => {
      // The frame that goes saves, too: the text is put there as the next page begins.
      await page.addInitScript((value) => localStorage.setItem("gift-ideas", value), text);
      await page.reload();
      await widget.settled();
    };
    for (const text of ["{", '{"kept":[null,5,{}],"chosen":{}}']) {
      await stored(text);
      assert.equal(await widget.kept.count(), 0, text);
    }
    await stored('{"kept":[{"name":"<b>Kite</b>","price":"1","url":"javascript:alert(1)"}],"chosen":"<b>Kite</b>"}');
    assert.deepEqual(await names(widget), ["<b>Kite</b>"]);
  }));
