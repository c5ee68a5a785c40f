// Imperial in a real browser: four people, two of them on a phone, and a bot, from the auction to the end.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { complaints, launch } from "./browser.mjs";
import { europe, imports, propose, script, sold } from "./europe.mjs";
import {
  auction,
  begin,
  bond,
  foretold,
  held,
  isUp,
  looker,
  matrix,
  now,
  order,
  passing,
  press,
  someone,
  spot,
  tab,
  tap,
  until,
  upTo,
  walk,
} from "./imperial.mjs";
import { tabTo } from "./play.mjs";
import { changes, hints } from "./sealed.mjs";
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

const NAMES = ["Maren", "Tomasz", "Ife", "Sol"];
/** A day for a move, so that orders can be given; who wants to be asked before every move there chooses otherwise. */
const SLOW = { autoActionSeconds: 86_400 };
const settings = { motion: 0, confirm: { day: "big" } };
/** In cents, and such as nothing else at the table is. */
const BIDS = { Austria: [903, 0, 613, 411], Italy: [0, 0, 571, 0], France: [0, 407, 0, 0] };

/** Whoever bids knows the bid; until all are open nobody else's page shows, keeps or has heard of it. */
const sealedFor = (people) => async (bidder, amount) => {
  const { turnID, mode } = now(bidder).view;
  assert.equal(mode, "bid", "somebody has still to bid");
  assert.notDeepEqual(await hints(bidder, amount), [], "one's own bid is known");
  for (const page of people) {
    if (page === bidder) continue;
    await until(() => now(page).view.turnID >= turnID);
    assert.deepEqual(await hints(page, amount), [], `${page.named} knows what ${bidder.named} bids`);
  }
};

/** The others see that somebody has voted and nothing of the side, in the page and on the wire. */
async function voteUnseen(voter, others, vote) {
  for (const page of others) await tab(page, "turn");
  const seen = await changes(others, NAMES, async () => {
    await vote();
    const { turnID } = now(voter).view;
    for (const page of others) await until(() => now(page).view.turnID >= turnID);
    await until(async () =>
      (await Promise.all(others.map((page) => page.$(`.ticks .done:has-text("${voter.named}")`)))).every(
        Boolean,
      ),
    );
  });
  assert.ok(seen.every(({ come }) => come.length > 0));
  return seen;
}

async function vote(page, side) {
  await upTo(page, "vote");
  await page.click(`button.proposal-card >> nth=${side - 1}`);
  await press(page, "vote");
}

/** A democracy: proposed, undone, proposed again; too late to take it back; countered, voted on. */
async function austriaVotes({ maren, tomasz, ife, sol, look }) {
  await upTo(maren, "proposal");
  assert.equal(now(maren).view.countryInfo.Austria.gov, "democracy");
  await look(maren, "proposal");
  const armies = [
    ["army", "Trieste"],
    ["army", "Trieste"],
    ["army", "Vienna"],
  ];
  await order(maren, armies);
  await look(maren, "import");
  await press(maren, "send");
  await press(maren, "undo");
  await upTo(maren, "proposal");
  await order(maren, armies);
  await press(maren, "send");
  await upTo(ife, "proposal-opp");
  await ife.waitForSelector(".proposal-card:has-text('Import')");
  await look(ife, "opposition");
  await spot(ife, "L-Produce");
  await look(ife, "produce");
  here.wire.hold({ down: true }); // what Maren sees is old from now on
  await press(ife, "send");
  await maren.click("[data-press=undo]");
  await upTo(sol, "vote");
  here.wire.hold();
  await maren.waitForSelector(".toasts:has-text('Not allowed'):has-text('The position changed')");
  await maren.click(".toasts .btn-icon");
  await maren.waitForSelector(".toasts .notice", { state: "detached" });
  await upTo(maren, "vote");
  assert.equal(await maren.$("[data-press=undo]"), null, "nothing is left to take back");
  await look(sol, "vote");
  const [against, favour] = [
    await voteUnseen(ife, [maren, tomasz], () => vote(ife, 2)),
    await voteUnseen(sol, [maren, tomasz], () => vote(sol, 1)),
  ];
  assert.deepEqual(against, favour, "a vote for one side looks like a vote for the other");
  await vote(maren, 1);
  await until(() => now(maren).view.countryUp === "Italy");
  assert.equal(now(maren).view.countryInfo.Austria.armies.length, 3);
  assert.equal(await maren.$("[data-press=undo]"), null, "a vote is never undone");
  await maren.waitForSelector(".no-undo:has-text('Your vote cannot be undone.')", { state: "attached" });
}

