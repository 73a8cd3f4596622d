// Where the person writes. While something stands there, a widget may not speak in the person's name: it would come in between.
const text = document.getElementById("composer-text");

export const isComposing = () => text.value.trim() !== "";

/** Sends what was written to `onsend`, by the button or by Enter. */
export function createComposer(onsend) {
  const send = () => {
    if (!isComposing()) return text.focus();
    onsend(text.value.trim());
    text.value = "";
    text.focus();
  };
  document.getElementById("composer-send").addEventListener("click", send);
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  });
}
