// The state of a widget that a framework shows: `tell` gets the parts that change.
import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from "ext-apps";
import { INFO, text } from "./model.js";

export function open(tell) {
  const app = new App(INFO, {}, { autoResize: true });
  const look = (context) => {
    if (context?.theme) applyDocumentTheme(context.theme);
    if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
    if (context?.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts);
    const { theme = "", displayMode: mode = "" } = app.getHostContext() ?? {};
    tell({ theme, mode });
  };
  app.addEventListener("toolinputpartial", ({ arguments: args }) => tell({ occasion: `${args?.occasion ?? ""}…` }));
  app.addEventListener("toolinput", ({ arguments: args }) => tell({ occasion: args.occasion }));
  app.addEventListener("toolresult", ({ structuredContent }) => tell({ gifts: structuredContent.gifts }));
  app.addEventListener("toolcancelled", ({ reason }) => tell({ note: reason }));
  app.addEventListener("hostcontextchanged", look);
  app.onteardown = async () => ({});
  app.connect().then(() => {
    tell({ host: app.getHostVersion().name });
    look(app.getHostContext());
  });
  return {
    close: () => app.close(),
    async more(occasion) {
      try {
        const result = await app.callServerTool({ name: "suggest_gifts", arguments: { occasion } });
        tell({ gifts: result.structuredContent.gifts, note: result.isError ? "failed" : "" });
      } catch (error) {
        tell({ note: error.message });
      }
    },
    async choose(gift) {
      const { isError } = await app.sendMessage({ role: "user", content: [text(`I take the ${gift}`)] });
      tell({ note: isError ? "refused" : "chosen" });
    },
    async shop() {
      const { isError } = await app.openLink({ url: "https://example.com/shop" });
      tell({ note: isError ? "refused" : "open" });
    },
    large: () => app.requestDisplayMode({ mode: "fullscreen" }),
  };
}
