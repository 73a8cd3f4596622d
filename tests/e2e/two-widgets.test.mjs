// Two widgets on one page, each in a frame with a bridge of its own.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";
import { WidgetPage } from "./support/widget.mjs";

const { visit } = suite();

test("two widgets ask at once and each gets its own answer", () =>
  visit("/?widgets=2", { width: 1500 }, async (first, { page }) => {
    const second = new WidgetPage(page, 1);
    await Promise.all([first.settled(), second.settled()]);
    // The first is slow, so that the answers come in the other order.
    await first.trial({ delay: 3000 });
    await first.occasion.selectOption("wedding");
    await second.occasion.selectOption("birthday");
    await first.suggest(90);
    await second.suggest(25);
    await second.status.filter({ hasText: /Birthday · up to .*25/ }).waitFor();
    assert.equal(await first.status.innerText(), "Looking for ideas…");
    await first.status.filter({ hasText: /Wedding · up to .*90/ }).waitFor();
    assert.ok((await second.prices()).every((price) => price <= 25));
    assert.notDeepEqual(await first.names(), await second.names());
    for (const [widget, budget] of [[first, 90], [second, 25]]) {
      const [call, ...more] = await widget.sent("tools/call");
      assert.deepEqual(more, []);
      const replies = (await widget.frames()).filter(({ direction, message }) => direction === "out" && message.id === call.id);
      assert.deepEqual(replies.map(({ message }) => message.result.structuredContent.budget), [budget]);
    }
  }));

test("one of two is cancelled, the other goes on", () =>
  visit("/?widgets=2", { width: 1500 }, async (first, { page }) => {
    const second = new WidgetPage(page, 1);
    await Promise.all([first.settled(), second.settled()]);
    await first.trial({ delay: 3000 });
    await second.trial({ delay: 3000 });
    await first.suggest(90);
    await second.suggest(45);
    await first.cancelButton.click();
    await first.told("Cancelled");
    await second.status.filter({ hasText: /up to .*45/ }).waitFor();
    assert.deepEqual(await second.sent("notifications/cancelled"), []);
  }));
