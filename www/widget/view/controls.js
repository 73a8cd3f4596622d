// The inputs: what to look for.
import { byId, fill } from "../dom.js";
import { label } from "../format.js";

const DEFAULTS = { occasion: "birthday", budget: 50 };

/** A positive amount from what somebody typed ("49,50" too), else undefined. */
export function parseBudget(typed) {
  const value = Number(typed.trim().replace(",", "."));
  return typed.trim() !== "" && Number.isFinite(value) && value > 0 ? value : undefined;
}

export function createControls({ onsuggest, oncancel, onreload }) {
  const occasion = byId("occasion");
  const recipient = byId("recipient");
  const budget = byId("budget");
  const slider = byId("slider");
  const error = byId("budget-error");
  const suggest = byId("suggest");
  const cancel = byId("cancel");

  fill(occasion, [[DEFAULTS.occasion, label(DEFAULTS.occasion)]]);
  budget.value = String(DEFAULTS.budget);
  setRange({ min: 5, max: 300 });

  function setRange({ min, max }) {
    slider.min = String(Math.floor(min));
    slider.max = String(Math.ceil(max));
    slider.step = max - min > 100 ? "5" : "1";
    follow();
  }

  /** The slider follows the number; the number is the one that counts. */
  function follow() {
    const value = parseBudget(budget.value);
    if (value !== undefined) slider.value = String(value);
    const span = Number(slider.max) - Number(slider.min);
    slider.style.setProperty("--filled", `${span > 0 ? ((Number(slider.value) - Number(slider.min)) / span) * 100 : 0}%`);
  }

  function complain(message) {
    error.hidden = message === undefined;
    error.textContent = message ?? "";
    budget.toggleAttribute("aria-invalid", false);
    if (message !== undefined) {
      budget.setAttribute("aria-invalid", "true");
      budget.focus();
    }
  }

  function read() {
    const value = parseBudget(budget.value);
    complain(value === undefined ? "Enter an amount above zero, for example 50." : undefined);
    if (value === undefined) return undefined;
    return { occasion: occasion.value, recipient: recipient.value.trim(), budget: value };
  }

  function ask() {
    if (suggest.getAttribute("aria-disabled") === "true") return;
    const query = read();
    if (query) onsuggest(query);
  }

  suggest.addEventListener("click", ask);
  cancel.addEventListener("click", oncancel);
  byId("catalog-retry").addEventListener("click", onreload);
  budget.addEventListener("input", () => {
    if (!error.hidden && parseBudget(budget.value) !== undefined) complain(undefined);
    follow();
  });
  slider.addEventListener("input", () => {
    budget.value = slider.value;
    complain(undefined);
    follow();
  });
  for (const input of [recipient, budget, slider]) {
    input.addEventListener("keydown", (event) => {
      // Enter that ends a composition (Japanese, Chinese, …) belongs to the input method.
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      ask();
    });
  }

  return {
    ask,
    read,
    focus: () => suggest.focus(),
    /** Takes over the arguments of a call that the host made. */
    adopt(input) {
      if (typeof input?.occasion === "string") {
        if (![...occasion.options].some((option) => option.value === input.occasion)) {
          occasion.add(new Option(label(input.occasion.slice(0, 40)), input.occasion));
        }
        occasion.value = input.occasion;
      }
      if (Number.isFinite(input?.budget)) budget.value = String(input.budget);
      if (typeof input?.recipient === "string") recipient.value = input.recipient.slice(0, 120);
      complain(undefined);
      follow();
    },
    render({ phase, catalog, catalogFailed, answer }, before) {
      if (catalog && catalog !== before.catalog) {
        const chosen = occasion.value;
        const occasions = catalog.occasions.includes(chosen) ? catalog.occasions : [...catalog.occasions, chosen];
        fill(occasion, occasions.map((name) => [name, label(name)]), chosen);
        setRange(catalog.priceRange);
      }
      const currency = answer?.gifts.find((gift) => gift.currency)?.currency ?? catalog?.currency;
      byId("currency").textContent = currency ? `in ${currency}` : "";
      byId("catalog-note").hidden = !catalogFailed;
      const offline = phase.name === "waiting" || phase.name === "nohost";
      const busy = phase.name === "loading" && phase.by === "person";
      // aria-disabled keeps the focus where it is; `disabled` would throw it to the top of the page.
      suggest.setAttribute("aria-disabled", String(offline || busy));
      for (const input of [occasion, recipient, budget, slider]) input.disabled = phase.name === "nohost";
      if (cancel.hidden === busy) {
        const focused = document.activeElement === cancel;
        cancel.hidden = !busy;
        if (focused) suggest.focus();
      }
    },
  };
}
