// What people do with their hands: press twice, press too long, type over a number, turn the device, change their mind.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { europe } from "./europe.mjs";
import { until } from "./play.mjs";
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

const SLOW = { turnMs: 600_000, powerDecisionMs: 600_000, initialViewMs: 60_000, peekMs: 15_000 };

async function player(more = {}) {
  const page = await person(browser, { base: here.base, ...more });
  await createGuest(page, "Ada");
  return page;
}

/** A table of Cambio where it is the page's turn to draw. */
async function toDraw(more = {}) {
  const page = await player(more);
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: SLOW });
  await page.goto(`/t/${table.id}`);
  await playUntil(table, at.awaiting);
  await page.waitForSelector("#actions button:has-text('Draw')");
  return { page, table };
}

test("a power is used where its cards lie; Escape unchooses, and never takes the power away", async () => {
  const page = await player();
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: SLOW });
  await page.goto(`/t/${table.id}`);
  await playUntil(table, at.power("blind_swap"));
  await page.waitForSelector(".bar-power");
  assert.equal(await page.$("dialog[open]"), null);
  await page.click(".rival .slot-ok >> nth=2");
  await page.click(".hand-own .slot-ok >> nth=1");
  assert.equal((await page.$$(".slot-picked")).length, 2);
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press("Escape");
  assert.equal(await page.$(".slot-picked"), null);
  assert.equal(await page.isDisabled(".bar-use"), true);
  await page.keyboard.press("1"); // the first of one's own, and of the other's
  await page.keyboard.press("5");
  await page.click(".bar-use:not(:disabled)");
  await page.waitForSelector(".last:has-text('You swapped your top left card and Maren')");
  for (const place of ["0.0", "1.0"]) await page.waitForSelector(`.spot-ringed[data-place="${place}"]`);
  await playUntil(table, at.power("peek_opponent"));
  await page.waitForSelector(".bar-power");
  await page.click(".rival .slot-ok >> nth=0"); // one is enough
  await page.waitForSelector("dialog .peek");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a number is typed digit by digit, and counts when it is whole", async () => {
  const page = await player();
  await page.goto("/new/cambio");
  await page.waitForSelector(".begin");
  for (const group of await page.$$("details:not([open]) > summary")) await group.click();
  const field = page
    .locator(".group-in .field", { hasText: "Time until the game is abandoned" })
    .locator("input.num");
  await field.fill("");
  await field.pressSequentially("90");
  assert.equal(await field.inputValue(), "90");
  await page.keyboard.press("Tab");
  assert.equal(await field.inputValue(), "90");
  assert.equal(await chosen(page, "abandonAfterMs"), 90_000);
  await field.fill("5");
  await page.keyboard.press("Tab");
  assert.equal(await field.inputValue(), "60", "too little is as much as may be");
  assert.equal(await chosen(page, "abandonAfterMs"), 60_000);
  await field.fill("");
  await page.keyboard.press("Tab");
  assert.equal(await field.inputValue(), "60", "nothing is what it was");
  await page.context().close();
});

const chosen = (page, name) =>
  page.evaluate((option) => JSON.parse(localStorage.getItem("rondel.new.cambio") ?? "{}")[option], name);

test("a map that was moved by hand stays where it is when the window changes", async () => {
  const page = await player();
  const table = await europe(page, here.base);
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".m-map [data-area=Rome]", { state: "attached" });
  await page.click(".zoom button >> nth=0");
  await page.click(".zoom button >> nth=0");
  const [left] = await middle(page);
  const box = await page.locator(".im-map").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 160, y - 120, { steps: 8 });
  await page.mouse.up();
  const before = await until(async () => {
    const now = await middle(page);
    return Math.abs(now[0] - left) > 100 && now; // it has been moved
  });
  await page.setViewportSize({ width: 1440, height: 880 });
  await page.waitForTimeout(300);
  const after = await middle(page);
  for (const axis of [0, 1])
    assert.ok(Math.abs(after[axis] - before[axis]) < 15, `${before} became ${after}`);
  await page.context().close();
});

