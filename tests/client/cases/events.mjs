// The event stream, byte by byte: the rules of the HTML standard, on streams that answer a POST.

import { event, cuts } from "../support/stream.mjs";
import { instead, mcp, MODERN, result } from "../support/mcp.mjs";
import { ending, open, words } from "../support/facts.mjs";

const BOTH = ["2025-11-25", MODERN];
const TEXT = "ä€🎁\u2028";
const done = (request) => JSON.stringify(result(request, { resultType: "complete", content: [{ type: "text", text: TEXT }] }));
const LOG = JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: TEXT } });

/** Calls so many times, four at once. */
async function calls(module, url, version, count) {
  const { client, heard } = await open(module, url, { version, timeout: 15_000 });
  const ends = [];
  let next = 0;
  const worker = async () => {
    while (next < count) ends[next] = words(await ending(client.callTool("echo", { n: next++ })));
  };
  await Promise.all([1, 2, 3, 4].map(worker));
  await client.close();
  return { ends: [...new Set(ends.map((end) => (typeof end === "string" ? end : JSON.stringify(end))))], heard: heard.length };
}

/** What a stream carries, whole: a notification and the answer. */
const body = (request, end) => `${event({ data: LOG }, end)}: a comment${end}${event({ event: "message", data: done(request) }, end)}`;

/** Each call gets the stream cut in two at another byte. */
const everywhere = (end) => ({
  versions: BOTH,
  scenario: (version) =>
    instead(mcp(version), {
      "tools/call": async (request, reply) => {
        const { n } = request.message.params.arguments;
        const [before, after] = cuts(body(request, end))[n];
        (await reply.stream().pieces([before, 4, after])).end();
      },
    }),
  async run(module, url, { version }) {
    // The ids have more digits later: what is past the end is not asked for.
    const count = new TextEncoder().encode(body({ message: { id: 1 } }, end)).length;
    return { count, ...(await calls(module, url, version, count)) };
  },
  expect: ({ count, ends, heard }, _, assert) => assert.deepEqual([ends, heard], [[TEXT], count]),
});

/** `make` gives the stream's text, or pieces of it. */
const row = (make, expect = (facts, _, assert) => assert.equal(words(facts), TEXT), more) => ({
  versions: BOTH,
  scenario: (version) =>
    instead(mcp(version), { "tools/call": async (request, reply) => (await reply.stream().pieces([make(done(request), request)].flat())).end() }),
  async run(module, url, { version }) {
    const { client } = await open(module, url, { version });
    const end = await ending(client.callTool("echo", {}));
    await client.close();
    return end;
  },
  expect,
  ...more,
});
/** The call ends at once, and not well. */
const ill = (make, more) =>
  row(
    make,
    (facts, _, assert) => {
      assert.notEqual(facts.error, "TimeoutError");
      assert.ok(facts.error, JSON.stringify(facts));
    },
    { differs: "wait until the time is up", ...more },
  );
const pretty = (data) => JSON.stringify(JSON.parse(data), undefined, 2).split("\n");

