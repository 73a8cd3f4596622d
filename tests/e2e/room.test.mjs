// More room and less: the display modes.
import assert from "node:assert/strict";
import test from "node:test";
import { contrasts } from "./support/contrast.mjs";
import { suite } from "./support/suite.mjs";

const { visit } = suite();

const mode = (widget) => widget.frame.locator("html").getAttribute("data-display-mode");
const overflow = (element) => element.scrollWidth - element.clientWidth;
const place = async (widget) => {
  const { x, y, width, height } = await widget.element.boundingBox();
  return { x, right: x + width, bottom: y + height };
};

// One policy for each engine.
for (const csp of ["spec", "chatgpt"]) {
  test(`${csp}: over the page and back, by the widget's button and by the page's`, () =>
    visit(`/?csp=${csp}`, { height: 800 }, async (widget, { page }) => {
      await widget.settled();
      await page.waitForFunction(() => window.giftHost.widgets[0].frame.style.height !== "");
      const before = await widget.element.evaluate((frame) => frame.style.height);
      assert.equal(await widget.room.innerText(), "More room");
      await widget.room.click();
      await widget.frame.getByRole("button", { name: "Less room" }).waitFor();
      assert.equal(await mode(widget), "fullscreen");
      assert.deepEqual(await place(widget), { x: 0, right: 1280, bottom: 800 });
      const [changed] = await widget.sent("ui/notifications/host-context-changed", "out");
      assert.equal(changed.params.displayMode, "fullscreen");
      assert.ok(await page.locator("main .person").first().evaluate((turn) => turn.closest("[inert]") !== null), "what is covered is inert");
      // The widget was not loaded anew.
      assert.equal((await widget.sent("ui/initialize")).length, 1);
      // A height that comes now is of no use, and does not stay.
      await page.evaluate(() => window.giftHost.widgets[0].bridge.onsizechange({ height: 5000 }));
      assert.deepEqual(await place(widget), { x: 0, right: 1280, bottom: 800 });
      assert.equal(await widget.element.evaluate((frame) => frame.style.height), before);
      await page.setViewportSize({ width: 1000, height: 700 });
      await page.waitForFunction(() => window.giftHost.frames.at(-1)?.message.params?.containerDimensions?.width === 1000);
      await page.setViewportSize({ width: 1280, height: 800 });
      await widget.room.click();
      await widget.frame.getByRole("button", { name: "More room" }).waitFor();
      assert.equal(await mode(widget), "inline");
      assert.equal(await page.locator("[inert]").count(), 0);
      await page.waitForFunction((height) => window.giftHost.widgets[0].frame.style.height === height, before);
      // The page's own way out is announced as well.
      await widget.room.click();
      await page.getByRole("button", { name: "Leave full screen" }).click();
      await widget.frame.getByRole("button", { name: "More room" }).waitFor();
      assert.equal(await mode(widget), "inline");
    }));
}

test("a host that has no other mode, keeps to its own or refuses", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    const say = (answer) =>
      page.evaluate((value) => {
        window.giftHost.widgets[0].bridge.onrequestdisplaymode = async () => {
          if (typeof value === "string") throw new Error(value);
          return value;
        };
      }, answer);
    await say({ mode: "inline" });
    await widget.room.click();
    await widget.frame.getByText("The app keeps it at this size.").waitFor();
    await say("Not today");
    await widget.room.click();
    await widget.frame.getByText("The size was not changed: Not today").waitFor();
    assert.equal(await widget.room.innerText(), "More room");
    await page.evaluate(() => window.giftHost.widgets[0].bridge.sendHostContextChange({ availableDisplayModes: ["inline"] }));
    await widget.room.waitFor({ state: "hidden" });
  }));

test("at 360 px everything can be read and reached, in both modes", () =>
  visit("/?theme=dark", { width: 360, height: 800 }, async (widget, { page }) => {
    await widget.settled();
    await widget.card(1).keep.click();
    await widget.card(0).choose.click();
    await widget.known.filter({ hasText: "has chosen" }).waitFor();
    const check = async () => {
      for (const part of [widget.frame.locator("body"), page.locator("body")]) {
        const { checked, poor } = await part.evaluate(contrasts);
        // Over the page, all that is left of it are the line above the widget and the way out.
        assert.ok(checked >= 2, `${checked} texts`);
        assert.deepEqual(poor, []);
      }
      assert.ok((await page.locator("html").evaluate(overflow)) <= 0, "the page");
      assert.ok((await widget.frame.locator("html").evaluate(overflow)) <= 0, "the widget");
    };
    await check();
    await widget.room.click();
    await widget.frame.locator("html[data-display-mode=fullscreen]").waitFor();
    await check();
  }));
