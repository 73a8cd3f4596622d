// Against the official library, on the JavaScript engine.
import { interop } from "./support/interop.mjs";

await interop("js");
