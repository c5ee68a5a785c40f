// Cambio through the page: whole games by mouse, finger and keys, and what nobody may see.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { hasReceived, lawful, leaks, lookClosely, newestVersion, watched } from "./faces.mjs";
import {
  promptOf,
  beginCambio,
  beginTogether,
  choose,
  moveByHand,
  moveByKeys,
  tabTo,
  until,
  watchTable,
} from "./play.mjs";
import { site } from "./site.mjs";
import { createGuest, at, cambioTable, playUntil } from "./stage.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = await Promise.all([launch(), site()]);
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

const someone = (more = {}) => person(browser, { base: here.base, ...more });
const POWERS = ["blind_swap", "look_own", "peek_opponent", "peek_own"];
const RULES = {
  powerTrigger: "any_discard",
  turnMs: 0,
  powerDecisionMs: 0,
  peekMs: 4000,
  initialViewMs: 60_000,
};

/** The powers that were used at this table, as its frames tell. */
const used = ({ frames }) =>
  [
    ...new Set(
      frames
        .flatMap(({ events = [] }) => events)
        .filter(({ type }) => type === "POWER_ACTIVATED")
        .map(({ payload }) => payload.powerType),
    ),
  ].sort();

/** Whether a card was hidden again because the time was over, however busy the machine was meanwhile. */
const hasExpired = ({ frames }) =>
  frames
    .flatMap(({ events = [] }) => events)
    .some(({ type, payload }) => type === "CARD_HIDDEN" && payload.reason === "expired");

/** The server dies without a word while somebody holds a card, and comes back; nobody reloads. */
async function killAndReturn(pages) {
  here.kill();
  await pages[0].waitForFunction(
    () => document.querySelector(".link-dot .vh").textContent === "Reconnecting",
  );
  await here.start();
  for (const page of pages)
    await page.waitForFunction(() => document.querySelector(".link-dot .vh").textContent === "Live");
}

test("a whole game of two people and one who watches, through a killed server; no page knows a hidden card", async (t) => {
  const [maren, tomasz, ife] = await Promise.all([
    someone(),
    someone({ width: 390 }),
    someone({ width: 768 }),
  ]);
  const all = await Promise.all([maren, tomasz, ife].map(watched));
  const { id } = await beginTogether(maren, tomasz, { rules: RULES });
  await watchTable(ife, id, "Ife");
  await ife.waitForSelector("text=You are watching.");
  let [moves, wasKilled] = [0, false];
  const isOver = async () =>
    (await Promise.all(all.map(({ page }) => page.$(".results:not([data-turning])")))).every(Boolean);
  await until(
    async () => {
      for (const page of [maren, tomasz]) {
        const isCalling = wasKilled && hasExpired(all[0]) && used(all[0]).length === POWERS.length;
        const before = await newestVersion(all);
        const made = await moveByHand(page, { isCalling, isPatient: !hasExpired(all[0]) });
        if (made === null || made === "over") continue;
        if (made !== "peek" && !(await hasReceived(page, before + 1))) continue; // the press came too late, or met nothing
        await lookClosely(all);
        moves += 1;
        if (made === "peek") {
          await page.waitForSelector("dialog .peek", { state: "detached" });
          await lookClosely(all);
        }
        if (!wasKilled && moves > 8 && (await promptOf(page)).isHolding) {
          await killAndReturn([maren, tomasz, ife]);
          wasKilled = true;
        }
      }
      return isOver();
    },
    { forMs: 600_000, everyMs: 20 },
  );
  assert.deepEqual(used(all[0]), POWERS);
  assert.deepEqual([wasKilled, hasExpired(all[0])], [true, true]);
  const results = await Promise.all(
    all.map(({ page }) => page.$$eval(".result-sum b", (sums) => sums.map((sum) => sum.textContent))),
  );
  assert.equal(results[0].length, 2);
  assert.deepEqual([results[1], results[2]], [results[0], results[0]]);
  assert.ok(await ife.$(".result-list:has-text('called Cambio')"));

  const transcript = await maren.evaluate(
    async (table) => (await fetch(`/api/tables/${table}/transcript`)).text(),
    id,
  );
  const rows = lawful(transcript);
  const found = await Promise.all(all.map((record, viewer) => leaks(record, viewer === 2 ? null : viewer, rows)));
  assert.deepEqual(found.flat(), []);
  const strict = await maren.evaluate(() =>
    globalThis.faces.scans.filter((scan) => scan.isStrict).map((scan) => scan.to),
  );
  assert.ok(
    new Set(strict).size > rows.length * 0.5, // on a slow machine a peek's end comes before its beginning was looked at
    `${new Set(strict).size} of ${rows.length} versions were looked at closely`,
  );
  t.diagnostic(`${rows.length} versions, ${new Set(strict).size} of them looked at closely in three pages`);
  for (const page of [maren, tomasz, ife]) assert.deepEqual(complaints(page), []);

  await maren.click("#actions button:has-text('Rematch')");
  await maren.waitForSelector(".seatlist");
  await tomasz.waitForSelector("text=Maren wants a rematch");
  await tomasz.click("#actions button:has-text('Join')");
  await tomasz.waitForSelector(".seatlist");
  assert.equal(maren.url(), tomasz.url());
  await maren.click("button:has-text('Start game'):not(:disabled)");
  for (const page of [maren, tomasz]) await page.waitForSelector(".cambio:not(:has(.results))");
  for (const { page } of all) await page.context().close();
});

