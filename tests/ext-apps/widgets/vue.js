// In the style of the official example with Vue.
import { createApp, h, onMounted, onUnmounted, reactive } from "vue";
import { open } from "./gifts.js";
import { START } from "./model.js";

createApp({
  setup() {
    const state = reactive({ ...START });
    let widget;
    onMounted(() => (widget = open((part) => Object.assign(state, part))));
    onUnmounted(() => widget.close());
    const button = (id, text, onClick) => h("button", { id, onClick }, text);
    return () => [
      h("h1", `Gifts for: ${state.occasion}`),
      h("p", { id: "host" }, `${state.host} ${state.theme} ${state.mode}`),
      h("ul", state.gifts.map((gift) => h("li", { key: gift }, gift))),
      h("p", { id: "note" }, state.note),
      button("more", "More", () => widget.more(state.occasion)),
      button("choose", "Choose", () => widget.choose(state.gifts[0])),
      button("shop", "Shop", () => widget.shop()),
      button("large", "Large", () => widget.large()),
    ];
  },
}).mount("#root");
