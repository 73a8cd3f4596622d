// The sizes of pages in Chromium.
import * as browser from "./support/chromium.mjs";
import { resize } from "./support/resize.mjs";

resize(browser);
