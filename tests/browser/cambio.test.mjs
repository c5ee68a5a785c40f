// Cambio through the page: whole games by mouse, finger and keys, and what nobody may see.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { lawful, leaks, lookClosely, newestVersion, watched } from "./faces.mjs";
import { asked, beginCambio, beginTogether, choose, moveByHand, moveByKeys, tabTo, until, watchTable } from "./play.mjs";
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

const someone = (more = {}) => person(browser, { base: here.base, ...more });
const POWERS = ["blind_swap", "look_own", "peek_opponent", "peek_own"];
const RULES = { powerTrigger: "any_discard", turnMs: 0, powerDecisionMs: 0, peekMs: 1500, initialViewMs: 60_000 };

/** The powers that were used at this table, as its frames tell. */
const used = ({ frames }) =>
  [...new Set(frames.flatMap(({ events = [] }) => events).filter(({ type }) => type === "POWER_ACTIVATED").map(({ payload }) => payload.powerType))].sort();

/** The server dies without a word while somebody holds a card, and comes back; nobody reloads. */
async function killAndReturn(pages) {
  here.kill();
  await pages[0].waitForFunction(() => document.querySelector(".link-dot .vh").textContent === "Reconnecting");
  await here.start();
  for (const page of pages) await page.waitForFunction(() => document.querySelector(".link-dot .vh").textContent === "Live");
}

test("a whole game of two people and one who watches, through a killed server; no page knows a hidden card", async (t) => {
  const [maren, tomasz, ife] = await Promise.all([someone(), someone({ width: 390 }), someone({ width: 768 })]);
  const all = await Promise.all([maren, tomasz, ife].map(watched));
  const { id } = await beginTogether(maren, tomasz, { rules: RULES });
  await watchTable(ife, id, "Ife");
  await ife.waitForSelector("text=You are watching.");
  let [moves, wasKilled, hasExpired] = [0, false, false];
  const isOver = async () => (await Promise.all(all.map(({ page }) => page.$(".results")))).every(Boolean);
  await until(
    async () => {
      for (const page of [maren, tomasz]) {
        const isCalling = wasKilled && hasExpired && used(all[0]).length === POWERS.length;
        const before = await newestVersion(all);
        const made = await moveByHand(page, { isCalling, isPatient: !hasExpired });
        if (made === null || made === "over") continue;
        await lookClosely(all, made === "peek" ? before : before + 1);
        moves += 1;
        if (made === "peek") {
          await page.waitForSelector("dialog .peek", { state: "detached", timeout: 5000 });
          hasExpired = true;
          await lookClosely(all);
        }
        if (!wasKilled && moves > 8 && (await asked(page)).isHolding) {
          await killAndReturn([maren, tomasz, ife]);
          wasKilled = true;
        }
      }
      return isOver();
    },
    { forMs: 150_000, everyMs: 10 },
  );
  assert.deepEqual(used(all[0]), POWERS);
  assert.deepEqual([wasKilled, hasExpired], [true, true]);
  const results = await Promise.all(all.map(({ page }) => page.$$eval(".result-sum b", (sums) => sums.map((sum) => sum.textContent))));
  assert.equal(results[0].length, 2);
  assert.deepEqual([results[1], results[2]], [results[0], results[0]]);
  assert.ok(await ife.$(".result-list:has-text('called Cambio')"));

  const transcript = await maren.evaluate(async (table) => (await fetch(`/api/tables/${table}/transcript`)).text(), id);
  const rows = lawful(transcript);
  const found = await Promise.all(all.map((kept, viewer) => leaks(kept, viewer === 2 ? null : viewer, rows)));
  assert.deepEqual(found.flat(), []);
  const strict = await maren.evaluate(() => globalThis.faces.scans.filter((scan) => scan.isStrict).map((scan) => scan.to));
  assert.ok(new Set(strict).size > rows.length * 0.8, `${new Set(strict).size} of ${rows.length} versions were looked at closely`);
  t.diagnostic(`${rows.length} versions, ${new Set(strict).size} of them looked at closely in three pages`);
  for (const page of [maren, tomasz, ife]) assert.deepEqual(complaints(page), []);

  await maren.click("text=Rematch");
  await maren.waitForSelector(".seatlist");
  await tomasz.click("text=Rematch");
  await tomasz.waitForSelector(".seatlist");
  assert.equal(maren.url(), tomasz.url());
  await maren.click("button:has-text('Start the game'):not(:disabled)");
  for (const page of [maren, tomasz]) await page.waitForSelector(".cambio:not(:has(.results))");
  for (const { page } of all) await page.context().close();
});

