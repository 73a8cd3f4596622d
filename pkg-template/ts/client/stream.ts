// What an event stream says. The core finds the events in the bytes; data is decoded and parsed here, from the very chunk, and what is
// a long line of it already is not even copied.

import { Events } from "./engine/glue.js";

/** What `Events.next` gives. */
const NOTHING = 0;
const DATA = 1;
const NEW_LINE = 2;
const TOO_LONG = 5;

/** The core is shown so many bytes at a time: of the rest of a long line of data it need not see more than the length. */
const PIECE = 4_096;
/** And so many are decoded at a time. */
const LONG = 65_536;

const MORE = { stream: true };

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
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + PIECE);
      if (lineEnd(piece, 10, 13) < 0 && events.skip(0) === DATA) {
        at += this.#skip(chunk.subarray(at, at + LONG));
        continue;
      }
      at += PIECE;
      events.take(piece);
      for (let found; (found = events.next()) !== NOTHING; ) {
        if (found === DATA) {
          const [from, to] = [events.from(), events.to()];
          this.#text += this.#decoder.decode(piece.subarray(from, to), MORE);
          this.#cut = piece[to - 1]! > 127;
          continue;
        }
        if (found === TOO_LONG) tooLong();
        // A character does not go on in the next line.
        if (this.#cut) this.#text += this.#decoder.decode();
        this.#cut = false;
        if (found === NEW_LINE) this.#text += "\n";
        else {
          const text = this.#text;
          this.#text = "";
          // Without data it is a mark to take up the stream from, or nothing at all.
          if (found > TOO_LONG - 2) yield this.#said(text);
        }
      }
    }
  }

  /** The rest of a long line of data, if this begins with it: gives how many bytes it has. Ends are found fastest in text. */
  #skip(bytes: Uint8Array): number {
    let text = this.#decoder.decode(bytes, MORE);
    let { length } = bytes;
    this.#cut = bytes[length - 1]! > 127;
    const end = lineEnd(text, "\n", "\r");
    if (end >= 0) {
      text = text.slice(0, end);
      length = lineEnd(bytes, 10, 13);
      // What is behind it is decoded when its turn comes.
      this.#decoder.decode();
      this.#cut = false;
    }
    if (this.#events.skip(length) === TOO_LONG) tooLong();
    this.#text += text;
    return length;
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

/** Where the first end of a line is; -1 if there is none. */
function lineEnd<T>(text: { indexOf(one: T): number }, newLine: T, carriage: T): number {
  const [one, two] = [text.indexOf(newLine), text.indexOf(carriage)];
  return one < 0 || (two >= 0 && two < one) ? two : one;
}

function tooLong(): never {
  throw new TypeError("An event of the server's is too large");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
