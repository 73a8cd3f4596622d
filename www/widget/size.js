// Tells the host how high the widget is, so that it fits the frame to it.

/** Reports the height of `element` now and whenever it changes. */
export function reportHeight(widget, element) {
  let reported = 0;
  const report = () => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === reported || height === 0) return;
    reported = height;
    widget.notify("ui/notifications/size-changed", { height });
  };
  new ResizeObserver(report).observe(element);
  report();
}
