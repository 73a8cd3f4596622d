// The switch between policies: those that are known, and one that the page's address brought.
import { POLICIES } from "./policies.js";

/** What the address means: a known policy by its `id`, or the policy itself. */
export function policyOf(csp) {
  return POLICIES.find(({ id }) => id === csp) ?? { id: csp, title: "From the address", text: csp };
}

function group(label, policies) {
  const node = document.createElement("optgroup");
  node.label = label;
  node.append(...policies.map(({ id, title }) => new Option(title, id)));
  return node;
}

/** Fills the select and follows it; `onchange` gets the policy. Keeps the address up to date: it can be passed on. */
export function createSwitch(select, current, onchange) {
  select.append(
    group("WebAssembly is blocked", POLICIES.filter(({ wasm }) => !wasm)),
    group("WebAssembly is allowed", POLICIES.filter(({ wasm }) => wasm)),
  );
  if (!POLICIES.includes(current)) select.append(new Option(current.title, current.id));
  select.value = current.id;
  select.addEventListener("change", () => {
    const address = new URL(location);
    address.searchParams.set("csp", select.value);
    history.replaceState(null, "", address);
    onchange(policyOf(select.value));
  });
}
