// The core's numbers for what it tells, in its order. The first nine are about calls; all but progress end one.

export const RESULT = 0;
export const PROGRESS = 1;
export const ERROR = 2;
export const INVALID = 3;
export const TIMEOUT = 4;
export const ABORTED = 5;
export const CLOSED = 6;
export const NO_HOST = 7;
export const TRANSPORT = 8;
export const SEND = 9;
export const SERVE = 10;
export const ABORT = 11;
export const TOOL_INPUT = 12;
export const TOOL_INPUT_PARTIAL = 13;
export const TOOL_RESULT = 14;
export const TOOL_CANCELLED = 15;
export const HOST_CONTEXT_CHANGED = 16;
export const STATUS_CHANGE = 17;
export const DIAGNOSTIC = 18;
export const NOTIFICATION = 19;
/** Asks to be woken at a time. */
export const WAKE = 255;

// The client's own.

/** Ends a call: `value` is what HTTP had to say. */
export const HTTP = 20;
/** Whatever carries a message ends. */
export const DROP = 21;
/** The server's own words are to be heard (1), or no more (0); 2: by the transport of 2024-11-05. */
export const LISTEN = 22;
/** The server knows the session no more. */
export const FORGET = 23;
/** `value` is the number of the list. */
export const LIST_CHANGED = 24;
