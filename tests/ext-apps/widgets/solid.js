// In the style of the official example with Solid.
import { onCleanup, onMount } from "solid-js";
import html from "solid-js/html";
import { createStore } from "solid-js/store";
import { For, render } from "solid-js/web";
import { open } from "./gifts.js";
import { START } from "./model.js";

function Gifts() {
  const [state, setState] = createStore({ ...START });
  let widget;
  onMount(() => (widget = open((part) => setState(part))));
  onCleanup(() => widget.close());
  return html`<h1>Gifts for: ${() => state.occasion}</h1>
    <p id="host">${() => `${state.host} ${state.theme} ${state.mode}`}</p>
    <ul><${For} each=${() => state.gifts}>${(gift) => html`<li>${gift}</li>`}<//></ul>
    <p id="note">${() => state.note}</p>
    <button id="more" onclick=${() => widget.more(state.occasion)}>More</button>
    <button id="choose" onclick=${() => widget.choose(state.gifts[0])}>Choose</button>
    <button id="shop" onclick=${() => widget.shop()}>Shop</button>
    <button id="large" onclick=${() => widget.large()}>Large</button>`;
}

render(Gifts, document.getElementById("root"));