test("the watch over the faces sees what is planted", async () => {
  const page = await someone();
  const record = await watched(page);
  await beginCambio(page, { rules: RULES });
  await page.waitForSelector(".rival .slot");
  await page.evaluate(() => globalThis.faces.strict());
  const version = await page.evaluate(() => globalThis.faces.version());
  const own = record.frames
    .findLast(({ view }) => view)
    .view.players[0].slots.flatMap(({ card }) => (card ? [card.rank + card.suit[0].toUpperCase()] : []));
  const top = record.frames.findLast(({ view }) => view).view.discardTop;
  const topName = top.rank + top.suit[0].toUpperCase();
  const hidden = ["spades", "hearts", "clubs", "diamonds"].find(
    (suit) => ![...own, topName].includes(`Q${suit[0].toUpperCase()}`),
  );
  const more = 10; // the bot says at any moment that it has seen its cards
  const rows = Array.from({ length: version + more }, (_, index) => ({
    version: index + 1,
    revealed: [topName],
    shown: { 0: [...own, topName] },
  }));
  assert.deepEqual(await leaks(record, 0, rows), []);
  const plants = {
    "data-rank": () => document.querySelector(".rival .slot").setAttribute("data-rank", "Q"),
    "class of-hearts": () => document.querySelector(".rival .slot").classList.add("of-hearts"),
    "not the back of a card": () => document.querySelector(".rival svg.pc").setAttribute("data-card", "x"),
    "table shows": () =>
      document
        .querySelector(".rival .slot")
        .setAttribute(
          "aria-label",
          "Tomasz, top left card, Queen of Spades Queen of Hearts Queen of Clubs Queen of Diamonds",
        ),
    "log names": () => document.getElementById("live").append("K♠ K♥ K♣ K♦"),
    "browser keeps": () => sessionStorage.setItem("seen", JSON.stringify({ rank: "Q", suit: "spades" })),
  };
  for (const plant of Object.values(plants)) await page.evaluate(plant);
  await page.evaluate(() => globalThis.faces.strict());
  const found = (await leaks(record, 0, rows)).join("\n");
  for (const fault of Object.keys(plants)) assert.match(found, new RegExp(fault));
  record.frames.push({
    type: "step",
    version,
    view: { held: { card: null, power: "look_own" } },
    events: [{ card: { rank: "Q", suit: hidden } }],
  });
  const leaked = (await leaks(record, 0, rows)).join("\n");
  assert.match(leaked, /an event has: Q/);
  assert.match(leaked, /power of a card held face down/);
  await page.context().close();
});

test("a whole game by keys alone, from the first page to the rematch", async () => {
  const page = await someone();
  await page.goto("/");
  await choose(page, { ...RULES, kingPower: "look_choose" });
  await page.waitForSelector(".tile");
  await tabTo(page, ".tile");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".begin");
  await tabTo(page, "input[autocomplete=nickname]");
  await page.keyboard.type("Maren");
  await tabTo(page, ".begin .btn-primary");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".cambio");
  const made = {};
  await until(
    async () => {
      const move = await moveByKeys(page, { isCalling: made.draw > 1 && made.place > 0 && made.power > 0 });
      if (move) made[move] = (made[move] ?? 0) + 1;
      return move === "over";
    },
    { forMs: 120_000 },
  );
  assert.ok(made.draw > 1 && made.power > 0 && made.place > 0, JSON.stringify(made));
  assert.ok(await page.$(".result-list li"));
  await tabTo(page, "#actions .btn-primary");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".cambio:not(:has(.results))");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("the first two cards leave the page when their time is over, and a hidden card is one constant element", async () => {
  const page = await someone();
  await beginCambio(page, { rules: { initialViewMs: 2500 } });
  await page.waitForSelector(".hand-own .slot");
  const faces = () =>
    page.$$eval(".hand-own svg", (all) => all.filter((one) => !one.querySelector("use")).length);
  assert.equal(await faces(), 2);
  await until(async () => (await faces()) === 0);
  const hidden = await page.$$eval(".cambio svg.pc:has(use)", (all) => [
    ...new Set(all.map((one) => one.outerHTML)),
  ]);
  assert.equal(hidden.length, 1, hidden.join("\n"));
  await page.context().close();
});

