// The shortlist: what was kept, whether it is among the cards or not.
import { byId, el, words } from "../dom.js";
import { money } from "../format.js";

export function createList({ onremove }) {
  const section = byId("shortlist");
  const items = byId("shortlist-items");

  function item(gift, chosen) {
    const price = money(gift.price, gift.currency);
    const remove = el("button", "remove");
    remove.type = "button";
    remove.setAttribute("aria-label", `Remove ${gift.name}`);
    remove.addEventListener("click", () => {
      onremove(gift);
      // The button is gone; the focus stays near.
      (items.querySelector("button") ?? byId("suggest")).focus();
    });
    return el(
      "li",
      chosen ? "chosen" : "",
      words("span", "kept-name", gift.name),
      price && el("span", "price", price),
      chosen ? el("span", "badge", "Chosen") : undefined,
      remove,
    );
  }

  return {
    render({ kept, chosen, telling, phase }, before) {
      section.hidden = kept.length === 0 || phase.name === "nohost";
      byId("shortlist-note").textContent = telling;
      if (kept === before.kept && chosen === before.chosen && items.childElementCount === kept.length) return;
      items.replaceChildren(...kept.map((gift) => item(gift, gift.id === chosen)));
    },
  };
}
