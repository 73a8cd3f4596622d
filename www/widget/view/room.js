// The button that asks for more room, and back.
import { byId } from "../dom.js";
import { excuse } from "../refusal.js";

export function createRoom(widget) {
  const toggle = byId("room");
  const note = byId("room-note");
  let asking = false;

  /** The mode that a press would ask for. */
  const other = () => (widget.host?.context.displayMode === "fullscreen" ? "inline" : "fullscreen");

  /** The host's word counts, and not what was asked: it may change the mode by itself, or set another one. */
  function render() {
    const modes = widget.host?.context.availableDisplayModes;
    toggle.hidden = !Array.isArray(modes) || !modes.includes(other());
    toggle.textContent = other() === "inline" ? "Less room" : "More room";
  }

  toggle.addEventListener("click", async () => {
    if (asking) return;
    asking = true;
    const wanted = other();
    try {
      const set = await widget.requestDisplayMode(wanted);
      note.textContent = set === wanted ? "" : "The app keeps it at this size.";
    } catch (error) {
      note.textContent = excuse(error, "The size was not changed");
    }
    asking = false;
    render();
  });
  widget.on("hostcontextchanged", render);

  return { render };
}
