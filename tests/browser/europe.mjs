// Tables of Imperial in the states that are looked at: who is no page acts over HTTP, so that it is quick.
import { bond, order, someone, spot, tap } from "./imperial.mjs";
import { until } from "./play.mjs";
import { Guest } from "./stage.mjs";

/** A table where the page's person sits first and the others have no page. */
export async function europe(page, base, { names = ["Maren", "Tomasz", "Ife"], options = {} } = {}) {
  const all = [Guest.of(page)];
  for (const name of names) all.push(await Guest.createGuest(base, name));
  const { id } = await all[0].ask("POST", "/tables", {
    game: "imperial",
    options,
    access: "public",
    seats: all.length,
  });
  for (const guest of all) {
    await guest.ask("POST", `/tables/${id}/seat`, {});
    await guest.ask("POST", `/tables/${id}/ready`, { isReady: true });
  }
  await all[0].ask("POST", `/tables/${id}/start`);
  const look = () => all[0].look(id);
  return { id, all, look, act: (seat, type, payload) => all[seat].act(id, { type, payload }) };
}

export const propose = (wheelSpot, more = {}) => ["PROPOSE", { wheelSpot, ...more }];
export const imports = (...units) =>
  propose("Import", {
    import: { types: units.map(([type]) => type), territories: units.map(([, place]) => place) },
  });
const move = (destination, actionCode = "") => ["MOVE_UNIT", { destination, actionCode }];

/** Whoever is up does what `choose` takes from the list, until `isThere` holds of the view. */
export async function playOn(table, isThere, choose = mild) {
  return until(
    async () => {
      for (;;) {
        const { view } = await table.look();
        if (isThere(view)) return view;
        const seat = view.playerInfo.findIndex(({ myTurn }) => myTurn);
        if (seat < 0) return null;
        const { legal } = await table.all[seat].look(table.id);
        await table.all[seat].act(table.id, choose(legal, view));
      }
    },
    { forMs: 120_000 },
  );
}

const first = (legal, ...wanted) => wanted.map((is) => legal.find(is)).find(Boolean) ?? legal[0];
const isOf =
  (type, has = () => true) =>
  (action) =>
    action.type === type && has(action.payload ?? {});

/** Everyone agrees, stays, passes and taxes. */
const mild = (legal) =>
  first(
    legal,
    isOf("AGREE"),
    isOf("PUNT_BUY"),
    isOf("PROPOSE", ({ wheelSpot }) => wheelSpot === "Taxation"),
    isOf("PROPOSE", ({ wheelSpot }) => wheelSpot === "R-Produce"),
    isOf("MOVE_UNIT", ({ actionCode }) => actionCode === ""),
  );

/** Everyone fills the map: units by the three, and off they go, each time somewhere else. */
export const busy = (legal, view) => {
  const gentle = legal.filter(isOf("MOVE_UNIT", ({ actionCode }) => actionCode === ""));
  if (gentle.length > 0) return gentle[(view.turnID * 7) % gentle.length];
  const most = legal.filter(isOf("PROPOSE", (payload) => payload.import?.types?.length === 3));
  if (most.length > 0) return most[(view.turnID * 31) % most.length];
  return first(
    legal,
    isOf("AGREE"),
    isOf("PUNT_BUY"),
    isOf("PROPOSE", ({ wheelSpot }) => wheelSpot.endsWith("Maneuver")),
  );
};

/** Each nation has one leader, who fills the map: as many units as can be had, and every third round they spread; no war. */
const grow = (legal, { mode, countryUp, turnID, round, playerInfo }) => {
  const pick = (found) => found[(turnID * 13) % found.length];
  if (mode === "bid")
    return {
      type: "BID",
      payload: { amount: playerInfo.findIndex(({ myTurn }) => myTurn) === LATE.indexOf(countryUp) ? 900 : 0 },
    };
  const gentle = legal.filter(isOf("MOVE_UNIT", ({ actionCode }) => actionCode === ""));
  if (gentle.length > 0) return pick(gentle);
  const units = ({ payload = {} }) =>
    [payload.import?.types, payload.fleetProduce, payload.armyProduce].flatMap((all) => all ?? []).length;
  const most = Math.max(0, ...legal.map(units));
  const isWalk = isOf("PROPOSE", ({ wheelSpot }) => wheelSpot.endsWith("Maneuver"));
  if (most > 0 && !(round % 3 === 0 && legal.some(isWalk)))
    return pick(legal.filter((action) => units(action) === most));
  return first(
    legal,
    isOf("BUY_BID", ({ accept }) => accept),
    isOf("PUNT_BUY"),
    isWalk,
    isOf("PROPOSE", ({ wheelSpot }) => wheelSpot === "Factory"),
  );
};

