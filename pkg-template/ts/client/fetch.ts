// A request over the page's `fetch`, and the chunks of what comes.

/** How many bytes of a body that is no message are read, to be shown; and how many of one that may be an error of JSON-RPC's. */
export const EXCERPT = 2_048;
export const ERROR = 1 << 20;

/** How many milliseconds the rest of a body is waited for that nobody needs. */
const LINGER = 50;

/** The type of what comes, without parameters. */
export function typeOf(response: Response): string {
  return (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/** Nobody reads it: dropping a body does not close its connection. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/** The chunks of a body, to its end; if it breaks, to there. */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let value; (value = (await reader.read()).value); ) yield value;
  } catch {
    // It was cut, or aborted: whoever needs more than came will say so.
  } finally {
    void leave(reader);
  }
}

/** Nobody needs more. A body that ends by itself leaves its connection to others; one that does not is closed. */
async function leave(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => reader.cancel().catch(() => {}), LINGER);
  try {
    while ((await reader.read()).value);
  } catch {}
  clearTimeout(timer);
}

/** The beginning of a body. */
export async function excerptOf(response: Response, length = EXCERPT): Promise<string> {
  const decoder = new TextDecoder();
  let [text, room] = ["", length];
  for await (const chunk of chunksOf(response)) {
    text += decoder.decode(chunk.subarray(0, room), { stream: true });
    room -= chunk.length;
    if (room <= 0) break;
  }
  return text;
}

/** Waits, unless the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, 2_147_483_647));
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
