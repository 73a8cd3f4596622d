// The suite on the JavaScript engine.
import { suite } from "./support/engine.mjs";

await suite("js");
