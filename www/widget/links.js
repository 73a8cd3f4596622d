// Following a link: the host opens it where it offers to, otherwise the browser does what it would do anyway.

/** A click handler for links; `tell` gets a sentence when the host refuses. */
export function createOpenLink(widget, tell) {
  return async (event, url) => {
    if (!widget.host?.capabilities?.openLinks) return;
    event.preventDefault();
    try {
      const answer = await widget.request("ui/open-link", { url });
      if (answer?.isError) tell("The host did not open the link.");
    } catch (error) {
      tell(`The host did not open the link: ${error.message}`);
    }
  };
}
