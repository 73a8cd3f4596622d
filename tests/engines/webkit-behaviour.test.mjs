// The behaviour suite in WebKitGTK.
import { behaviour } from "./support/behaviour.mjs";
import * as browser from "./support/webkit.mjs";

behaviour(browser);
