// Debian's chromium without a window, driven by playwright-core. What every browser test and every screenshot begins with.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(fileURLToPath(new URL("../../web/package.json", import.meta.url)));
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const WIDTHS = { 360: [360, 740], 390: [390, 844], 768: [768, 1024], 1440: [1440, 900] };

/** The one without a window costs a fifth less, but has no notifications. */
export async function launch({ hasNotifications = false } = {}) {
  const name = hasNotifications ? "chromium" : "chromium-headless-shell";
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? `/usr/bin/${name}`,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** A page of its own: own cookies, own storage. */
export async function person(browser, { width = 1440, theme = "light", base, language = "en", settings = {} } = {}) {
  const [w, h] = WIDTHS[width] ?? [width, 900];
  const context = await browser.newContext({
    viewport: { width: w, height: h },
    colorScheme: theme,
    baseURL: base,
    locale: language,
    deviceScaleFactor: 1,
    hasTouch: w < 700,
  });
  await context.addInitScript((chosen) => {
    if (!localStorage.getItem("rondel.settings")) localStorage.setItem("rondel.settings", JSON.stringify(chosen));
  }, { sound: false, language, ...settings });
  context.setDefaultTimeout(120_000); // a busy machine is slow; what is about speed measures it
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.problems.push(message.text());
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  return page;
}

/** What a page may complain of: that nobody is signed in yet, and that a server is away. */
export const complaints = (page) => page.problems.filter((text) => !/401|WebSocket connection|502|ERR_/.test(text));

const EVERY = Object.keys(WIDTHS).flatMap((width) => [["light", width], ["dark", width]]);
const PAIRS = [
  [["light", 360], ["dark", 1440]],
  [["dark", 390], ["light", 768]],
  [["dark", 360], ["light", 1440]],
  [["light", 390], ["dark", 768]],
];

/**
 * In which themes and widths axe looks at the thing of this number: in both themes, on a phone and on something broad,
 * the next thing otherwise; each with each for what is worth it, and for everything if EVERY_WAY is set.
 */
export const waysOf = (number, { isEvery = false } = {}) => (isEvery || process.env.EVERY_WAY ? EVERY : PAIRS[number % PAIRS.length]);

/** The rules of axe that a theme can break: it changes colours, and nothing else. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** What moves and will end has ended: text that fades in has no contrast yet. */
function still(page) {
  return page.evaluate(() => {
    const moving = document.getAnimations().filter((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
    const atMost = new Promise((done) => setTimeout(done, 5000)); // tables where something always moves
    return Promise.race([Promise.allSettled(moving.map((one) => one.finished)).then(() => null), atMost]);
  });
}

/** What axe finds, in words: WCAG 2.2 A and AA, and what is good practice beyond it. */
export async function axe(page, { without = [], only = null } = {}) {
  await still(page);
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(AXE); // past the policy, which lets no other script in
  const found = await page.evaluate(async ([off, on]) => {
    const options = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
    if (on) options.runOnly = on;
    for (const rule of off) options.rules[rule] = { enabled: false };
    const told = await globalThis.axe.run(document, options);
    return told.violations.map((one) => `${one.id}: ${one.help} (${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")})`);
  }, [without, only]);
  return found;
}

/** Nothing may be wider than the screen. */
export async function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
