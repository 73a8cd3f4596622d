// A widget on `mcp-widget/ext-apps` in WebKitGTK.
import * as browser from "./support/webkit.mjs";
import { extApps } from "./support/ext-apps.mjs";

extApps(browser);
