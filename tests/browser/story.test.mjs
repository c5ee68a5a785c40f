// History, replay, undo and absent players, in a real browser against a real server.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { axe, launch, overflow, person } from "./browser.mjs";
import { beginCambio, until } from "./play.mjs";
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

const SHOTS = process.env.TEST_SHOTS;
const someone = (more = {}) => person(browser, { base: here.base, ...more });
const complaints = (page) => page.problems.filter((text) => !/40[0-9]|WebSocket connection|ERR_/.test(text));
const idOf = (page) => /\/t\/([0-9a-f-]{36})/.exec(page.url())[1];
const shot = async (page, name) => {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
};

/** Ask the server in this page's name. */
async function api(page, method, path, body) {
  return page.evaluate(
    async ([how, where, what]) => {
      const headers = { "x-rondel": "1", ...(what ? { "content-type": "application/json" } : {}) };
      const answer = await fetch(`/api${where}`, {
        method: how,
        headers,
        body: what ? JSON.stringify(what) : null,
      });
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : null };
    },
    [method, path, body],
  );
}

const ORDER = [
  "CONFIRM_INITIAL_VIEW",
  "CALL_CAMBIO",
  "SKIP_POWER",
  "ACKNOWLEDGE_REVEAL",
  "PASS_SNAP",
  "DISCARD_CARD",
  "SWAP_CARD",
  "DRAW_CARD",
];

/** Play on, the shortest way to the end, until the game or `isDone` says so. */
async function playOn(page, { isDone = () => false, order = ORDER } = {}) {
  const id = idOf(page);
  return until(
    async () => {
      const { body } = await api(page, "GET", `/tables/${id}/view`);
      if (body.status !== "active" || isDone(body)) return body;
      const action = order.map((type) => body.legal.find((one) => one.type === type)).find(Boolean);
      if (action)
        await api(page, "POST", `/tables/${id}/act`, { id: crypto.randomUUID(), action, expectedVersion: body.version });
      return null;
    },
    { forMs: 90_000, everyMs: 120 },
  );
}

/** Nothing wrong for axe, nothing wider than the screen. */
async function sound(page, name) {
  await page.waitForSelector(".toasts .notice", { state: "detached" }); // what was just said is not what is looked at
  await page.waitForTimeout(300);
  await shot(page, name);
  assert.deepEqual(
    [...(await axe(page)), ...((await overflow(page)) > 0 ? ["wider than the screen"] : [])],
    [],
    name,
  );
}

const faces = (page) =>
  page.$$eval(".cambio svg.pc", (all) => all.filter((one) => !one.querySelector("use")).length);
const where = (page) => page.$eval(".scrubber .range", (range) => [Number(range.value), Number(range.max)]);
const scrub = (page, move) =>
  page.$eval(
    ".scrubber .range",
    (range, to) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(range, String(to));
      range.dispatchEvent(new Event("input", { bubbles: true }));
    },
    move,
  );

async function finishedCambio(more = {}) {
  const page = await someone(more);
  await beginCambio(page, { rules: { minTurnsBeforeCall: 0, initialViewMs: 3000 } });
  await playOn(page);
  await page.waitForSelector(".results");
  return page;
}