/** Which point of the map is in the middle of its frame, in units of the map. */
const middle = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector(".im-map").getBoundingClientRect();
    const map = document.querySelector(".m-map").getBoundingClientRect();
    const scale = map.width / 1600;
    return [(frame.x + frame.width / 2 - map.x) / scale, (frame.y + frame.height / 2 - map.y) / scale];
  });

test("what is undone while it is under way is undone", async () => {
  const page = await player({ base: here.wire.base });
  await page.goto("/new/decks");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".dcard");
  here.wire.hold({ up: true });
  await page.click(".dcard >> nth=0");
  await page.keyboard.press("u");
  here.wire.hold();
  const log = () => page.$$eval(".aside .log li", (lines) => lines.map((line) => line.textContent));
  await until(async () => (await log()).some((line) => /undone/.test(line)));
  await page.waitForSelector(".dcard-selected", { state: "detached" });
  assert.equal(await page.$(".toasts .notice-bad"), null);
  await page.context().close();
});

/** Where the main button is, on a phone, on its side and on a desk. */
async function mainButtons(page) {
  const boxes = [];
  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(isLaidOut, [width, height]);
    boxes.push(await page.locator("#actions .btn-primary").boundingBox());
  }
  return boxes;
}

const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

test("a second tap on Draw does not discard what was drawn: Discard is elsewhere, and the finger has to rest", async () => {
  const { page, table } = await toDraw({ width: 390 });
  const draws = await mainButtons(page);
  await page.evaluate(() => {
    const [real, at] = [performance.now.bind(performance), performance.now()];
    globalThis.passed = (ms) => (performance.now = () => (ms === null ? at : real() + ms));
    globalThis.passed(null); // the clock stands still, however long the second tap takes here
  });
  await page.touchscreen.tap(...middleOf(draws[2]));
  await page.waitForSelector("#actions button:has-text('Discard')");
  const discards = await mainButtons(page);
  for (const [index, draw] of draws.entries()) {
    const discard = discards[index];
    const isApart = discard.x >= draw.x + draw.width || discard.y >= draw.y + draw.height;
    assert.ok(isApart, `Discard ${JSON.stringify(discard)} is where Draw ${JSON.stringify(draw)} was`);
  }
  for (let taps = 0; taps < 3; taps++) await page.touchscreen.tap(...middleOf(draws[2]));
  await page.waitForTimeout(300);
  assert.equal((await table.me.look(table.id)).view.step, "holding");
  await page.evaluate(() => globalThis.passed(601));
  await page.touchscreen.tap(...middleOf(discards[2]));
  await until(async () => (await table.me.look(table.id)).view.step !== "holding");
  await page.context().close();
});

test("a key that is held down draws one card and does nothing more", async () => {
  const { page, table } = await toDraw();
  for (let times = 0; times < 30; times++) {
    await page.keyboard.down("d");
    await page.waitForTimeout(30);
  }
  await page.keyboard.up("d");
  assert.equal((await table.me.look(table.id)).view.step, "holding");
  await page.keyboard.press("d");
  await until(async () => (await table.me.look(table.id)).view.step !== "holding");
  await page.context().close();
});

const PHONES = [
  [360, 640],
  [390, 660],
  [390, 844],
  [740, 360],
  [844, 390],
];

