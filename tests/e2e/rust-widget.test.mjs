// The widget that is written in Rust alone, in the same host.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";
import { contrasts } from "./support/contrast.mjs";

const { visit } = suite();
// It is WebAssembly alone, which the default policy of MCP Apps forbids.
const PATH = `/?csp=wasm&ui=${encodeURIComponent("ui://gift-server/rust.html")}`;

test("the host's first call fills it with cards", () =>
  visit(PATH, {}, async (widget) => {
    await widget.settled();
    await widget.frame.getByRole("heading", { level: 1, name: "Gift ideas in Rust" }).waitFor();
    const [result] = await widget.sent("ui/notifications/tool-result", "out");
    const { gifts } = result.params.structuredContent;
    assert.ok(gifts.length >= 3, `only ${gifts.length} gifts`);
    assert.deepEqual(await widget.names(), gifts.map((gift) => gift.name));
    assert.deepEqual(await widget.prices(), gifts.map((gift) => gift.price));
    const cards = await widget.cards.allInnerTexts();
    gifts.forEach((gift, index) => assert.ok(cards[index].includes(gift.why), `card ${index} says why`));
    assert.deepEqual(
      [await widget.occasion.inputValue(), await widget.recipient.inputValue(), await widget.budget.inputValue()],
      ["birthday", "friend who loves board games", "100"],
    );
    const [hello] = await widget.sent("ui/initialize");
    assert.equal(hello.params.appInfo.name, "rust-gift-ideas");
  }));

test("its button calls the tool", () =>
  visit(PATH, {}, async (widget) => {
    await widget.settled();
    await widget.occasion.selectOption("wedding");
    await widget.recipient.fill("a couple who love to cook");
    await widget.suggest("40,50");
    await widget.status.filter({ hasText: /wedding · up to \$40\.50/ }).waitFor();
    const [call] = await widget.sent("tools/call");
    assert.equal(call.params.name, "suggest_gifts");
    assert.deepEqual(call.params.arguments, { occasion: "wedding", budget: 40.5, recipient: "a couple who love to cook", limit: 8 });
    const { result } = await widget.lastReply();
    assert.deepEqual(await widget.names(), result.structuredContent.gifts.map((gift) => gift.name));
    const prices = await widget.prices();
    assert.ok(prices.length > 0 && prices.every((price) => price <= 40.5), String(prices));
  }));

test("a tool that failed: its own words, and the next call works", () =>
  visit(PATH, {}, async (widget, { page }) => {
    await widget.settled();
    await widget.suggest(1);
    await widget.told("No ideas this time");
    const { result } = await widget.lastReply();
    assert.equal(result.isError, true);
    assert.ok((await widget.message.innerText()).includes(result.content[0].text));
    assert.equal(await widget.cards.count(), 0);
    await widget.budget.fill("80");
    await page.keyboard.press("Enter");
    await widget.settled();
    assert.equal(await widget.message.innerText(), "");
  }));

test("the host's own call failed: the reason is shown", () =>
  visit(`${PATH}&args=${encodeURIComponent('{"occasion":"birthday","budget":"a lot"}')}`, {}, async (widget) => {
    await widget.told("Cancelled");
    const [cancelled] = await widget.sent("ui/notifications/tool-cancelled", "out");
    assert.ok((await widget.message.innerText()).includes(cancelled.params.reason));
  }));

test("an amount that is none is refused at the input, without a call", () =>
  visit(PATH, {}, async (widget) => {
    await widget.settled();
    for (const typed of ["", "a lot", "-5", "0", "Infinity"]) {
      await widget.suggest(typed);
      await widget.frame.getByText("Enter an amount above zero").waitFor();
      assert.equal(await widget.budget.getAttribute("aria-invalid"), "true");
    }
    assert.deepEqual(await widget.sent("tools/call"), []);
    await widget.suggest(60);
    await widget.status.filter({ hasText: "up to $60" }).waitFor();
    assert.equal(await widget.budget.getAttribute("aria-invalid"), "false");
  }));

test("while a call is under way there is no second one", () =>
  visit(`${PATH}&calls=hold`, {}, async (widget) => {
    await widget.settled();
    await widget.suggest(60);
    await widget.status.filter({ hasText: "Looking for gifts…" }).waitFor();
    assert.equal(await widget.suggestButton.getAttribute("aria-disabled"), "true");
    await widget.suggestButton.click({ force: true });
    assert.equal((await widget.eventuallySent("tools/call")).length, 1);
    assert.equal(await widget.frame.locator("#stage").getAttribute("aria-busy"), "true");
  }));

test("opened without a host it says so and asks nobody", () =>
  visit("/rust-widget.html", {}, async (_, { page }) => {
    await page.locator("#message").getByText("Nobody to ask").waitFor();
    await page.getByRole("button", { name: "Suggest gifts" }).click({ force: true });
    assert.equal(await page.getByRole("button", { name: "Suggest gifts" }).getAttribute("aria-disabled"), "true");
    assert.equal(await page.getByRole("status").innerText(), "Nobody to ask");
  }));

test("without a call of the host's it waits for the person", () =>
  visit(`${PATH}&first=off`, {}, async (widget) => {
    await widget.status.filter({ hasText: "Choose an occasion and a budget" }).waitFor();
    await widget.suggest(70);
    await widget.settled();
  }));

for (const theme of ["light", "dark"]) {
  test(`it follows the host's theme, ${theme}`, () =>
    visit(`${PATH}&theme=${theme}`, {}, async (widget, { page }) => {
      await widget.settled();
      const scheme = () => widget.frame.locator("html").evaluate((html) => getComputedStyle(html).colorScheme);
      assert.equal(await scheme(), theme);
      const { checked, poor } = await widget.frame.locator("body").evaluate(contrasts);
      assert.ok(checked > 15, `${checked} texts`);
      assert.deepEqual(poor, []);
      const other = theme === "dark" ? "light" : "dark";
      await page.locator(`#theme [value="${other}"]`).check({ force: true });
      await widget.frame.locator(`html[style*="color-scheme: ${other}"]`).waitFor();
      assert.equal(await scheme(), other);
      assert.deepEqual((await widget.frame.locator("body").evaluate(contrasts)).poor, []);
    }));
}

test("at 360 px nothing is cut off", () =>
  visit(PATH, { width: 360, height: 800 }, async (widget, { page }) => {
    await widget.settled();
    const overflow = (element) => element.scrollWidth - element.clientWidth;
    assert.ok((await widget.frame.locator("html").evaluate(overflow)) <= 0);
    await page.waitForFunction(() => window.giftHost.widgets[0].frame.style.height !== "");
    await page.waitForTimeout(300);
    const high = await widget.frame.locator("html").evaluate((html) => html.scrollHeight - html.clientHeight);
    assert.ok(high <= 0, `${high} px cut off`);
  }));

test("two of them on one page", () =>
  visit(`${PATH}&widgets=2`, {}, async (widget) => {
    await widget.settled();
    const other = new widget.constructor(widget.page, 1);
    await other.settled();
    await other.suggest(30);
    await other.status.filter({ hasText: "up to $30" }).waitFor();
    assert.match(await widget.status.innerText(), /up to \$100/);
  }));
