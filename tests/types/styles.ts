// The host's context on the page.
import {
  applyContainerDimensions,
  applyDisplayMode,
  applyDocumentTheme,
  applyHostContext,
  applyHostFonts,
  applyHostStyleVariables,
  applyLocale,
  applySafeAreaInsets,
  getDocumentTheme,
} from "mcp-widget";
import type { HostContext, Widget } from "mcp-widget";
import type { Expect, Same } from "./expect.js";

declare const widget: Widget;
declare const context: HostContext;
declare const root: HTMLElement;

const stop: () => void = widget.applyHostStyles();
stop();
widget.applyHostStyles(root);
widget.applyHostStyles(document.querySelector("main"));
// @ts-expect-error: an element, not its selector
widget.applyHostStyles("main");

// As they come from a context, whatever is missing there.
applyHostContext(widget.host?.context);
applyHostContext(context, root);
applyDocumentTheme(context.theme);
applyHostStyleVariables(context.styles?.variables, root);
applyHostFonts(context.styles?.css?.fonts);
applySafeAreaInsets(context.safeAreaInsets);
applyContainerDimensions(context.containerDimensions);
applyDisplayMode(context.displayMode);
applyLocale(context.locale);

applyDocumentTheme("of-tomorrow");
applySafeAreaInsets({ bottom: 150 });
applyContainerDimensions({ width: 720, maxHeight: 5000 });
applyHostStyleVariables({ "--color-text-primary": "#eee", "--of-tomorrow": undefined });
// @ts-expect-error: variables are text
applyHostStyleVariables({ "--font-weight-bold": 700 });
// @ts-expect-error: insets are numbers
applySafeAreaInsets({ bottom: "150px" });
// @ts-expect-error: one of two
const theme: "auto" = getDocumentTheme();

export type Theme = [typeof theme, Expect<Same<ReturnType<typeof getDocumentTheme>, "light" | "dark">>];
