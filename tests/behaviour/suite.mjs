// All cases, and where each of them can run.

import * as aborts from "./aborts.mjs";
import * as parameters from "./arguments.mjs";
import * as calls from "./calls.mjs";
import * as closing from "./closing.mjs";
import * as cloning from "./cloning.mjs";
import * as company from "./company.mjs";
import * as damage from "./damage.mjs";
import * as errors from "./errors.mjs";
import * as events from "./events.mjs";
import * as fields from "./fields.mjs";
import * as growth from "./growth.mjs";
import * as handshake from "./handshake.mjs";
import * as hostile from "./hostile.mjs";
import * as hosts from "./hosts.mjs";
import * as load from "./load.mjs";
import * as reentrancy from "./reentrancy.mjs";
import * as replay from "./replay.mjs";
import * as reports from "./reports.mjs";
import * as results from "./results.mjs";
import * as saying from "./saying.mjs";
import * as serving from "./serving.mjs";
import * as snapshot from "./snapshot.mjs";
import * as starting from "./starting.mjs";
import * as styles from "./styles.mjs";
import * as timeouts from "./timeouts.mjs";
import * as tools from "./tools.mjs";
import * as transports from "./transports.mjs";
import * as window_ from "./window.mjs";

const EVERYWHERE = ["sync", "async", "post"];
const IN_MEMORY = ["sync", "async"];

const parts = [
  ["handshake", handshake, EVERYWHERE],
  ["calls", calls, EVERYWHERE],
  ["results", results, EVERYWHERE],
  ["errors", errors, EVERYWHERE],
  ["timeouts", timeouts, EVERYWHERE],
  ["aborts", aborts, EVERYWHERE],
  ["arguments", parameters, EVERYWHERE],
  ["events", events, EVERYWHERE],
  ["replay", replay, EVERYWHERE],
  ["snapshot", snapshot, EVERYWHERE],
  ["serving", serving, EVERYWHERE],
  ["saying", saying, EVERYWHERE],
  ["tools", tools, EVERYWHERE],
  ["closing", closing, EVERYWHERE],
  ["hosts", hosts, EVERYWHERE],
  ["reports", reports, EVERYWHERE],
  ["transports", transports, IN_MEMORY],
  ["starting", starting, IN_MEMORY],
  ["damage", damage, IN_MEMORY],
  ["hostile", hostile, IN_MEMORY],
  // What is delivered inside `send()` cannot come later, and what is counted does not depend on it.
  ["reentrancy", reentrancy, ["sync"]],
  ["load", load, ["sync"]],
  ["growth", growth, ["sync"]],
  ["fields", fields, ["sync"]],
  ["cloning", cloning, ["post"]],
  // There must be a page.
  ["styles", styles, ["post"]],
  ["window", window_, ["post"]],
  ["company", company, ["post"]],
];

/** The cases that can run where messages are delivered like this: [name, function]. */
export function casesFor(delivery) {
  return parts
    .filter(([, , deliveries]) => deliveries.includes(delivery))
    .flatMap(([title, { cases }]) => Object.entries(cases).map(([name, test]) => [`${title}: ${name}`, test]));
}
