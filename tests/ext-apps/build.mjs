// Builds the widgets as their authors would, on the library of one's choice.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compile, compileModule } from "svelte/compiler";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What there is, by what it is written with. */
export const WIDGETS = { vanilla: "vanilla.js", React: "react.jsx", Preact: "preact.jsx", Vue: "vue.js", Svelte: "svelte.js", Solid: "solid.js" };

const svelte = {
  name: "svelte",
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({ contents: compile(await readFile(path, "utf8"), { filename: path, css: "injected" }).js.code }));
    build.onLoad({ filter: /\.svelte\.js$/ }, async ({ path }) => ({ contents: compileModule(await readFile(path, "utf8"), { filename: path }).js.code }));
  },
};

/** The library, and an `App` that says when it has connected: source text that has the time. */
const telling = (library, tell) => ({
  name: "telling",
  setup(build) {
    build.onResolve({ filter: /^ext-apps$/ }, () => ({ path: "ext-apps", namespace: "telling" }));
    build.onLoad({ filter: /./, namespace: "telling" }, () => ({
      contents: `
        export * from "${library}";
        import { App as Base } from "${library}";
        export class App extends Base {
          async connect(...given) {
            await super.connect(...given);
            ${tell}
          }
        }`,
      resolveDir: at(".."),
    }));
  },
});

/** A widget's bundle, as text. With `tell`, source text, it says when it has connected. */
export async function bundled(widget, library, tell) {
  const { outputFiles } = await build({
    entryPoints: [at(`widgets/${WIDGETS[widget]}`)],
    absWorkingDir: at(".."),
    ...(tell ? {} : { alias: { "ext-apps": library } }),
    bundle: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    conditions: ["svelte", "browser"],
    plugins: [svelte, ...(tell ? [telling(library, tell)] : [])],
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0].text;
}
