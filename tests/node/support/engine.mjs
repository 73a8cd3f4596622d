// Runs the suite on one engine, in a process of its own: a process has one engine.

import test from "node:test";
import { loadEngine } from "../../behaviour/support/engine.mjs";
import { Pipe } from "../../behaviour/support/pipe.mjs";
import { run } from "../../behaviour/support/run.mjs";
import { casesFor } from "../../behaviour/suite.mjs";
import { checkFrame } from "../../support/schema.mjs";

const pkg = new URL("../../../pkg/", import.meta.url);

export async function suite(entry) {
  const loaded = await loadEngine(entry, (path) => import(new URL(path, pkg)));
  for (const delivery of ["sync", "async"]) {
    const environment = { ...loaded, delivery, link: () => new Pipe(delivery) };
    for (const [name, body] of casesFor(delivery)) {
      test(`${delivery}: ${name}`, async () => (await run(body, environment)).forEach(checkFrame));
    }
  }
}
