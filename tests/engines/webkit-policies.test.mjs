// The policies of hosts in WebKitGTK.
import * as browser from "./support/webkit.mjs";
import { matrix } from "./support/matrix.mjs";

matrix(browser);
