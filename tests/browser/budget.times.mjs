// Fast on a slow phone: how soon a table is drawn, a press is seen, a map follows the finger and cards travel, with the
// processor slowed four times.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { late, unitsOf } from "./europe.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";
import { createGuest, at, cambioTable, playUntil } from "./stage.mjs";

const RUNS = 3;
const MOST_RUNS = 10;
const SLOWER = 4;
const FIRST_TABLE_MS = 1500;
const PRESS_MS = 100;
const FRAME_MS = 20;
const PAN_MS = 2200;
const TRAVEL_FRAME_MS = 20;
const TURNS = 2;
const FRAMES = 60;
const PLAIN_MS = 2000;
/** A frame of a screen that shows sixty in a second. */
const SMOOTH_MS = 1000 / 60;

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
  await chrome.send("Emulation.setCPUThrottlingRate", { rate: slower() });
  return chrome;
}

/** How much slower than this machine a phone is that is four times slower than a core of the budgets. */
const slower = () => Math.max(1, SLOWER * core().speed);

/** How many steps in a millisecond a core makes where the budgets were set. */
const STEPS = 300_000;

/** How fast a core is here, and how much of one we get just now: less than 1 where others are at work, too. */
function core() {
  const [began, used] = [performance.now(), process.cpuUsage()];
  let [steps, number] = [0, 1];
  for (; performance.now() - began < 150; steps += 10_000)
    for (let step = 0; step < 10_000; step++) number = Math.imul(number, 1664525) + 1013904223;
  const { user, system } = process.cpuUsage(used);
  const ms = (user + system) / 1000;
  return {
    speed: Math.min(1, (steps + (number & 1)) / STEPS / ms),
    share: Math.min(1, ms / (performance.now() - began)),
  };
}

/** Measure it, and answer the time it took of a whole core. */
async function scaled(measure) {
  const before = core().share;
  const took = await measure();
  const part = (before + core().share) / 2;
  return { took, part, ms: took * part };
}

/** The least disturbed of some figures, and all of them. Others share the machine: the rest is their time, too. */
function summarize(figures) {
  const sorted = figures.toSorted((a, b) => a.ms - b.ms);
  const text = sorted.map(
    ({ ms, took, part }) => `${ms.toFixed(0)} (${took.toFixed(0)} at ${part.toFixed(2)} of a core)`,
  );
  return { least: sorted[0].ms, text: `${text.join(", ")} ms` };
}

/** Three figures; while none of them keeps the limit, as where others are at work, some more. */
async function measured(limit, measure) {
  const figures = [];
  while (figures.length < RUNS || (figures.length < MOST_RUNS && summarize(figures).least > limit))
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
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, {
    rules: { turnMs: 600_000, powerDecisionMs: 600_000, ...rules },
  });
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
  const { least, text } = summarize(figures);
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
  figures.menu = await measured(PRESS_MS, () =>
    opening(".play-top .btn-icon:last-child", "dialog[open] .switch"),
  );
  await chrome.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await playUntil(table, at.power("blind_swap"));
  await page.waitForSelector(".bar-power");
  await chrome.send("Emulation.setCPUThrottlingRate", { rate: slower() });
  figures.power = await measured(PRESS_MS, () =>
    page.evaluate(pressed, [".hand-own .slot-ok:not(.slot-picked)", ".hand-own .slot-picked"]),
  );
  for (const [name, all] of Object.entries(figures)) {
    const { least, text } = summarize(all);
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
  const hasMoved = (index) => frames[index].place !== frames[index - 1].place;
  const spans = () =>
    frames.flatMap(({ at }, index) =>
      index > 1 && (hasMoved(index) || hasMoved(index - 1)) ? [at - frames[index - 1].at] : [],
    );
  globalThis.panned = () => {
    isOver = true;
    return spans();
  };
  globalThis.panned.moved = () => spans().length;
}

/** A finger goes round and round on the map. */
async function pan(page) {
  const box = await page.locator(".im-map").boundingBox();
  const [x, y, far] = [box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height) * 0.4];
  await page.mouse.move(x + far, y);
  await page.mouse.down();
  await page.evaluate(notePanning);
  const hasEnough = () => page.evaluate(() => globalThis.panned.moved() > 20); // a busy machine draws few frames
  let part = 0;
  for (
    const began = performance.now();
    part < 1 || (part < 10 && !(await hasEnough()));
    part = (performance.now() - began) / PAN_MS
  )
    await page.mouse.move(x + far * Math.cos(part * 25), y + far * Math.sin(part * 25));
  const spans = await page.evaluate(() => globalThis.panned());
  await page.mouse.up();
  assert.ok(spans.length > 20, `the map moved in ${spans.length} frames`);
  return spans.toSorted((one, other) => one - other)[Math.floor(spans.length * 0.95)];
}

