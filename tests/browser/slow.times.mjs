// On a slow network (400 ms, 50 kB/s), with nothing in the cache: how soon something useful is painted, and when one
// can play. A busy machine adds to the second: so it is judged by what the network needs for the files it waited for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";
import { createGuest, cambioTable } from "./stage.mjs";

const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PAINTED_MS = 3000;
const NEEDED_MS = 5500; // so that one can play within 6 s
const LOOK_MS = 9000;
const TRIES = 8;

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** In the page, before anything else: note when text is painted first, and when what is looked for is there. */
function note(selector) {
  const look = () => {
    const [text, found] = [document.body?.innerText.trim(), document.querySelector(selector)];
    if (text) globalThis.textAt ??= { at: performance.now(), text };
    if (found === null) requestAnimationFrame(look);
    else globalThis.foundAt = performance.now();
  };
  requestAnimationFrame(look);
}

async function slowed(page) {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send("Network.enable");
  await chrome.send("Network.clearBrowserCache");
  await chrome.send("Network.setCacheDisabled", { cacheDisabled: true });
  await chrome.send("Network.emulateNetworkConditions", SLOW);
  return chrome;
}

async function opened(page, path, selector) {
  const tab = await page.context().newPage();
  await tab.addInitScript(note, selector);
  await slowed(tab);
  await tab.goto(`${here.base}${path}`);
  const found = await until(() => tab.evaluate(() => globalThis.foundAt));
  const [paint, text, fetched] = await tab.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    globalThis.textAt,
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
      ({ name, startTime, responseEnd, transferSize }) => ({ name, startTime, responseEnd, transferSize }),
    ),
  ]);
  await tab.close();
  return { paint, text, found, needed: neededFor(fetched.filter(({ startTime }) => startTime < found)) };
}

/** How long this network needs for these files: all their bytes, and its latency whenever nothing was on its way. */
function neededFor(files) {
  let [rounds, lastEnd, bytes] = [0, 0, 0];
  for (const { startTime, responseEnd, transferSize } of files.toSorted(
    (one, other) => one.startTime - other.startTime,
  )) {
    if (startTime >= lastEnd) rounds += 1;
    lastEnd = Math.max(lastEnd, responseEnd);
    bytes += transferSize;
  }
  return rounds * SLOW.latency + (bytes / SLOW.downloadThroughput) * 1000;
}

/** The best of a few tries: others may be at work on this machine, too. */
async function best(t, what, page, path, selector) {
  let least = null;
  for (let tries = 0; tries < TRIES; tries++) {
    const { paint, text, found, needed } = await opened(page, path, selector);
    const report = `${what}: painted after ${paint.toFixed(0)} ms ("${text.text.replaceAll(/\s+/g, " ").slice(0, 60)}" after ${text.at.toFixed(0)} ms), usable after ${found.toFixed(0)} ms, of which the network needs ${needed.toFixed(0)}`;
    t.diagnostic(report);
    const painted = Math.max(paint, text.at);
    if (least === null || needed < least.needed) least = { painted, needed, report };
    if (least.painted <= PAINTED_MS && least.needed <= NEEDED_MS) break;
  }
  assert.ok(least.painted <= PAINTED_MS && least.needed <= NEEDED_MS, least.report);
}

test("a table of Cambio is painted and played soon, from its link", async (t) => {
  const page = await person(browser, { base: here.base, width: 390 });
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: { initialViewMs: 60_000 } });
  await best(t, "a table", page, `/t/${table.id}`, "#actions .btn:not([disabled])");
  await page.context().close();
});

test("the front page is painted soon, for somebody who has never been here", async (t) => {
  const page = await person(browser, { base: here.base, width: 390 });
  await best(t, "the front page", page, "/", "input[autocomplete=nickname]");
  await page.context().close();
});

/** Begin a game against a bot; answers how much of the first look is left when the board is drawn. */
async function leftOfLook() {
  const page = await person(browser, { base: here.base, width: 390 });
  await page.addInitScript(note, ".hand-own > .spot:nth-child(4)");
  const looks = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const { type, view, deadline, now } = JSON.parse(payload);
      if (type === "view" && view?.phase === "initial_view")
        looks.push({ leftMs: deadline - now, at: Date.now() });
    }),
  );
  await slowed(page);
  await page.goto("/new/cambio");
  await page.fill("input[autocomplete=nickname]", "Ada");
  await page.click(".begin .btn-primary");
  const drawnAt = await until(() =>
    page.evaluate(() => globalThis.foundAt && performance.timeOrigin + globalThis.foundAt),
  );
  const [look] = looks;
  await page.context().close();
  return look.leftMs - Math.max(0, drawnAt - look.at);
}

test("the first look begins when the board can be drawn, not while it is fetched", async (t) => {
  let most = 0;
  for (let tries = 0; tries < TRIES && most < LOOK_MS; tries++) {
    const left = await leftOfLook();
    t.diagnostic(`${left.toFixed(0)} of 10000 ms are left when the board is drawn`);
    most = Math.max(most, left);
  }
  assert.ok(most >= LOOK_MS, `${most} ms are left when the board is drawn`);
});
