// All behaviours that are asked of a client, each one case:
//
//   versions   the protocol versions with which it is run, one by one
//   scenario   `(version) => scenario` of the server (support/server.mjs); runs in Node
//   cors       what the server tells pages of other origins, if not all
//   run        `(client module, url, { version }) => facts`; runs in the page, and gives what can be written as JSON
//   expect     `(facts, server, assert, version)`; runs in Node
//   differs    what the official clients do otherwise: they must not pass the case then. A text, or texts by their names; a list is one and the versions

import * as aborting from "./cases/aborting.mjs";
import * as answers from "./cases/answers.mjs";
import * as asking from "./cases/asking.mjs";
import * as auth from "./cases/auth.mjs";
import * as connecting from "./cases/connecting.mjs";
import * as eras from "./cases/eras.mjs";
import * as events from "./cases/events.mjs";
import * as hard from "./cases/hard.mjs";
import * as lists from "./cases/lists.mjs";
import * as messages from "./cases/messages.mjs";
import * as modern from "./cases/modern.mjs";
import * as oldest from "./cases/oldest.mjs";
import * as resuming from "./cases/resuming.mjs";
import * as rounds from "./cases/rounds.mjs";
import * as sessions from "./cases/sessions.mjs";
import * as streams from "./cases/streams.mjs";
import * as why from "./cases/why.mjs";

const parts = {
  connecting,
  eras,
  answers,
  messages,
  events,
  streams,
  resuming,
  sessions,
  aborting,
  asking,
  lists,
  modern,
  rounds,
  oldest,
  auth,
  hard,
  why,
};

const all = Object.entries(parts).flatMap(([part, { cases }]) => Object.entries(cases).map(([name, one]) => [`${part}: ${name}`, one]));

export const find = (name) => all.find(([known]) => known === name)[1];

/** `[name, case, version]`, each once per version. */
export const everyCase = all.flatMap(([name, one]) => one.versions.map((version) => [name, one, version]));
