// The Deck Planner through the page: a whole turn by mouse and by keys, its settings, decks and files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = await Promise.all([launch(), site()]);
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

async function planner(more = {}) {
  const page = await person(browser, { base: here.base, ...more });
  await page.goto("/new/decks");
  await page.fill("input[autocomplete=nickname]", "Planner");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".dcard");
  return page;
}

const bar = (name) => `.decks-bar button:has-text('${name}')`;
const numbers = (page) => page.$$eval(".disc:not(.disc-cross)", (all) => all.map((one) => one.textContent));
const hand = (page) => page.$$eval(".dcard .vh", (all) => all.map((one) => one.textContent.split(",")[0]));

/** As a planner without a server has saved it, before there was a play order. */
const OLD = {
  drawPile: ["Build", "Rest"],
  discardPile: ["March"],
  hand: ["Scout", "Trade"],
  handCards: [
    { id: "a", value: "Scout" },
    { id: "b", value: "Trade" },
  ],
  turnNumber: 4,
  handSize: 2,
  discardCount: 1,
  selectedCardIds: ["a"],
  discardPhase: true,
  warning: null,
  error: null,
  isDealing: false,
};
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("deck-builder-state")));

/** Wait until the browser's copy is the whole state that the server has. */
const copied = (page) =>
  until(() =>
    page.evaluate(async () => {
      const response = await fetch(`/api/decks/${location.pathname.split("/")[2]}/state`);
      const state = (await response.json())["deck-builder-state"];
      return localStorage.getItem("deck-builder-state") === JSON.stringify(state);
    }),
  );

/** The table in words, or as a board. */
async function textView(page, isOn) {
  await page.click(".play-top .btn-icon >> nth=-1");
  await page.click("dialog .switch:has-text('Text view')");
  await page.keyboard.press("Escape");
  await page.waitForSelector(isOn ? ".text-view" : ".decks");
}

/** Wait until as many cards are numbered. */
const numbered = (page, count) => until(async () => (await numbers(page)).length === count);

/** Choose as many cards as must go, and discard them. */
async function discardSome(page) {
  const count = Number((await page.textContent(".strip-text")).match(/of (\d+)/)[1]);
  for (let index = 0; index < count; index++) {
    await page.click(`.dcard >> nth=${index}`);
    await until(async () => (await page.$$(".disc-cross")).length === index + 1);
  }
  await page.click(`${bar("Discard Selected Cards")}:not(:disabled)`);
  await page.waitForSelector(".strip:has-text('Planning')");
  return count;
}

