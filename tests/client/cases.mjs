// All behaviours that are asked of a client, each one case:
//
//   versions   the protocol versions with which it is run, one by one
//   scenario   `(version) => scenario` of the server (support/server.mjs); runs in Node
//   options    `{ cors }` and other things for `serve()`
//   run        `(client module, url, { version }) => facts`; runs in the page, and gives what can be written as JSON
//   expect     `(facts, server, assert, version)`; runs in Node
//   differs    what an official client does otherwise, by its name: it must not pass the case then

export const parts = {};

const all = Object.entries(parts).flatMap(([part, { cases }]) => Object.entries(cases).map(([name, one]) => [`${part}: ${name}`, one]));

export const find = (name) => all.find(([known]) => known === name)[1];

/** `[name, case, version]`, each once per version. */
export const everyCase = all.flatMap(([name, one]) => one.versions.map((version) => [name, one, version]));
