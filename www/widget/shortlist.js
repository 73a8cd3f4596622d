// The gifts that somebody keeps in mind, and the one that is chosen. The model is told of them, and they are saved for the next time.
import { readGifts, text } from "./answer.js";
import { money } from "./format.js";
import { excuse } from "./refusal.js";
import { load, save } from "./storage.js";

const priced = ({ name, price, currency }) => (price === undefined ? name : `${name} (${money(price, currency)})`);
const facts = ({ id, name, price, currency, category }) => ({ id, name, price, currency, category });

/** What the model should know in its next turn: as data, and as a sentence for hosts that hand on text alone. */
function contextOf({ kept, chosen }) {
  const choice = kept.find(({ id }) => id === chosen);
  const sentences = [kept.length > 0 ? `The user's shortlist of gifts: ${kept.map(priced).join(", ")}.` : "The user's shortlist of gifts is empty."];
  if (choice) sentences.push(`The user has chosen ${priced(choice)}.`);
  return {
    content: [{ type: "text", text: sentences.join(" ") }],
    structuredContent: { shortlist: kept.map(facts), chosen: choice ? facts(choice) : null },
  };
}

export function createShortlist(widget, store) {
  let latest = 0;

  /** Takes the place of what the model was told before, so all of it is said each time. */
  async function tell() {
    const number = ++latest;
    let telling = "The assistant knows about these.";
    try {
      await widget.updateModelContext(contextOf(store.get()));
    } catch (error) {
      telling = excuse(error, "The assistant was not told");
    }
    if (number === latest) store.set({ telling });
  }

  /** Puts a gift on the shortlist, or takes it off. */
  function toggle(gift) {
    const { kept, chosen } = store.get();
    const rest = kept.filter(({ id }) => id !== gift.id);
    if (rest.length < kept.length) store.set({ kept: rest, chosen: chosen === gift.id ? undefined : chosen });
    else store.set({ kept: [...kept, gift] });
    void tell();
  }

  /** Says it in the conversation, as the person's own words. Rejects if the host refuses; nothing is chosen then. */
  async function choose(gift) {
    await widget.sendMessage(`I would like “${gift.name}”${gift.price === undefined ? "" : ` for ${money(gift.price, gift.currency)}`}, please.`);
    const { kept } = store.get();
    store.set({ kept: kept.some(({ id }) => id === gift.id) ? kept : [...kept, gift], chosen: gift.id });
    void tell();
  }

  function restore() {
    const saved = load();
    const kept = readGifts(saved?.kept);
    if (kept.length === 0) return;
    store.set({ kept, chosen: text(saved.chosen, 80) });
    // Another conversation perhaps, so another model: before the handshake is over, this waits.
    void tell();
  }

  return {
    toggle,
    choose,
    restore,
    save() {
      const { kept, chosen } = store.get();
      save({ kept, chosen });
    },
  };
}