/** Who leads what late in a game of six; the page's person leads Germany, in the middle of it all. */
const LATE = ["Germany", "Austria", "Italy", "France", "England", "Russia"];
export const unitsOf = ({ countryInfo }) =>
  Object.values(countryInfo).reduce((sum, { armies, fleets }) => sum + armies.length + fleets.length, 0);

/** Late in a game of six: at least 60 units stand on the map, and the page's person may move those of Germany. */
export async function late(page, base) {
  const table = await europe(page, base, {
    names: ["Maren", "Tomasz", "Ife", "Sol", "Nuri"],
    options: { governance: "dictator" },
  });
  const isThere = (view) =>
    view.mode === "proposal" && view.countryUp === "Germany" && view.round > 6 && unitsOf(view) >= 60;
  const view = await playOn(table, isThere, grow);
  return { ...table, view };
}

/** Everyone moves, one after the other: [seat, type, payload]. */
export async function script(table, moves) {
  for (const [seat, type, payload] of moves) await table.act(seat, type, payload);
}

const settle = (page, selector) => page.waitForSelector(selector);

/** Every mode of Imperial, each as { name, page }. */
export async function* imperial(browser, here) {
  const page = await someone(browser, here.base, "Ada");
  const table = await europe(page, here.base, { options: { maxRounds: 4 } });
  await page.goto(`/t/${table.id}`);
  await settle(page, ".m-map [data-area=Rome]");
  yield* sold(page, table);
  yield* debated(page, table);
  yield* planned(page, table);
  yield* bought(page, table);
  yield* fought(page, table);
  yield* beside(page);
  await playOn(table, (view) => view.mode === "game-over");
  await settle(page, ".result-table");
  yield { name: "imperial, over", page };
  const timed = await europe(page, here.base, { options: { start: "fixed", timed: true, banked: 600 } });
  await timed.act(1, "PAUSE_CLOCK");
  await page.goto(`/t/${timed.id}`);
  await settle(page, ".paused");
  yield { name: "imperial, paused", page };
  await page.context().close();
}

export async function* sold(page, table) {
  await script(table, [
    [1, "BID", { amount: 900 }],
    [2, "BID", { amount: 400 }],
  ]);
  await settle(page, ".ticks .done >> nth=1");
  await page.fill(".stepper input", "6.5");
  yield { name: "imperial, bid", page };
  await script(table, [
    [0, "BID", { amount: 650 }],
    [3, "BID", { amount: 0 }],
    [1, "BUY_BID", { accept: true }],
  ]);
  await settle(page, ".certificate");
  yield { name: "imperial, buy-bid", page };
  await script(table, [
    [0, "BUY_BID", { accept: true }],
    [2, "BUY_BID", { accept: true }],
  ]);
  const leads = { Italy: [0, 600], France: [3, 900], England: [2, 900], Germany: [3, 600], Russia: [1, 600] };
  await playOn(
    table,
    ({ mode }) => mode === "proposal",
    (legal, { mode, countryUp, playerInfo }) => {
      if (mode === "buy-bid") return { type: "BUY_BID", payload: { accept: true } };
      const seat = playerInfo.findIndex(({ myTurn }) => myTurn);
      return { type: "BID", payload: { amount: leads[countryUp][0] === seat ? leads[countryUp][1] : 0 } };
    },
  );
}

/** Austria is a democracy: Maren leads, the page's person is the opposition. */
async function* debated(page, table) {
  await script(table, [[1, ...imports(["army", "Trieste"], ["army", "Trieste"], ["army", "Vienna"])]]);
  await settle(page, "[data-press=agree]");
  yield { name: "imperial, opposition", page };
  await script(table, [
    [0, ...propose("L-Produce", { armyProduce: ["Budapest", "Vienna"] })],
    [2, "VOTE", { proposal: 1 }],
  ]);
  await settle(page, "button.proposal-card");
  await page.click("button.proposal-card >> nth=1");
  yield { name: "imperial, vote", page };
  await script(table, [[0, "VOTE", { proposal: 1 }]]);
}

