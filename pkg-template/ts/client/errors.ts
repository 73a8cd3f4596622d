// How HTTP fails.

import { RequestError, type RequestInfo } from "../errors.js";
import { messageOf } from "../values.js";

/** What a server asks of whoever may not do what was asked (`WWW-Authenticate`; RFC 6750, RFC 9728). */
export interface Challenge {
  /** As it came. */
  readonly text: string;
  /** Where the server says who gives tokens for it. */
  readonly resourceMetadata?: string;
  readonly scope?: string;
  readonly error?: string;
  readonly errorDescription?: string;
}

/** What came instead of an answer. */
export interface HttpFailure {
  status: number;
  type?: string;
  body?: string;
  challenge?: Challenge;
  retryAfter?: number;
  cause?: unknown;
}

/** There was no answer, or it broke off: what the browser says of it, which is not much. */
export class Unreachable implements HttpFailure {
  readonly status = 0;

  constructor(readonly cause: unknown) {}
}

/**
 * What came is no answer to the request: a failure, another type of content, or nothing at all. Status 0: the server was not reached, or
 * what it sent broke off; `cause` is what the browser says. `client.diagnose()` finds out more.
 */
export class HttpError extends RequestError {
  override readonly name = "HttpError";
  readonly status: number;
  /** The `Content-Type` as it came. */
  declare readonly type?: string;
  /** The beginning of the body. */
  declare readonly body?: string;
  /** `WWW-Authenticate`, if the server lets pages read it. */
  declare readonly challenge?: Challenge;
  /** How many milliseconds the server wants waited for. */
  declare readonly retryAfter?: number;

  constructor({ status, type, body, challenge, retryAfter, cause }: HttpFailure, request?: RequestInfo) {
    super(messageFor(status, type, body, cause), request);
    if (cause !== undefined) this.cause = cause;
    this.status = status;
    for (const [name, value] of Object.entries({ type, body, challenge, retryAfter })) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true });
    }
  }
}

function messageFor(status: number, type: string | undefined, body: string | undefined, cause: unknown): string {
  if (status === 0) return `The server was not reached, or broke off: ${messageOf(cause)}`;
  if (status >= 400 || status < 200) return `The server answered with HTTP status ${status}`;
  if (type === "text/event-stream") return body === undefined ? "The server's stream ended before the answer" : "The server's stream says what is no message";
  if (type === undefined && body === undefined) return `The server took the request with HTTP status ${status} and gave no answer`;
  return type === "application/json" ? "There is no answer in the server's JSON" : `The server answered with ${type ?? "content of no type"}, which is no message`;
}
