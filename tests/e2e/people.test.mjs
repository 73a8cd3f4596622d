// Keyboard, screen readers, small screens, both themes.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";
import { contrasts } from "./support/contrast.mjs";

const { visit } = suite();

test("by keyboard alone", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    const focused = () => widget.frame.locator("body").evaluate(() => document.activeElement.id);
    for (let presses = 0; (await focused()) !== "occasion"; presses += 1) {
      assert.ok(presses < 20, "the occasion can be reached");
      await page.keyboard.press("Tab");
    }
    const outline = await widget.occasion.evaluate((element) => getComputedStyle(element).outlineStyle);
    assert.equal(outline, "solid", "the focus can be seen");
    const before = await widget.occasion.inputValue();
    await page.keyboard.press("ArrowDown");
    const occasion = await widget.occasion.inputValue();
    assert.notEqual(occasion, before);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("a gardener");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("65");
    await page.keyboard.press("Enter");
    await widget.status.filter({ hasText: /up to .*65/ }).waitFor();
    assert.equal(await focused(), "budget", "the focus stays where it was");
    const [call] = await widget.sent("tools/call");
    assert.deepEqual(
      [call.params.arguments.occasion, call.params.arguments.recipient, call.params.arguments.budget],
      [occasion, "a gardener", 65],
    );
    // On to the button, and from there with the space bar.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "suggest");
    await page.keyboard.press("Space");
    await widget.settled();
    assert.equal((await widget.sent("tools/call")).length, 2);
  }));

test("everything that takes input has a name, and changes are announced", () =>
  visit("/", {}, async (widget) => {
    await widget.settled();
    const nameless = await widget.frame.locator("input, select, button, a, summary").evaluateAll((nodes) =>
      nodes
        .filter((node) => !(node.labels?.length || node.getAttribute("aria-label") || node.textContent.trim()))
        .map((node) => node.outerHTML),
    );
    assert.deepEqual(nameless, []);
    assert.equal(await widget.status.getAttribute("aria-live"), "polite");
    assert.equal(await widget.frame.getByRole("main").count(), 1);
    assert.equal(await widget.frame.getByRole("heading", { level: 1 }).count(), 1);
    assert.ok(await widget.element.getAttribute("title"), "the frame has a title");
  }));

for (const theme of ["light", "dark"]) {
  test(`no text below the AA contrast, ${theme}`, () =>
    visit(`/?theme=${theme}`, {}, async (widget, { page }) => {
      await widget.settled();
      await widget.trial({});
      await widget.card(1).keep.click();
      await widget.card(0).choose.click();
      await widget.known.filter({ hasText: "has chosen" }).waitFor();
      await page.getByLabel("Your message").fill("Well");
      await widget.card(1).choose.click();
      await widget.card(1).note.getByText("did not reach").waitFor();
      await widget.frame.getByRole("button", { name: "Get a style guide" }).click();
      await widget.frame.locator("blockquote").waitFor();
      for (const place of [widget.frame.locator("body"), page.locator("body")]) {
        const { checked, poor } = await place.evaluate(contrasts);
        assert.ok(checked > 15, `${checked} texts`);
        assert.deepEqual(poor, []);
      }
      await widget.suggest(1);
      await widget.told("No ideas this time");
      assert.deepEqual((await widget.frame.locator("body").evaluate(contrasts)).poor, []);
      await widget.trial({ mistyped: true });
      await widget.suggest(20);
      await widget.told("The request was refused");
      assert.deepEqual((await widget.frame.locator("body").evaluate(contrasts)).poor, []);
    }));
}

for (const width of [360, 768]) {
  test(`no horizontal scrolling at ${width} px, and the frame is as high as its content`, () =>
    visit("/", { width, height: 800 }, async (widget, { page }) => {
      await widget.settled();
      await widget.trial({});
      const overflow = (element) => element.scrollWidth - element.clientWidth;
      assert.ok((await page.locator("html").evaluate(overflow)) <= 0, "the page");
      assert.ok((await widget.frame.locator("html").evaluate(overflow)) <= 0, "the widget");
      await page.waitForFunction(() => window.giftHost.widgets[0].frame.style.height !== "");
      await page.waitForTimeout(300);
      const high = await widget.frame.locator("html").evaluate((html) => html.scrollHeight - html.clientHeight);
      assert.ok(high <= 0, `${high} px cut off`);
    }));
}

test("the height settles", () =>
  visit("/", {}, async (widget, { page }) => {
    await widget.settled();
    await page.waitForTimeout(500);
    const before = (await widget.sent("ui/notifications/size-changed")).length;
    await page.waitForTimeout(700);
    assert.equal((await widget.sent("ui/notifications/size-changed")).length, before);
  }));

test("with reduced motion nothing moves", () =>
  visit("/", { reducedMotion: "reduce" }, async (widget) => {
    await widget.settled();
    await widget.trial({ delay: 3000 });
    await widget.suggest(70);
    await widget.frame.getByRole("progressbar").waitFor();
    const moving = await widget.frame.locator("html").evaluate(() => document.getAnimations().length);
    assert.equal(moving, 0);
  }));
