// How HTTP fails.

import { RequestError, type RequestInfo } from "../errors.js";

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
}

/** HTTP answered, and what came is no answer to the request: a failure, another type of content, or nothing at all. */
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

  constructor({ status, type, body, challenge, retryAfter }: HttpFailure, request?: RequestInfo) {
    super(messageOf(status, type, body), request);
    this.status = status;
    for (const [name, value] of Object.entries({ type, body, challenge, retryAfter })) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true });
    }
  }
}

function messageOf(status: number, type: string | undefined, body: string | undefined): string {
  if (status >= 400 || status < 200) return `The server answered with HTTP status ${status}`;
  if (type === "text/event-stream") return body === undefined ? "The server's stream ended before the answer" : "The server's stream says what is no message";
  if (type === undefined && body === undefined) return `The server took the request with HTTP status ${status} and gave no answer`;
  return type === "application/json" ? "There is no answer in the server's JSON" : `The server answered with ${type ?? "content of no type"}, which is no message`;
}