test("a whole turn: choose, discard, number, clear, number again, lock, end", async () => {
  const page = await planner({ width: 390 });
  const before = await hand(page);
  assert.ok(await page.$(`${bar("Discard Selected Cards")}:disabled`));
  assert.ok(await page.$(`${bar("End Turn")}:disabled`));
  await page.click(".dcard >> nth=0");
  await page.waitForSelector(".dcard-selected");
  await page.click(".dcard >> nth=0");
  await page.waitForSelector(".dcard-selected", { state: "detached" });
  const gone = await discardSome(page);
  const left = await hand(page);
  assert.deepEqual(left, before.slice(gone));
  for (let index = left.length - 1; index >= 0; index--) {
    assert.ok(await page.$(`${bar("Lock Order")}:disabled`));
    await page.click(`.dcard >> nth=${index}`);
    await numbered(page, left.length - index);
  }
  assert.deepEqual(
    await numbers(page),
    left.map((_, index) => String(left.length - index)),
  );
  await page.click(".dcard >> nth=0");
  await numbered(page, left.length - 1);
  await page.click(bar("Clear"));
  await numbered(page, 0);
  for (let index = 0; index < left.length; index++) {
    await page.click(`.dcard >> nth=${index}`);
    await numbered(page, index + 1);
  }
  await page.click(`${bar("Lock Order")}:not(:disabled)`);
  await page.waitForSelector(".strip:has-text('Executing')");
  assert.equal((await page.$$(".dcard-locked")).length, left.length);
  await page.click(`${bar("End Turn")}:not(:disabled)`);
  await page.waitForSelector("text=Turn 2");
  await page.waitForSelector(".strip:has-text('Discard')");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a hand by keys alone: discard, number, take back, lock, end", async () => {
  const page = await planner();
  const count = Number((await page.textContent(".strip-text")).match(/of (\d+)/)[1]);
  for (let key = 1; key <= count; key++) {
    await page.keyboard.press(String(key));
    await until(async () => (await page.$$(".disc-cross")).length === key);
  }
  await page.keyboard.press("Enter");
  await page.waitForSelector(".strip:has-text('Planning')");
  const left = (await hand(page)).length;
  await page.keyboard.press("2");
  await numbered(page, 1);
  await page.keyboard.press("1");
  await numbered(page, 2);
  await page.keyboard.press("u");
  await numbered(page, 1);
  await page.keyboard.press("c");
  await numbered(page, 0);
  for (let key = 1; key <= left; key++) {
    await page.keyboard.press(String(key));
    await numbered(page, key);
  }
  await page.keyboard.press("l");
  await page.waitForSelector(".strip:has-text('Executing')");
  await page.keyboard.press("e");
  await page.waitForSelector("text=Turn 2");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("the settings: other numbers, another deck", async () => {
  const page = await planner();
  await page.click(".decks-panel summary");
  await page.fill("input[type=number] >> nth=0", "3");
  await page.fill("input[type=number] >> nth=1", "1");
  await page.click("button:text-is('Use now')");
  await until(async () => (await page.$$(".dcard")).length === 3);
  await page.waitForSelector(".strip-text:has-text('Select 0 of 1 cards')");
  await page.selectOption(".decks-panel select", "starter-12");
  await page.click(".decks-panel button:has-text('Load')");
  await page.waitForSelector(".decks-panel summary:has-text('Starter deck')");
  await page.click(".decks-piles summary >> nth=0");
  await page.waitForSelector(".decks-piles:has-text('9 cards')");
  await page.context().close();
});

test("numbers from the next hand leave this one as it is, on the board and in the text view", async () => {
  const page = await planner();
  const before = await hand(page);
  await page.click(".decks-panel summary");
  await page.fill("input[type=number] >> nth=0", "3");
  await page.fill("input[type=number] >> nth=1", "1");
  await page.click("button:text-is('From the next hand')");
  await page.waitForSelector(".log:has-text('Hands of 3, 1 to discard.')", { state: "attached" });
  assert.deepEqual(await hand(page), before);
  await page.waitForSelector(".strip-text:has-text('Select 0 of 2 cards')");
  await page.click("text=Deal another hand");
  await until(async () => (await hand(page)).length === 3);

  await textView(page, true);
  const listed = await page.textContent("section[aria-label=Hand] ul");
  await page.click("summary:has-text('Hand size and discards')");
  await page.click("button:has-text('Hand of 7, discard 1, from the next deal')");
  await page.waitForSelector("text=Hand size 7, discards 1");
  assert.equal(await page.textContent("section[aria-label=Hand] ul"), listed);
  await page.click("button:has-text('Deal another hand')");
  await until(async () => (await page.$$("section[aria-label=Hand] li")).length === 7);
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a selection does not outlive the page: a refresh clears it, a lost connection does not", async () => {
  const page = await planner();
  const before = await hand(page);
  const chosen = () => page.$$eval(".dcard-selected", (all) => all.length);
  const choose = async (...cards) => {
    for (const [index, card] of cards.entries()) {
      await page.click(`.dcard >> nth=${card}`);
      await until(async () => (await chosen()) === index + 1);
    }
  };
  const selected = () =>
    page.evaluate(
      async () =>
        (await (await fetch(`/api/tables/${location.pathname.split("/")[2]}/view`)).json()).view
          .selectedCardIds.length,
    );
  await choose(0, 2);
  here.kill();
  await page.waitForFunction(() => document.querySelector(".link-dot .vh").textContent === "Reconnecting");
  await here.start();
  await page.waitForFunction(() => document.querySelector(".link-dot .vh").textContent === "Live");
  assert.equal(await selected(), 2);
  await page.reload();
  await page.waitForSelector(".dcard");
  await until(async () => (await selected()) === 0);
  await until(async () => (await chosen()) === 0);
  await page.waitForSelector(".strip-text:has-text('Select 0 of 2 cards')");
  assert.deepEqual(await hand(page), before);

  await choose(1, 3);
  await textView(page, true);
  await page.reload();
  await page.waitForSelector(".text-view:has-text('Select 0 of 2 cards')");
  assert.equal(await selected(), 0);
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a planner that this browser has saved is offered, and saved again under the same key", async () => {
  const page = await person(browser, { base: here.base });
  await page.goto("/");
  await page.evaluate(
    ([key, state]) => localStorage.setItem(key, JSON.stringify(state)),
    ["deck-builder-state", OLD],
  );
  await page.goto("/new/decks");
  await page.fill("input[autocomplete=nickname]", "Planner");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".notice:has-text('This browser has a saved planner: turn 4, 5 cards.')");
  assert.equal((await hand(page)).length, 5);
  assert.notDeepEqual(await hand(page), ["Scout", "Trade"]);
  await page.click(".dcard >> nth=0");
  await page.waitForSelector(".dcard-selected");
  assert.deepEqual(await stored(page), OLD, "kept while it is offered");
  await page.click(".notice button:has-text('Continue it')");
  await until(async () => (await hand(page)).join() === "Scout,Trade");
  await page.waitForSelector("text=Turn 4");
  await page.waitForSelector(".notice:has-text('saved planner')", { state: "detached" });
  await copied(page);

  await page.click(".dcard >> nth=0");
  await page.click(`${bar("Discard Selected Cards")}:not(:disabled)`);
  await page.waitForSelector(".strip:has-text('Planning')");
  await page.click(".decks-panel summary");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.click(".decks-panel button:text-is('Export')"),
  ]);
  const exported = JSON.parse(await readFile(await file.path(), "utf8"));
  assert.deepEqual(await stored(page), exported["deck-builder-state"]);
  assert.deepEqual(exported["deck-builder-state"].discardPile, ["March", "Scout"]);

  await page.click("text=Deal another hand");
  await page.waitForSelector(".strip:has-text('Discard')");
  await page.click("button:has-text('Load from this browser: turn 4, 5 cards')");
  await until(async () => (await hand(page)).join() === "Scout,Trade");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("after every action the browser has the whole planner, also where its copy was damaged, and another table goes on with it", async () => {
  const page = await planner();
  await copied(page);
  await discardSome(page);
  await copied(page);
  assert.equal((await stored(page)).planningPhase, true);
  await page.click(".dcard >> nth=1");
  await numbered(page, 1);
  await copied(page);
  assert.equal((await stored(page)).playOrderSequence.length, 1);

  await page.evaluate(() => localStorage.setItem("deck-builder-state", "{not json"));
  await page.reload();
  await numbered(page, 1);
  await copied(page);

  const left = await hand(page);
  await page.goto("/new/decks");
  await page.click(".begin .btn >> nth=0");
  await page.click(".notice button:has-text('Continue it')");
  await numbered(page, 1);
  assert.deepEqual(await hand(page), left);
  await page.reload();
  await numbered(page, 1);
  assert.equal(await page.$(".notice:has-text('saved planner')"), null);
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("what is no planner is not offered, an offer may be declined, and a browser that keeps nothing plays on", async () => {
  for (const text of ["{not json", "[1, 2]", "null"]) {
    const page = await person(browser, { base: here.base });
    await page.goto("/");
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), ["deck-builder-state", text]);
    await page.goto("/new/decks");
    await page.fill("input[autocomplete=nickname]", "Planner");
    await page.click(".begin .btn >> nth=0");
    await page.waitForSelector(".dcard");
    assert.equal(await page.$(".notice:has-text('saved planner')"), null, text);
    await page.evaluate(
      ([key, state]) => localStorage.setItem(key, JSON.stringify(state)),
      ["deck-builder-state", OLD],
    );
    await page.reload();
    await page.click(".notice button:has-text('Not now')");
    await page.waitForSelector(".notice:has-text('saved planner')", { state: "detached" });
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.click(".decks-panel summary");
    await Promise.all([page.waitForEvent("download"), page.click(".decks-panel button:text-is('Export')")]);
    await discardSome(page);
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});

test("a saved planner may be pasted; a text that is none is said to be broken and changes nothing", async () => {
  const page = await planner();
  const before = await hand(page);
  const paste = async (text) => {
    await page.fill(".decks-panel textarea >> nth=1", text);
    await page.click("text=Import this text");
  };
  await page.click(".decks-panel summary");
  await paste("nothing");
  await page.waitForSelector("[role=alert].decks-error");
  assert.deepEqual(await hand(page), before);
  await paste(JSON.stringify({ "deck-builder-state": OLD }));
  await until(async () => (await hand(page)).join() === "Scout,Trade");
  await page.waitForSelector(".decks-error", { state: "detached" });
  await page.waitForSelector("text=Turn 4");
  await page.context().close();
});

test("a deck of one's own: what is wrong is said and changes nothing, what is right is dealt", async () => {
  const page = await planner();
  const before = await hand(page);
  const use = async (text) => {
    await page.fill(".decks-panel textarea", text);
    await page.click("text=Use this deck");
  };
  await page.click(".decks-panel summary");
  const errors = [];
  for (const text of ["{not json", '{"a": 1}', "[1]"]) {
    await use(text);
    await until(async () => {
      const error = await page.$eval("[role=alert].decks-error", (one) => one.textContent).catch(() => null);
      if (error === null || error === errors.at(-1)) return false;
      errors.push(error);
      return true;
    });
    assert.deepEqual(await hand(page), before);
  }
  assert.equal(new Set(errors).size, 3, errors.join("\n"));
  await use('["Scout", {"value": "Build"}, "Scout", "Scout", "Build", "Scout"]');
  await page.waitForSelector(".dcard:has-text('Scout')");
  await page.waitForSelector(".decks-error", { state: "detached" });
  await page.waitForSelector(".decks-panel summary:has-text('Your own deck')");
  assert.ok((await hand(page)).every((name) => ["Scout", "Build"].includes(name)));
  await page.context().close();
});

test("export and import: the same hand on another table; a broken file is said to be broken", async () => {
  const page = await planner();
  await discardSome(page);
  await page.click(".dcard >> nth=1");
  await numbered(page, 1);
  await page.click(".decks-panel summary");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.click(".decks-panel button:text-is('Export')"),
  ]);
  const text = await readFile(await saved.path(), "utf8");
  const state = JSON.parse(text)["deck-builder-state"];
  const names = state.handCards.map(({ card }) => card);
  assert.equal(state.playOrderSequence.length, 1);
  assert.deepEqual(state.selectedCardIds, []);

  const other = await planner();
  await other.click(".decks-panel summary");
  const put = (content) =>
    other.setInputFiles("input[type=file]", {
      name: "deck-planner.json",
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
  await put("nothing");
  await other.waitForSelector("[role=alert].decks-error");
  await other.waitForTimeout(700); // nobody chooses another file sooner
  await put(text);
  await numbered(other, 1);
  assert.deepEqual(await hand(other), await hand(page));
  assert.equal((await hand(other)).length, names.length);
  await other.click("text=Close the planner");
  await other.click("dialog button:has-text('Close the planner')");
  await other.waitForSelector("text=The planner is closed.");
  for (const one of [page, other]) await one.context().close();
});
