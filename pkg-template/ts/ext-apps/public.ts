// What every one of these entries exports besides its own `App`.

export * from "./constants.js";
export { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode } from "./errors.js";
export { EventDispatcher } from "./events.js";
export { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from "../styles.js";
export { PostMessageTransport } from "./transport.js";
export type * from "./types.js";
