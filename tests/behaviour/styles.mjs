// The host's context on the page, as the browser computes it.

import { equal, ok, same, throws } from "./support/check.mjs";
import { HOST } from "./support/host.mjs";

const FACE = (family) => `@font-face { font-family: "${family}"; src: local("${family}"); }`;

/** Everything that is known, and something that is not. */
const FULL = {
  theme: "dark",
  styles: { variables: { "--color-text-primary": "light-dark(rgb(1, 1, 1), rgb(2, 2, 2))", "--of-tomorrow": "7px" }, css: { fonts: FACE("Host Sans") } },
  safeAreaInsets: { top: 1, right: 2, bottom: 150, left: 0 },
  containerDimensions: { width: 720, maxHeight: 767.5 },
  displayMode: "fullscreen",
  locale: "de-AT",
  "x/of-tomorrow": { theme: "light" },
};

/** What no member can be. Some of it only a transport in memory can hand over. */
const ODD = [
  undefined,
  null,
  true,
  5,
  NaN,
  5n,
  "",
  "dark ",
  "--a: b",
  Symbol("s"),
  [],
  ["dark"],
  {},
  { toString: () => "dark" },
  new String("dark"),
  () => "dark",
  new Date(0),
  Object.create(null),
  revoked(),
  new Proxy({}, { get: thrown, ownKeys: thrown, has: thrown, getOwnPropertyDescriptor: thrown, getPrototypeOf: thrown }),
];

function thrown() {
  throw new Error("read");
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const page = () => document.documentElement;
/** A custom property as it is computed. */
const variable = (name, root = page()) => getComputedStyle(root).getPropertyValue(name).trim();
const scheme = (root = page()) => getComputedStyle(root).colorScheme;
/** A property of a new element in the root, given this value. */
function computed(name, value, root = page()) {
  const probe = document.createElement("div");
  probe.style.setProperty(name, value);
  (root === page() ? document.body : root).append(probe);
  const found = getComputedStyle(probe).getPropertyValue(name);
  probe.remove();
  return found;
}
/** The families that the page can use besides those that are installed. */
const families = () => [...document.fonts].map(({ family }) => family.replaceAll('"', "")).sort();
const attributes = (root = page()) => Object.fromEntries([...root.attributes].map(({ name, value }) => [name, value]).filter(([name, value]) => name !== "style" || value));
const context = (host, params) => host.notify("ui/notifications/host-context-changed", params);

/** An element of its own. */
function element() {
  const root = document.createElement("section");
  document.body.append(root);
  return root;
}

/** Counts what is done to an element and to the page's head, from one question to the next. */
function watch(root) {
  let seen = 0;
  const observer = new MutationObserver(({ length }) => (seen += length));
  observer.observe(root, { attributes: true });
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    const count = seen + observer.takeRecords().length;
    seen = 0;
    return count;
  };
}

/** A widget on a transport in memory that hands over the very objects. */
async function live({ api, widgets }, hostContext) {
  const transport = {
    send: ({ id, method }) => method === "ui/initialize" && transport.onmessage({ jsonrpc: "2.0", id, result: { ...HOST, hostContext } }),
  };
  const widget = api.connect({ name: "live", version: "1" }, { transport });
  widgets.push(widget);
  await widget.ready;
  const say = (method, params) => transport.onmessage({ jsonrpc: "2.0", method, params });
  return { widget, say, change: (params) => say("ui/notifications/host-context-changed", params) };
}

