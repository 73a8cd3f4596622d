// The way most people take through the demo.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";

const { visit } = suite();

test("the host's first call fills the widget with cards from structuredContent", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    const [result] = await widget.sent("ui/notifications/tool-result", "out");
    const gifts = result.params.structuredContent.gifts;
    assert.ok(gifts.length >= 3, `only ${gifts.length} gifts`);
    assert.deepEqual(await widget.names(), gifts.map((gift) => gift.name).slice(0, 50));
    const cards = await widget.cards.allInnerTexts();
    gifts.forEach((gift, index) => assert.ok(cards[index].includes(gift.why), `card ${index} says why`));
    assert.equal(await widget.budget.inputValue(), "100");
    assert.equal(await widget.recipient.inputValue(), "friend who loves board games");
  }));

test("the filters come from the resource", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    await widget.occasion.locator("option").nth(1).waitFor({ state: "attached" });
    const catalog = await page.evaluate(async () => {
      const uri = "mcp://gift-server/resources/gift_catalog";
      const { contents } = await window.giftHost.client.readResource({ uri });
      return JSON.parse(contents[0].text);
    });
    assert.ok(catalog.count >= 150);
    const occasions = await widget.occasion.locator("option").evaluateAll((options) => options.map((option) => option.value));
    assert.deepEqual([...occasions].sort(), [...catalog.occasions].sort());
    const categories = await widget.category.locator("option").evaluateAll((options) => options.map((option) => option.value));
    assert.deepEqual([...categories].sort(), ["", ...catalog.categories].sort());
  }));

test("the category filter narrows the cards and says so when none is left", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    await widget.category.locator("option").nth(3).waitFor({ state: "attached" });
    const all = await widget.cards.count();
    const options = await widget.category.locator("option").evaluateAll((nodes) =>
      nodes.slice(1).map(({ value, label }) => ({ value, count: Number(/\((\d+)\)$/.exec(label)[1]) })));
    const some = options.find(({ count }) => count > 0);
    await widget.category.selectOption(some.value);
    assert.equal(await widget.cards.count(), some.count);
    await widget.category.selectOption(options.find(({ count }) => count === 0).value);
    await widget.told("None of these ideas");
    await widget.frame.getByRole("button", { name: "Show all" }).click();
    assert.equal(await widget.cards.count(), all);
  }));

test("other inputs bring other gifts", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    const before = await widget.names();
    await widget.occasion.selectOption("wedding");
    await widget.recipient.fill("a couple who love to cook");
    await widget.suggest(40);
    await widget.status.filter({ hasText: /Wedding · up to .*40/ }).waitFor();
    const [call] = await widget.sent("tools/call");
    assert.equal(call.params.name, "suggest_gifts");
    assert.equal(call.params.arguments.budget, 40);
    assert.equal(call.params.arguments.recipient, "a couple who love to cook");
    assert.notDeepEqual(await widget.names(), before);
    const prices = await widget.prices();
    assert.ok(prices.length > 0 && prices.every((price) => price <= 40), String(prices));
  }));

test("the prompt's words are shown and can be handed to the conversation", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    await widget.frame.getByRole("button", { name: "Get a style guide" }).click();
    const quote = widget.frame.locator("blockquote");
    await quote.waitFor();
    const [request] = await widget.sent("prompts/get");
    assert.equal(request.params.name, "gift_congrats_style");
    const reply = (await widget.lastReply()).result.messages[0].content.text;
    const words = (await quote.innerText()).replace(/\s+/g, " ").trim();
    assert.equal(words, reply.replace(/\s+/g, " ").trim());
    await widget.frame.getByRole("button", { name: "Use in the conversation" }).click();
    await page.locator("#later .person").waitFor();
    assert.equal((await page.locator("#later .person").innerText()).replace(/\s+/g, " ").trim(), words);
  }));

test("a link is opened by the host, after the person agreed", () =>
  visit("/", {}, async (widget, { page, complaints }) => {
    await widget.settled();
    const { link, note } = widget.card(0);
    await link.click();
    await note.getByText("The link was not opened.").waitFor();
    const [request] = await widget.sent("ui/open-link");
    assert.equal(request.params.url, await link.getAttribute("href"));
    // The question itself was expected here; it was dismissed.
    assert.match(complaints.shift(), /^dialog: The widget wants to open/);
    assert.equal(page.context().pages().length, 1);
    await page.evaluate(() => {
      window.confirm = () => true;
      window.open = (address) => (window.opened = address);
    });
    await link.click();
    await page.waitForFunction((address) => window.opened === address, request.params.url);
    await note.filter({ hasNotText: /./ }).waitFor({ state: "attached" });
  }));

test("a result that comes late is shown", () =>
  visit("/?first=off", {}, async (widget, { page }) => {
    await widget.told("Tell us a little");
    await page.evaluate(() => {
      const gifts = [{ id: "1", name: "A late kite", price: 12.5, currency: "USD", category: "outdoors", tags: [], occasions: [], why: "Better late" }];
      return window.giftHost.widgets[0].bridge.sendToolResult({
        content: [],
        structuredContent: { gifts, occasion: "birthday", budget: 20, considered: 1 },
      });
    });
    await widget.settled();
    assert.deepEqual(await widget.names(), ["A late kite"]);
  }));

test("the host's look arrives and changes with the switch", () =>
  visit("/?theme=light", {}, async (widget, { page }) => {
    await widget.settled();
    const look = () =>
      widget.frame.locator("html").evaluate((html) => ({
        theme: html.dataset.theme,
        mode: html.dataset.displayMode,
        language: html.lang,
        ring: html.style.getPropertyValue("--color-ring-primary"),
        paper: getComputedStyle(document.body).backgroundColor,
      }));
    const language = await page.evaluate(() => navigator.language);
    const ring = "light-dark(#1b6a4f, #84d3b4)";
    assert.deepEqual(await look(), { theme: "light", mode: "inline", language, ring, paper: "rgb(255, 255, 255)" });
    await page.getByText("Dark", { exact: true }).click();
    await widget.frame.locator("html[data-theme=dark]").waitFor();
    assert.deepEqual(await look(), { theme: "dark", mode: "inline", language, ring, paper: "rgb(29, 29, 27)" });
    // What the host says no longer goes, and the widget's own values are there again.
    await page.evaluate(() => window.giftHost.widgets[0].bridge.sendHostContextChange({ styles: {} }));
    await widget.frame.locator("html:not([style*='--color-ring-primary'])").waitFor();
    assert.equal((await look()).paper, "rgb(29, 29, 27)");
  }));

test("what the widget logs is in the host's log", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    const [line] = await widget.eventuallySent("notifications/message");
    assert.deepEqual(line.params, { level: "info", logger: "gift-ideas", data: { engine: "js" } });
    await page.getByText("The widget's log").click();
    await page.getByText('info gift-ideas: {"engine":"js"}').waitFor();
  }));
