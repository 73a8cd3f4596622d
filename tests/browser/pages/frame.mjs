// Runs the suite inside a frame, case by case, as it is told to.

import { run } from "/behaviour/support/run.mjs";
import { loadEngine } from "/behaviour/support/engine.mjs";
import { Pipe } from "/behaviour/support/pipe.mjs";
import { Embedder, WindowLink } from "/behaviour/support/window-link.mjs";
import { casesFor } from "/behaviour/suite.mjs";

const { parent } = window;
const ports = new Promise((resolve) => {
  addEventListener("message", (event) => event.source === parent && event.ports.length && resolve(event), { once: true });
  parent.postMessage({ control: "hello" }, "*");
});
const {
  data: { engine },
  ports: [wire, commands],
} = await ports;

const loaded = await loadEngine(engine, (path) => import(`/pkg/${path}`));
const embedder = new Embedder(wire);

/** One more frame in this one, that runs a script and says when it is done. */
async function newFrame(script) {
  const frame = document.createElement("iframe");
  frame.srcdoc = `<script>${script}</scr` + `ipt>`;
  const done = new Promise((resolve) => {
    const listener = (event) => {
      if (event.source !== frame.contentWindow || event.data !== "done") return;
      removeEventListener("message", listener);
      resolve();
    };
    addEventListener("message", listener);
  });
  document.body.append(frame);
  await done;
  return frame;
}

const links = { post: () => new WindowLink(embedder), sync: () => new Pipe("sync"), async: () => new Pipe("async") };

commands.onmessage = async ({ data: { delivery, name } }) => {
  const environment = { ...loaded, delivery, link: links[delivery], newFrame };
  const [, test] = casesFor(delivery).find(([known]) => known === name);
  try {
    commands.postMessage({ frames: JSON.parse(JSON.stringify(await run(test, environment))) });
  } catch (error) {
    commands.postMessage({ error: `${error?.stack ?? error}` });
  }
};
commands.postMessage({ ready: true });
