// What every entry point exports besides its own `connect`.

export { ClosedError, EngineError, InvalidResultError, McpError, NoHostError, RefusedError, TimeoutError, ToolError } from "./errors.js";
export { healJson } from "./heal.js";
export { structured, textOf } from "./result.js";
export {
  applyContainerDimensions,
  applyDisplayMode,
  applyDocumentTheme,
  applyHostContext,
  applyHostFonts,
  applyHostStyleVariables,
  applyLocale,
  applySafeAreaInsets,
  getDocumentTheme,
} from "./styles.js";
export type * from "./types.js";
export { Widget } from "./widget.js";