describe("a running table", () => {
  for (const [theme, width] of [
    ["light", 390],
    ["dark", 1440],
    ["light", 1440],
    ["dark", 360],
  ])
    test(`is scrubbed, and shows what everybody saw: ${theme}, ${width}`, async () => {
      const page = await someone({ theme, width });
      await beginCambio(page, { rules: { turnMs: 0, initialViewMs: 30_000 } });
      assert.equal(await faces(page), 3);
      await playOn(page, {
        isDone: (body) => body.view.turnNumber >= 3,
        order: ORDER.filter((type) => type !== "CALL_CAMBIO"),
      });
      await page.click("role=button[name='Earlier moves']");
      await page.waitForSelector(".past-banner");
      const [at, head] = await where(page);
      assert.equal(at, head);
      await scrub(page, 2);
      await page.waitForSelector("text=Viewing move 2 of");
      // the first look at one's own two cards was shown once: only the top discard lies open
      await until(async () => (await faces(page)) === 1);
      assert.equal(await page.locator("text=View as").count(), 0);
      assert.equal(await page.locator(".scrub-row select").count(), 0);
      await page.keyboard.press("d");
      assert.equal(await page.locator(".strip-mine #actions").count(), 0);
      await until(() => page.url().includes("move=2"));
      await sound(page, `live-past-${theme}-${width}`);
      const again = await page.context().newPage();
      await again.goto(page.url());
      await again.waitForSelector("text=Viewing move 2 of");
      assert.equal(await faces(again), 1);
      await again.click("text=Return to now");
      await again.waitForSelector(".past-banner", { state: "detached" });
      await until(() => !again.url().includes("move="));
      assert.deepEqual(complaints(page), []);
      await page.context().close();
    });

  test("what happened since my last move goes by in one press", async () => {
    const page = await someone();
    await beginCambio(page, { rules: { turnMs: 0 } });
    await playOn(page, {
      isDone: (body) => body.view.turnNumber >= 3 && body.legal.some((one) => one.type === "DRAW_CARD"),
      order: ORDER.filter((type) => type !== "CALL_CAMBIO"),
    });
    const { body } = await api(page, "GET", `/tables/${idOf(page)}/last-move`);
    await page.click("text=Since my last move");
    await page.waitForSelector("role=button[name='Pause']");
    assert.ok((await where(page))[0] >= body.version);
    await page.click("role=button[name='4×']");
    await until(async () => {
      const [at, head] = await where(page);
      return at === head;
    });
    await page.waitForSelector("role=button[name='Play']");
    assert.ok((await page.$$(".aside .log h2")).length >= 2);
    const lines = (await page.$$(".aside .log li")).length;
    await page.selectOption(".log-bar select", "1");
    assert.ok((await page.$$(".aside .log li")).length < lines);
    await page.selectOption(".log-bar select", "");
    await page.click(".aside .log-time >> nth=-1");
    await until(async () => (await where(page))[0] < body.version);
    await page.context().close();
  });
});

describe("a finished table", () => {
  test("is replayed through any seat's eyes, exported, and imported again", async () => {
    const page = await finishedCambio();
    await page.goto("/history");
    await page.waitForSelector(".played");
    await sound(page, "history-1440");
    await page.click(".played .btn");
    await page.waitForSelector("text=Replay: move 1 of");
    const [first, head] = await where(page);
    assert.equal(first, 1);
    const standing = () =>
      page.$$eval(".players td", (cells) => cells.map((cell) => cell.textContent).join());
    assert.doesNotMatch(await standing(), /point/, "nobody has points at the first move");
    await page.keyboard.press("ArrowRight");
    await until(async () => (await where(page))[0] === 2);
    await page.keyboard.press("ArrowLeft");
    await until(async () => (await where(page))[0] === 1);
    await page.keyboard.press("End");
    await page.waitForSelector(".results");
    assert.match(await standing(), /point/);
    await sound(page, "replay-end-1440");
    await page.keyboard.press("Home");
    await page.waitForSelector("text=Replay: move 1 of");
    await until(async () => (await faces(page)) === 1);
    await page.selectOption(".scrub-row select", "0");
    await until(async () => (await faces(page)) === 3);
    await page.selectOption(".scrub-row select", "1");
    await until(
      async () =>
        (await page.$$eval(
          ".hand-own svg.pc",
          (all) => all.filter((one) => !one.querySelector("use")).length,
        )) === 2,
    );
    await page.selectOption(".scrub-row select", "all");
    await until(async () => (await faces(page)) === 9);
    await sound(page, "replay-open-1440");
    await until(() => /move=1&perspective=all/.test(page.url()));

    const friend = await someone({ width: 390, theme: "dark" });
    await friend.goto("/");
    await friend.fill("input[autocomplete=nickname]", "Tomasz");
    await friend.click("text=Play as a guest");
    await friend.waitForSelector("text=Join with a code");
    await friend.goto(page.url());
    await friend.waitForSelector("text=Replay: move 1 of");
    await until(async () => (await faces(friend)) === 9);
    await sound(friend, "replay-shared-390");
    await friend.context().close();

    const transcript = await page.evaluate(
      async (id) => (await fetch(`/api/tables/${id}/transcript`)).text(),
      idOf(page),
    );
    await page.click("role=button[name='Menu']");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download game")]);
    const saved = join(tmpdir(), `rondel-${process.pid}.jsonl`);
    await download.saveAs(saved);
    assert.equal(readFileSync(saved, "utf8"), transcript);

    const stranger = await someone({ width: 360 });
    await stranger.goto("/replay");
    await stranger.fill("input[autocomplete=nickname]", "Ife");
    await stranger.click("text=Play as a guest");
    await stranger.waitForSelector("text=Choose a file");
    await sound(stranger, "import-360");
    const wrong = join(tmpdir(), `rondel-${process.pid}-false.jsonl`);
    const lines = transcript.split("\n");
    writeFileSync(wrong, [...lines.slice(0, 3), ...lines.slice(4)].join("\n"));
    await stranger.setInputFiles("input[type=file]", wrong);
    await stranger.waitForSelector("text=failed verification");
    await stranger.setInputFiles("input[type=file]", saved);
    await stranger.waitForSelector("text=Verified");
    await until(async () => (await where(stranger)).join() === `1,${head}`);
    await stranger.selectOption(".scrub-row select", "all");
    await until(async () => (await faces(stranger)) === 9);
    await sound(stranger, "import-shown-360");
    assert.deepEqual(complaints(stranger), []);
    assert.deepEqual(complaints(page), []);
    await stranger.context().close();
    await page.context().close();
  });

  test("no other eyes may be looked through while it runs", async () => {
    const page = await someone();
    await beginCambio(page, { rules: { turnMs: 0, initialViewMs: 30_000 } });
    const id = idOf(page);
    for (const perspective of ["0", "1", "all"])
      assert.equal((await api(page, "GET", `/tables/${id}/past?perspective=${perspective}`)).status, 409);
    await page.goto(`/t/${id}?move=1&perspective=all`);
    await page.waitForSelector("text=Viewing move");
    await until(async () => (await faces(page)) === 1);
    assert.equal(await page.locator(".scrub-row select").count(), 0);
    await page.context().close();
  });
});

