/** @jsxImportSource preact */
// In the style of the official example with Preact.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { open } from "./gifts.js";
import { START } from "./model.js";

function Gifts() {
  const [state, setState] = useState(START);
  const widget = useRef();
  useEffect(() => {
    widget.current = open((part) => setState((state) => ({ ...state, ...part })));
    return () => void widget.current.close();
  }, []);
  return (
    <>
      <h1>Gifts for: {state.occasion}</h1>
      <p id="host">{`${state.host} ${state.theme} ${state.mode}`}</p>
      <ul>{state.gifts.map((gift) => <li key={gift}>{gift}</li>)}</ul>
      <p id="note">{state.note}</p>
      <button id="more" onClick={() => widget.current.more(state.occasion)}>More</button>
      <button id="choose" onClick={() => widget.current.choose(state.gifts[0])}>Choose</button>
      <button id="shop" onClick={() => widget.current.shop()}>Shop</button>
      <button id="large" onClick={() => widget.current.large()}>Large</button>
    </>
  );
}

render(<Gifts />, document.getElementById("root"));
