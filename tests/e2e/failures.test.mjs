// Each way in which asking can fail, and the way out of it.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";

const { visit } = suite();

test("a tool that failed: its own words, and the next call works", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    await widget.suggest(1);
    await widget.told("No ideas this time");
    const { result } = await widget.lastReply();
    assert.equal(result.isError, true);
    assert.ok((await widget.message.innerText()).includes(result.content[0].text));
    assert.equal(await widget.cards.count(), 0);
    await widget.suggest(80);
    await widget.settled();
  }));

test("a protocol error: message and code, and the next call works", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    await widget.trial({ mistyped: true });
    await widget.suggest(50);
    await widget.told("The request was refused");
    await widget.message.getByText("Error code -32602").waitFor();
    const { error } = await widget.lastReply();
    assert.equal(error.code, -32602);
    assert.ok((await widget.message.innerText()).includes(error.message));
    await widget.trial({ mistyped: false });
    await widget.frame.getByRole("button", { name: "Ask again" }).click();
    await widget.settled();
  }));

test("no answer in time: the server is told, and Retry works", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    await widget.trial({ delay: 10000, limit: 1000 });
    await widget.suggest(60);
    await widget.told("No answer in time");
    await widget.message.getByText("We waited 1 second").waitFor();
    const [call] = await widget.sent("tools/call");
    assert.deepEqual((await widget.eventuallySent("notifications/cancelled")).map(({ params }) => params.requestId), [call.id]);
    await widget.trial({ delay: 0, limit: 60000 });
    await widget.frame.getByRole("button", { name: "Retry" }).click();
    await widget.settled();
    assert.ok(await widget.suggestButton.evaluate((button) => button === document.activeElement), "focus is kept");
  }));

test("a host that accepts a call and never answers", () =>
  visit("/?calls=hold", {}, async (widget) => {
    await widget.settled();
    await widget.trial({ limit: 1000 });
    await widget.suggest(60);
    await widget.told("No answer in time");
  }));

test("the host's own call failed: the reason is shown", () =>
  visit(`/?args=${encodeURIComponent('{"occasion":"birthday","budget":"a lot"}')}`, {}, async (widget) => {
    await widget.told("Cancelled");
    const [cancelled] = await widget.sent("ui/notifications/tool-cancelled", "out");
    assert.ok((await widget.message.innerText()).includes(cancelled.params.reason));
    await widget.suggest(50);
    await widget.settled();
  }));

test("opened without a host it says so and asks nobody", () =>
  visit("/widget.html", {}, async (_, { page }) => {
    await page.getByText("Nobody to ask").waitFor();
    assert.ok(await page.getByLabel("Occasion").isDisabled());
    await page.getByRole("button", { name: "Suggest gifts" }).click({ force: true });
    await page.getByText("Nobody to ask").waitFor();
  }));

test("an amount that is none is refused at the input, without a call", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    for (const typed of ["", "a lot", "-5", "0"]) {
      await widget.suggest(typed);
      await widget.frame.getByText("Enter an amount above zero").waitFor();
      assert.equal(await widget.budget.getAttribute("aria-invalid"), "true");
    }
    assert.deepEqual(await widget.sent("tools/call"), []);
    await widget.suggest("49,50");
    await widget.status.filter({ hasText: "49.50" }).waitFor();
  }));
