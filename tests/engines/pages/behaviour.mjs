// Runs the behaviour suite in a frame, case by case, and reports each.

import "/pages/host.mjs";
import { send } from "/engines/pages/report.mjs";
import { PLACES, alone, chosen, title } from "/engines/support/core.mjs";

const query = new URLSearchParams(location.search);
const engine = query.get("engine");
const place = PLACES[query.get("place")];
const { sandbox, opaque, delivery } = place;
let open = false;

for (const name of chosen(query.get("browser"), place)) {
  if (!open || alone(name)) await window.openFrame({ engine, sandbox, opaque });
  const report = await window.runCase(delivery, name);
  // What failed may have left something behind: the next case gets a new frame.
  open = !report.error;
  await send(title(engine, place, name), report);
}