/** Every card is whole and where it belongs, however a phone is held. */
async function isWhole(page, rivals, when) {
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(isLaidOut, [width, height]);
    const found = await page.evaluate(places);
    const where = `${rivals + 1} seats, ${when}, ${width} x ${height}`;
    assert.equal(found.wide, 0, `${where}: nothing is wider than the screen`);
    assert.deepEqual([found.own.length, found.rivals.length], [4, rivals]);
    const { bar, piles } = found;
    for (const card of found.own) {
      const isSeen = card.top >= 0 && card.left >= 0 && card.right <= width && card.bottom <= bar.top + 1;
      assert.ok(
        isSeen,
        `${where}, own: ${JSON.stringify({ card, bar, parts: found.parts, fonts: found.fonts })}`,
      );
      assert.ok(
        card.top >= piles.bottom || card.left >= piles.right,
        `${where}, piles: ${JSON.stringify({ card, piles })}`,
      );
    }
    for (const { box, cards } of found.rivals) {
      assert.ok(
        box.bottom <= bar.top + 1 && box.right <= width,
        `${where}, rival: ${JSON.stringify({ box, bar })}`,
      );
      for (const card of cards)
        assert.ok(
          card.left >= box.left - 1 && card.right <= box.right + 1 && card.bottom <= box.bottom + 1,
          `${where}: ${JSON.stringify({ card, box })}`,
        );
    }
    const rows = new Set(found.rivals.map(({ box }) => box.top)).size;
    if (height > width) assert.equal(rows, rivals > 3 ? 2 : 1, `${where}: ${rows} rows of rivals`);
  }
}

test("two to six at one table on a phone, upright and on its side: every card is whole, and one's own hand is above the bar", async () => {
  const page = await player({ width: 390 });
  const names = ["Maren", "Tomasz", "Ife", "W".repeat(20), "Sol"];
  for (const count of [1, 2, 3, 4, 5]) {
    const table = await cambioTable(page, here.base, { names: names.slice(0, count), rules: SLOW });
    await page.goto(`/t/${table.id}`);
    await page.waitForSelector(".hand-own .slot");
    await isWhole(page, count, "at the first look");
    if (count < 5) continue;
    await playUntil(table, at.awaiting);
    await page.waitForSelector(".strip-mine >> text=Your turn");
    await isWhole(page, count, "at one's turn");
    await playUntil(table, at.power("peek_opponent"));
    await page.waitForSelector(".bar-power");
    await isWhole(page, count, "with a power");
  }
  await page.context().close();
});

test("who is away takes no room from one's own hand on a phone", async () => {
  const page = await player({ width: 390, language: "de" });
  const names = ["Maren", "Tomasz", "Ife", "W".repeat(20), "Sol"];
  const table = await cambioTable(page, here.base, { names, rules: SLOW });
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".hand-own .slot");
  await until(
    async () => (await page.$$(".rival .tag-bad:has-text('Verbindung weg')")).length === names.length,
  );
  await isWhole(page, names.length, "when all others are away");
  await page.context().close();
});

/** In the page: its styles know its new size (a busy browser lays out before that), and it has been painted in it. */
async function isLaidOut([width, height]) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (!matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches) await frame();
  for (let frames = 0; frames < 2; frames++) await frame();
}

/** In the page: where the cards are. */
function places() {
  const box = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  return {
    own: all(".hand-own .slot").map(box),
    bar: box(document.querySelector("#actions")),
    piles: box(document.querySelector(".piles")),
    rivals: all(".rival").map((rival) => ({ box: box(rival), cards: all(".slot", rival).map(box) })),
    parts: [".strip", ".last", ".rivals", ".piles", ".hand-own"].map((one) => [
      one,
      box(document.querySelector(one)),
    ]),
    fonts: [...document.fonts].map(({ family, status }) => `${family} ${status}`).join(", "),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}

test("what went wrong in the planner is seen where it was caused", async () => {
  const page = await player({ width: 390 });
  await page.goto("/new/decks");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".dcard");
  await page.click("summary:has-text('Deck settings')");
  await page.fill(".decks-panel textarea.mono >> nth=0", "this is no deck");
  await page.click("button:has-text('Use this deck')");
  await page.waitForSelector(".decks-error");
  const { top, bottom } = await page.$eval(".decks-error", (note) => note.getBoundingClientRect());
  assert.ok(top >= 0 && bottom <= 844, `it lies from ${top} to ${bottom}`);
  await page.context().close();
});

