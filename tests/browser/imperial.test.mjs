// Imperial in a real browser: three people and a bot, from the auction to the end; one of them on a phone.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { until as untilThen } from "./play.mjs";
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

/** A busy machine is slow; nothing here is about speed. */
const until = (doing) => untilThen(doing, { forMs: 120_000, everyMs: 80 });

/** Somebody with a name, and every frame their page hears. */
async function someone(name, more = {}) {
  const page = await person(browser, { base: here.base, settings: { motion: 0 }, ...more });
  page.frames_ = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => page.frames_.push(JSON.parse(String(payload)))),
  );
  await page.goto("/");
  await ask(page, "POST", "/guests", { name });
  return page;
}

async function ask(page, method, path, body) {
  return page.evaluate(
    async ([how, where, what]) => {
      const answer = await fetch(`/api${where}`, {
        method: how,
        headers: { "content-type": "application/json", "x-rondel": "1" },
        body: what === undefined ? undefined : JSON.stringify(what),
      });
      const told = await answer.json().catch(() => null);
      if (!answer.ok) throw new Error(`${where}: ${JSON.stringify(told)}`);
      return told;
    },
    [method, path, body],
  );
}

const nonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A table with these people, and bots in the other seats. */
async function begin(people, { options = {}, bots = 0, level = "greedy" } = {}) {
  const [host, ...guests] = people;
  const seats = people.length + bots;
  const { id } = await ask(host, "POST", "/tables", { game: "imperial", options, access: "unlisted", seats });
  for (const page of [host, ...guests]) {
    await ask(page, "POST", `/tables/${id}/seat`, { nonce: nonce() });
    await ask(page, "POST", `/tables/${id}/ready`, { isReady: true });
  }
  for (let bot = 0; bot < bots; bot++) await ask(host, "POST", `/tables/${id}/bots`, { level });
  await ask(host, "POST", `/tables/${id}/start`);
  for (const page of people) {
    await page.goto(`/t/${id}`);
    await page.waitForSelector(".m-map [data-area=Rome]", { state: "attached", timeout: 20_000 });
  }
  return id;
}

/** The newest view a page has heard, and what it may do. */
function now(page) {
  const last = page.frames_.findLast((frame) => frame.view !== undefined);
  return { view: last.view, legal: last.legal, events: page.frames_.flatMap((frame) => frame.events ?? []) };
}
const isUp = (page) => {
  const { view } = now(page);
  return view.you !== null && view.playerInfo[view.you].myTurn;
};

/** Press what stands for a move, and see it made. */
async function press(page, id) {
  const { turnID } = now(page).view;
  await page.click(`[data-press="${id}"]:not([aria-disabled="true"])`);
  await until(() => now(page).view.turnID !== turnID);
}
const tab = async (page, name) => {
  const found = await page.$(`.im-sheet [role=tab]:has-text("${name}")`);
  await found?.click();
};
/** Choose a place on the rondel. */
async function spot(page, name) {
  const [rondel, turn] =
    (await page.getAttribute("html", "lang")) === "de" ? ["Rondell", "Zug"] : ["Rondel", "Turn"];
  await tab(page, rondel);
  await page.click(`.rondel [data-spot="${name}"]`);
  await tab(page, turn);
}
const area = (page, name) => page.locator(`.m-map [data-area="${name}"]`);
/** Press an area on the map, at its middle as it is drawn. */
async function tap(page, name) {
  const at = await area(page, name).evaluate((path) => {
    const box = path.getBoundingClientRect();
    const map = path.closest(".m-map").getBoundingClientRect();
    for (let step = 1; step < 400; step++) {
      const angle = step * 2.4;
      const far = Math.sqrt(step / 400) / 2;
      const [x, y] = [
        box.left + box.width * (0.5 + far * Math.cos(angle)),
        box.top + box.height * (0.5 + far * Math.sin(angle)),
      ];
      if (x < map.left || x > map.right || y < map.top || y > map.bottom - 20) continue;
      if (document.elementFromPoint(x, y) === path) return { x, y };
    }
    return null;
  });
  assert.ok(at, `${name} is not in sight`);
  await page.mouse.click(at.x, at.y);
}

