// What the customer's documents ask of the screen and no other test shows: results in full, cards by click, Space and Enter.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { beginCambio, until } from "./play.mjs";
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

/** A request to the documents' own addresses, from the page that is open. */
const ask = (page, method, call) =>
  page.evaluate(
    async ([how, name]) => {
      const game = location.pathname.split("/t/")[1];
      return (await fetch(`/api/game/${game}/${name}`, { method: how, headers: { "X-Rondel": "1" } })).json();
    },
    [method, call],
  );

test("the results show every hand, every score, what the call cost, and the winner marked", async () => {
  const page = await person(browser, { base: here.base });
  await beginCambio(page, { rules: { initialViewMs: 1000 } });
  const isMine = async () => {
    const { phase, currentTurnPlayerId, you } = await ask(page, "GET", "state");
    return phase === "playing" && currentTurnPlayerId === you;
  };
  await until(isMine, { everyMs: 100 });
  assert.equal((await ask(page, "POST", "cambio")).phase, "final_round");
  await page.waitForSelector(".results:not([data-turning])");
  const { scores } = await ask(page, "GET", "scores");
  const rows = await page.$$eval(".result-list > li", (all) =>
    all.map((row) => ({
      cards: row.querySelectorAll(".result-cards > li").length,
      sum: Number(row.querySelector(".result-sum b").textContent),
      isWinner: row.classList.contains("result-winner"),
      isDoubled: row.querySelector(".result-note") !== null,
      text: row.textContent,
    })),
  );
  const wanted = scores.toSorted((a, b) => a.finalScore - b.finalScore || b.isWinner - a.isWinner);
  assert.deepEqual(
    rows.map(({ cards, sum, isWinner, isDoubled }) => [cards, sum, isWinner, isDoubled]),
    wanted.map((score) => [
      score.cardsSummary.length,
      score.finalScore,
      score.isWinner,
      score.penaltyApplied,
    ]),
  );
  assert.equal(rows.filter(({ text }) => /called Cambio/.test(text)).length, 1);
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a card of a planner is toggled by click, Space and Enter, and says how many are chosen", async () => {
  const page = await person(browser, { base: here.base });
  await page.goto("/new/decks");
  await page.fill("input[autocomplete=nickname]", "Planner");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".dcard");
  const chosen = (count) => page.waitForSelector(`.strip-text:has-text('Select ${count} of 2 cards')`);
  await chosen(0);
  await page.click(".dcard >> nth=0");
  await chosen(1);
  await page.focus(".dcard >> nth=0");
  await page.keyboard.press("Space");
  await chosen(0);
  await page.keyboard.press("Enter");
  await chosen(1);
  await page.focus(".dcard >> nth=1");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".decks-bar button:has-text('Discard Selected Cards'):not(:disabled)");
  assert.equal(await page.$$eval(".dcard[aria-disabled=true], .dcard:disabled", (all) => all.length), 3);
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("the buttons of a planner are enabled exactly when the rulebook says, and a card tells what is selected", async () => {
  const page = await person(browser, { base: here.base });
  await page.goto("/new/decks");
  await page.fill("input[autocomplete=nickname]", "Planner");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".dcard");
  const names = ["Discard Selected Cards", "Clear", "Lock Order", "End Turn"];
  const enabled = () =>
    page.$$eval(
      ".decks-bar button:not(:disabled)",
      (all, wanted) => wanted.filter((name) => all.some((one) => one.textContent?.startsWith(name))),
      names,
    );
  const become = (...wanted) => until(async () => `${await enabled()}` === `${wanted}`);
  const labels = () =>
    page.$$eval(".dcard", (all) => all.map((one) => one.querySelector(".vh")?.textContent ?? ""));
  const press = async (index, ...wanted) => {
    const card = page.locator(".dcard").nth(index);
    const before = await card.getAttribute("aria-pressed");
    await card.click();
    await until(async () => (await card.getAttribute("aria-pressed")) !== before);
    await become(...wanted);
  };
  await become();
  await press(0);
  assert.match((await labels())[0], /selected/);
  assert.doesNotMatch((await labels())[1], /selected/);
  await press(3, "Discard Selected Cards");
  assert.match((await labels())[1], /unavailable/);
  await page.waitForTimeout(700); // what is pressed twice in a row under one finger counts once
  await press(3);
  await press(4, "Discard Selected Cards");
  await page.click(".decks-bar button:has-text('Discard Selected Cards')");
  await become("Clear");
  await press(0, "Clear");
  await press(1, "Clear");
  await press(2, "Clear", "Lock Order");
  await page.waitForTimeout(700);
  await press(2, "Clear");
  await page.waitForTimeout(700);
  await press(2, "Clear", "Lock Order");
  await page.click(".decks-bar button:has-text('Lock Order')");
  await become("End Turn");
  await page.click(".decks-bar button:has-text('End Turn')");
  await become();
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});
