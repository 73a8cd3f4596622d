// The policies of hosts in Firefox.
import * as browser from "./support/firefox.mjs";
import { matrix } from "./support/matrix.mjs";

matrix(browser);
