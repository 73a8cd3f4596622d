// The client's public types.

import type { Diagnostic, Implementation, Logger } from "../types.js";

export type { Challenge } from "./errors.js";

/** The versions of MCP that are spoken. */
export type ProtocolVersion = "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";

/** What a client can do for its server (MCP `ClientCapabilities`). */
export interface ClientCapabilities {
  experimental?: Record<string, unknown>;
  roots?: { listChanged?: boolean };
  sampling?: object;
  elicitation?: object;
  extensions?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface ClientOptions {
  /** Who asks. */
  info: Implementation;
  /** What goes with every request besides the protocol's own. */
  headers?: Record<string, string> | undefined;
  /**
   * Gives the token for `Authorization: Bearer`. Asked once, and again when a token was refused (401): with the challenge, as a text.
   * Several requests that are refused at once ask once.
   */
  auth?: ((refused?: string) => string | Promise<string>) | undefined;
  /** The version to speak; by default whichever the server does. What an origin speaks is remembered for as long as the page lives. */
  version?: ProtocolVersion | "auto" | undefined;
  capabilities?: ClientCapabilities | undefined;
  /** Milliseconds a call may wait for its answer from when it is sent, 60000 by default; 0 or Infinity: for ever. */
  timeout?: number | undefined;
  /** Closes the client when it aborts: what waits rejects with its reason then. */
  signal?: AbortSignal | undefined;
  logger?: Logger | undefined;
}

/** The server, as it described itself. */
export interface Server {
  readonly info: Implementation;
  readonly capabilities: ServerCapabilities;
  /** What a model should know about it. */
  readonly instructions?: string;
  readonly version: ProtocolVersion;
  /** `modern`: without handshake and session, since 2026-07-28. */
  readonly era: "legacy" | "modern";
}

export interface ServerCapabilities {
  tools?: { listChanged?: boolean };
  resources?: { subscribe?: boolean; listChanged?: boolean };
  prompts?: { listChanged?: boolean };
  completions?: object;
  logging?: object;
  experimental?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
  [key: string]: unknown;
}

/** One thing that is in the way. The list of codes only grows. */
export interface Problem {
  readonly code: "unreachable" | "mixed-content" | "no-cors" | "preflight" | "header-not-allowed" | "method-not-allowed" | "session-hidden" | "unauthorized" | "not-mcp";
  /** What it is, and what the server must send instead. */
  readonly message: string;
  /** The header that it is about. */
  readonly header?: string;
}

/** What `client.diagnose()` found out. */
export interface Diagnosis {
  readonly url: string;
  readonly reachable: boolean;
  /** Empty if nothing is in the way. */
  readonly problems: readonly Problem[];
}

/** What is to be completed (MCP `CompleteRequestParams`). */
export interface CompleteParams {
  ref: { type: "ref/prompt"; name: string; title?: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> };
}

export interface Completion {
  completion: { values: string[]; total?: number; hasMore?: boolean };
  [key: string]: unknown;
}

/** Whether the server can speak for itself: by a stream that is asked for when somebody listens. `none` also if it offers none. */
export type StreamState = "none" | "connecting" | "open" | "waiting";

export type ClientStatus = "connecting" | "ready" | "failed" | "closed";

/** What a client hears, by the name under which it is listened to. */
export interface ClientEvents {
  statuschange: ClientStatus;
  /** The stream by which the server speaks for itself (versions with a handshake). */
  streamchange: StreamState;
  diagnostic: Diagnostic;
  /** The list of tools has changed: told once for a swarm of changes. The other two likewise. */
  toolschanged: undefined;
  resourceschanged: undefined;
  promptschanged: undefined;
  /** A resource that is subscribed to has changed. */
  resourceupdated: { uri: string; [key: string]: unknown };
  /** What the server tells of its doings (MCP `notifications/message`). */
  log: { level: string; logger?: string; data: unknown; [key: string]: unknown };
  /** Any notification but progress and cancellation, those above too. */
  notification: { method: string; params?: Record<string, unknown> };
}
