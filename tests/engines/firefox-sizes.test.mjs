// The sizes of pages in Firefox.
import * as browser from "./support/firefox.mjs";
import { resize } from "./support/resize.mjs";

resize(browser);
