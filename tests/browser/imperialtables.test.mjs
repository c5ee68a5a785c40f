// Imperial late in a game of six: who holds what, units, what happened since one left, captions, and the lobby's rows.
// With SHOTS=directory it also takes pictures.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { axe, COLOURS, complaints, launch, overflow } from "./browser.mjs";
import { europe, playOn } from "./europe.mjs";
import { held, matrix, someone } from "./imperial.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

const NAMES = ["Maren", "Tomasz", "Ife", "Sol", "Mateo"];
const NATIONS = ["Austria", "Italy", "France", "England", "Germany", "Russia"];
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SPOTS = ["Import", "Produce", "Maneuver", "Investor", "Taxation", "Factory", "Maneuver"];

/** Everyone buys, builds, goes about and quarrels, each time otherwise: a board as it is late in a game. */
function lively(legal, { turnID, mode }) {
  const of = (type) => legal.filter((action) => action.type === type);
  const some = (list) => list[(turnID * 31 + list.length) % list.length];
  if (of("BUY_STOCK").length > 0) return some(of("BUY_STOCK"));
  const gentle = of("MOVE_UNIT").filter(({ payload }) => payload.actionCode === "");
  if (gentle.length > 0) return some(gentle);
  if (mode === "proposal-opp" && turnID % 3 > 0) return of("AGREE")[0];
  const proposals = of("PROPOSE");
  if (proposals.length === 0) return some(legal.filter(({ type }) => !/CLOCK/.test(type)));
  for (let step = 0; step < SPOTS.length; step++) {
    const here_ = proposals.filter(({ payload }) =>
      payload.wheelSpot.endsWith(SPOTS[(turnID + step) % SPOTS.length]),
    );
    const most = here_.filter(
      ({ payload }) => payload.import === undefined || payload.import.types.length === 3,
    );
    if (here_.length > 0) return some(most.length > 0 ? most : here_);
  }
  return some(proposals);
}

async function shot(page, name) {
  if (!process.env.SHOTS) return;
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${page.viewportSize().width}-${theme}.png` });
  }
}

/** Both themes: nothing that axe finds, and nothing wider than the screen. */
async function fine(page, name) {
  await shot(page, name);
  for (const [theme, only] of [
    ["light", null],
    ["dark", COLOURS],
  ]) {
    await page.emulateMedia({ colorScheme: theme });
    assert.deepEqual(await axe(page, { only }), [], `${name}, ${theme}`);
  }
  assert.ok((await overflow(page)) <= 0, `${name} is wider than the screen`);
}

const open = (page, name) => page.click(`:is(.im-sheet, .im-right) [role=tab]:has-text("${name}")`);
const nationsOf = (view) => NATIONS.map((country) => view.countryInfo[country]);

async function holdings(page, view) {
  await open(page, "Bonds");
  const grid = page.locator(".holdings-grid");
  await grid.waitFor();
  await grid.scrollIntoViewIfNeeded();
  const shown = await matrix(page);
  assert.deepEqual(
    shown.map((row) => row.map((text) => (text === "–" ? 0 : Number(text)))),
    held(view),
  );
  await fine(page, "holdings");
  await page.click(".holdings .quick >> text=To lead");
  const missing = await matrix(page);
  for (const [index, { leadership, leadAt }] of nationsOf(view).entries())
    for (const [seat, own] of held(view)[index].slice(0, -1).entries())
      if (leadership[0] !== seat) assert.equal(missing[index][seat], `+${leadAt - own}`);
  await fine(page, "lead");
}

async function units(page, view) {
  await open(page, "Nations");
  const rows = await page.$$eval(".units tbody tr", (all) =>
    all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText)),
  );
  const counts = nationsOf(view).map(({ armies, fleets, upkeep }) => [
    armies.length,
    fleets.length,
    `$${upkeep / 100}`,
  ]);
  assert.deepEqual(
    rows.map(([armies, fleets, cost]) => [Number.parseInt(armies, 10), Number.parseInt(fleets, 10), cost]),
    counts,
  );
  await fine(page, "nations");
  await page.locator(".people").scrollIntoViewIfNeeded();
  await shot(page, "people");
}

/** Whoever was away for long finds a card, watches it, and reads what every move was. */
async function returning(page, id, version) {
  await page.evaluate(
    ([key, seen]) => localStorage.setItem(key, JSON.stringify(seen)),
    [`rondel.seen.${id}`, { version: version - 14, at: 1 }],
  );
  await page.reload();
  await page.waitForSelector(".since li");
  await fine(page, "since");
  await page.click(".since >> text=Replay");
  await page.waitForSelector(".scrubber");
  await page.click("role=button[name='Pause']");
  await until(
    async () =>
      (await page.textContent(".scrub-caption")) !== "" ||
      (await page.press(".scrubber .range", "ArrowRight")),
  );
  await fine(page, "caption");
  await page.click(".past-banner .btn-primary");
  await page.waitForSelector(".past-banner", { state: "detached" });
  assert.equal(await page.locator(".since").count(), 1, "it is there until it is put away");
  await page.click(".since >> text=Got it");
  await page.reload();
  await page.waitForSelector(".m-map [data-area=Rome]", { state: "attached" });
  assert.equal(await page.locator(".since").count(), 0, "who has just been here has missed nothing");
}

describe("late in a game of six", () => {
  test("tables, the card, captions and the lobby tell what the server says", async () => {
    const page = await someone(browser, here.base, "Ada");
    const table = await europe(page, here.base, {
      names: NAMES,
      options: { start: "fixed", setup: "classic" },
    });
    const view = await playOn(table, ({ round }) => round > ROUNDS, lively);
    const { version } = await table.look();
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`/t/${table.id}`);
      await page.waitForSelector(".m-map [data-area=Rome]", { state: "attached" });
      await holdings(page, view);
      await units(page, view);
      await open(page, "Log");
      await page.waitForSelector(".log li");
      await fine(page, "log");
      await returning(page, table.id, version);
      await page.goto("/");
      await page.waitForSelector(`.tcard:has-text("Round ${view.round}, ${view.countryUp}")`);
      await fine(page, "lobby");
    }
    const watcher = await someone(browser, here.base, "Zoe");
    await watcher.goto("/");
    await watcher.waitForSelector(`.open-row:has-text("Round ${view.round}, ${view.countryUp}")`);
    assert.deepEqual([...complaints(page), ...complaints(watcher)], []);
  });
});
