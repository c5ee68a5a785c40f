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
    wanted.map((score) => [score.cardsSummary.length, score.finalScore, score.isWinner, score.penaltyApplied]),
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
