// What is said instead of cards: each state that is not a list of gifts.
import { button, el, words } from "../dom.js";
import { plural } from "../format.js";

/** Title, text and what can be done, per phase; undefined where nothing has to be said. */
function contentOf({ phase, answer, category }, actions) {
  switch (phase.name) {
    case "idle":
      return { title: "Tell us a little", text: "Choose an occasion and a budget, then ask for ideas." };
    case "nohost":
      return {
        title: "Nobody to ask",
        text: "This widget runs inside an app that speaks MCP Apps. Opened on its own it has no host, and so no gift server.",
      };
    case "failed":
      return {
        tone: "notice",
        title: "No ideas this time",
        quote: phase.text || "The server gave no reason.",
        text: "Another budget or occasion may help.",
      };
    case "protocol":
      return {
        tone: "error",
        title: "The request was refused",
        quote: phase.message,
        text: `Error code ${phase.code}`,
        action: ["Ask again", actions.retry],
      };
    case "timeout":
      return {
        tone: "notice",
        title: "No answer in time",
        text: `We waited ${plural(phase.seconds, "second", "seconds")} and told the server to stop.`,
        action: ["Retry", actions.retry],
      };
    case "cancelled":
      return {
        title: "Cancelled",
        quote: phase.reason,
        text: "The server was told to stop looking.",
        action: ["Ask again", actions.retry],
      };
    case "broken":
      return { tone: "error", title: "Something went wrong", quote: phase.message, action: ["Ask again", actions.retry] };
    case "results":
      if (answer.gifts.length === 0) {
        return { title: "Nothing found", text: "The server had no idea for this. Another budget or occasion may help." };
      }
      if (category !== "" && !answer.gifts.some((gift) => gift.category === category)) {
        return {
          title: "None of these ideas",
          text: "No gift in this answer belongs to the chosen category.",
          action: ["Show all", actions.showAll],
        };
      }
      return undefined;
    default:
      return undefined;
  }
}

/** Renders the message into `place`, empty where there is none. */
export function renderMessage(place, state, actions) {
  const content = contentOf(state, actions);
  place.replaceChildren();
  if (!content) return;
  const box = el("div", `message ${content.tone ?? "plain"}`, el("p", "message-title", content.title));
  if (content.quote) box.append(words("p", "message-quote", content.quote.slice(0, 1000)));
  if (content.text) box.append(el("p", "message-text", content.text));
  if (content.action) box.append(button(content.action[0], "small", content.action[1]));
  place.append(box);
}
