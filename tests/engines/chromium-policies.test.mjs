// The policies of hosts in Chromium.
import * as browser from "./support/chromium.mjs";
import { matrix } from "./support/matrix.mjs";

matrix(browser);
