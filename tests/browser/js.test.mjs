// The suite in Chromium on the JavaScript engine.
import { suite } from "./support/frames.mjs";

suite("js");
