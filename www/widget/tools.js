// The widget's own tools: what the host's model can do with what is on the screen. Few hosts call them yet, so nothing depends on it.
import { label, plural } from "./format.js";

export function offerTools(widget, store) {
  widget.registerTool(
    "show_category",
    {
      title: "Show a category",
      description: "Shows only those of the suggested gifts that belong to a category; an empty one shows all.",
      inputSchema: { type: "object", properties: { category: { type: "string" } }, required: ["category"] },
    },
    ({ category }) => {
      const gifts = store.get().answer?.gifts ?? [];
      const shown = category === "" ? gifts : gifts.filter((gift) => gift.category === category);
      if (shown.length === 0) {
        // The model reads it as the tool's answer, so it says what would work.
        const names = [...new Set(gifts.map((gift) => gift.category).filter((name) => name !== undefined))];
        throw new Error(`No gift belongs to that category. There are: ${names.join(", ") || "no gifts yet"}`);
      }
      store.set({ category });
      return `The widget shows ${plural(shown.length, "gift", "gifts")}${category === "" ? "" : ` of the category ${label(category)}`}.`;
    },
  );
}
