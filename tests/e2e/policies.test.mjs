// The switch between policies, and the line that says which engine runs.
import assert from "node:assert/strict";
import test from "node:test";
import { POLICIES } from "../../www/host/policies.js";
import { contrasts } from "./support/contrast.mjs";
import { suite } from "./support/suite.mjs";
import { WidgetPage } from "./support/widget.mjs";

const { visit } = suite();
const NAMES = { wasm: "Engine: WebAssembly", js: "Engine: JavaScript" };
const engineOf = ({ wasm }) => (wasm ? "wasm" : "js");

const choose = (page, id) => page.getByLabel("Content policy").selectOption(id);
/** Waits until the page says that this engine runs, and the widget says the same. */
async function runs(widget, engine) {
  await widget.page.locator("figcaption").nth(widget.index).getByText(NAMES[engine], { exact: true }).waitFor();
  await widget.settled();
  assert.equal(await widget.frame.locator("#facts").getAttribute("data-engine"), engine);
}
const policyIn = (widget) => widget.frame.locator("meta[http-equiv]").getAttribute("content");

test("by default the policy is the specification's own, and the engine JavaScript", () =>
  visit("/", {}, async (widget, { page }) => {
    await runs(widget, "js");
    assert.equal(await page.getByLabel("Content policy").inputValue(), "spec");
    assert.equal(await policyIn(widget), POLICIES.find(({ id }) => id === "spec").text);
  }));

test("choosing a policy loads the widget anew under it", () =>
  visit("/?theme=dark", {}, async (widget, { page }) => {
    await runs(widget, "js");
    await widget.suggest(70);
    await widget.status.filter({ hasText: /up to .*70/ }).waitFor();
    for (const policy of [...POLICIES].reverse()) {
      await choose(page, policy.id);
      await runs(widget, engineOf(policy));
      assert.equal(await page.locator("iframe").count(), 1);
      if (policy.text) assert.equal(await policyIn(widget), policy.text);
      // It begins with what the host called first, and can call by itself.
      await widget.status.filter({ hasText: /up to .*100/ }).waitFor();
      assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { theme: "dark", csp: policy.id });
    }
    await widget.suggest(45);
    await widget.status.filter({ hasText: /up to .*45/ }).waitFor();
  }));

test("the address can be passed on", () =>
  visit("/", {}, async (widget, { page }) => {
    await runs(widget, "js");
    await choose(page, "chatgpt");
    await runs(widget, "wasm");
    await page.reload();
    await runs(widget, "wasm");
    assert.equal(await page.getByLabel("Content policy").inputValue(), "chatgpt");
  }));

test("whoever chooses fast gets the last one, once", () =>
  visit("/", {}, async (widget, { page }) => {
    for (const id of ["claude", "goose", "none", "vscode", "wasm"]) await choose(page, id);
    await page.waitForFunction(() => window.giftHost?.widgets.length === 1 && document.querySelector("iframe")?.srcdoc.includes("wasm-unsafe-eval"));
    await runs(widget, "wasm");
    assert.equal(await page.locator("iframe").count(), 1);
  }));

test("a call under way ends with its widget", () =>
  visit("/", {}, async (widget, { page }) => {
    await runs(widget, "js");
    await widget.trial({ delay: 3000 });
    await widget.suggest(60);
    await widget.eventuallySent("tools/call");
    await choose(page, "none");
    await runs(widget, "wasm");
    await page.waitForTimeout(3200);
    await widget.status.filter({ hasText: /up to .*100/ }).waitFor();
  }));

test("each of two widgets has its line", () =>
  visit("/?widgets=2&csp=wasm", { width: 1500 }, async (first, { page }) => {
    const second = new WidgetPage(page, 1);
    await Promise.all([runs(first, "wasm"), runs(second, "wasm")]);
    await choose(page, "inspector");
    await Promise.all([runs(first, "js"), runs(second, "js")]);
  }));

test("a policy of the address's own stays among the choices", () => {
  const own = "default-src 'none'; base-uri 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'";
  return visit(`/?csp=${encodeURIComponent(own)}`, {}, async (widget, { page }) => {
    await runs(widget, "wasm");
    assert.equal(await policyIn(widget), own);
    await choose(page, "goose");
    await runs(widget, "js");
    await choose(page, own);
    await runs(widget, "wasm");
    assert.equal(await policyIn(widget), own);
  });
});

for (const theme of ["light", "dark"]) {
  test(`at 360 px, ${theme}, the switch and the line can be read and reached`, () =>
    visit(`/?theme=${theme}`, { width: 360, height: 800 }, async (widget, { page }) => {
      await runs(widget, "js");
      await choose(page, "wasm");
      await runs(widget, "wasm");
      const label = page.getByText("Content policy", { exact: true });
      for (const part of [label, page.getByLabel("Content policy"), page.locator("figcaption")]) {
        const { x, width, height } = await part.boundingBox();
        assert.ok(x >= 0 && x + width <= 360 && height >= 16, `${x} ${width} ${height}`);
      }
      assert.ok((await page.getByLabel("Content policy").boundingBox()).height >= 24, "a finger's target");
      for (const part of [page.locator("figcaption"), page.locator(".policy")]) {
        assert.deepEqual(await part.evaluate(contrasts), { checked: 1, poor: [] });
      }
      const overflow = (element) => element.scrollWidth - element.clientWidth;
      assert.ok((await page.locator("html").evaluate(overflow)) <= 0);
      await page.getByLabel("Content policy").focus();
      assert.equal(await page.getByLabel("Content policy").evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
    }));
}

test("the widget in Rust says that it is WebAssembly", () =>
  visit(`/?csp=wasm&ui=${encodeURIComponent("ui://gift-server/rust.html")}`, {}, async (widget, { page }) => {
    await widget.settled();
    await page.locator("figcaption").getByText(NAMES.wasm, { exact: true }).waitFor();
  }));
