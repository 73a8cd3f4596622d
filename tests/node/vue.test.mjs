// Vue makes a Proxy of what stands in a `ref`, and of all that is in it. Private members are out of reach behind one: a widget is left as it is.

import assert from "node:assert/strict";
import test from "node:test";
import { reactive, ref } from "vue";
import { connect } from "../../pkg/js.js";
import { App } from "../../pkg/ext-apps-js.js";
import { MemoryHost } from "../ext-apps/host.mjs";

const INFO = { name: "gift-ideas", version: "1.0.0" };
const RESULT = { content: [] };

function hostWithTools() {
  const host = new MemoryHost();
  host.answers["tools/call"] = () => RESULT;
  return host;
}

test("a widget", async () => {
  const widget = ref(connect(INFO, { transport: hostWithTools().transport }));
  const state = reactive({ widget: widget.value });
  assert.deepEqual((await state.widget.callTool("a")).content, []);
  widget.value.close();
  assert.equal(state.widget.getSnapshot().status, "closed");
});

test("an App, as the official example has it", async () => {
  const app = ref(null);
  app.value = new App(INFO, {}, { autoResize: false });
  await app.value.connect(hostWithTools().transport);
  app.value.ontoolresult = () => {};
  const state = reactive({ app: app.value });
  assert.deepEqual(await state.app.callServerTool({ name: "a" }), RESULT);
  await app.value.close();
});
