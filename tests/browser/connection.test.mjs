// What a break of the connection, a slow wire, a killed server, a refusal or a second tab does to a page.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { promptOf, beginCambio, moveByKeys, until } from "./play.mjs";
import { site } from "./site.mjs";

let browser;
let here;
let wire;
before(async () => {
  [browser, here] = await Promise.all([launch(), site()]);
  wire = here.wire;
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

afterEach(() => wire.hold());

const someone = (more = {}) => person(browser, { base: here.base, ...more });
const SLOWLY = { turnMs: 0, initialViewMs: 60_000 };

/** At a table against a bot, with a card in hand. */
async function holding(page) {
  await beginCambio(page, { rules: SLOWLY });
  await until(async () => {
    if ((await promptOf(page)).isHolding) return true;
    await moveByKeys(page);
    return false;
  });
}

/** At a table against a bot, about to draw. */
async function drawing(page) {
  await beginCambio(page, { rules: SLOWLY });
  await until(async () => {
    if ((await promptOf(page)).canDraw) return true;
    await moveByKeys(page);
    return false;
  });
}

/** When this page next hears of its table. */
function nextWord(page) {
  return new Promise((done) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (/^\{"type":"(view|step)"/.test(String(payload))) done(Date.now());
      }),
    );
  });
}

function summary(runs) {
  const sorted = runs.toSorted((a, b) => a - b);
  return `${sorted.join(", ")} ms; median ${sorted[1]} ms, spread ${sorted[2] - sorted[0]} ms`;
}

test("the table is live again within a second of the server's answering, or of the socket's end", async (t) => {
  const page = await person(browser, { base: wire.base });
  await holding(page);
  await page.evaluate(() => {
    globalThis.isSamePage = true;
  });
  const [afterCut, afterKill] = [[], []];
  for (let run = 0; run < 3; run++) {
    const word = nextWord(page);
    const began = Date.now();
    wire.cut();
    afterCut.push((await word) - began);
    await page.waitForTimeout(300);
  }
  for (let run = 0; run < 3; run++) {
    const word = nextWord(page);
    here.kill();
    await here.start();
    const began = Date.now();
    afterKill.push(Math.max(0, (await word) - began));
    await page.waitForTimeout(300);
  }
  t.diagnostic(`after the socket was cut: ${summary(afterCut)}`);
  t.diagnostic(`after the server answered again: ${summary(afterKill)}`);
  assert.ok(Math.max(...afterCut, ...afterKill) < 1000, `${afterCut} and ${afterKill}`);
  assert.equal(await page.evaluate(() => globalThis.isSamePage), true);
  assert.ok((await promptOf(page)).isHolding);
  await page.context().close();
});

test("the server is killed in the middle of a turn: the same page plays on, and says that it is old", async () => {
  const page = await someone();
  await holding(page);
  const marked = await page.evaluate(() => {
    globalThis.isSamePage = true;
    return document.querySelector(".strip b").textContent;
  });
  await page.route("**/version.json", (route) => route.fulfill({ json: { build: "another" } }));
  here.kill();
  await page.waitForSelector("text=Reconnecting…");
  await here.start();
  await page.waitForSelector("text=Reconnecting…", { state: "detached" });
  assert.equal(await page.evaluate(() => globalThis.isSamePage), true);
  assert.equal((await promptOf(page)).strip, marked);
  await page.keyboard.press("1");
  await page.waitForSelector(".drawn-none", { state: "attached" });
  await page.waitForSelector("text=New version available");
  await page.click("button:has-text('Reload')");
  await page.waitForFunction(
    () => globalThis.isSamePage === undefined && document.querySelector(".cambio") !== null,
  );
  await page.context().close();
});

test("a move that is sent while the server is away is played once it is back", async () => {
  const page = await someone();
  await holding(page);
  here.kill();
  await page.waitForTimeout(300);
  await page.keyboard.press("1");
  await page.waitForSelector("text=Sending…");
  const waiting = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("rondel.act.")).length);
  assert.equal(await waiting(), 1);
  await page.reload().catch(() => {});
  await here.start();
  await page.reload();
  await page.waitForSelector(".drawn-none", { state: "attached" });
  assert.equal(await waiting(), 0);
  await page.context().close();
});

test("a move without an answer says so after 400 ms, and no sooner", async (t) => {
  const page = await person(browser, { base: wire.base });
  await drawing(page);
  await page.evaluate(() => {
    globalThis.shownAt = null;
    addEventListener(
      "keydown",
      () => {
        const began = performance.now();
        setTimeout(() => {
          globalThis.timer = performance.now() - began; // a busy machine is late with this too
        }, 400);
        new MutationObserver(() => {
          if (/Sending…/.test(document.querySelector(".sending").textContent))
            globalThis.shownAt ??= performance.now() - began;
        }).observe(document.body, { subtree: true, childList: true });
      },
      { once: true, capture: true },
    );
  });
  wire.hold({ up: true });
  await page.keyboard.press("d");
  await page.waitForSelector(".sending:has-text('Sending…')");
  await page.waitForFunction(() => globalThis.timer !== undefined);
  const [shownAt, timer] = await page.evaluate(() => [globalThis.shownAt, globalThis.timer]);
  t.diagnostic(`said after ${Math.round(shownAt)} ms, a timer of 400 ms after ${Math.round(timer)} ms`);
  assert.ok(shownAt >= 399 && shownAt < timer + 500, `${shownAt} ms, the timer ${timer} ms`);
  assert.equal((await promptOf(page)).isHolding, false);
  wire.hold();
  await until(async () => (await promptOf(page)).isHolding);
  assert.equal(await page.$(".sending:has-text('Sending…')"), null);
  await page.context().close();
});

test("a move that was refused snaps back and says why", async () => {
  const page = await person(browser, { base: wire.base });
  await drawing(page);
  const other = await someone();
  await other.context().addCookies(await page.context().cookies(here.base));
  await other.goto(page.url().replace(wire.base, here.base));
  await until(async () => (await promptOf(other)).canDraw);
  wire.hold({ down: true });
  await other.keyboard.press("d");
  await until(async () => (await promptOf(other)).isHolding);
  assert.ok((await promptOf(page)).canDraw, "it has not heard of it");
  await page.keyboard.press("d");
  await page.waitForSelector(".sending:has-text('Sending…')");
  wire.hold();
  await page.waitForSelector(".toasts:has-text('Not allowed')");
  const notice = await page.textContent(".toasts");
  assert.ok(notice.length > "Not allowed".length + 10, notice);
  await until(async () => (await promptOf(page)).isHolding);
  assert.equal(await page.$(".sending:has-text('Sending…')"), null);
  await page.keyboard.press("1");
  await page.waitForSelector(".drawn-none", { state: "attached" });
  for (const one of [page, other]) await one.context().close();
});

test("a second tab takes over, and gives back", async () => {
  const page = await someone();
  await beginCambio(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.waitForSelector(".cambio");
  await page.waitForSelector("text=Play here");
  await page.click("text=Play here");
  await page.waitForSelector(".cambio");
  await second.waitForSelector("text=Play here");
  await page.context().close();
});
