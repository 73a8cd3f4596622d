// A server that sends markup, scripts and odd types instead of gifts changes nothing but words.
import assert from "node:assert/strict";
import test from "node:test";
import { suite } from "./support/suite.mjs";

const { visit } = suite({ hostile: true });

/** Everything that the widget builds for an answer. */
const BUILT = ["LI", "ARTICLE", "DIV", "P", "H2", "UL", "A", "SPAN", "BUTTON", "OPTION"];

test("a hostile result", () =>
  visit("/?tool=hostile_gifts", {}, async (widget, { page }) => {
    await widget.frame.locator(".stage[aria-busy=false]").waitFor();
    await widget.sent("ui/notifications/tool-result", "out").then(([sent]) => {
      assert.match(JSON.stringify(sent), /<script|onerror|javascript:/i, "the server is hostile");
    });
    const seen = await widget.frame.locator("html").evaluate((html) => ({
      scripts: html.querySelectorAll("script").length,
      tags: [...html.querySelectorAll("#cards *, #message *, #category *, #status *")].map((node) => node.tagName),
      handlers: [...html.querySelectorAll("*")].flatMap((node) => node.getAttributeNames()).filter((name) => name.startsWith("on")),
      links: [...html.querySelectorAll("[href], [src], [action]")].map((node) => node.href ?? node.src ?? node.action),
      title: document.title,
      polluted: {}.hostileRan,
    }));
    assert.equal(seen.scripts, 1);
    assert.deepEqual(seen.tags.filter((tag) => !BUILT.includes(tag)), []);
    assert.deepEqual(seen.handlers, []);
    assert.deepEqual(seen.links.filter((link) => !/^https?:|^data:,$/.test(link)), []);
    assert.equal(seen.title, "Gift ideas");
    assert.equal(seen.polluted, undefined);
    // Its words are words.
    assert.match(await widget.frame.locator(".stage").innerText(), /<[a-z]/i);
    // Whatever of it runs says so on its window or on the parent's.
    const ran = () => window.hostileRan;
    assert.equal(await page.evaluate(ran), undefined);
    assert.equal(await widget.frame.locator("body").evaluate(ran), undefined);
    // And the widget still works.
    await widget.suggest(50);
    await widget.status.filter({ hasText: /up to .*50/ }).waitFor();
  }));

test("a hostile result stays inside the widget's width", () =>
  visit("/?tool=hostile_gifts", { width: 360, height: 800 }, async (widget) => {
    await widget.frame.locator(".stage[aria-busy=false]").waitFor();
    const { scroll, client } = await widget.frame.locator("html").evaluate((html) => ({ scroll: html.scrollWidth, client: html.clientWidth }));
    assert.ok(scroll <= client, `${scroll} > ${client}`);
  }));
