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

/** Wait until as many cards are numbered. */
const numbered = (page, count) => until(async () => (await numbers(page)).length === count, { forMs: 5000 });

/** Choose as many cards as must go, and discard them. */
async function discardSome(page) {
  const count = Number((await page.textContent(".strip-text")).match(/of (\d+)/)[1]);
  for (let index = 0; index < count; index++) {
    await page.click(`.dcard >> nth=${index}`);
    await until(async () => (await page.$$(".disc-cross")).length === index + 1, { forMs: 5000 });
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
  assert.deepEqual(await numbers(page), left.map((_, index) => String(left.length - index)));
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
    await until(async () => (await page.$$(".disc-cross")).length === key, { forMs: 5000 });
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
  await page.click("text=Use these numbers");
  await until(async () => (await page.$$(".dcard")).length === 3, { forMs: 5000 });
  await page.waitForSelector(".strip-text:has-text('Select 0 of 1 cards')");
  await page.selectOption(".decks-panel select", "starter-12");
  await page.click(".decks-panel button:has-text('Load')");
  await page.waitForSelector(".decks-panel summary:has-text('Starter deck')");
  await page.click(".decks-piles summary >> nth=0");
  await page.waitForSelector(".decks-piles:has-text('9 cards')");
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
      const told = await page.$eval("[role=alert].decks-error", (one) => one.textContent).catch(() => null);
      if (told === null || told === errors.at(-1)) return false;
      errors.push(told);
      return true;
    }, { forMs: 5000 });
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
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Export")]);
  const text = await readFile(await saved.path(), "utf8");
  const state = JSON.parse(text)["deck-builder-state"];
  const names = state.handCards.map(({ card }) => card);
  assert.equal(state.playOrderSequence.length, 1);
  assert.deepEqual(state.selectedCardIds, []);

  const other = await planner();
  await other.click(".decks-panel summary");
  const put = (content) => other.setInputFiles("input[type=file]", { name: "deck-planner.json", mimeType: "application/json", buffer: Buffer.from(content) });
  await put("nothing");
  await other.waitForSelector("[role=alert].decks-error");
  await put(text);
  await numbered(other, 1);
  assert.deepEqual(await hand(other), await hand(page));
  assert.equal((await hand(other)).length, names.length);
  await other.click("text=Close the planner");
  await other.click("dialog button:has-text('Close the planner')");
  await other.waitForSelector("text=The planner is closed.");
  for (const one of [page, other]) await one.context().close();
});