/** Interest is paid; whoever has the card trades a bond up, and who leads nothing buys as Swiss Bank. */
async function franceInvests({ tomasz, sol, look }) {
  await upTo(tomasz, "proposal");
  await spot(tomasz, "Investor");
  await look(tomasz, "investor");
  await press(tomasz, "send");
  await upTo(tomasz, "buy");
  await look(tomasz, "buy");
  await bond(tomasz, { country: "France", stock: 4, returnStock: 2 });
  await look(tomasz, "trade");
  await press(tomasz, "buy");
  await upTo(sol, "buy");
  assert.equal(now(sol).view.playerInfo[3].swiss, true, "who leads nothing is Swiss Bank");
  await bond(sol, { country: "England", stock: 1 });
  await press(sol, "buy");
  const bought = now(sol)
    .events.filter(({ type }) => type === "STOCK_BOUGHT")
    .map(({ payload }) => [payload.seat, payload.stock, payload.returnStock]);
  assert.deepEqual(bought, [
    [1, 4, 2],
    [3, 1, 0],
  ]);
}

/** The leader's plan: all stay, undone, one step after the other; peace with a dictator, and a land occupied. */
async function austriaMarches({ maren, ife, look }) {
  await upTo(maren, "proposal");
  await spot(maren, "L-Maneuver");
  await press(maren, "send");
  await upTo(maren, "continue-man");
  await maren.click("[data-press=stayAll]");
  await until(() => now(maren).view.mode === "proposal-opp");
  await press(maren, "undo");
  await until(() => now(maren).view.currentManeuver?.completedArmyMoves.length === 2);
  await maren.click(".steps .done:has-text('Army') .btn >> nth=0");
  await until(() => now(maren).view.currentManeuver?.completedArmyMoves.length === 0);
  await maren.waitForSelector(".steps .done:has-text('Army')", { state: "detached" });
  await tap(maren, "Genoa");
  await maren.check(".codes label:has-text('peace') input");
  await look(maren, "codes");
  await press(maren, "go");
  await upTo(ife, "continue-man");
  await look(ife, "peace");
  await press(ife, "yes");
  await upTo(maren, "continue-man");
  assert.equal(now(maren).view.currentManeuver.completedArmyMoves[0][2], "peace");
  assert.equal(await maren.$("[data-press=undo]"), null, "an answer is never undone");
  await press(maren, "stay");
  const { destination } = now(maren).legal.find(({ payload }) => payload?.actionCode === "hostile").payload;
  await maren.click(`.reach .btn:has-text("${destination}")`);
  await maren.check(".codes label:has-text('Occupy') input");
  await press(maren, "go");
  await upTo(ife, "proposal-opp");
  await press(ife, "agree");
  await until(() => now(ife).view.countryUp === "Italy");
  const armies = now(ife).view.countryInfo.Austria.armies.map(
    ({ territory, hostile }) => `${territory} ${hostile}`,
  );
  assert.deepEqual(armies.toSorted(), ["Genoa false", "Trieste true", `${destination} true`].toSorted());
}