/** Italy is the person's own: every place on the rondel, from its middle. */
async function* planned(page, table) {
  await settle(page, ".im-strip-mine:has-text('Italy')");
  yield { name: "imperial, proposal", page };
  await spot(page, "L-Produce");
  yield { name: "imperial, produce", page };
  await spot(page, "Factory");
  await page.click(".picks .btn >> nth=0");
  yield { name: "imperial, factory", page };
  await order(page, [
    ["army", "Genoa"],
    ["army", "Venice"],
    ["fleet", "Naples"],
  ]);
  yield { name: "imperial, import", page };
  await page.click("[data-press=send]");
}

async function* bought(page, table) {
  await until(async () => (await table.look()).view.countryUp === "France");
  await script(table, [[3, ...propose("Investor")]]);
  await settle(page, ".purchase");
  yield { name: "imperial, buy", page };
  await bond(page, { country: "Italy", stock: 4, returnStock: 3 });
  yield { name: "imperial, trade", page };
  await page.click("[data-press=buy]");
  await until(
    async () => (await table.look()).view.mode !== "buy" || !(await table.look()).view.playerInfo[0].myTurn,
  );
  await playOn(table, ({ countryUp }) => countryUp === "Germany");
  await script(table, [[3, ...imports(["army", "Munich"], ["army", "Cologne"], ["fleet", "Hamburg"])]]);
  await playOn(table, ({ round }) => round === 2, busy);
}

async function* fought(page, table) {
  await script(table, [
    [1, ...propose("L-Maneuver")],
    [1, ...move("Genoa", "peace")],
  ]);
  await settle(page, ".peace [class*=versus]");
  yield { name: "imperial, peace", page };
  await script(table, [
    [0, "ANSWER_PEACE", { accept: true }],
    [1, ...move("Trieste")],
    [1, ...move("Vienna")],
    [0, "AGREE"],
  ]);
  await script(table, [
    [0, ...propose("L-Maneuver")],
    [0, ...move("Western Med")],
  ]);
  await settle(page, ".steps .now:has-text('Army')");
  await page.click(".reach .btn:has-text('Tunis')");
  yield { name: "imperial, maneuver", page };
  await page.click("[data-press=go]");
  await page.click(".steps .done:has-text('Tunis')");
  await tap(page, "Trieste");
  await page.click(".codes label.war");
  yield { name: "imperial, war", page };
  await page.click("[data-press=go]");
  await page.click("dialog >> text=Confirm"); // a war is asked for twice
  await playOn(table, ({ countryUp }) => countryUp === "Germany");
  await script(table, [[3, ...propose("L-Maneuver")]]);
  await playOn(
    table,
    ({ mode }) => mode === "peace-vote",
    (legal) =>
      first(
        legal,
        isOf(
          "MOVE_UNIT",
          ({ destination, actionCode }) => destination === "Vienna" && actionCode === "peace",
        ),
        isOf("MOVE_UNIT", ({ actionCode }) => actionCode === ""),
      ),
  );
  await script(table, [[2, "VOTE_PEACE", { accept: true }]]);
  await settle(page, ".ticks .done");
  yield { name: "imperial, peace vote", page };
  await script(table, [[0, "VOTE_PEACE", { accept: true }]]);
}

/** Late in a game of six: 60 units and more. */
export async function* grown(browser, { base }) {
  const page = await someone(browser, base, "Ada");
  const { id } = await late(page, base);
  await page.goto(`/t/${id}`);
  await settle(page, ".m-map [data-area=Rome]");
  yield { name: "imperial, late", page };
  await page.context().close();
}

/** The same table in words, and as it was. */
async function* beside(page) {
  await page.click("role=button[name='Menu']");
  await page.click("dialog .switch:has-text('Text view')");
  await page.keyboard.press("Escape");
  await settle(page, ".text-view");
  await page.evaluate(() => document.activeElement.blur());
  yield { name: "imperial, text view", page };
  await page.click("role=button[name='Menu']");
  await page.click("dialog .switch:has-text('Text view')");
  await page.keyboard.press("Escape");
  await page.click("role=button[name='Earlier moves']");
  await settle(page, ".past-banner");
  await page.fill(".scrubber .range", "50");
  await settle(page, ".past-banner:has-text('move 50 of')");
  await page.evaluate(() => document.activeElement.blur());
  yield { name: "imperial, past", page };
  await page.click("text=Return to now");
  await page.waitForSelector(".past-banner", { state: "detached" });
}
