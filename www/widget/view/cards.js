// The gifts as cards.
import { el, words } from "../dom.js";
import { label, money } from "../format.js";

/** One gift; `best` marks the first of the whole answer. */
function card(gift, best, openLink) {
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
  const foot = el("div", "card-foot");
  if (gift.tags.length > 0) {
    const tags = el("ul", "tags", ...gift.tags.map((tag) => words("li", "", tag)));
    tags.setAttribute("aria-label", "Tags");
    foot.append(tags);
  }
  if (gift.url) foot.append(link(gift, openLink));
  if (foot.childElementCount > 0) item.append(foot);
  const entry = el("li", best ? "best" : "");
  entry.append(item);
  return entry;
}

function link(gift, openLink) {
  const anchor = el("a", "shop", "View");
  anchor.href = gift.url;
  anchor.rel = "noopener noreferrer";
  anchor.target = "_blank";
  anchor.setAttribute("aria-label", `View ${gift.name}`);
  anchor.addEventListener("click", (event) => openLink(event, gift.url));
  return anchor;
}

/** Shows the gifts of the chosen category. */
export function renderCards(list, { gifts }, category, openLink) {
  const shown = gifts.map((gift, index) => ({ gift, best: index === 0 && gifts.length > 1 }));
  list.replaceChildren(
    ...shown
      .filter(({ gift }) => category === "" || gift.category === category)
      .map(({ gift, best }) => card(gift, best, openLink)),
  );
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
