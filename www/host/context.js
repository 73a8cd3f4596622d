// The host context: what the widget learns of this page.
import { palette } from "./palette.js";

export function hostContext(theme, tool) {
  return {
    theme,
    styles: { variables: palette },
    displayMode: "inline",
    availableDisplayModes: ["inline"],
    containerDimensions: { maxHeight: 6000 },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: "web",
    toolInfo: { tool },
  };
}