describe("undo in the Deck Planner", () => {
  test("is named after what it takes back, goes back to a line, and is not offered across a lock", async () => {
    const page = await someone({ width: 390 });
    await page.goto("/new/decks");
    await page.fill("input[autocomplete=nickname]", "Planner");
    await page.click(".begin .btn >> nth=0");
    await page.waitForSelector(".dcard");
    await page.click(".dcard >> nth=0");
    await page.waitForSelector(".dcard-selected");
    await page.waitForSelector(".undo-what:has-text('Select')");
    await sound(page, "undo-390");
    const menu = await page.locator("role=button[name='Menu']").boundingBox();
    assert.ok(menu.x + menu.width <= 390, `the menu ends at ${menu.x + menu.width}`);
    await page.click(".undo");
    await page.waitForSelector(".dcard-selected", { state: "detached" });
    await page.waitForSelector(".undo:disabled");
    assert.equal(await page.$(".undo-what"), null);
    await page.click(".dcard >> nth=0");
    await page.click(".dcard >> nth=1");
    await until(async () => (await page.$$(".dcard-selected")).length === 2);
    await page.click(".decks-bar .btn-primary");
    await page.waitForSelector("text=Planning");
    await page.click(".dcard >> nth=0");
    await page.waitForSelector(".disc");
    await page.reload();
    await page.waitForSelector(".undo-what");
    await page.click(".play-top .narrow-only");
    await page.click("dialog >> text=Undo to here");
    await page.click("dialog >> text=Close");
    await page.waitForSelector("text=Discard");
    await until(async () => (await page.$$(".dcard-selected")).length === 2);
    await page.click(".decks-bar .btn-primary");
    await page.waitForSelector("text=Planning");
    for (const at of [0, 1, 2]) {
      await page.click(`.dcard >> nth=${at}`);
      await until(async () => (await page.$$(".disc")).length === at + 1);
    }
    await page.click("text=Lock Order");
    await page.waitForSelector("text=Executing");
    await page.waitForSelector(".undo:disabled"); // a lock stands, and nothing offers to take it back
    assert.equal(await page.$("text=Undo to here"), null);
    await page.keyboard.press("u");
    await page.waitForSelector("text=/cannot be undone/");
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  });
});

/** Two people at a table of Cambio; the first hosts. */
async function two(rules = {}) {
  const [maren, tomasz] = [await someone(), await someone({ width: 390 })];
  await maren.goto("/");
  await maren.evaluate((chosen) => localStorage.setItem("rondel.new.cambio", JSON.stringify(chosen)), rules);
  await maren.goto("/new/cambio");
  await maren.fill("input[autocomplete=nickname]", "Maren");
  await maren.click('fieldset:has(input[name=seats]) label:has-text("2")');
  await maren.click("text=Invite friends");
  await maren.waitForSelector(".code");
  const code = (await maren.textContent(".code span:last-child")).replaceAll(" ", "");
  await tomasz.goto(`/j/${code}`);
  await tomasz.fill("input[autocomplete=nickname]", "Tomasz");
  await tomasz.click("role=button[name='Join']");
  await tomasz.click("text=I'm ready");
  await maren.waitForSelector("text=Tomasz");
  await maren.click("text=Start game");
  for (const page of [maren, tomasz]) await page.waitForSelector(".cambio");
  return [maren, tomasz];
}

