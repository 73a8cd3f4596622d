// The sizes of pages in WebKitGTK.
import * as browser from "./support/webkit.mjs";
import { resize } from "./support/resize.mjs";

resize(browser);
