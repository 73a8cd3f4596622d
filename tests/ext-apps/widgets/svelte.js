// In the style of the official example with Svelte.
import { mount } from "svelte";
import Gifts from "./Gifts.svelte";

mount(Gifts, { target: document.getElementById("root") });
