// Runs in the page: one case at a time, with the module under test.

import * as client from "client-under-test";
import { find } from "./cases.mjs";
import { play } from "./scenarios.mjs";
import { tour } from "./tour.mjs";

/** Carries facts out of the page as text: what carries them otherwise has limits. */
const guarded = async (body) => {
  try {
    return { facts: JSON.stringify((await body()) ?? null) };
  } catch (error) {
    return { error: `${error?.name}: ${error?.message}\n${error?.stack ?? ""}` };
  }
};

window.runCase = (name, version, url) => guarded(() => find(name).run(client, url, { version }));
window.runTour = (url, options) => guarded(() => tour(client, url, options));
window.playScenario = (url, told) => guarded(() => play(client, url, told));
window.loaded = true;