test("snap: a card that matches goes, one that does not costs a card, and who waits passes", async () => {
  const [maren, tomasz] = await Promise.all([someone(), someone({ width: 390 })]);
  await beginTogether(maren, tomasz, {
    rules: { snap: "first", snapWindowMs: 15_000, turnMs: 0, initialViewMs: 60_000 },
  });
  const isWindow = async (page) => /^Snap! Do you have another/.test((await promptOf(page)).strip);
  await until(async () => {
    if (await isWindow(tomasz)) return true;
    for (const page of [maren, tomasz]) {
      const now = await promptOf(page);
      if (now.isMine && !now.canPass) await moveByHand(page);
    }
    return false;
  });
  await maren.waitForSelector(".strip:has-text('Snap!')");
  await maren.waitForSelector(".bar-hint:has-text('Choose a card to snap it.')");
  const count = (await maren.$$(".hand-own .slot")).length;
  await maren.waitForTimeout(700); // what is pressed twice in a row under one finger counts once
  await maren.click(".hand-own .slot-ok >> nth=0");
  await maren.waitForSelector(".log:has-text('You snapped')");
  const isMatch = !/snapped wrongly/.test(await maren.textContent(".log"));
  await until(async () => (await maren.$$(".hand-own .slot")).length === (isMatch ? count - 1 : count + 1));
  if (!isMatch) {
    await maren.waitForSelector(".strip:has-text('Others can still snap.')");
    await tomasz.click("#actions button:has-text('Pass')");
  }
  for (const page of [maren, tomasz])
    await page.waitForSelector(".strip:has-text('Snap')", { state: "detached" });
  for (const page of [maren, tomasz]) await page.context().close();
});

/** Somebody who is about to decide what becomes of a King from the pile. */
async function withKing(page, rules = {}) {
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, {
    names: ["Maren"],
    rules: { ...RULES, powerTrigger: "drawn_from_deck", ...rules },
  });
  const isKing = (frame) =>
    at.holding(frame) && frame.view.held.source === "deck" && frame.view.held.card.rank === "K";
  await playUntil(table, isKing);
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector("#actions button:has-text('Discard K')");
  return table;
}

test("a King shows one of one's own cards without asking; closing it is the skip, and it hides after five seconds", async (t) => {
  const page = await someone();
  const record = await watched(page);
  const table = await withKing(page, { peekMs: 5000 });
  const before = (await table.me.look(table.id)).version;
  const dialogs = await page.evaluateHandle(() => {
    const seen = [];
    new MutationObserver(() => {
      for (const one of document.querySelectorAll("dialog"))
        if (!seen.includes(one.textContent)) seen.push(one.textContent);
    }).observe(document.body, { subtree: true, childList: true });
    return seen;
  });
  await page.click("#actions button:has-text('Discard K')");
  await page.waitForSelector("dialog .peek svg.pc");
  const from = Date.now();
  await page.waitForSelector("dialog:has-text('King: one of your cards, picked at random.')");
  assert.match(await page.textContent("dialog h2"), /^Yours, /);
  const other = await table.others[0].look(table.id);
  assert.equal(other.view.step, "revealing");
  assert.ok(
    other.view.players.every(({ slots }) => slots.every(({ card }) => card === null)),
    "nobody else sees it",
  );
  await page.waitForSelector("dialog", { state: "detached" });
  t.diagnostic(`shown for ${Date.now() - from} ms`);
  assert.ok(Date.now() - from < 20_000, `shown for ${Date.now() - from} ms`); // a busy machine shows and hides late
  const seen = await dialogs.jsonValue();
  assert.deepEqual(
    seen.filter((text) => /Skip the power/.test(text)),
    [],
    "no dialog asked",
  );
  const after = () =>
    record.frames.filter(({ version }) => version > before).flatMap(({ events = [] }) => events);
  const looked = await until(() => {
    const events = after().filter(({ type }) => /POWER|REVEALED|HIDDEN/.test(type));
    return events.at(-1)?.type === "CARD_HIDDEN" && events;
  });
  assert.deepEqual(
    looked.map(({ type }) => type),
    ["POWER_AVAILABLE", "POWER_ACTIVATED", "CARD_REVEALED", "CARD_HIDDEN"],
  );
  const [, , revealed, hidden] = looked;
  assert.deepEqual([hidden.payload.reason, hidden.at - revealed.at], ["expired", 5000]);

  const closing = await someone({ width: 390 });
  const second = await withKing(closing, { peekMs: 15_000 }); // a busy machine clicks late
  await closing.click("#actions button:has-text('Discard K')");
  await closing.click("dialog:has(.peek) button:text-is('Close')");
  await closing.waitForSelector("dialog", { state: "detached" });
  await until(async () => (await second.me.look(second.id)).view.currentTurnSeat === 1);
  for (const one of [page, closing]) {
    assert.deepEqual(complaints(one), []);
    assert.equal(await one.$(".toasts .notice-bad"), null);
    await one.context().close();
  }
});

