// What an event stream says. The core finds the events in the bytes; data is decoded and parsed here, from the very chunk.

import { Events } from "./engine/glue.js";

/** What `Events.next` gives. */
const NOTHING = 0;
const DATA = 1;
const NEW_LINE = 2;
const TOO_LONG = 5;

/** What the stream says: a message; or, if that is missing, data that is none, under the event's name. */
export type Said = { message: unknown } | { name: string; text: string };

export class EventStream {
  #events = new Events();
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #text = "";
  /** The latest data may have ended inside a character. */
  #cut = false;
  #before = "";

  /** What the server wants waited for, in milliseconds; NaN if it has not said. */
  get retry(): number {
    return this.#events.retry();
  }

  /** Where it can be taken up again; nothing if it cannot. */
  get lastId(): string {
    return this.#events.lastId() || this.#before;
  }

  /** What comes now is another stream, taken up where this one was cut. */
  reopen(): void {
    this.#before = this.lastId;
    this.#events = new Events();
    this.#text = "";
    this.#decoder.decode();
  }

  /** What a chunk completes. Throws if an event is too long. */
  *take(chunk: Uint8Array): Generator<Said, void> {
    const events = this.#events;
    events.take(chunk);
    for (let found; (found = events.next()) !== NOTHING; ) {
      if (found === DATA) {
        const [from, to] = [events.from(), events.to()];
        this.#text += this.#decoder.decode(chunk.subarray(from, to), { stream: true });
        this.#cut = chunk[to - 1]! > 127;
      } else if (found === NEW_LINE) this.#text += "\n";
      else if (found === TOO_LONG) throw new TypeError("An event of the server's is too large");
      else {
        if (this.#cut) this.#text += this.#decoder.decode();
        const text = this.#text;
        this.#text = "";
        this.#cut = false;
        // Without data it is a mark to take up the stream from, or nothing at all.
        if (found > TOO_LONG - 2) yield this.#said(text);
      }
    }
  }

  /** The stream has ended: a last message without the blank line behind it, if it is a whole one. */
  finish(): unknown {
    return this.#events.finish() ? parse(this.#text) : undefined;
  }

  #said(text: string): Said {
    const isMessage = this.#events.isMessage();
    const message = isMessage ? parse(text) : undefined;
    return message === undefined ? { name: isMessage ? "" : this.#events.name(), text } : { message };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
