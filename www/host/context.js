// The host context: what the widget learns of this page.
import { MODES } from "./modes.js";
import { palette } from "./palette.js";

/** `place` is the part that changes with the display mode. */
export function hostContext(theme, tool, place) {
  return {
    theme,
    styles: { variables: palette },
    availableDisplayModes: MODES,
    ...place,
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: "web",
    toolInfo: { tool },
  };
}
