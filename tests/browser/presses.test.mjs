// Pressed twice, or held down: one move is sent, whatever is pressed, in every game, by mouse, finger and key, on a
// phone and on a desk. For a commit a few presses in one way for two games, drawn; at night every control in every way.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { draws, isEvery, sample, seed } from "./draws.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";
import { createGuest, Guest } from "./stage.mjs";

const BOARD = ".cambio, .decks, .imperial, .generic";
/** Everything on a board, or in a dialog over it, that a press may mean something of. */
const PARTS = "button, [role=button], [data-area], [data-spot], .slot-ok, .dcard";
/** Of them what most likely sends a move, so that there is something to send twice. */
const SENDING = ".btn-primary, [data-press], .slot-ok, .dcard, [data-spot], [data-live=next], [data-live=next] *";
/** Moves in a row that one press asks for, and its button, if it has one: they are one move here. */
const IN_A_ROW = { DEFER_UNIT: null, TAKE_BACK: null, MOVE_UNIT: /^(stayAll|same)$/ };
/** So many moves at least are made by each page, by at most so many presses. */
const [MOVES, PRESSES] = isEvery ? [12, 250] : [3, 200];
/** What a press sends, it has sent by then; and as long as the same finger rests after a move. */
const [SENT_MS, REST_MS] = [250, 700];
const HELD = { times: 12, everyMs: 40 };
/** The board's own keys; the others are Enter and Space on a part of it. */
const KEYS = [..."1dseuclm2 "];

const GAMES = {
  cambio: { seats: 2, options: { turnMs: 0, powerDecisionMs: 0, initialViewMs: 60_000 } },
  decks: { seats: 1, options: {} },
  imperial: { seats: 2, options: { start: "fixed" } },
  bramble: { seats: 3, options: {} },
  liars_dice: { seats: 2, options: {} },
};
const waysOf = (game) =>
  ["mouse", "finger", "key"].flatMap((by) => [390, 1440].map((width) => `${game} ${by} ${width}`));

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site({ hasExamples: true })];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** A page at a table with bots; the moves that it sends are in `sent`, and what has been answered in `answered`. */
async function seated(game, by, width) {
  const page = await person(browser, { base: here.base, width, hasTouch: by === "finger" });
  Object.assign(page, { sent: [], answered: new Set() });
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      const frame = JSON.parse(String(payload));
      if (frame.type === "act") page.sent.push(frame);
    });
    socket.on("framereceived", ({ payload }) => {
      const { type, id } = JSON.parse(String(payload));
      if (type === "ack" || type === "nack") page.answered.add(id);
    });
  });
  page.on("response", (response) => {
    if (!/\/act$/.test(new URL(response.url()).pathname)) return;
    const frame = JSON.parse(response.request().postData());
    page.sent.push(frame);
    page.answered.add(frame.id);
  });
  await page.addInitScript(() => {
    globalThis.pressedAt = [];
    for (const type of ["pointerdown", "keydown"])
      addEventListener(type, ({ timeStamp }) => globalThis.pressedAt.push(timeStamp), true);
  });
  await createGuest(page, `${game} ${by}`);
  await begin(page, game);
  return page;
}

async function begin(page, game) {
  const { seats, options } = GAMES[game];
  const { ask } = Guest.of(page);
  const { id } = await ask("POST", "/tables", { game, options, access: "unlisted", seats });
  await ask("POST", `/tables/${id}/seat`, {});
  await ask("POST", `/tables/${id}/ready`, { isReady: true });
  const known = await ask("GET", "/games");
  const [level] = known.find((one) => one.name === game).bots;
  for (let bot = 1; bot < seats; bot++) await ask("POST", `/tables/${id}/bots`, { level });
  await ask("POST", `/tables/${id}/start`);
  await page.goto(`/t/${id}`);
  await page.waitForSelector(BOARD);
}

/** In the page: what can be pressed now, by name; in a dialog alone, if one is open. */
function look([boards, parts, sending]) {
  const dialog = document.querySelector("dialog[open]");
  const roots = dialog ? [dialog] : [...document.querySelectorAll(boards)];
  const nameOf = (one) => {
    const { press, spot, area } = one.dataset;
    const name = press ?? spot ?? area ?? one.getAttribute("aria-label") ?? one.textContent;
    const [what] = name.replaceAll(/\d+/g, "#").split(":"); // "Undo: what it takes back" is one button
    return what.trim().slice(0, 60);
  };
  const all = roots
    .flatMap((root) => [...root.querySelectorAll(parts)])
    .filter((one) => !one.matches(":disabled, [aria-disabled=true], [inert] *") && one.checkVisibility());
  globalThis.partsNow = all;
  return all.map((one, at) => ({ at, name: nameOf(one), isSending: one.matches(sending) }));
}