/** A dictator's turn by keys alone, on the map: to sea, undone, to sea; a convoy; a war that a vote decides. */
async function italyFights({ maren, tomasz, ife, sol, look }) {
  await upTo(ife, "proposal");
  const key = (name) => ife.keyboard.press(name);
  const sail = async () => {
    await walk(ife, "Western Med");
    await key("Enter");
    await look(ife, "move");
    await walk(ife, "Western Med");
    await key("Enter");
    await until(() => now(ife).view.currentManeuver?.completedFleetMoves.length === 1);
  };
  await key("1");
  await ife.waitForSelector(".draft-title:has-text('Maneuver')");
  await key("Enter");
  await upTo(ife, "continue-man");
  await sail();
  await key("u");
  await until(() => now(ife).view.currentManeuver?.completedFleetMoves.length === 0);
  await sail();
  await walk(ife, "Tunis");
  await key("Enter");
  await look(ife, "convoy");
  await walk(ife, "Tunis");
  await key("Enter");
  await until(() => now(ife).view.currentManeuver?.completedArmyMoves.length === 1);
  await walk(ife, "Trieste");
  await key("Enter");
  await ife.waitForSelector(".codes");
  await key("Enter");
  await upTo(sol, "peace-vote");
  await look(sol, "peace-vote");
  const seen = await voteUnseen(sol, [maren, tomasz, ife], () => press(sol, "no"));
  assert.doesNotMatch(JSON.stringify(seen.map(({ come }) => come)), /accept|reject|refuse|agree/i);
  await upTo(maren, "peace-vote");
  await press(maren, "no");
  await until(() => now(ife).view.countryUp === "France");
  const { losses, armyMan } = now(ife).events.findLast(({ type }) => type === "MANEUVER_EXECUTED").payload;
  assert.deepEqual(
    armyMan.map(([, to, code]) => [to, code]),
    [
      ["Tunis", ""],
      ["Trieste", "war Austria army"],
    ],
  );
  assert.equal(losses.length, 2);
  assert.deepEqual(now(ife).view.countryInfo.Italy.taxChips.toSorted(), ["Tunis", "Western Med"]);
}

/** Who holds what, looked up while another is to move. */
async function holdingsRead({ sol, look }) {
  await tab(sol, "stocks");
  await sol.waitForSelector(".holdings-grid");
  const shown = (await matrix(sol)).map((row) => row.map((text) => (text === "–" ? 0 : Number(text))));
  assert.deepEqual(shown, held(now(sol).view));
  await look(sol, "holdings");
  await tab(sol, "turn");
}

/** Taxes come to what the forecast said; the opposition has ordered to agree, is not asked, and nobody else knows why. */
async function austriaTaxes({ maren, tomasz, ife, sol, look }) {
  await ife.click('.orders [data-order="AGREE_WITH"]:has-text("Austria")');
  await ife.waitForSelector('.orders li:has-text("Austria")');
  await look(ife, "order");
  await spot(maren, "Taxation");
  const forecast = await foretold(maren);
  await look(maren, "taxation");
  await press(maren, "send");
  await until(() => now(ife).view.countryUp === "Italy" && now(maren).view.countryUp === "Italy");
  assert.equal(now(ife).events.findLast(({ type }) => type === "PROPOSAL_AGREED").payload.seat, 2);
  for (const page of [maren, tomasz, sol])
    assert.equal(await page.locator(".orders li").count(), 0, `${page.named} sees no order`);
  const { money, points } = now(maren).view.countryInfo.Austria;
  const { "Austria: treasury": treasury = money / 100, "Austria: power": power = points } = forecast;
  assert.deepEqual([treasury, power], [money / 100, points], JSON.stringify(forecast));
}

/** A turn in words, by keys alone: taxes, undone, again; and no more once somebody else has moved. */
async function italyTaxes({ tomasz, ife, look }) {
  const key = (name) => ife.keyboard.press(name);
  const words = async () => {
    await tabTo(ife, ".play-top .btn[aria-label=Menu]", "Shift+Tab");
    await key("Enter");
    await tabTo(ife, "dialog .switch:nth-of-type(1) input");
    await key(" ");
    await key("Escape");
  };
  await upTo(ife, "proposal");
  await words();
  await ife.waitForSelector(".text-view");
  await look(ife, "in words");
  const tax = async () => {
    const number = now(ife).legal.findIndex(({ payload }) => payload?.wheelSpot === "Taxation") + 1;
    await tabTo(ife, ".commands input");
    await ife.keyboard.type(String(number));
    await key("Enter");
    await until(() => now(ife).view.countryUp === "France");
  };
  await tax();
  await tabTo(ife, ".text-view .undo", "Shift+Tab");
  await key("Enter");
  await upTo(ife, "proposal");
  await tax();
  await upTo(tomasz, "proposal");
  await spot(tomasz, "L-Produce");
  await press(tomasz, "send");
  await until(() => now(ife).view.countryUp !== "France");
  await ife.waitForSelector(".text-view .undo:disabled"); // somebody else has moved: nothing is offered
  await words();
  await ife.waitForSelector(".m-map");
}

