// Temporary folders, removed when the test program ends.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = [];
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "mcp-widget-packaging-"));
  folders.push(folder);
  return folder;
}
