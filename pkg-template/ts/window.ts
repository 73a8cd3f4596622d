// `postMessage` to the parent window.
//
// All widgets of a page share one listener, so that a request of the host's is answered by one of them, and a reply reaches the one that
// asked.

import type { Peer } from "./engine/glue.js";
import type { Line } from "./line.js";
import { read } from "./values.js";

interface Member {
  peer: Peer;
  /** Whether somebody serves this method. */
  serves: (method: unknown) => boolean;
}

/** Oldest first. */
let members: Member[] = [];

/** How many messages of an array are read: it may claim any length, at no cost to whoever sends it. */
const BATCH_LIMIT = 10_000;

/** Connects with the parent window. */
export function join(line: Line, peer: Peer, serves: Member["serves"]): void {
  if (!parentOf()) return peer.start(true);
  const member = { peer, serves };
  // A plain function: VS Code's wrapper knows no listener objects. Each time, for `document.open` takes listeners away; a second time
  // changes nothing. First, for where it throws nobody has a widget, and none is to be answered for.
  window.addEventListener("message", heard);
  members.push(member);
  line.open({
    send(frame) {
      // Read anew for each frame: VS Code replaces `window.parent` after the page has started. `"*"`: the host's origin cannot be known
      // (the widget's own is often opaque), and what is sent is for whoever embeds us.
      const parent = parentOf();
      if (!parent) throw new Error("The parent window is gone");
      parent.postMessage(frame, "*");
    },
    close() {
      members = members.filter((known) => known !== member);
      if (members.length === 0) window.removeEventListener("message", heard);
    },
  });
}

/** The parent window, unless that is the window itself. */
function parentOf(): Window | undefined {
  const parent = read(window, "parent");
  return typeof parent === "object" && parent !== null && parent !== window ? parent : undefined;
}

function heard(event: MessageEvent): void {
  const parent = parentOf();
  // Compared for each message and against the parent of now, which may be a Proxy. Anything else in the window (other frames, our own
  // echo, development tools) is not for us.
  if (parent && read(event, "source") === parent) deliver(read(event, "data"));
}

function deliver(message: unknown): void {
  const [first] = members;
  if (!first || members.length === 1) return first?.peer.receive(message);
  if (Array.isArray(message)) {
    // Each for whom it is.
    for (const item of message.slice(0, BATCH_LIMIT)) if (!Array.isArray(item)) deliver(item);
    return;
  }
  const concerned = members.map((member) => ({ member, how: member.peer.concerns(message) })).filter(({ how }) => how > 0);
  const asked = concerned.some(({ how }) => how > 1);
  // One answers: the one that knows how to, else the oldest. That one also notes what is odd, once.
  const one = (asked && members.find((member) => member.serves(read(message, "method")))) || first;
  for (const { member } of asked || concerned.length === 0 ? [{ member: one }] : concerned) member.peer.receive(message);
}
