// Runs in the page: one case at a time, with the module under test.

import * as client from "client-under-test";
import { find } from "./cases.mjs";
import { play } from "./scenarios.mjs";
import { tour } from "./tour.mjs";

/** What can be carried out of the page. */
const plain = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

const guarded = async (body) => {
  try {
    return { facts: plain(await body()) };
  } catch (error) {
    return { error: `${error?.name}: ${error?.message}\n${error?.stack ?? ""}` };
  }
};

window.runCase = (name, version, url) => guarded(() => find(name).run(client, url, { version }));
window.runTour = (url, options) => guarded(() => tour(client, url, options));
window.playScenario = (url, told) => guarded(() => play(client, url, told));
window.loaded = true;
