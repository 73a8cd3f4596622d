// The page around a widget's frame: passes on what the frame posts, and posts what it is told to.

const html = await (await fetch("/pages/frame.html")).text();
let frame;
let commands;

/** Opens a fresh frame. `opaque`: its origin is nobody's, and its HTML comes as a string. */
window.openFrame = ({ engine, sandbox, opaque }) => {
  frame?.remove();
  frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  if (opaque) frame.srcdoc = html;
  else frame.src = "/pages/frame.html";
  const ready = new Promise((resolve) => {
    const [wire, orders] = [new MessageChannel(), new MessageChannel()];
    commands = orders.port1;
    commands.onmessage = resolve;
    wire.port1.onmessage = ({ data }) => frame.contentWindow.postMessage(data.say, "*");
    window.onmessage = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data?.control === "hello") source.postMessage({ engine }, "*", [wire.port2, orders.port2]);
      else if (data?.control === "flush") wire.port1.postMessage({ flushed: true });
      else wire.port1.postMessage({ got: data });
    };
  });
  document.body.append(frame);
  return ready.then(() => undefined);
};

/** Runs one case in it. */
window.runCase = (delivery, name) => {
  const done = new Promise((resolve) => (commands.onmessage = ({ data }) => resolve(data)));
  commands.postMessage({ delivery, name });
  return done;
};