/** In the page: where that part is hit, once it is in sight; null if something covers all of it. */
function findPlace(at) {
  const part = globalThis.partsNow[at];
  if (!part?.isConnected) return null;
  part.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = part.getBoundingClientRect();
  for (let step = 0; step < 200; step++) {
    const [angle, far] = [step * 2.4, Math.sqrt(step / 200) / 2];
    const x = left + width * (0.5 + far * Math.cos(angle));
    const y = top + height * (0.5 + far * Math.sin(angle));
    if (part.contains(document.elementFromPoint(x, y))) return { x, y };
  }
  return null;
}

/** What can be pressed, as soon as there is something; where a game is over, or its page was left, at a new table. */
async function upNow(page, game) {
  return until(async () => {
    const isOver = await page.$(".results, .gen-results, .im-results");
    if (isOver || !(await page.$(BOARD))) await begin(page, game);
    const found = await page.evaluate(look, [BOARD, PARTS, SENDING]);
    return found.length > 0 ? found : null;
  });
}

/** Twice, as fast as it can be done. */
async function twice(page, by, { x, y }) {
  if (by === "mouse") return page.mouse.dblclick(x, y);
  return Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]); // a busy machine would let time pass
}

/** Held down as long as a keyboard repeats. */
async function hold(page, key) {
  for (let time = 0; time < HELD.times; time++) {
    await page.keyboard.down(key);
    await page.waitForTimeout(HELD.everyMs);
  }
  await page.keyboard.up(key);
}

/** Press it twice, or hold the key on it; whether there was something to press. */
async function press(page, by, { at, key }, draw) {
  if (key) {
    await hold(page, key);
    return true;
  }
  const place = await page.evaluate(findPlace, at);
  if (place === null) return false;
  if (by === "key") {
    await page.evaluate((one) => globalThis.partsNow[one].focus(), at);
    await hold(page, draw(2) ? "Enter" : " ");
  } else await twice(page, by, place);
  return true;
}

/** What was sent is answered, and the finger has rested. */
async function settled(page, before) {
  await page.waitForTimeout(SENT_MS);
  if (page.sent.length === before) return;
  await page.waitForTimeout(REST_MS - SENT_MS);
  await until(() => page.sent.every(({ id }) => page.answered.has(id)));
}

/** The moves that this press has asked for. */
function movesOf(frames, part) {
  const actions = [...new Map(frames.map(({ id, action }) => [id, action])).values()];
  return actions.filter(({ type, payload }, index) => {
    if (type === "USE_POWER" && (payload.slots ?? []).length === 0) return false; // the page makes it by itself
    const isChain = type in IN_A_ROW && (IN_A_ROW[type]?.test(part.name) ?? true);
    return !(isChain && actions[index - 1]?.type === type);
  });
}

/** Press everything that comes, what was pressed least first; how often each was, and how many moves it made. */
async function pressAll(page, game, by, draw) {
  const pressed = new Map();
  const hidden = new Set();
  const unpressed = () => [...pressed].filter(([name, times]) => times === 0 && !hidden.has(name)).map(([name]) => name);
  let moves = 0;
  for (let time = 0; time < PRESSES; time++) {
    if (moves >= MOVES && (!isEvery || unpressed().length === 0)) break;
    const parts = await upNow(page, game);
    if (by === "key") parts.push(...KEYS.map((key) => ({ name: `key "${key}"`, key, isSending: false })));
    for (const { name } of parts) pressed.set(name, pressed.get(name) ?? 0);
    const sending = parts.filter(({ isSending }) => isSending);
    const from = time % 3 && sending.length > 0 ? sending : parts;
    const least = Math.min(...from.map(({ name }) => pressed.get(name)));
    const fresh = from.filter(({ name }) => pressed.get(name) === least);
    const part = fresh[draw(fresh.length)];
    const before = page.sent.length;
    if (!(await press(page, by, part, draw))) hidden.add(part.name);
    else hidden.delete(part.name);
    pressed.set(part.name, least + 1);
    await settled(page, before);
    const made = movesOf(page.sent.slice(before), part);
    moves += made.length;
    const at = await page.evaluate(() => globalThis.pressedAt?.slice(-2).map(Math.round));
    assert.ok(made.length <= 1, `${part.name}, pressed at ${at} ms: ${JSON.stringify(made)}`);
  }
  return { moves, controls: pressed.size, unpressed: unpressed() };
}

for (const game of sample(Object.keys(GAMES), 2))
  test(`${game}: a double press and a held key send one move`, { concurrency: true }, async (t) => {
    await Promise.all(
      sample(waysOf(game), 1).map((way) =>
        t.test(`${way}, by TEST_SEED=${seed}`, async (one) => {
          const [, by, width] = way.split(" ");
          const page = await seated(game, by, Number(width));
          const { moves, controls, unpressed } = await pressAll(page, game, by, draws(way));
          one.diagnostic(`${controls} controls, ${moves} moves; not pressed: ${unpressed.join(" | ") || "none"}`);
          assert.ok(moves >= MOVES, `${moves} moves by ${PRESSES} presses`);
          await page.context().close();
        }),
      ),
    );
  });
