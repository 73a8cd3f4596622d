// The widget without a host: a page that is its own MCP client.
import assert from "node:assert/strict";
import test from "node:test";
import { contrasts } from "./support/contrast.mjs";
import { suite } from "./support/suite.mjs";
import { straight } from "./support/widget.mjs";

const { visit } = suite();

/** Opens the page; `posted` is what it has sent to the server so far, message by message. */
const open = (options, body) =>
  // First what asks nothing of the server, so that all that is asked is this page's.
  visit("/host.css", options, async (_, opened) => {
    const posted = [];
    opened.page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/mcp")) posted.push(request.postDataJSON());
    });
    await opened.page.goto(new URL("straight.html", opened.page.url()).href);
    await body(straight(opened.page), { ...opened, posted: (method) => posted.filter((message) => message.method === method) });
  });

test("a link leads there and back, and the gifts are the same", () =>
  visit("/", {}, async (hosted, { page }) => {
    await hosted.settled();
    const names = await hosted.names();
    await page.getByRole("link", { name: "Without a host" }).click();
    const widget = straight(page);
    await widget.settled();
    assert.equal(await page.locator("iframe").count(), 0);
    assert.deepEqual(await widget.names(), names);
    assert.equal(await widget.recipient.inputValue(), "friend who loves board games");
    await page.getByRole("link", { name: "With a host" }).click();
    await hosted.settled();
  }));

test("the tool is called on the server, once for the page and once for the person", () =>
  open({}, async (widget, { posted }) => {
    await widget.settled();
    await widget.occasion.selectOption("wedding");
    await widget.suggest(40);
    await widget.status.filter({ hasText: /Wedding · up to .*40/ }).waitFor();
    const prices = await widget.prices();
    assert.ok(prices.length > 0 && prices.every((price) => price <= 40), String(prices));
    const calls = posted("tools/call").map(({ params }) => [params.name, params.arguments.occasion, params.arguments.budget]);
    assert.deepEqual(calls, [["suggest_gifts", "birthday", 100], ["suggest_gifts", "wedding", 40]]);
    assert.match(await widget.frame.locator("#facts").textContent(), /Oddities met0/);
  }));

test("progress is shown, and a call that is cancelled is cancelled on the server", () =>
  open({}, async (widget, { page, posted }) => {
    await widget.settled();
    await widget.trial({ delay: 10000 });
    await widget.suggest(50);
    await page.getByText(/^Comparing gifts, \d+% done/).waitFor();
    // Since MCP 2026-07-28 a call is cancelled by closing what would carry its answer.
    const closed = page.waitForEvent("requestfailed");
    await widget.cancelButton.click();
    await widget.status.filter({ hasText: "Cancelled" }).waitFor();
    assert.equal((await closed).postDataJSON().id, posted("tools/call")[1].id);
  }));

test("what the server refuses says why, in its own words", () =>
  open({}, async (widget, { page }) => {
    await widget.settled();
    await widget.trial({ mistyped: true });
    await widget.suggest(50);
    await widget.status.filter({ hasText: "The request was refused" }).waitFor();
    await page.locator("#message").getByText(/-32602/).waitFor();
    await page.locator("#message").getByText(/budget/).waitFor();
  }));

test("what needs a conversation is refused; resources, prompts and links need none", () =>
  open({}, async (widget, { page, posted }) => {
    await page.evaluate(() => (window.open = (...values) => (window.opened = values)));
    await widget.settled();
    const { keep, choose, link, note } = widget.card(0);
    await keep.click();
    await widget.shortlist.getByText("The assistant was not told: this app has no way to do it.").waitFor();
    await choose.click();
    await note.getByText(/this app has no way to do it/).waitFor();
    assert.equal(await choose.innerText(), "Choose");
    await link.click();
    await page.waitForFunction(() => window.opened);
    assert.deepEqual(await page.evaluate(() => window.opened), [await link.getAttribute("href"), "_blank", "noopener,noreferrer"]);
    await page.getByRole("button", { name: "Get a style guide" }).click();
    await page.locator("blockquote").waitFor();
    assert.equal(await page.getByRole("button", { name: "Use in the conversation" }).count(), 0);
    assert.ok((await widget.occasion.locator("option").count()) > 1);
    assert.deepEqual([posted("prompts/get").length, posted("resources/read").length], [1, 1]);
    for (const method of ["ui/message", "ui/update-model-context", "ui/open-link"]) assert.deepEqual(posted(method), []);
  }));

test("what was kept is there when the page comes again", () =>
  open({}, async (widget, { page }) => {
    await widget.settled();
    const [, second] = await widget.names();
    await widget.card(1).keep.click();
    await widget.kept.nth(0).waitFor();
    await page.reload();
    await widget.settled();
    assert.deepEqual(await widget.kept.locator(".kept-name").allInnerTexts(), [second]);
  }));

test("the theme is the person's, and every text can be read in both, on any screen", () =>
  open({ width: 390, height: 800, colorScheme: "light" }, async (widget, { page }) => {
    await widget.settled();
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      const { checked, poor } = await page.locator("body").evaluate(contrasts);
      assert.ok(checked > 20);
      assert.deepEqual(poor, [], theme);
    }
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} pixels`);
    }
  }));

test("without the server the widget says so", () =>
  open({}, async (widget, { page, complaints }) => {
    await widget.settled();
    await page.route("**/mcp", (route) => route.abort());
    await page.reload();
    await widget.status.filter({ hasText: "Something went wrong" }).waitFor();
    await page.locator("#message").getByText(/The server was not reached/).waitFor();
    // The browser's own words of each request.
    for (const complaint of complaints.splice(0)) assert.match(complaint, /Failed to load resource/);
  }));
