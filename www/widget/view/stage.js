// Everything below the inputs: the status line, the category filter, progress, cards or a message.
import { byId, fill } from "../dom.js";
import { label, money, plural } from "../format.js";
import { markCards, renderCards, renderSkeletons } from "./cards.js";
import { renderMessage } from "./message.js";

/** One line for the eye and for screen readers. */
function statusOf({ phase, answer, category }) {
  switch (phase.name) {
    case "waiting":
      return "Waiting for the host…";
    case "idle":
      return "Ready";
    case "loading":
      return phase.by === "host" ? "Ideas are on their way…" : "Looking for ideas…";
    case "results":
      return summary(answer, category);
    case "failed":
      return "No ideas this time";
    case "protocol":
      return "The request was refused";
    case "timeout":
      return "No answer in time";
    case "cancelled":
      return "Cancelled";
    case "nohost":
      return "No host";
    default:
      return "Something went wrong";
  }
}

function summary({ gifts, occasion, budget }, category) {
  const shown = category === "" ? gifts : gifts.filter((gift) => gift.category === category);
  const currency = gifts.find((gift) => gift.currency)?.currency;
  const parts = [plural(shown.length, "idea", "ideas")];
  if (category !== "") parts.push(`in ${label(category)}`);
  if (occasion) parts.push(`· ${label(occasion)}`);
  if (budget !== undefined) parts.push(`· up to ${money(budget, currency)}`);
  return parts.join(" ");
}

export function createStage({ onretry, oncategory, ...ofCards }) {
  const stage = document.querySelector(".stage");
  const status = byId("status");
  const cards = byId("cards");
  const category = byId("category");
  const progress = byId("progress");
  const bar = byId("progress-bar");
  const progressText = byId("progress-text");
  let drawn;
  const actions = {
    retry: onretry,
    showAll() {
      oncategory("");
      category.focus();
    },
  };
  category.addEventListener("change", () => oncategory(category.value));

  function renderFilter({ phase, answer, catalog, category: chosen }) {
    const visible = answer !== undefined && answer.gifts.length > 0 && ["results", "loading"].includes(phase.name);
    byId("filter").hidden = !visible;
    if (!visible) return;
    const count = (name) => answer.gifts.filter((gift) => gift.category === name).length;
    const known = catalog?.categories ?? [];
    const others = answer.gifts.map((gift) => gift.category).filter((name) => name && !known.includes(name));
    const names = [...new Set([...known, ...others])];
    fill(category, [["", "All"], ...names.map((name) => [name, `${label(name)} (${count(name)})`])], chosen);
  }

  function renderProgress({ phase }) {
    progress.hidden = phase.name !== "loading";
    if (progress.hidden) return;
    const { progress: done, total, message } = phase.progress ?? {};
    if (Number.isFinite(done) && Number.isFinite(total) && total > 0) {
      bar.max = total;
      bar.value = done;
    } else {
      bar.removeAttribute("value");
    }
    progressText.textContent = typeof message === "string" ? message.slice(0, 160) : "";
  }

  return {
    render(state, before) {
      const line = statusOf(state);
      if (status.textContent !== line) status.textContent = line;
      renderFilter(state);
      renderProgress(state);
      if (state.kept !== before.kept || state.chosen !== before.chosen) markCards(cards, state);
      // Cards are rebuilt only for a reason of their own, so that nobody loses the focus inside them.
      const { phase, answer, category: chosen } = state;
      if (drawn && drawn.phase === phase && drawn.answer === answer && drawn.category === chosen) return;
      drawn = state;
      const loading = phase.name === "loading";
      const busy = loading || phase.name === "waiting";
      stage.setAttribute("aria-busy", String(busy));
      // Progress alone must not rebuild the cards below it.
      if (loading && before.phase.name === "loading" && cards.childElementCount > 0) return;
      const showing = before.phase.name === "results" && cards.querySelector("article");
      cards.classList.toggle("stale", Boolean(busy && showing));
      cards.inert = busy;
      if (busy) {
        stage.classList.remove("told");
        if (!showing) renderSkeletons(cards);
        renderMessage(byId("message"), { phase: { name: "loading" } }, actions);
        return;
      }
      if (phase.name === "results") {
        renderCards(cards, answer, chosen, ofCards);
        markCards(cards, state);
      } else cards.replaceChildren();
      renderMessage(byId("message"), state, actions);
      // The message says it all to the eye; the status line stays for screen readers.
      stage.classList.toggle("told", phase.name !== "results");
    },
  };
}