test(`while the map is panned with 60 units on it, 19 of 20 frames take at most ${FRAME_MS} ms`, async (t) => {
  const page = await person(browser, { base: here.base, width: 390 });
  await createGuest(page, "Ada");
  const { id, view } = await late(page, here.base);
  assert.ok(unitsOf(view) >= 60, `${unitsOf(view)} units`);
  await page.goto(`/t/${id}`);
  await page.waitForSelector(".m-map [data-area=Rome]");
  await page.click(".zoom button >> nth=0");
  await slowed(page);
  const figures = await measured(FRAME_MS, () => pan(page));
  const { least, text } = summarize(figures);
  t.diagnostic(`a frame, with ${unitsOf(view)} units on the map: ${text}`);
  assert.ok(least <= FRAME_MS, text);
  await page.context().close();
});

/** In the page, until `frames` is called: how long each frame takes while a card is on its way, or a plain box is. */
function noteFrames() {
  const spans = { cards: [], box: [] };
  globalThis.spans = spans;
  let [before, was, isOver] = [0, null, false];
  const isMoving = (selector) =>
    [...document.querySelectorAll(selector)].some((one) =>
      one
        .getAnimations()
        .some(
          ({ pending, playState, currentTime }) => !pending && playState === "running" && currentTime > 0,
        ),
    );
  const note = (at) => {
    const kind = isMoving(".traveller") ? "cards" : isMoving("#plain") ? "box" : null;
    if (kind !== null && kind === was) spans[kind].push(at - before);
    [before, was] = [at, kind];
    if (!isOver) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  /** A box of one colour goes to and fro, where nothing else happens. */
  globalThis.movePlainly = async (ms) => {
    const box = document.body.appendChild(document.createElement("div"));
    box.id = "plain";
    Object.assign(box.style, {
      position: "fixed",
      top: 0,
      left: 0,
      width: "60px",
      height: "84px",
      background: "#888",
      zIndex: 9,
    });
    const moves = [{ transform: "none" }, { transform: "translate(200px, 400px)" }];
    await box.animate(moves, { duration: 340, iterations: Math.ceil(ms / 340), direction: "alternate" })
      .finished;
    box.remove();
  };
  globalThis.frames = () => {
    isOver = true;
    return spans;
  };
}

const nineteenOfTwenty = (spans) =>
  spans.toSorted((one, other) => one - other)[Math.floor(spans.length * 0.95)];

/**
 * Some turns of everybody, one's own pressed on the page: what 19 of 20 frames take at most while cards travel. Others
 * share the machine: where a plain box does not move smoothly either, it is held against that.
 */
async function turns(page, table) {
  const still = () => page.waitForFunction(() => document.querySelector(".traveller") === null);
  await page.evaluate(noteFrames);
  const hasEnough = () => page.evaluate((least) => globalThis.spans.cards.length > least, FRAMES);
  for (let turn = 0; turn < TURNS || (turn < MOST_RUNS && !(await hasEnough())); turn++) {
    await playUntil(table, at.awaiting, { onStep: still });
    await page.click("#actions .bar-draw");
    await page.waitForSelector(".hand-own .slot-ok");
    await still();
    await page.click(".hand-own .slot-ok >> nth=2");
    await page.waitForSelector(".strip:not(.strip-mine)");
    await still();
  }
  await page.evaluate((ms) => globalThis.movePlainly(ms), PLAIN_MS);
  const { cards, box } = await page.evaluate(() => globalThis.frames());
  assert.ok(cards.length > FRAMES, `cards travelled in ${cards.length} frames`);
  const [took, plain] = [nineteenOfTwenty(cards), nineteenOfTwenty(box)];
  return { took, plain, ms: (took * SMOOTH_MS) / Math.max(SMOOTH_MS, plain) };
}

test(`while cards travel, 19 of 20 frames take at most ${TRAVEL_FRAME_MS} ms`, async (t) => {
  const { page, table } = await player({ initialViewMs: 60_000 });
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".hand-own .slot");
  await slowed(page);
  const figures = [];
  const isSmooth = () => figures.some(({ ms }) => ms <= TRAVEL_FRAME_MS);
  while (figures.length < MOST_RUNS && !isSmooth()) figures.push(await turns(page, table));
  const text = figures
    .map(({ ms, took, plain }) => `${ms.toFixed(1)} (${took.toFixed(1)}, a plain box ${plain.toFixed(1)})`)
    .join(", ");
  t.diagnostic(`a frame while cards travel: ${text} ms`);
  assert.ok(isSmooth(), text);
  await page.context().close();
});
