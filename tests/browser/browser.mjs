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
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page of its own: own cookies, own storage. */
export async function person(
  browser,
  { width = 1440, theme = "light", base, language = "en", settings = {}, hasTouch = null } = {},
) {
  const [w, h] = WIDTHS[width] ?? [width, 900];
  const context = await browser.newContext({
    viewport: { width: w, height: h },
    colorScheme: theme,
    baseURL: base,
    locale: language,
    deviceScaleFactor: 1,
    hasTouch: hasTouch ?? w < 700,
  });
  await context.addInitScript(
    (chosen) => {
      if (!localStorage.getItem("rondel.settings"))
        localStorage.setItem("rondel.settings", JSON.stringify(chosen));
    },
    { sound: false, language, ...settings },
  );
  context.setDefaultTimeout(120_000); // a busy machine is slow; what is about speed measures it
  const page = await context.newPage();
  unhurried(page);
  page.problems = [];
  page.on("console", (message) => {
    const isGap = message.text().startsWith("No value for"); // a sentence whose value is missing
    if (message.type() === "error" || isGap) page.problems.push(message.text());
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  return page;
}

/** As long as the page takes a second press at one place for a double press, and a little more. */
const REST_MS = 800;
/** As long as what has just appeared under a finger is not pressed by it, and a little more. */
const SETTLE_MS = 300;
const NEAR_PX = 60;
/** As long as a busy machine takes to answer a press. */
const ANSWER_MS = 5000;
const STEPS = /^(Tab|Shift|Escape|Arrow|Page|Home|End|Backspace)/;

/**
 * Press as a person does: what is there to be seen, and not twice at one place, or one key, before there was time to
 * see what came of it.
 */
function unhurried(page) {
  let made = [];
  const isSame = (one, other) =>
    one.key === undefined
      ? Math.hypot(one.x - other.x, one.y - other.y) < NEAR_PX
      : one.key === other.key && !STEPS.test(one.key);
  /** Do this after the rest that the place of the press, or its key, needs; a busy page hears of a press late. */
  const rested = async (press, act) => {
    const again = made.findLast((one) => isSame(press, one));
    if (again) await page.waitForTimeout(Math.max(SETTLE_MS, again.at + REST_MS - performance.now()));
    try {
      return await act();
    } finally {
      const now = performance.now();
      made = [
        ...made.filter(({ at }, index) => at > now - ANSWER_MS || index === made.length - 1),
        { ...press, at: now },
      ];
    }
  };
  const middle = async (selector, { timeout } = {}) => {
    const found = page.locator(selector).first();
    await found.waitFor({ timeout }); // what has not appeared yet appears under the finger
    const { x, y, width, height } = (await found.boundingBox({ timeout })) ?? { x: NaN };
    return { x: x + width / 2, y: y + height / 2 };
  };
  for (const way of ["click", "tap"]) {
    const press = page[way].bind(page);
    page[way] = async (selector, options) => {
      return rested(await middle(selector, options), () => press(selector, options));
    };
  }
  const [point, strike] = [page.mouse.click.bind(page.mouse), page.keyboard.press.bind(page.keyboard)];
  page.mouse.click = (x, y, options) => rested({ x, y }, () => point(x, y, options));
  page.keyboard.press = (key, options) => rested({ key }, () => strike(key, options));
}

/** What a page may complain of: that nobody is signed in yet, and that a server is away. */
export const complaints = (page) =>
  page.problems.filter((text) => !/401|WebSocket connection|502|ERR_/.test(text));

const EVERY = Object.keys(WIDTHS).flatMap((width) => [
  ["light", width],
  ["dark", width],
]);
const PAIRS = [
  [
    ["light", 360],
    ["dark", 1440],
  ],
  [
    ["dark", 390],
    ["light", 768],
  ],
  [
    ["dark", 360],
    ["light", 1440],
  ],
  [
    ["light", 390],
    ["dark", 768],
  ],
];

/**
 * In which themes and widths axe looks at the thing of this number: in both themes, on a phone and on something broad,
 * the next thing otherwise; in every theme and width if EVERY_WAY is set, as in `just nightly`.
 */
export const waysOf = (number) => (process.env.EVERY_WAY ? EVERY : PAIRS[number % PAIRS.length]);

/** The rules of axe that a theme can break: it changes colours, and nothing else. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** What moves and will end has ended: text that fades in has no contrast yet. */
function still(page) {
  return page.evaluate(() => {
    const moving = document
      .getAnimations()
      .filter((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
    const atMost = new Promise((done) => setTimeout(done, 5000)); // tables where something always moves
    return Promise.race([Promise.allSettled(moving.map((one) => one.finished)).then(() => null), atMost]);
  });
}

/** What axe finds, in words: WCAG 2.2 A and AA, and what is good practice beyond it. */
export async function axe(page, { without = [], only = null } = {}) {
  await still(page);
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(AXE); // past the policy, which lets no other script in
  const found = await page.evaluate(
    async ([off, on]) => {
      const options = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
      if (on) options.runOnly = on;
      for (const rule of off) options.rules[rule] = { enabled: false };
      const results = await globalThis.axe.run(document, options);
      return results.violations.map(
        (one) =>
          `${one.id}: ${one.help} (${one.nodes
            .map((node) => node.target.join(" "))
            .slice(0, 3)
            .join("; ")})`,
      );
    },
    [without, only],
  );
  return found;
}

/** Nothing may be wider than the screen. */
export async function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * What no longer fits a phone of 390 px once every word is 40 % longer, as in other languages: the page, if it is wider
 * than the screen, and texts that are cut off or stick out of what is pressed. All is as it was afterwards. A page that
 * speaks longer words by itself lengthens them by a share of 0.
 */
export async function tooLong(page, share = 0.4) {
  const before = page.viewportSize();
  const [width, height] = WIDTHS[390];
  await page.setViewportSize({ width, height });
  const found = await page.evaluate((share) => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (/\p{L}{3}/u.test(walker.currentNode.data))
        texts.push([walker.currentNode, walker.currentNode.data]);
    for (const [node, text] of texts)
      node.data = text.replaceAll(
        /\p{L}{3,}/gu,
        (word) => word + word.slice(0, Math.ceil(word.length * share)),
      );

    const isCut = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width: wide } = range.getBoundingClientRect();
      for (let part = node.parentElement; wide > 0 && part !== document.body; part = part.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(part);
        if (part.matches(".vh, svg") || /auto|scroll/.test(overflowX) || position === "fixed") return false;
        if (!/hidden|clip/.test(overflowX)) continue;
        const box = part.getBoundingClientRect();
        return textOverflow !== "ellipsis" && box.width > 2 && (right > box.right + 1 || left < box.left - 1);
      }
      return false;
    };
    const sticksOut = (node) => {
      const part = node.parentElement?.closest("button, .btn, .chip, [role=tab]");
      if (!part || node.parentElement.closest(".vh, svg")) return false;
      for (let inner = node.parentElement; inner !== part; inner = inner.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(inner);
        if (clipPath !== "none" || /hidden|clip/.test(overflowX)) return false; // it ends there: see isCut
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const [text, box] = [range.getBoundingClientRect(), part.getBoundingClientRect()];
      return text.width > 0 && box.width > 2 && (text.right > box.right + 1 || text.left < box.left - 1);
    };
    const { scrollWidth, clientWidth } = document.documentElement;
    const out = texts.filter(([node]) => sticksOut(node)).map(([node]) => `sticks out: ${node.data}`);
    const cut = texts.filter(([node]) => isCut(node)).map(([node]) => `cut off: ${node.data}`);
    for (const [node, text] of texts) node.data = text;
    const wide = scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth} px wide`] : [];
    return [...wide, ...cut, ...out];
  }, share);
  await page.setViewportSize(before);
  return found.map((fault) => `with words that are 40 % longer: ${fault}`);
}