const whole = {
  "all of a context is applied, and all of it goes": async ({ api }) => {
    const before = attributes();
    api.applyHostContext(FULL);
    equal(api.getDocumentTheme(), "dark");
    equal(scheme(), "dark");
    equal(computed("color", "var(--color-text-primary)"), "rgb(2, 2, 2)", "light-dark() follows the theme");
    equal(computed("padding-top", "var(--of-tomorrow)"), "7px");
    same(["top", "right", "bottom", "left"].map((side) => variable(`--host-safe-area-inset-${side}`)), ["1px", "2px", "150px", "0px"]);
    same(["width", "max-width", "height", "max-height"].map((side) => variable(`--host-${side}`)), ["720px", "", "", "767.5px"]);
    equal(computed("max-height", "var(--host-max-height)"), "767.5px");
    const { style, ...rest } = attributes();
    same(rest, { ...before, "data-theme": "dark", "data-display-mode": "fullscreen", lang: "de-AT" });
    ok(page().matches(":lang(de)"));
    same(families(), ["Host Sans"]);
    api.applyHostContext({});
    same(attributes(), before);
    same(families(), []);
    equal(scheme(), "normal");
    equal(variable("--of-tomorrow"), "");
  },

  "what a value is, it is by itself": async ({ api }) => {
    const root = element();
    api.applyHostContext(
      {
        theme: "sepia",
        styles: { variables: { "--a": "1px", "--b": null, "--c": 5, "--d": ["1px"], "--e": "", "--f": "}", "--g": "red; --h: red", "--i": "a !important", color: "red", "data-theme": "dark", "-k": "1", "--l": "2px" }, css: "text" },
        safeAreaInsets: { top: "1px", right: -1, bottom: Infinity, left: 4, middle: 5 },
        containerDimensions: { width: null, maxWidth: NaN, height: 0, maxHeight: 300 },
        displayMode: 5,
        locale: "de_DE",
      },
      root,
    );
    same(Object.fromEntries([...root.style].map((name) => [name, variable(name, root)])), { "--a": "1px", "--l": "2px", "--host-safe-area-inset-left": "4px", "--host-max-height": "300px" });
    const { style, ...rest } = attributes(root);
    same(rest, { lang: "de-DE" });
    api.applyHostContext({ ...FULL, displayMode: "of tomorrow" }, root);
    equal(root.dataset.displayMode, "of tomorrow");
  },

  "anything in any place is harmless": async ({ api }) => {
    const root = element();
    const { applyHostContext: apply } = api;
    for (const odd of ODD) {
      apply(FULL, root);
      apply(odd, root);
      same(attributes(root), {}, "the whole");
      for (const name of Object.keys(FULL)) apply({ ...FULL, [name]: odd }, root);
      for (const styles of [{ variables: odd, css: odd }, { variables: { "--a": odd }, css: { fonts: odd } }]) apply({ styles }, root);
      for (const side of ["top", "right", "bottom", "left"]) apply({ safeAreaInsets: { [side]: odd } }, root);
      for (const side of ["width", "height", "maxWidth", "maxHeight"]) apply({ containerDimensions: { [side]: odd } }, root);
      for (const one of ["applyDocumentTheme", "applyHostStyleVariables", "applySafeAreaInsets", "applyContainerDimensions", "applyDisplayMode", "applyLocale"]) {
        api[one](odd, root);
        api[one](undefined, root);
      }
      api.applyHostFonts(odd);
    }
    apply(undefined, root);
    api.applyHostFonts();
    same(attributes(root), {});
  },

  "a getter that throws takes nothing else with it": async ({ api }) => {
    const root = element();
    const variables = { "--a": "1px", get "--b"() { return thrown(); }, "--c": "3px" };
    const safeAreaInsets = { top: 1, get right() { return thrown(); }, bottom: 3, left: 4 };
    api.applyHostContext({ get theme() { return thrown(); }, styles: { variables, get css() { return thrown(); } }, safeAreaInsets, get locale() { return thrown(); }, displayMode: "pip" }, root);
    same([...root.style].sort(), ["--a", "--c", "--host-safe-area-inset-bottom", "--host-safe-area-inset-left", "--host-safe-area-inset-top"]);
    equal(root.dataset.displayMode, "pip");
  },

  "members of a prototype and `__proto__` are no variables": async ({ api }) => {
    const root = element();
    api.applyHostStyleVariables(JSON.parse('{ "__proto__": { "--x": "1px" }, "constructor": "1px", "--a": "2px" }'), root);
    same([...root.style], ["--a"]);
    api.applyHostStyleVariables(Object.create({ "--x": "1px" }, { "--b": { value: "3px", enumerable: true }, "--c": { value: "4px" } }), root);
    same([...root.style], ["--b"]);
    api.applyHostContext(JSON.parse('{ "__proto__": { "theme": "dark" } }'), root);
    equal({}.theme, undefined);
    equal({}["--x"], undefined);
  },

  "variables that are gone go, and nothing else": async ({ api }) => {
    const root = element();
    root.style.cssText = "--own: 1px; color: red; --both: 2px";
    api.applyHostStyleVariables({ "--both": "3px", "--a": "4px", "--b": "5px" }, root);
    same(["--own", "--both", "--a", "--b"].map((name) => variable(name, root)), ["1px", "3px", "4px", "5px"]);
    api.applyHostStyleVariables({ "--b": "6px", "--a": undefined }, root);
    same(["--own", "--both", "--a", "--b"].map((name) => variable(name, root)), ["1px", "2px", "", "6px"], "what stood there before comes back");
    // What the page has set since is the page's.
    root.style.setProperty("--b", "7px");
    api.applyHostStyleVariables(undefined, root);
    same(["--own", "--both", "--a", "--b"].map((name) => variable(name, root)), ["1px", "2px", "", "7px"]);
    equal(root.style.color, "red");
  },

  "a value that the browser does not take leaves none behind": async ({ api }) => {
    const root = element();
    root.style.setProperty("--own", "1px");
    api.applyHostStyleVariables({ "--own": "2px", "--a": "3px" }, root);
    api.applyHostStyleVariables({ "--own": "}", "--a": "}" }, root);
    same(["--own", "--a"].map((name) => variable(name, root)), ["1px", ""]);
    api.applyHostStyleVariables({ "--own": "4px", "--a": "5px" }, root);
    same(["--own", "--a"].map((name) => variable(name, root)), ["4px", "5px"]);
    api.applyHostStyleVariables({}, root);
    same(["--own", "--a"].map((name) => variable(name, root)), ["1px", ""]);
  },

  "the page's own theme, mode and language come back": async ({ api }) => {
    const root = element();
    Object.assign(root, { lang: "en" });
    Object.assign(root.dataset, { theme: "light", displayMode: "" });
    root.style.colorScheme = "light";
    const before = attributes(root);
    api.applyHostContext(FULL, root);
    same([root.lang, root.dataset.theme, root.dataset.displayMode, scheme(root)], ["de-AT", "dark", "fullscreen", "dark"]);
    api.applyHostContext({}, root);
    same(attributes(root), before);
  },

  "what is the same is not put again": async ({ api }) => {
    const root = element();
    api.applyHostContext(FULL, root);
    const count = watch(root);
    api.applyHostContext(structuredClone(FULL), root);
    equal(count(), 0);
    api.applyHostContext({ ...FULL, styles: { ...FULL.styles, variables: { ...FULL.styles.variables, "--of-tomorrow": "8px" } } }, root);
    ok(count() > 0);
    equal(variable("--of-tomorrow", root), "8px");
    // In a live object it may have changed all the same.
    const variables = { "--a": "1px" };
    api.applyHostContext({ styles: { variables } }, root);
    variables["--a"] = "2px";
    api.applyHostContext({ styles: { variables } }, root);
    equal(variable("--a", root), "2px");
  },

  "what the page has set in its place stays until the host changes it": async ({ api }) => {
    const root = element();
    api.applyHostContext({ theme: "dark", styles: { variables: { "--a": "1px", "--b": "1px" } } }, root);
    root.dataset.theme = "light";
    root.style.setProperty("--a", "2px");
    api.applyHostContext({ theme: "dark", styles: { variables: { "--a": "1px", "--b": "3px" } }, locale: "en" }, root);
    same([root.dataset.theme, variable("--a", root), variable("--b", root)], ["light", "2px", "3px"]);
    api.applyHostContext({ styles: { variables: { "--a": "4px" } } }, root);
    same([root.dataset.theme, variable("--a", root), variable("--b", root)], ["light", "4px", ""]);
    api.applyHostContext({}, root);
    same([root.dataset.theme, variable("--a", root)], ["light", "2px"]);
  },

  "who asks for a part by itself gets it, and takes away no other's": async ({ api }) => {
    const root = element();
    api.applyDocumentTheme("dark", root);
    root.dataset.theme = "light";
    api.applyDocumentTheme("dark", root);
    equal(root.dataset.theme, "dark");
    const count = watch(root);
    api.applyDocumentTheme("dark", root);
    equal(count(), 0, "an observer that applies does not call itself");
    api.applyHostContext({ theme: "light", displayMode: "pip" }, root);
    same([root.dataset.theme, scheme(root)], ["light", "light"]);
    api.applyHostStyleVariables({}, root);
    api.applyDisplayMode(undefined, root);
    equal(root.dataset.displayMode, "pip");
    api.applyHostContext({}, root);
    same([root.dataset.theme, scheme(root)], ["dark", "dark"]);
    api.applyDocumentTheme("sepia", root);
    same(attributes(root), { "data-theme": "light" }, "as the page has set it");
  },

  "each of the small functions": async ({ api }) => {
    const root = element();
    api.applySafeAreaInsets({ bottom: 150 }, root);
    equal(computed("padding-bottom", "var(--host-safe-area-inset-bottom)", root), "150px");
    api.applySafeAreaInsets({ top: 0.5 }, root);
    same([...root.style].map((name) => [name, variable(name, root)]), [["--host-safe-area-inset-top", "0.5px"]]);
    api.applySafeAreaInsets(undefined, root);
    api.applyContainerDimensions({ height: 400, maxWidth: 768 }, root);
    same(["height", "max-width"].map((name) => computed(name, `var(--host-${name})`, root)), ["400px", "768px"]);
    api.applyContainerDimensions({ maxHeight: 5000, width: 1130.5 }, root);
    same([...root.style].sort(), ["--host-max-height", "--host-width"]);
    api.applyContainerDimensions({}, root);
    // Hosts of drafts say how large the frame is, too.
    api.applyHostContext({ viewport: { width: 500, height: 300, maxHeight: 800, maxWidth: 600 } }, root);
    same([...root.style].map((name) => [name, variable(name, root)]).sort(), [["--host-max-height", "800px"], ["--host-max-width", "600px"]]);
    api.applyHostContext({ viewport: { maxHeight: 800 }, containerDimensions: { width: 9 } }, root);
    same([...root.style], ["--host-width"]);
    api.applyHostContext({ viewport: null }, root);
    same([...root.style], []);
    api.applyDisplayMode("inline", root);
    ok(root.matches("[data-display-mode=inline]"));
    api.applyDisplayMode("", root);
    for (const [locale, lang] of [["en", "en"], ["fr_FR", "fr-FR"], ["zh-Hant-TW", "zh-Hant-TW"], ["de-DE-u-co-phonebk", "de-DE-u-co-phonebk"], ["C", ""], ["de_DE.UTF-8", ""], ["en us", ""], ["undefined", ""], ["-", ""]]) {
      api.applyLocale(locale, root);
      equal(root.lang, lang, locale);
    }
    same(attributes(root), {});
  },

  "the theme of the document": async ({ api }) => {
    const root = page();
    equal(api.getDocumentTheme(), "light");
    root.classList.add("dark");
    equal(api.getDocumentTheme(), "dark");
    api.applyDocumentTheme("light");
    equal(api.getDocumentTheme(), "light");
    api.applyDocumentTheme("auto");
    equal(api.getDocumentTheme(), "dark");
    root.dataset.theme = "auto";
    equal(api.getDocumentTheme(), "dark");
    root.removeAttribute("class");
    equal(api.getDocumentTheme(), "light");
    delete root.dataset.theme;
  },

  "fonts change, and go": async ({ api }) => {
    const own = document.createElement("style");
    own.textContent = FACE("Own");
    document.head.append(own);
    for (const [css, wanted] of [
      [FACE("One"), ["One", "Own"]],
      [FACE("Two") + FACE("Three"), ["Own", "Three", "Two"]],
      ["", ["Own"]],
      [FACE("Four"), ["Four", "Own"]],
      [undefined, ["Own"]],
    ]) {
      api.applyHostFonts(css);
      same(families(), wanted);
    }
    api.applyHostFonts(FACE("Five"));
    const count = watch(page());
    api.applyHostFonts(FACE("Five"));
    equal(count(), 0);
    // Whoever has made it: another copy of the package, or the official library.
    const [made] = document.querySelectorAll("style[id]");
    made.replaceWith(Object.assign(document.createElement("style"), { id: made.id, textContent: FACE("Theirs") }));
    api.applyHostContext({ styles: { css: { fonts: FACE("Six") } } });
    same(families(), ["Own", "Six"]);
    equal(document.querySelectorAll(`#${made.id}`).length, 1);
    own.remove();
  },

  "fonts are the document's: a root without any leaves them": async ({ api }) => {
    const [one, two] = [element(), element()];
    api.applyHostContext(FULL, one);
    api.applyHostContext({ theme: "dark" }, two);
    same(families(), ["Host Sans"]);
    api.applyHostContext({}, one);
    same(families(), []);
  },

  "a page without a head has no fonts, and the rest": async ({ api }) => {
    const { head } = document;
    head.remove();
    try {
      api.applyHostContext(FULL);
      equal(scheme(), "dark");
    } finally {
      page().prepend(head);
    }
  },

  "what has the element's id is not taken for it": async ({ api }) => {
    api.applyHostFonts(FACE("One"));
    const { id } = document.querySelector("style[id]");
    api.applyHostFonts("");
    const other = Object.assign(document.createElement("div"), { id, textContent: "text" });
    document.body.append(other);
    api.applyHostFonts(FACE("Two"));
    same([families(), other.textContent], [["Two"], "text"]);
    api.applyHostFonts("");
    ok(other.isConnected);
    other.remove();
  },

  "without a root nothing happens": async ({ api, open }) => {
    const { widget, host } = await open({ "ui/initialize": () => ({ ...HOST, hostContext: FULL }) });
    const before = attributes();
    api.applyHostContext(FULL, null);
    api.applyDocumentTheme("dark", null);
    widget.applyHostStyles(null)();
    await context(host, { locale: "en" });
    same([attributes(), families()], [before, []]);
    throws(() => api.applyDocumentTheme("dark", 5), { name: "TypeError" }, "a caller's mistake");
  },

  "a widget follows its host": async ({ open }) => {
    const { widget, host } = await open({ "ui/initialize": () => ({ ...HOST, hostContext: FULL }) });
    const stop = widget.applyHostStyles();
    same([scheme(), variable("--of-tomorrow"), families()], ["dark", "7px", ["Host Sans"]]);
    const seen = [];
    widget.on("hostcontextchanged", () => seen.push(scheme()));
    await context(host, { theme: "light" });
    same([scheme(), computed("color", "var(--color-text-primary)"), variable("--of-tomorrow")], ["light", "rgb(1, 1, 1)", "7px"]);
    same(seen, ["light"], "applied before listeners hear of it");
    // As in the specification, a member that changes is replaced as a whole.
    await context(host, { styles: { variables: { "--new": "9px" } } });
    same([variable("--new"), variable("--of-tomorrow"), families()], ["9px", "", []]);
    await context(host, { theme: null, locale: undefined, displayMode: null });
    const { style, ...rest } = attributes();
    same(rest, {});
    stop();
    stop();
    await context(host, { theme: "dark", styles: {} });
    same([scheme(), variable("--new")], ["normal", "9px"], "what was applied stays");
  },

  "it follows from the handshake on": async ({ dial }) => {
    const { widget, host } = dial({ "ui/initialize": () => undefined });
    widget.applyHostStyles();
    equal(page().dataset.theme, undefined);
    await host.reply(await host.until("ui/initialize"), { ...HOST, hostContext: FULL });
    await widget.ready;
    equal(scheme(), "dark");
    await context(host, { theme: "light" });
    equal(scheme(), "light");
  },

  "until it is closed; the page keeps what it has": async ({ open }) => {
    const { widget, host } = await open({ "ui/initialize": () => ({ ...HOST, hostContext: FULL }) });
    const root = element();
    widget.applyHostStyles(root);
    widget.close();
    await context(host, { theme: "light" });
    equal(root.dataset.theme, "dark");
    const late = element();
    widget.applyHostStyles(late)();
    equal(late.dataset.theme, "dark", "what was the host's last word");
  },

  "what else happens does not touch the page": async ({ open }) => {
    const { widget, host } = await open({ "ui/initialize": () => ({ ...HOST, hostContext: FULL }) });
    widget.applyHostStyles();
    const count = watch(page());
    await host.notify("ui/notifications/tool-input-partial", { arguments: { a: 1 } });
    await host.notify("ui/notifications/tool-input", { arguments: { a: 12 } });
    await context(host, { toolInfo: { id: 1 }, timeZone: "Europe/Vienna" });
    await context(host, structuredClone(FULL));
    equal(count(), 0);
    await context(host, { containerDimensions: { width: 300 } });
    ok(count() > 0);
    same([variable("--host-width"), variable("--host-max-height")], ["300px", ""]);
  },

  "several on one root do not fight": async ({ open, connect }) => {
    const contexts = [{ theme: "light", locale: "en", styles: { variables: { "--a": "1px" } } }, { theme: "dark", styles: { variables: { "--b": "2px" } } }];
    const { widget: one, host, link } = await open({ "ui/initialize": () => ({ ...HOST, hostContext: contexts.shift() }) });
    const root = element();
    one.applyHostStyles(root);
    const two = connect(link);
    await two.ready;
    const again = one.applyHostStyles(root);
    again();
    const stop = two.applyHostStyles(root);
    same([root.dataset.theme, root.lang, variable("--a", root), variable("--b", root)], ["dark", "", "", "2px"]);
    const count = watch(root);
    await context(host, { displayMode: "pip" });
    equal(count(), 1, "the newest alone has put the mode");
    same([root.dataset.theme, root.dataset.displayMode], ["dark", "pip"]);
    stop();
    same([root.dataset.theme, root.lang, variable("--a", root), variable("--b", root)], ["light", "en", "1px", ""], "the one before leads again");
    await context(host, { theme: "dark" });
    equal(root.dataset.theme, "dark");
    one.close();
    two.close();
    equal(root.dataset.theme, "dark");
  },

  "mounted twice, as React does while developing": async ({ open }) => {
    const { widget, host } = await open({ "ui/initialize": () => ({ ...HOST, hostContext: FULL }) });
    const count = watch(page());
    widget.applyHostStyles()();
    ok(count() > 0);
    const stop = widget.applyHostStyles();
    equal(count(), 0);
    await context(host, { theme: "light" });
    equal(scheme(), "light");
    stop();
  },

  "a newer one that knows no host does not lead": async (test) => {
    const { widget, host } = await test.open();
    const root = element();
    widget.applyHostStyles(root);
    const lost = test.api.connect({ name: "lost", version: "1" }, { transport: { send() {} } });
    test.widgets.push(lost);
    lost.applyHostStyles(root);
    await context(host, { theme: "dark" });
    equal(root.dataset.theme, "dark");
    lost.close();
    await context(host, { theme: "light" });
    equal(root.dataset.theme, "light");
  },

  "the context is read when it has changed, and not while input streams in": async (test) => {
    let reads = 0;
    const { widget, change, say } = await live(test, { get theme() { return reads++, "dark"; } });
    widget.applyHostStyles();
    const known = reads;
    ok(known > 0);
    for (let length = 0; length < 5; length++) say("ui/notifications/tool-input-partial", { arguments: { a: "x".repeat(length) } });
    say("ui/notifications/tool-input", { arguments: { a: "xxxxx" } });
    equal(reads, known);
    change({ locale: "fr" });
    ok(reads > known);
  },

  "live objects, read anew at each change": async (test) => {
    const variables = { "--a": "1px", get "--b"() { return thrown(); } };
    const { widget, change } = await live(test, { theme: "dark", styles: { variables }, safeAreaInsets: revoked() });
    widget.applyHostStyles();
    same([scheme(), variable("--a")], ["dark", "1px"]);
    variables["--a"] = "2px";
    change({ styles: { variables } });
    equal(variable("--a"), "2px");
    for (const odd of ODD) for (const name of Object.keys(FULL)) change({ [name]: odd });
    change(FULL);
    same([scheme(), variable("--of-tomorrow")], ["dark", "7px"]);
    change({ get theme() { return thrown(); }, locale: "fr" });
    equal(scheme(), "dark");
  },
};

/** On a page that is as it was before, which must be so again afterwards. */
function cleanly(test) {
  return async (given) => {
    const before = attributes();
    const body = document.body.innerHTML;
    try {
      await test(given);
    } finally {
      for (const widget of given.widgets) widget.close();
      const { applyHostContext, applyDocumentTheme, applyHostFonts } = given.api;
      for (const apply of [applyDocumentTheme, applyHostContext, applyHostFonts]) apply(undefined);
      document.body.innerHTML = body;
    }
    same(attributes(), before, "what is left on the page");
    equal(document.querySelectorAll("style").length, 0, "styles that are left");
  };
}

export const cases = Object.fromEntries(Object.entries(whole).map(([name, test]) => [name, cleanly(test)]));
