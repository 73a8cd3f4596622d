// Following a link: a sandboxed frame may open no window of its own, so the host does it, and can ask the person first.
import { excuse } from "./refusal.js";

/** A click handler for links; `say` gets a sentence when the host refuses. */
export function createOpenLink(widget) {
  return async (event, url, say) => {
    event.preventDefault();
    try {
      await widget.openLink(url);
      say("");
    } catch (error) {
      say(excuse(error, "The link was not opened"));
    }
  };
}
