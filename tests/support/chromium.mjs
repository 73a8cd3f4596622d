// The Chromium that the tests drive: without a window, and without traffic of its own.

import { chromium } from "playwright-core";

const ARGS = [
  "--headless=new",
  // As root, and in containers, Chromium starts in no other way. The pages are our own.
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const start = (args, more) => chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: [...ARGS, ...args], ...more });

/** Starts it, with these arguments besides. */
export const launch = (...args) => start(args);

/** Starts one that keeps pages for the way back, as people's browsers do. */
export const launchKeeping = () => start([], { ignoreDefaultArgs: ["--disable-back-forward-cache"] });
