// The behaviour suite in Firefox.
import { behaviour } from "./support/behaviour.mjs";
import * as browser from "./support/firefox.mjs";

behaviour(browser);
