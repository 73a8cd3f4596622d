// A call that takes its time: progress from the server, and cancelling it.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";

const { visit } = suite();

test("progress reaches the widget before the result", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    await widget.trial({ delay: 3000 });
    await widget.suggest(70);
    const bar = widget.frame.getByRole("progressbar");
    await bar.waitFor();
    await widget.frame.locator("#progress-text").filter({ hasText: /\S/ }).waitFor();
    assert.ok((await bar.evaluate((element) => element.position)) > 0, "the bar moves");
    await widget.settled();
    const frames = await widget.frames();
    const call = frames.findLast(({ message }) => message.method === "tools/call").message;
    const token = call.params._meta.progressToken;
    const progress = frames.filter(({ message }) => message.method === "notifications/progress");
    assert.ok(progress.length >= 2, `${progress.length} notifications`);
    assert.ok(progress.every(({ message }) => message.params.progressToken === token));
    const reply = frames.findIndex(({ direction, message }) => direction === "out" && message.id === call.id);
    assert.ok(frames.lastIndexOf(progress.at(-1)) < reply, "the reply comes last");
  }));

test("cancelling tells the server once, leaves the focus in place, and the next call works", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    await widget.trial({ delay: 10000 });
    await widget.suggest(70);
    await widget.frame.locator("#progress-text").filter({ hasText: /\S/ }).waitFor();
    await widget.cancelButton.click();
    await widget.told("Cancelled");
    assert.ok(await widget.suggestButton.evaluate((button) => button === document.activeElement));
    const [call] = await widget.sent("tools/call");
    assert.deepEqual((await widget.eventuallySent("notifications/cancelled")).map(({ params }) => params.requestId), [call.id]);
    await widget.trial({ delay: 0 });
    await widget.suggest(70);
    await widget.settled();
    const replies = (await widget.frames()).filter(({ direction, message }) => direction === "out" && message.id === call.id);
    assert.deepEqual(replies, [], "no reply to a cancelled call");
  }));