test("a page that is loaded while its King waits shows the card as well", async () => {
  const page = await someone();
  const table = await withKing(page, { peekMs: 15_000 });
  await page.goto("/");
  await table.me.act(table.id, { type: "DISCARD_CARD" });
  assert.equal((await table.me.look(table.id)).view.step, "power_pending");
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector("dialog .peek svg.pc");
  await page.keyboard.press("s");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("the words Final round are read and heard by who called, by who has a turn left, and by who watches", async () => {
  const [maren, tomasz, ife] = await Promise.all([
    someone(),
    someone({ width: 390 }),
    someone({ width: 768 }),
  ]);
  const { id } = await beginTogether(maren, tomasz, { rules: { turnMs: 0, initialViewMs: 60_000 } });
  await watchTable(ife, id, "Ife");
  await ife.waitForSelector("text=You are watching.");
  const all = [maren, tomasz, ife];
  for (const page of [maren, tomasz]) await moveByHand(page);
  await maren.waitForSelector("#actions button:has-text('Call Cambio')");
  for (const page of all) assert.equal(await page.$("text=Final round"), null);
  assert.equal(await moveByHand(maren, { isCalling: true }), "call");
  for (const page of all) await page.waitForSelector(".strip .tag:text-is('Final round')");
  for (const page of all)
    await page.waitForFunction(() => /Final round\./.test(document.getElementById("live").textContent));
  assert.match(await maren.textContent(".strip"), /You called Cambio/);
  assert.match(await tomasz.textContent(".strip"), /called Cambio\. This is your last turn\./);
  assert.match(await ife.textContent(".strip"), /called Cambio/);
  const german = await person(browser, { base: here.base, language: "de" });
  await german.goto(`/t/${id}`);
  await german.fill("input[autocomplete=nickname]", "Jo");
  await german.press("input[autocomplete=nickname]", "Enter");
  await german.waitForSelector(".strip .tag:text-is('Letzte Runde')");
  await until(async () => {
    await moveByHand(tomasz).catch(() => null); // what was pressed may be gone already
    return tomasz.$(".results");
  });
  for (const page of [...all, german]) {
    await page.waitForSelector(".results");
    assert.equal(await page.$(".strip .tag"), null);
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});

/** How far the piles are from the edge of the board and from the hand, and whether anything is wider than the board. */
function distances() {
  const board = document.querySelector(".cambio");
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [edge, piles, hand] = [board.getBoundingClientRect(), box(".piles"), box(".hand-own")];
  return {
    left: piles.left - edge.left,
    right: edge.right - hand.right,
    between: hand.left - piles.right,
    above: piles.top - box(".rivals").bottom,
    below: box(".bar").top - piles.bottom,
    wider: board.scrollWidth - board.clientWidth,
    higher: board.scrollHeight - board.clientHeight,
  };
}

test("on a desk the draw pile keeps away from the edge of the board, at 1100 by 800 and around it", async (t) => {
  const page = await someone();
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, { rules: RULES });
  await playUntil(table, at.holding);
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".pile.drawn:not(.drawn-none)");
  for (const [width, height] of [
    [900, 800],
    [1000, 700],
    [1024, 768],
    [1100, 800],
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(300);
    const found = await page.evaluate(distances);
    t.diagnostic(
      `${width}x${height}: ${JSON.stringify(found, (_, value) => (typeof value === "number" ? Math.round(value) : value))}`,
    );
    assert.ok(
      found.left >= 24 && found.right >= 24 && found.between >= 24,
      `${width}x${height}: ${JSON.stringify(found)}`,
    );
    assert.ok(found.above >= 8 && found.below >= 8, `${width}x${height}: ${JSON.stringify(found)}`);
    assert.deepEqual([found.wider, found.higher], [0, 0], `${width}x${height}`);
  }
  await page.context().close();
});