describe("Imperial", () => {
  test("four people and a bot: auction, votes, peace and war, convoy, bonds, a forecast, an order, the end; nobody knows what is sealed", {
    timeout: 1_200_000,
  }, async (t) => {
    const maren = await someone(browser, here.wire.base, "Maren", { settings });
    const tomasz = await someone(browser, here.base, "Tomasz", { width: 390, settings });
    const ife = await someone(browser, here.base, "Ife", { theme: "dark", settings });
    const sol = await someone(browser, here.base, "Sol", { width: 390, theme: "dark", settings });
    const people = [maren, tomasz, ife, sol];
    const { look, found, seen, seconds } = looker();
    const table = { maren, tomasz, ife, sol, look };
    await begin(people, { bots: 1, options: { maxRounds: 3, openBallots: false, ...SLOW } });
    await auction(people, BIDS, { look, onBid: sealedFor(people) });

    await austriaVotes(table);
    await upTo(ife, "proposal");
    await order(ife, [
      ["army", "Genoa"],
      ["army", "Venice"],
      ["fleet", "Naples"],
    ]);
    await press(ife, "send");
    await franceInvests(table);

    await passing(
      people,
      () => now(maren).view.round === 2 && isUp(maren) && now(maren).view.mode === "proposal",
    );
    await holdingsRead(table);
    await austriaMarches(table);
    await italyFights(table);
    await upTo(tomasz, "proposal");
    await spot(tomasz, "Factory");
    await tap(tomasz, "Brest");
    await look(tomasz, "factory");
    await press(tomasz, "send");

    await passing(
      people,
      () => now(maren).view.round === 3 && isUp(maren) && now(maren).view.mode === "proposal",
    );
    await austriaTaxes(table);
    await italyTaxes(table);
    await passing(people, () => now(maren).view.mode === "game-over");
    for (const page of people) {
      await page.waitForSelector(".result-table");
      await look(page, "over");
      assert.deepEqual(complaints(page), []);
    }
    assert.equal(now(maren).events.filter(({ type }) => type === "TAXES_COLLECTED").length >= 2, true);
    assert.equal(await maren.locator(".result-table tbody tr").count(), 5);
    assert.deepEqual(found, {}, JSON.stringify(found, null, 1));
    t.diagnostic(`${seen.size} modes looked at in ${seconds()} s: ${[...seen].join(", ")}`);
    for (const page of people) await page.context().close();
  });

  test("with open ballots everybody sees each vote and the count as it is cast; the history tells it too", {
    timeout: 300_000,
  }, async () => {
    const { look, found } = looker();
    for (const [more, words] of [
      [{ width: 390 }, ["2 of 9", "2 votes", "Voted for proposal 1", "Votes are public"]],
      [{ language: "de" }, ["2 von 9", "2 Stimmen", "für Vorschlag 1 gestimmt", "Alle sehen sie sofort"]],
    ]) {
      const page = await someone(browser, here.base, "Ada", more);
      const table = await europe(page, here.base);
      await page.goto(`/t/${table.id}`);
      await page.waitForSelector(".m-map [data-area=Rome]", { state: "attached" });
      for await (const _ of sold(page, table));
      await script(table, [
        [1, ...imports(["army", "Trieste"], ["army", "Vienna"])],
        [0, ...propose("L-Produce", { armyProduce: ["Budapest"] })],
        [2, "VOTE", { proposal: 1 }],
      ]);
      await upTo(page, "vote");
      await tab(page, "turn");
      for (const text of words) await page.waitForSelector(`.pane:has-text("${text}")`);
      await look(page, "open vote");
      const { history } = await page.guest.ask("GET", `/game/${table.id}/history`);
      assert.ok(history.includes("Tomasz votes for proposal 1."), history.join("\n"));
      const seen = await page.guest.ask("GET", `/game/${table.id}/proposals`);
      assert.deepEqual(seen.proposal1, {
        seat: 1,
        proposal: "Import, an imported army in Trieste, an imported army in Vienna",
        votes: 2,
        voters: [2],
      });
      assert.deepEqual(complaints(page), []);
      await page.context().close();
    }
    assert.deepEqual(found, {}, JSON.stringify(found, null, 1));
  });

  test("a clock is paused by one and goes on by another; German; words alone", {
    timeout: 300_000,
  }, async () => {
    const maren = await someone(browser, here.base, "Maren");
    const tomasz = await someone(browser, here.base, "Tomasz", { width: 768, language: "de" });
    const people = [maren, tomasz];
    const { look, found } = looker();
    await begin(people, { options: { start: "fixed", timed: true, banked: 600, governance: "dictator" } });
    await maren.click(".im-strip .btn:has-text('Pause')");
    await tomasz.waitForSelector(".paused:has-text('Maren hat die Uhr')");
    await look(tomasz, "paused");
    await tomasz.click(".im-strip .btn:has-text('Weiter')");
    await maren.waitForSelector(".paused", { state: "detached" });
    const [page, other] = isUp(maren) ? [maren, tomasz] : [tomasz, maren];
    await spot(page, "L-Maneuver");
    await page.waitForSelector(".draft-title");
    await look(page, "nothing to move");
    await press(page, "send");
    await until(() => now(other).view.turnID > 0);
    await tomasz.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem("rondel.settings"));
      localStorage.setItem("rondel.settings", JSON.stringify({ ...settings, textView: true }));
    });
    await tomasz.reload();
    await tomasz.waitForSelector(".text-view h2:has-text('Länder')");
    await look(tomasz, "in words");
    assert.deepEqual(found, {}, JSON.stringify(found, null, 1));
    for (const each of people) {
      assert.deepEqual(complaints(each), []);
      await each.context().close();
    }
  });

  test("the watch over what is sealed sees what is planted", async () => {
    const page = await someone(browser, here.base, "Maren");
    await begin([page], { bots: 1 });
    assert.deepEqual(await hints(page, 411), []);
    const plants = {
      "the text of": () => document.querySelector(".ticks li").append("$4.11"),
      "data-bid of": () => document.querySelector(".ticks li").setAttribute("data-bid", "411"),
      "aria-label of": () =>
        document.querySelector(".m-map [data-area=Rome]").setAttribute("aria-label", "Rome, 4,11"),
      "the field": () =>
        document
          .querySelector(".ticks")
          .append(Object.assign(document.createElement("input"), { value: "4.11" })),
      localStorage: () => localStorage.setItem("bids", JSON.stringify({ Sol: 411 })),
      sessionStorage: () => sessionStorage.setItem("bids", "4.11"),
    };
    for (const plant of Object.values(plants)) await page.evaluate(plant);
    page.received.frames.push({
      type: "step",
      version: 2,
      events: [{ type: "BID_PLACED", payload: { seat: 1, amount: 411 } }],
    });
    page.received.bodies.push(Promise.resolve({ pathname: "/api/tables/log", text: '[{"bid":411}]' }));
    const found = (await hints(page, 411)).join("\n");
    for (const place of [
      ...Object.keys(plants),
      "a frame step, events.0.payload.amount",
      "the answer of /api/tables/log",
    ])
      assert.ok(found.includes(place), `${place} was not found in\n${found}`);

    const tick = (side) =>
      changes([page], NAMES, () =>
        page.evaluate(
          (chosen) => document.querySelector(".ticks li").setAttribute("data-side", chosen),
          side,
        ),
      );
    assert.notDeepEqual(await tick("1"), await tick("2"));
    const hear = (payload) =>
      changes([page], NAMES, () =>
        page.received.frames.push({ type: "step", events: [{ type: "VOTE_CAST", payload }] }),
      );
    assert.deepEqual(await hear({ seat: 1 }), await hear({ seat: 3 }));
    assert.notDeepEqual(await hear({ seat: 1 }), await hear({ seat: 1, proposal: 2 }));
    await page.context().close();
  });
});