test("the bots of a new table are those that are added to it", async () => {
  const page = await player();
  await page.goto("/new/cambio");
  await page.click('fieldset:has(input[name=level]) label:has-text("Hard")');
  await page.click("text=Invite friends");
  await page.waitForSelector("input[name=level]");
  assert.equal(await page.inputValue("input[name=level]:checked"), "hard");
  await page.context().close();
});

test("nothing at the table moves for what is said over it: sending, and a bot that plays for one", async () => {
  const page = await player({ width: 390, base: here.wire.base });
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: SLOW });
  await page.goto(`/t/${table.id}`);
  await playUntil(table, at.awaiting);
  await page.waitForSelector("#actions button:has-text('Draw')");
  const lies = (...parts) =>
    page.evaluate(
      (all) =>
        all.flatMap((part) => {
          const { left, top, width, height } = document.querySelector(part).getBoundingClientRect();
          return [left, top, width, height].map(Math.round);
        }),
      parts,
    );
  const [before, board] = [await lies(".strip", ".hand-own"), await lies(".cambio")];
  here.wire.hold({ up: true });
  await page.click("#actions button:has-text('Draw')");
  await page.waitForSelector("text=Sending…");
  assert.deepEqual(await lies(".strip", ".hand-own"), before);
  here.wire.hold();
  await page.waitForSelector("text=Sending…", { state: "detached" });
  await table.me.ask("POST", `/tables/${table.id}/seats/0/bot`, { level: "easy" });
  await page.waitForSelector("text=is playing for you");
  assert.deepEqual(await lies(".cambio"), board);
  await page.context().close();
});

test("names of twenty broad letters stay in their place: history, and the auction of Imperial", async () => {
  const long = (letter) => `${"W".repeat(19)}${letter}`;
  const page = await person(browser, { base: here.base, width: 390 });
  await createGuest(page, long("A"));
  const table = await cambioTable(page, here.base, { names: [long("B"), long("C"), long("D")], rules: SLOW });
  await playUntil(table, at.over, { canCall: true });
  await page.goto("/history");
  await page.waitForSelector(".played");
  assert.deepEqual(await page.evaluate(burst, ".played"), []);
  const europeTable = await europe(page, here.base, { names: [long("E"), long("F"), long("G")] });
  await page.goto(`/t/${europeTable.id}`);
  await page.waitForSelector(".im-sheet .pane");
  assert.deepEqual(await page.evaluate(burst, ".im-sheet .pane"), []);
  await page.context().close();
});

/** In the page: what of the text within is wider than what it stands in. */
function burst(selector) {
  return [...document.querySelectorAll(`${selector} :is(b, p, span, li, div, button)`)]
    .filter((one) => one.closest(".vh, .art") === null && one.getClientRects().length > 0)
    .filter(
      (one) => one.getBoundingClientRect().right > one.closest(selector).getBoundingClientRect().right + 1,
    )
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 20)}`);
}

test("the text view asks for what no list can hold: any bid, and a deck of one's own", async () => {
  const page = await player({ settings: { textView: true } });
  const bids = await europe(page, here.base);
  await page.goto(`/t/${bids.id}`);
  const bid = page.locator(".text-actions > details", { has: page.locator("label:text-is('Amount')") });
  await bid.locator("summary:text-is('Other')").click();
  await bid.getByLabel("Amount").fill("137");
  await bid.locator("button:text-is('Play')").click();
  await until(async () => (await bids.look()).view.playerInfo[0].bid === 137);

  await page.goto("/new/decks");
  await page.click(".begin .btn >> nth=0");
  const deck = page.locator(".text-actions > details", { has: page.locator("h3:text-is('A deck as JSON')") });
  await deck.locator("summary:has(h3)").click();
  await deck.locator("summary:text-is('Other')").click();
  await deck.locator("textarea").fill('["Scout", "Trade", "Build", "Rest", "March", "Fight", "Sing"]');
  await deck.locator("button:text-is('Play')").click();
  await page.waitForSelector(".text-view >> text=Scout");
  await page.context().close();
});