/** Faults of a page as it is, once for each mode and screen. */
function looker() {
  const seen = new Set();
  const found = {};
  return {
    seen,
    found,
    async look(page, name) {
      const key = `${name} ${page.viewportSize().width}`;
      if (seen.has(key)) return;
      seen.add(key);
      await page.waitForTimeout(300);
      const { width, height } = page.viewportSize();
      const faults = await axe(page);
      const theme = await page.evaluate(() => {
        const before = document.documentElement.dataset.theme;
        document.documentElement.dataset.theme = before === "dark" ? "light" : "dark";
        return before;
      });
      faults.push(...(await axe(page)).map((fault) => `not ${theme}: ${fault}`));
      await page.evaluate((before) => {
        document.documentElement.dataset.theme = before;
      }, theme);
      if (width < 700) await page.setViewportSize({ width: 360, height: 740 });
      if ((await overflow(page)) > 0) faults.push("wider than the screen");
      await page.setViewportSize({ width, height });
      if (faults.length > 0) found[key] = faults;
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${key.replaceAll(" ", "-")}.png` });
    },
  };
}

/** The auction: what everybody bids for which nation, in dollars; whatever they are offered they take. */
async function auction(people, bids, look) {
  await until(async () => {
    const { view } = now(people[0]);
    if (view.mode !== "bid" && view.mode !== "buy-bid") return true;
    for (const page of people) {
      const { view: own } = now(page);
      if (!isUp(page)) continue;
      await look(page, own.mode);
      if (own.mode === "buy-bid") await press(page, "yes");
      else {
        const amount = bids[own.countryUp]?.[own.you] ?? 0;
        if (amount === 0) await press(page, "pass");
        else {
          await page.fill(".stepper input", String(amount));
          await press(page, "bid");
        }
      }
      await until(() => now(page).view.turnID > own.turnID || now(page).view.mode !== own.mode);
    }
    return false;
  });
}

/** Until then everybody who may buy passes, and a bot's proposal is agreed to. */
async function passing(people, isThere) {
  await until(async () => {
    if (isThere()) return true;
    for (const page of people) {
      const { view } = now(page);
      if (!isUp(page) || !/^(buy|proposal-opp|vote|peace-vote)$/.test(view.mode)) continue;
      if (view.mode === "vote") await page.click("button.proposal-card >> nth=0");
      await press(
        page,
        { buy: "pass", "proposal-opp": "agree", vote: "vote", "peace-vote": "yes" }[view.mode],
      );
      await until(() => now(page).view.turnID > view.turnID);
    }
    return false;
  });
}

const upTo = (page, mode) => until(() => now(page).view.mode === mode && isUp(page));

describe("Imperial", () => {
  test("three people and a bot: auction, vote, peace and war, convoy, bonds, the end", {
    timeout: 560_000,
  }, async () => {
    const maren = await someone("Maren");
    const tomasz = await someone("Tomasz", { width: 390 });
    const ife = await someone("Ife", { theme: "dark" });
    const people = [maren, tomasz, ife];
    const { look, found, seen } = looker();
    await begin(people, { bots: 1, options: { maxRounds: 3 } });

    await auction(people, { Austria: [9, 6.5, 6.2], Italy: [0, 6.3, 0], France: [0, 0, 9] }, look);
    /** Trade a bond up: choose it, say what is given back, read the sentence, buy. */
    const trade = async (page, { country, stock, returnStock }) => {
      const row =
        Object.keys({ Austria: 1, Italy: 2, France: 3, England: 4, Germany: 5, Russia: 6 }).indexOf(country) +
        1;
      const { prices, turnID } = now(page).view;
      await tab(page, "Stocks");
      await page.click(`.stock-grid tbody tr:nth-child(${row}) td:nth-of-type(${stock}) .cert-can`);
      await page.click(`.purchase label:has-text("$${prices[returnStock] / 100}")`);
      await page.waitForSelector(
        `.purchase .sentence:has-text("Trade up $${prices[returnStock] / 100} for $${prices[stock] / 100}")`,
      );
      await look(page, "trade");
      await press(page, "buy");
      await until(() => now(page).view.turnID > turnID);
    };
    // nobody heard a bid of somebody else before all were open
    for (const [seat, page] of people.entries())
      for (const { view, events = [] } of page.frames_) {
        if (view?.mode === "bid")
          for (const [other, player] of view.playerInfo.entries())
            if (other !== seat) assert.equal(player.bid, undefined);
        for (const { type, payload } of events) if (type === "BID_SEALED") assert.equal(payload.seat, seat);
      }

    // a democracy: proposal, taken back, proposed again, countered, voted on
    await upTo(maren, "proposal");
    await look(maren, "proposal");
    assert.equal(
      now(maren).view.countryInfo.Austria.gov,
      "democracy",
      JSON.stringify(now(maren).events.filter(({ type }) => /BID/.test(type))),
    );
    await spot(maren, "Import");
    const add = (page, place, unit) =>
      page.click(`.pick-row:has(> span:text-is("${place}")) .btn:has-text("${unit} in ${place}")`);
    for (const place of ["Trieste", "Trieste", "Vienna"]) await add(maren, place, "army");
    await look(maren, "import");
    await press(maren, "send");
    await until(() => now(maren).view.mode === "proposal-opp");
    await press(maren, "undo");
    await upTo(maren, "proposal");
    await spot(maren, "Import");
    for (const place of ["Trieste", "Trieste", "Vienna"]) await add(maren, place, "army");
    await press(maren, "send");
    await upTo(tomasz, "proposal-opp");
    await tomasz.waitForSelector(".proposal-card:has-text('Import')");
    await look(tomasz, "opposition");
    await spot(tomasz, "L-Produce");
    await look(tomasz, "produce");
    await press(tomasz, "send");
    await upTo(ife, "vote");
    for (const [page, side] of [
      [tomasz, 2],
      [ife, 1],
      [maren, 1],
    ]) {
      await upTo(page, "vote");
      await page.click(`button.proposal-card >> nth=${side - 1}`);
      await look(page, "vote");
      await press(page, "vote");
      if (page !== maren) await until(() => !isUp(page));
    }
    await until(() => now(maren).view.countryUp === "Italy");
    for (const [seat, page] of people.entries())
      for (const { view, events = [] } of page.frames_) {
        if (view?.voting)
          assert.deepEqual([view.voting.proposal1.votes, view.voting.proposal2.voters], [null, null]);
        for (const { type, payload } of events) if (type === "VOTE_SEALED") assert.equal(payload.seat, seat);
      }
    assert.equal(now(maren).view.countryInfo.Austria.armies.length, 3);
    assert.equal(await maren.$("[data-press=undo]"), null, "a vote is never taken back");

    // a dictator on the phone imports; France goes to Investor, and bonds may be bought
    await upTo(tomasz, "proposal");
    await spot(tomasz, "Import");
    await add(tomasz, "Venice", "army");
    await add(tomasz, "Genoa", "army");
    await add(tomasz, "Naples", "fleet");
    await press(tomasz, "send");
    await upTo(ife, "proposal");
    await spot(ife, "Investor");
    await look(ife, "investor");
    await press(ife, "send");
    await upTo(maren, "buy");
    await look(maren, "buy");
    await press(maren, "pass");

    // a maneuver with peace refused and peace accepted
    await passing(people, () => now(maren).view.mode === "proposal" && now(maren).view.round === 2);
    await upTo(maren, "proposal");
    await spot(maren, "L-Maneuver");
    await press(maren, "send");
    await upTo(maren, "continue-man");
    await tap(maren, "Venice");
    await maren.waitForSelector(".codes");
    await maren.check(".codes label:has-text('peace') input");
    await look(maren, "codes");
    await press(maren, "go");
    await upTo(tomasz, "continue-man");
    await look(tomasz, "peace");
    await press(tomasz, "no");
    await upTo(maren, "continue-man");
    assert.match(now(maren).view.currentManeuver.completedArmyMoves[0][2], /^war Italy army$/);
    assert.equal(await maren.$("[data-press=undo]"), null, "an answer is never taken back");
    await tap(maren, "Genoa");
    await maren.check(".codes label:has-text('peace') input");
    await press(maren, "go");
    await upTo(tomasz, "continue-man");
    await press(tomasz, "yes");
    await upTo(maren, "continue-man");
    assert.equal(now(maren).view.currentManeuver.completedArmyMoves[1][2], "peace");
    await tap(maren, "Western Balkans");
    await maren.waitForSelector(".m-way");
    await tap(maren, "Western Balkans");
    await upTo(tomasz, "proposal-opp");
    await press(tomasz, "agree");
    await until(() => now(tomasz).view.countryUp === "Italy");
    assert.ok(
      now(tomasz).events.some(
        ({ type, payload }) => type === "MANEUVER_EXECUTED" && payload.losses.length === 2,
      ),
    );
    assert.deepEqual(
      now(tomasz).view.countryInfo.Austria.armies.find(({ territory }) => territory === "Genoa"),
      {
        territory: "Genoa",
        hostile: false,
      },
    );

    // a maneuver by keys alone: a fleet goes to sea, is taken back and goes again; then it carries an army
    await upTo(tomasz, "proposal");
    const key = (name) => tomasz.keyboard.press(name);
    await tomasz.evaluate(() => document.activeElement?.blur());
    await key("1");
    await tomasz.waitForSelector(".draft-title:has-text('Maneuver')");
    await key("Enter");
    await upTo(tomasz, "continue-man");
    /** Arrow by arrow towards a place, as somebody does who sees where it lies. */
    const walk = async (to) => {
      await key("m");
      const tried = [];
      for (let step = 0; step < 30; step++) {
        const { at, x, y } = await tomasz.evaluate((goal) => {
          const middle = (element) => {
            const box = element.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
          };
          const [from, target] = [document.activeElement, document.querySelector(`[data-area="${goal}"]`)];
          const [[x1, y1], [x2, y2]] = [middle(from), middle(target)];
          return { at: from.getAttribute("data-area"), x: x2 - x1, y: y2 - y1 };
        }, to);
        if (at === to) return;
        const across = x > 0 ? "ArrowRight" : "ArrowLeft";
        const along = y > 0 ? "ArrowDown" : "ArrowUp";
        const way = Math.abs(x) > Math.abs(y) ? [across, along] : [along, across];
        await key(way[tried.includes(at) ? 1 : 0]);
        tried.push(at);
      }
      assert.fail(`${to} was not reached by arrows: ${tried.join(", ")}`);
    };
    await walk("Western Med");
    await key("Enter");
    await look(tomasz, "move");
    await key("Enter");
    await until(() => now(tomasz).view.currentManeuver?.completedFleetMoves.length === 1);
    await tomasz.evaluate(() => document.activeElement?.blur());
    await key("u");
    await until(() => now(tomasz).view.currentManeuver?.completedFleetMoves.length === 0);
    await walk("Western Med");
    await key("Enter");
    await key("Enter");
    await until(() => now(tomasz).view.currentManeuver?.completedFleetMoves.length === 1);
    assert.ok(
      now(tomasz).legal.some(({ payload }) => payload?.destination === "Tunis"),
      "a convoy is offered",
    );
    await tomasz.click(".reach .btn:has-text('Tunis')");
    await look(tomasz, "convoy");
    await press(tomasz, "go");
    await until(() => now(tomasz).view.countryUp === "France");
    assert.deepEqual(now(tomasz).view.countryInfo.Italy.taxChips.toSorted(), ["Tunis", "Western Med"]);

    // a factory; then Austria pays interest, and who passed before buys as Swiss Bank, trading up
    await upTo(ife, "proposal");
    await spot(ife, "Factory");
    await tap(ife, "Brest");
    await look(ife, "factory");
    await press(ife, "send");
    await passing(people, () => now(maren).view.round === 3 && now(maren).view.mode === "proposal");
    await upTo(maren, "proposal");
    await spot(maren, "Investor");
    await press(maren, "send");
    await upTo(tomasz, "proposal-opp");
    await press(tomasz, "agree");
    const started = await until(() => now(maren).events.findLast(({ type }) => type === "INVESTOR_STARTED"));
    const buyers = [started.payload.holder, ...started.payload.swiss];
    assert.ok(started.payload.swiss.length > 0, "who passed before is Swiss Bank");
    const bought = [];
    for (const seat of buyers) {
      const page = people[seat];
      if (page === undefined) continue;
      await until(() => now(page).view.mode !== "buy" || isUp(page));
      if (now(page).view.mode !== "buy" || now(page).view.buyers[0] !== seat) continue;
      const offer = now(page).legal.findLast(({ payload }) => payload?.returnStock > 0);
      if (offer === undefined) await press(page, "pass");
      else {
        await trade(page, offer.payload);
        bought.push(seat);
      }
    }
    const isTraded = (seat) =>
      now(maren).events.some(
        ({ type, payload }) => type === "STOCK_BOUGHT" && payload.seat === seat && payload.returnStock > 0,
      );
    await until(() => bought.every(isTraded));
    assert.ok(
      bought.some((seat) => started.payload.swiss.includes(seat)),
      `somebody of the Swiss Bank trades up: ${JSON.stringify([started.payload, bought])}`,
    );

    // taxes, and the last round is over
    await until(async () => {
      for (const page of people) {
        const { view } = now(page);
        if (!isUp(page)) continue;
        if (view.mode === "buy") await press(page, "pass");
        else if (view.countryUp === "Italy") {
          await spot(page, "Taxation");
          await look(page, "taxation");
          await press(page, "send");
        } else if (view.mode === "proposal") {
          await spot(page, "L-Produce");
          await press(page, "send");
        }
        await page.waitForTimeout(200);
      }
      return now(maren).view.mode === "game-over";
    });
    for (const page of people) {
      await page.waitForSelector(".result-table");
      await look(page, "over");
      assert.deepEqual(complaints(page), []);
    }
    assert.ok(now(maren).events.some(({ type }) => type === "TAXES_COLLECTED"));
    assert.equal(await maren.locator(".result-table tbody tr").count(), 4);
    assert.deepEqual(found, {}, JSON.stringify(found, null, 1));
    assert.ok(seen.size >= 16, [...seen].join(", "));
    for (const page of people) await page.context().close();
  });

  test("a clock is paused by one and goes on by another; German; words alone", {
    timeout: 300_000,
  }, async () => {
    const maren = await someone("Maren");
    const tomasz = await someone("Tomasz", { width: 768, language: "de" });
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
      localStorage.setItem(
        "rondel.settings",
        JSON.stringify({ sound: false, motion: 0, language: "de", textView: true }),
      );
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
});
