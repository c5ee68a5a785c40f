// Fast on a slow phone: how soon a table is drawn, a press is seen and a map follows the finger, with the processor
// slowed four times.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { busy, europe, playOn } from "./europe.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";
import { arrive, at, cambioTable, playUntil } from "./stage.mjs";

const RUNS = 3;
const MOST_RUNS = 10;
const SLOWER = 4;
const FIRST_TABLE_MS = 1500;
const PRESS_MS = 100;
const FRAME_MS = 32;
const PAN_MS = 2200;

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

async function slowed(page) {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send("Network.enable");
  await chrome.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return chrome;
}

/** How much of a core one gets here just now: 1 on a quiet machine, less where others are at work, too. */
function share() {
  const [began, used] = [performance.now(), process.cpuUsage()];
  while (performance.now() - began < 150);
  const { user, system } = process.cpuUsage(used);
  return Math.min(1, (user + system) / 1000 / (performance.now() - began));
}

/** Measure it, and answer the time it took of a whole core. */
async function scaled(measure) {
  const before = share();
  const took = await measure();
  const part = (before + share()) / 2;
  return { took, part, ms: took * part };
}

/** The least disturbed of some figures, and all of them. Others share the machine: the rest is their time, too. */
function told(figures) {
  const sorted = figures.toSorted((a, b) => a.ms - b.ms);
  const text = sorted.map(({ ms, took, part }) => `${ms.toFixed(0)} (${took.toFixed(0)} at ${part.toFixed(2)} of a core)`);
  return { least: sorted[0].ms, text: `${text.join(", ")} ms` };
}

/** Three figures; while none of them keeps the limit, as where others are at work, some more. */
async function measured(limit, measure) {
  const figures = [];
  while (figures.length < RUNS || (figures.length < MOST_RUNS && told(figures).least > limit))
    figures.push(await scaled(measure));
  return figures;
}

/** In the page, before anything else: note when the first own card is painted. */
function noteTable() {
  const look = () => {
    if (document.querySelectorAll(".hand-own .slot").length < 4) requestAnimationFrame(look);
    else
      setTimeout(() => {
        globalThis.tableAt = performance.now();
      });
  };
  requestAnimationFrame(look);
}

/** In the page: press it, and answer after how long a frame was painted that shows something else there. */
function pressed([button, shows]) {
  return new Promise((done) => {
    const shown = () => [...document.querySelectorAll(shows)];
    const before = shown();
    const start = performance.now();
    document.querySelector(button).click();
    const look = () => {
      const isNew = shown().some((one) => !before.includes(one));
      if (!isNew) requestAnimationFrame(look);
      else setTimeout(() => done(performance.now() - start)); // this frame has been painted
    };
    requestAnimationFrame(look);
  });
}

async function player(rules = {}) {
  const page = await person(browser, { base: here.base, width: 390 });
  await arrive(page, "Ada");
  const table = await cambioTable(page, here.base, { rules: { turnMs: 600_000, powerDecisionMs: 600_000, ...rules } });
  return { page, table };
}

test(`a table is painted within ${FIRST_TABLE_MS} ms, with nothing in the cache`, async (t) => {
  const { page, table } = await player();
  await page.goto(`/t/${table.id}`); // the server is warm, and so is the table
  await page.waitForSelector(".hand-own .slot");
  const figures = await measured(FIRST_TABLE_MS, async () => {
    const tab = await page.context().newPage();
    await tab.addInitScript(noteTable);
    const chrome = await slowed(tab);
    await chrome.send("Network.clearBrowserCache");
    await chrome.send("Network.setCacheDisabled", { cacheDisabled: true });
    await tab.goto(`${here.base}/t/${table.id}`);
    const tableAt = await until(() => tab.evaluate(() => globalThis.tableAt));
    await tab.close();
    return tableAt;
  });
  const { least, text } = told(figures);
  t.diagnostic(`first table: ${text}`);
  assert.ok(least <= FIRST_TABLE_MS, text);
  await page.context().close();
});

test(`a press is seen within ${PRESS_MS} ms`, async (t) => {
  const { page, table } = await player();
  await page.goto(`/t/${table.id}`);
  const figures = {};
  await playUntil(table, at.awaiting);
  await page.waitForSelector(".strip-mine >> text=Your turn");
  const chrome = await slowed(page);
  const opening = async (button, shows) => {
    await page.waitForSelector(button);
    const took = await page.evaluate(pressed, [button, shows]);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    return took;
  };
  figures.call = await measured(PRESS_MS, () => opening("#actions .btn:nth-of-type(3)", "dialog[open]"));
  figures.menu = await measured(PRESS_MS, () => opening(".play-top .btn-icon:last-child", "dialog[open] .switch"));
  await chrome.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await playUntil(table, at.power("peek_opponent"));
  await page.waitForSelector("dialog .pick");
  await chrome.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  figures.power = await measured(PRESS_MS, () =>
    page.evaluate(pressed, [".pick .slot:not(.slot-picked)", ".pick .slot-picked"]),
  );
  for (const [name, all] of Object.entries(figures)) {
    const { least, text } = told(all);
    t.diagnostic(`${name}: ${text}`);
    assert.ok(least <= PRESS_MS, `${name}: ${text}`);
  }
  await page.context().close();
});

/** In the page, until `panned` is called: how long each frame takes in which the map moves, or after which it has. */
function notePanning() {
  const frames = [];
  const map = document.querySelector(".m-map");
  let isOver = false;
  const note = (at) => {
    frames.push({ at, place: map.style.transform });
    if (!isOver) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  globalThis.panned = () => {
    isOver = true;
    const hasMoved = (index) => frames[index].place !== frames[index - 1].place;
    return frames.flatMap(({ at }, index) =>
      index > 1 && (hasMoved(index) || hasMoved(index - 1)) ? [at - frames[index - 1].at] : [],
    );
  };
}

/** A finger goes round and round on the map. */
async function pan(page) {
  const box = await page.locator(".im-map").boundingBox();
  const [x, y, far] = [box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height) * 0.4];
  await page.mouse.move(x + far, y);
  await page.mouse.down();
  await page.evaluate(notePanning);
  for (let [began, part] = [performance.now(), 0]; part < 1; part = (performance.now() - began) / PAN_MS)
    await page.mouse.move(x + far * Math.cos(part * 25), y + far * Math.sin(part * 25));
  const spans = await page.evaluate(() => globalThis.panned());
  await page.mouse.up();
  assert.ok(spans.length > 20, `the map moved in ${spans.length} frames`);
  return spans.toSorted((one, other) => one - other)[Math.floor(spans.length * 0.95)];
}

test(`while the map is panned, 19 of 20 frames take at most ${FRAME_MS} ms`, async (t) => {
  const page = await person(browser, { base: here.base, width: 390 });
  await arrive(page, "Ada");
  const table = await europe(page, here.base, { names: ["Maren", "Tomasz"], options: { start: "fixed" } });
  const { countryInfo } = await playOn(table, ({ round }) => round > 4, busy);
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".m-map [data-area=Rome]");
  await page.click(".zoom button >> nth=0");
  await slowed(page);
  const figures = await measured(FRAME_MS, () => pan(page));
  const { least, text } = told(figures);
  const units = Object.values(countryInfo).reduce((sum, { armies, fleets }) => sum + armies.length + fleets.length, 0);
  t.diagnostic(`a frame, with ${units} units on the map: ${text}`);
  assert.ok(least <= FRAME_MS, text);
  await page.context().close();
});
