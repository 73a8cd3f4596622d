import * as api from "../../pkg/client/wasm.js";
import { callServers } from "./support/client.mjs";

callServers(api, "wasm");
