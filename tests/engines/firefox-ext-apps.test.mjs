// A widget on `mcp-widget/ext-apps` in Firefox.
import * as browser from "./support/firefox.mjs";
import { extApps } from "./support/ext-apps.mjs";

extApps(browser);
