import * as api from "../../pkg/client/js.js";
import { callServers } from "./support/client.mjs";

callServers(api, "js");