describe("absent players", () => {
  test("a bot plays for who has gone; who comes back plays again; the host ends what is left", async () => {
    const [maren, tomasz] = await two({ turnMs: 0, botTakeover: false, initialViewMs: 60_000 });
    const id = idOf(maren);
    await maren.waitForSelector(".players .dot:not(.dot-off) >> nth=1");
    await maren.click("role=button[name='Menu']");
    await maren.waitForSelector("text=Let a bot play for me");
    assert.equal(await maren.locator("text=Let a bot play for Tomasz").count(), 0);
    assert.equal(
      (await api(maren, "POST", `/tables/${id}/seats/1/bot`, { level: "easy" })).body.code,
      "PLAYER_HERE",
    );
    await maren.click("role=button[name='End the game']");
    await maren.click("dialog >> role=button[name='End it']");
    await maren.waitForSelector("text=A player is still at the table");
    await maren.keyboard.press("Escape");

    const gone = tomasz.context();
    const state = await gone.storageState();
    await gone.close();
    await maren.waitForSelector(".players .dot-off");
    await maren.click("role=button[name='Menu']");
    await maren.click(".absent label:has-text('Easy')");
    await sound(maren, "absent-menu-1440");
    await until(async () => {
      const again = maren.locator("text=Give the seat back to Tomasz");
      if ((await again.count()) === 0) await maren.click("text=Let a bot play for Tomasz");
      await maren.waitForTimeout(800);
      return (await again.count()) > 0; // in the first ten seconds everybody counts as on their way
    });
    await maren.keyboard.press("Escape");
    await maren.waitForSelector("text=bot playing (Easy)");
    await maren.click("role=tab[name=/Chat/]");
    await maren.waitForSelector("text=A bot (Easy) now plays for Tomasz");
    await playOn(maren, {
      isDone: (body) => body.view.players[1].confirmed && body.view.turnNumber >= 3,
      order: ORDER.filter((type) => type !== "CALL_CAMBIO"),
    });

    const back = await browser.newContext({
      storageState: state,
      baseURL: here.base,
      viewport: { width: 390, height: 844 },
      locale: "en",
    });
    const again = await back.newPage();
    await again.goto(`/t/${id}`);
    await again.waitForSelector("text=A bot is playing for you (Easy)");
    await shot(again, "bot-for-me-390");
    assert.deepEqual(await axe(again), []);
    assert.equal(await overflow(again), 0);
    await again.click("text=Take over again");
    await again.waitForSelector("text=A bot is playing for you", { state: "detached" });
    await back.close();

    const ife = await someone();
    await maren.evaluate(
      () => (navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)),
    );
    await maren.waitForSelector(".players .dot-off");
    await until(async () => {
      await maren.click("role=button[name='Menu']");
      await maren.click("text=Hand over Tomasz's seat…");
      await maren.waitForTimeout(1000);
      await maren.keyboard.press("Escape");
      return maren.evaluate(() => globalThis.copied);
    });
    await ife.goto(await maren.evaluate(() => globalThis.copied));
    await ife.fill("input[autocomplete=nickname]", "Ife");
    await ife.click("role=button[name='Join']");
    await ife.waitForSelector("text=You can take Tomasz's seat");
    await sound(ife, "take-seat-1440");
    await ife.click("text=Take the seat");
    await ife.waitForSelector(".hand-own");
    await ife.waitForSelector("text=You can take", { state: "detached" });
    await maren.waitForSelector("text=Ife took over Tomasz's seat");
    assert.ok(!ife.url().includes("pass="));
    await ife.context().close();

    await until(
      async () => {
        const ended = await api(maren, "POST", `/tables/${id}/end`);
        return ended.status === 200;
      },
      { everyMs: 1000 },
    );
    await maren.waitForSelector("text=This game was ended");
    await sound(maren, "ended-1440");
    assert.equal((await api(maren, "GET", `/tables/${id}/transcript`)).status, 409);
    await maren.goto("/history");
    await maren.selectOption("search select >> nth=1", "abandoned");
    await maren.waitForSelector(".played");
    await maren.context().close();
  });
});