export const cases = {
  "cut in two at every byte, lines end in LF": everywhere("\n"),
  "cut in two at every byte, lines end in CR LF": everywhere("\r\n"),
  "cut in two at every byte, lines end in CR": { ...everywhere("\r"), differs: "wait for what follows a CR" },
  "byte by byte": {
    ...everywhere("\r\n"),
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) =>
          (
            await reply.stream().pieces(
              [...Buffer.from(body(request, "\r\n"))].map((byte) => Buffer.of(byte)),
              1,
            )
          ).end(),
      }),
    run: async (module, url, { version }) => ({ count: 1, ...(await calls(module, url, version, 1)) }),
  },
  "all line ends in one stream": row((data) => `: a\r\n: b\r: c\ndata: ${data}\r\n\r\n`),
  "a CR that ends the stream": row((data) => [`data: ${data}\r\r`], undefined, { differs: "wait for what follows a CR" }),
  "a CR at the end of a piece, then LF": row((data) => [`data: ${data}\r`, 20, "\n\r", 20, "\n"]),
  "a byte order mark": row((data) => `\ufeffdata: ${data}\n\n`),
  "no space after the colon": row((data) => `data:${data}\n\n`),
  "two spaces after the colon": row((data) => `data:  ${data}\n\n`),
  "a tab after the colon": row((data) => `data:\t${data}\n\n`),
  "JSON over several lines": row(
    (data) =>
      `${pretty(data)
        .map((line) => `data: ${line}`)
        .join("\n")}\n\n`,
  ),
  "JSON over several lines that end in CR LF": row(
    (data) =>
      `${pretty(data)
        .map((line) => `data: ${line}`)
        .join("\r\n")}\r\n\r\n`,
  ),
  "fields that nobody knows": row((data) => `foo: bar\nfoo\n:\n::\nDATA: x\n data: x\ndata: ${data}\nid\nretry\nretry: x\nretry: -1\nretry: 1.5\n\n`),
  "an id with NUL is none": row((data) => `id: a\u0000b\ndata: ${data}\n\n`),
  "events without data": row((data) => `event: message\n\nid: 1\n\ndata\n\ndata:\n\ndata: \n\ndata: ${data}\n\n`),
  "many comments": row((data) => [": ping\n\n".repeat(2000), `data: ${data}\n\n`]),
  "events of other kinds": row(
    (data) =>
      `event: ping\ndata: now\n\nevent: heartbeat\ndata: {}\n\nevent: endpoint\ndata: /elsewhere\n\nevent: Message\ndata: {}\n\ndata: ${data}\n\n`,
  ),
  'the kind "message", and none': row((data, request) => `event: message\ndata: ${LOG}\n\nevent:\ndata: ${data}\n\n`),
  "an array": row((data) => `data: [${LOG},${data}]\n\n`, undefined, { differs: "understand arrays as JSON only" }),
  "the answer without the blank line": row((data) => `data: ${data}\n`, undefined, { differs: "let it go, and wait until the time is up" }),
  "the answer without a line's end": row((data) => `data: ${data}`, undefined, { differs: "let it go, and wait until the time is up" }),
  "half of the answer": ill((data) => `data: ${data.slice(0, 40)}`),
  "half of the answer, as a whole event": ill((data) => `data: ${data.slice(0, 40)}\n\n`),
  'an event of the kind "error"': ill(() => "event: error\ndata: something broke\n\n"),
  nothing: ill(() => ""),
  "comments only": ill(() => ": a\n\n: b\n\n"),
  "bytes that are no UTF-8": row(
    (data) => [Buffer.concat([Buffer.from(": "), Buffer.of(0xff, 0xc3), Buffer.from(`\ndata: ${data.replace("ä", "A")}\n\n`)])],
    (facts, _, assert) => assert.equal(words(facts), TEXT.replace("ä", "A")),
  ),
  "a stream that goes on after the answer": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          await reply.stream().event({ data: done(request) });
          while (reply.open) await reply.pieces([": more\n\n", 20]);
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const ends = [];
      // More than a browser has connections for.
      for (let n = 0; n < 8; n++) ends.push(words(await ending(client.callTool("echo", {}))));
      await client.close();
      return ends;
    },
    async expect(facts, server, assert) {
      assert.deepEqual([...new Set(facts)], [TEXT]);
      for (const { ended } of server.of("tools/call")) assert.equal(await ended, "gone");
    },
    differs: "leave the stream open",
  },
  "a notification after the answer": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => (await reply.stream().write(`data: ${done(request)}\n\ndata: ${LOG}\n\n`), reply.end()),
      }),
    run: async (module, url, { version }) => (await calls(module, url, version, 1)).ends,
    expect: (facts, _, assert) => assert.deepEqual(facts, [TEXT]),
  },
  "notifications come before the answer that follows them": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          const token = request.message.params._meta?.progressToken;
          const steps = [1, 2, 3].map((progress) =>
            event({ data: { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: token, progress, total: 3 } } }),
          );
          await reply.stream().write(`${steps.join("")}data: ${LOG}\n\ndata: ${done(request)}\n\n`);
          reply.end();
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version });
      const order = [];
      client.on("notification", ({ method }) => method === "notifications/message" && order.push("log"));
      await client.callTool("echo", {}, { onprogress: ({ progress }) => order.push(progress) }).then(() => order.push("end"));
      await client.close();
      return order;
    },
    expect: (facts, _, assert) => assert.deepEqual(facts, [1, 2, 3, "log", "end"]),
    differs: { "official-1": "loses progress of the same turn" },
  },
  "an event that is too large": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          await reply.stream().write('data: {"jsonrpc":"2.0","id":1,"result":"');
          for (let mega = 0; mega < 80 && reply.open; mega++) await reply.write("x".repeat(1 << 20));
        },
      }),
    async run(module, url, { version }) {
      const { client } = await open(module, url, { version, timeout: 20_000 });
      const end = await ending(client.callTool("echo", {}));
      await client.close();
      return { error: end.error };
    },
    async expect({ error }, server, assert) {
      assert.ok(error && error !== "TimeoutError", error);
      assert.equal(await server.of("tools/call")[0].ended, "gone");
    },
    differs: "read on",
  },
  "ten thousand events": {
    versions: BOTH,
    scenario: (version) =>
      instead(mcp(version), {
        "tools/call": async (request, reply) => {
          reply.stream();
          for (let n = 0; n < 100; n++) await reply.write(`data: ${LOG}\n\n`.repeat(100));
          (await reply.write(`data: ${done(request)}\n\n`)).end();
        },
      }),
    run: (module, url, { version }) => calls(module, url, version, 1),
    expect: (facts, _, assert) => assert.deepEqual(facts, { ends: [TEXT], heard: 10_000 }),
  },
};
