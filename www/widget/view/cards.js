// The gifts as cards.
import { button, el, words } from "../dom.js";
import { label, money } from "../format.js";
import { excuse } from "../refusal.js";

/** One gift; `best` marks the first of the whole answer. */
function card(gift, best, actions) {
  const price = money(gift.price, gift.currency);
  const item = el(
    "article",
    "card",
    el(
      "div",
      "card-top",
      gift.category && words("p", "category", label(gift.category)),
      best ? el("p", "badge", "Best match") : undefined,
    ),
    el("div", "card-title", words("h2", "", gift.name), price ? el("p", "price", price) : undefined),
    gift.why && words("p", "why", gift.why),
  );
  if (gift.tags.length > 0) {
    const tags = el("ul", "tags", ...gift.tags.map((tag) => words("li", "", tag)));
    tags.setAttribute("aria-label", "Tags");
    item.append(tags);
  }
  item.append(foot(gift, actions));
  const entry = el("li", best ? "best" : "");
  entry.append(item);
  return entry;
}

/** What can be done with a gift, and a line for what came of it. */
function foot(gift, { onkeep, onchoose, onlink }) {
  const note = el("p", "note said");
  note.setAttribute("aria-live", "polite");
  const say = (sentence) => (note.textContent = sentence);

  let saying = false;
  const choose = button("Choose", "small choose", async () => {
    // Whatever is chosen already, or on its way, is not said twice.
    if (saying || choose.getAttribute("aria-disabled") === "true") return;
    saying = true;
    try {
      await onchoose(gift);
      say("Said in the conversation.");
    } catch (error) {
      say(excuse(error, "Your choice did not reach the conversation"));
    }
    saying = false;
  });
  choose.dataset.gift = gift.id;

  const keep = button("", "small keep", () => onkeep(gift));
  keep.dataset.gift = gift.id;
  keep.setAttribute("aria-label", `Shortlist ${gift.name}`);

  return el("div", "card-foot", choose, keep, gift.url && link(gift, onlink, say), note);
}

function link(gift, onlink, say) {
  const anchor = el("a", "shop", "View");
  anchor.href = gift.url;
  anchor.rel = "noopener noreferrer";
  anchor.target = "_blank";
  anchor.setAttribute("aria-label", `View ${gift.name}`);
  anchor.addEventListener("click", (event) => onlink(event, gift.url, say));
  return anchor;
}

/** Shows the gifts of the chosen category. */
export function renderCards(list, { gifts }, category, actions) {
  const shown = gifts.map((gift, index) => ({ gift, best: index === 0 && gifts.length > 1 }));
  list.replaceChildren(
    ...shown
      .filter(({ gift }) => category === "" || gift.category === category)
      .map(({ gift, best }) => card(gift, best, actions)),
  );
}

/** Marks the gifts that are kept and the one that is chosen, on the cards that stand there: nobody loses the focus by it. */
export function markCards(list, { kept, chosen }) {
  for (const keep of list.querySelectorAll(".keep")) {
    keep.setAttribute("aria-pressed", String(kept.some(({ id }) => id === keep.dataset.gift)));
  }
  for (const choose of list.querySelectorAll(".choose")) {
    const is = choose.dataset.gift === chosen;
    const name = choose.closest("article").querySelector("h2").textContent;
    choose.textContent = is ? "Chosen" : "Choose";
    choose.setAttribute("aria-label", `${choose.textContent}: ${name}`);
    choose.classList.toggle("primary", is);
    choose.setAttribute("aria-disabled", String(is));
  }
}

/** Grey shapes where the first cards will be. */
export function renderSkeletons(list) {
  list.replaceChildren(
    ...Array.from({ length: 4 }, (_, index) => {
      const lines = ["short", "title", "long", "medium"].map((width) => el("span", `line ${width}`));
      const item = el("li", index === 0 ? "skeleton best" : "skeleton", el("div", "card", ...lines));
      item.setAttribute("aria-hidden", "true");
      return item;
    }),
  );
}
