// Uses the widget as a person does, from within its page, and tells the page around what there was to be seen. Stands before the widget's own script.

const root = document.body.appendChild(Object.assign(document.createElement("div"), { id: "root" }));
const BUTTONS = "MoreChooseShopLarge";

/** What the widget shows, as soon as that passes. */
const shown = (passes) =>
  new Promise((resolve) => {
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    look();
    function look() {
      const text = root.textContent.replace(/\s*\n\s*/g, "");
      if (!text.endsWith(BUTTONS) || !passes(text)) return;
      observer.disconnect();
      resolve(text.slice(0, -BUTTONS.length));
    }
  });

(async () => {
  const say = (report) => parent.postMessage({ report }, "*");
  const connected = await shown((text) => text.includes("scripted-host light"));
  say({ connected });
  const event = await shown((text) => text.includes("a kite"));
  root.querySelector("#more").click();
  const call = await shown((text) => text.includes("a book"));
  say({ event, call });
  const changed = await shown((text) => text.includes("dark"));
  say({ changed, violations });
})();
