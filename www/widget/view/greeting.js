// Words for the card: the server's prompt `gift_congrats_style`, on demand.
import { button, byId, el, words } from "../dom.js";
import { text } from "../answer.js";
import { excuse } from "../refusal.js";

const PROMPT = "gift_congrats_style";

/** The texts of a prompt's messages. */
function textsOf(result) {
  const messages = Array.isArray(result?.messages) ? result.messages : [];
  return messages
    .flatMap((message) => message?.content ?? [])
    .map((block) => (block?.type === "text" ? text(block.text, 4000) : undefined))
    .filter((line) => line !== undefined);
}

export function createGreeting(widget, query) {
  const ask = byId("greeting");
  const place = byId("greeting-text");

  async function send(lines, note) {
    try {
      await widget.sendMessage(lines.join("\n\n"));
      note.textContent = "Handed to the conversation.";
    } catch (error) {
      note.textContent = excuse(error, "The message was not taken");
    }
  }

  async function show() {
    if (ask.getAttribute("aria-disabled") === "true") return;
    ask.setAttribute("aria-disabled", "true");
    place.replaceChildren(el("p", "note", "Fetching the style guide…"));
    try {
      const { occasion, recipient } = query();
      const args = { occasion };
      if (recipient) args.name = recipient;
      const lines = textsOf(await widget.getPrompt(PROMPT, args, { timeout: 20000 }));
      if (lines.length === 0) throw new Error("the prompt holds no text");
      const quote = el("blockquote", "quote", ...lines.map((line) => words("p", "", line)));
      const note = el("span", "note");
      const foot = el("div", "quote-foot", note);
      if (widget.host?.capabilities?.message) {
        foot.prepend(button("Use in the conversation", "small", () => send(lines, note)));
      }
      place.replaceChildren(quote, foot);
    } catch (error) {
      place.replaceChildren(el("p", "note", `The style guide could not be read: ${error.message}`));
    } finally {
      ask.removeAttribute("aria-disabled");
    }
  }

  ask.addEventListener("click", show);
  return {
    render({ phase }) {
      document.querySelector(".greeting").hidden = phase.name === "waiting" || phase.name === "nohost";
    },
  };
}