test("the watch over the faces sees what is planted", async () => {
  const page = await someone();
  const kept = await watched(page);
  await beginCambio(page, { rules: RULES });
  await page.waitForSelector(".rival .slot");
  await page.evaluate(() => globalThis.faces.strict());
  const version = await page.evaluate(() => globalThis.faces.version());
  const own = kept.frames.findLast(({ view }) => view).view.players[0].slots.flatMap(({ card }) => (card ? [card.rank + card.suit[0].toUpperCase()] : []));
  const top = kept.frames.findLast(({ view }) => view).view.discardTop;
  const rows = Array.from({ length: version }, (_, index) => ({
    version: index + 1,
    told: [top.rank + top.suit[0].toUpperCase()],
    shown: { 0: [...own, top.rank + top.suit[0].toUpperCase()] },
  }));
  assert.deepEqual(await leaks(kept, 0, rows), []);
  const plants = {
    "data-rank": () => document.querySelector(".rival .slot").setAttribute("data-rank", "Q"),
    "class of-hearts": () => document.querySelector(".rival .slot").classList.add("of-hearts"),
    "not the back of a card": () => document.querySelector(".rival svg.pc").setAttribute("data-card", "x"),
    "table shows": () => document.querySelector(".rival .slot").setAttribute("aria-label", "Tomasz, top left card, Queen of Spades Queen of Hearts Queen of Clubs Queen of Diamonds"),
    "log names": () => document.getElementById("live").append("K♠ K♥ K♣ K♦"),
    "browser keeps": () => sessionStorage.setItem("seen", JSON.stringify({ rank: "Q", suit: "spades" })),
  };
  for (const plant of Object.values(plants)) await page.evaluate(plant);
  await page.evaluate(() => globalThis.faces.strict());
  const found = (await leaks(kept, 0, rows)).join("\n");
  for (const told of Object.keys(plants)) assert.match(found, new RegExp(told));
  kept.frames.push({ type: "step", version, view: { held: { card: null, power: "look_own" } }, events: [{ card: { rank: "Q", suit: own.includes("QS") ? "hearts" : "spades" } }] });
  const heard = (await leaks(kept, 0, rows)).join("\n");
  assert.match(heard, /an event has: Q/);
  assert.match(heard, /power of a card held face down/);
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
  await page.waitForSelector(".cambio", { timeout: 20_000 });
  const made = {};
  await until(
    async () => {
      const move = await moveByKeys(page, { isCalling: made.place > 1 && made.power > 0 });
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
  const faces = () => page.$$eval(".hand-own svg", (all) => all.filter((one) => !one.querySelector("use")).length);
  assert.equal(await faces(), 2);
  await until(async () => (await faces()) === 0, { forMs: 4000 });
  const hidden = await page.$$eval(".cambio svg.pc:has(use)", (all) => [...new Set(all.map((one) => one.outerHTML))]);
  assert.equal(hidden.length, 1, hidden.join("\n"));
  await page.context().close();
});

test("snap: a card that matches goes, one that does not costs a card, and who waits passes", async () => {
  const [maren, tomasz] = await Promise.all([someone(), someone({ width: 390 })]);
  await beginTogether(maren, tomasz, { rules: { snap: "first", snapWindowMs: 15_000, turnMs: 0, initialViewMs: 60_000 } });
  const isWindow = async (page) => /^Snap! Is there another/.test((await asked(page)).strip);
  await until(async () => {
    if (await isWindow(tomasz)) return true;
    for (const page of [maren, tomasz]) {
      const now = await asked(page);
      if (now.isMine && !now.canPass) await moveByHand(page);
    }
    return false;
  });
  await maren.waitForSelector(".strip:has-text('Snap!')");
  await maren.waitForSelector(".bar-hint:has-text('Press a card to snap it.')");
  const count = (await maren.$$(".hand-own .slot")).length;
  await maren.click(".hand-own .slot-ok >> nth=0");
  await maren.waitForSelector(".log:has-text('You snapped')");
  const isMatch = !/but it is/.test(await maren.textContent(".log"));
  await until(async () => (await maren.$$(".hand-own .slot")).length === (isMatch ? count - 1 : count + 1), { forMs: 5000 });
  if (!isMatch) {
    await maren.waitForSelector(".strip:has-text('The others may still snap.')");
    await tomasz.click("#actions button:has-text('Pass')");
  }
  for (const page of [maren, tomasz]) await page.waitForSelector(".strip:has-text('Snap')", { state: "detached" });
  for (const page of [maren, tomasz]) await page.context().close();
});
