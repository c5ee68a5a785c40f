// Moderation, on two nodes of one cell: a report, what a moderator does about it, and who is out within two seconds.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { beginTogether, openAdmin, openTable } from "./play.mjs";
import { site } from "./site.mjs";

const AT_ONCE_MS = 2000;
const LAPS = 5; // of a busy machine: a line of chat that is sent and drawn, as often as a ban needs it at most

let browser;
let here;
let there;
before(async () => {
  browser = await launch();
  here = await site({ hasRedis: true });
  there = await here.another();
});
after(async () => {
  await browser?.close();
  await there?.stop();
  await here?.stop();
});

const someone = (more = {}) => person(browser, { base: here.base, ...more });
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));

async function createGuest(page, name) {
  await page.goto("/");
  await page.fill("input[autocomplete=nickname]", name);
  await page.click("text=Play as a guest");
  await page.waitForSelector("#others");
}

/** The same person at the other node. */
async function alsoThere(page, more = {}) {
  const other = await person(browser, { base: there.base, ...more });
  await other.context().addCookies(await page.context().cookies()); // a cookie knows no port
  return other;
}

/** How long a line of chat takes at this moment, from one person's keys to the other's screen. */
async function journeyOf(from, to) {
  const since = Date.now();
  await from.fill(".aside .chat-field", "Let us go on");
  await from.keyboard.press("Enter");
  await to.waitForSelector(".chat-lines:has-text('Let us go on')");
  return Date.now() - since;
}

async function act(page, reason) {
  await page.fill("dialog input.input >> nth=-1", reason);
  await page.click("dialog button:text-is('Confirm')");
  await page.waitForSelector("dialog", { state: "detached" });
}

test("nobody else finds the page of moderators", async () => {
  const page = await someone();
  await createGuest(page, "Nobody");
  await page.goto("/admin");
  await page.waitForSelector("text=This page is for moderators");
  assert.deepEqual(await axe(page), []);
  await close(page);
});

test("report, remove, ban: the banned is out everywhere, and everything is in the log", async () => {
  const [host, rude, boss] = await Promise.all([someone(), someone(), someone({ width: 390 })]);
  const { id: table } = await beginTogether(host, rude, { rules: { turnMs: 0, initialViewMs: 60_000 } });
  const elsewhere = await alsoThere(rude);
  await elsewhere.goto(`/t/${table}`);
  await elsewhere.waitForSelector(".cambio");
  for (const page of [host, rude]) await page.click("role=tab[name=/Chat/]");
  await rude.fill(".aside .chat-field", "You are all fools");
  await rude.keyboard.press("Enter");
  await host.click(".chat-lines .about-player");
  await host.fill("dialog textarea", "He insults us");
  assert.deepEqual(await axe(host), []);
  await host.click("dialog button:text-is('Report')");
  await host.waitForSelector("text=Reported.");

  await createGuest(boss, "Bianca");
  await openAdmin(boss, here, "Bianca");
  await boss.waitForSelector(".report:has-text('Tomasz')");
  await boss.waitForSelector(".report:has-text('You are all fools')");
  assert.deepEqual(await axe(boss), []);
  assert.ok((await overflow(boss)) <= 0);
  await boss.click("button:text-is('Remove line')");
  assert.deepEqual(await axe(boss), []);
  await act(boss, "an insult");
  await boss.waitForSelector(".report .chip:has-text('removed')");
  for (const page of [host, rude]) {
    await page.waitForSelector(".chat-lines:has-text('Removed by a moderator.')");
    assert.equal(await page.$(".chat-lines:has-text('fools')"), null);
  }

  const journey = await journeyOf(host, rude);
  await boss.click("button:text-is('Ban Tomasz')");
  await boss.fill("dialog input.input >> nth=-1", "insults");
  const outs = [rude, elsewhere].map((page) => page.waitForSelector("h1:text-is('You are banned here')"));
  const since = Date.now();
  await boss.click("dialog button:text-is('Confirm')");
  await Promise.all(outs);
  const took = Date.now() - since;
  assert.ok(
    took < AT_ONCE_MS + LAPS * journey,
    `out after ${took} ms, where a line of chat takes ${journey} ms`,
  );
  for (const page of [rude, elsewhere]) {
    assert.match(await page.textContent("[role=alert]"), /Reason: insults/);
    assert.deepEqual(await axe(page), []);
    await page.goto("/");
    await page.waitForSelector("h1:text-is('You are banned here')");
  }
  assert.equal(await host.$("h1:text-is('You are banned here')"), null);

  await boss.click("button:text-is('Resolve')");
  await act(boss, "banned");
  await boss.waitForSelector("text=No open reports.");
  await boss.click("role=tab[name='Log']");
  await boss.waitForSelector(".audit li");
  const log = await boss.$$eval(".audit li", (rows) => rows.map((row) => row.querySelector("b").textContent));
  assert.deepEqual(log, ["resolve report", "ban", "remove line", "role"]);
  assert.deepEqual(await axe(boss), []);
  assert.deepEqual(
    complaints(boss).filter((text) => !/404|403/.test(text)),
    [],
  );
  await close(host, rude, elsewhere, boss);
});

test("accounts, tables and announcements, in German and by keys", async () => {
  const [boss, player] = await Promise.all([someone({ width: 390, theme: "dark" }), someone()]);
  await openTable(player);
  await createGuest(boss, "Benno");
  await openAdmin(boss, here, "Benno");
  await boss.focus("role=tab[name='Reports']");
  await boss.keyboard.press("ArrowRight");
  await boss.waitForSelector("text=Name, email or id");
  await boss.fill(".admin form .input", "Mar");
  await boss.keyboard.press("Enter");
  await boss.click("button[aria-label='Open Maren'] >> nth=-1");
  await boss.waitForSelector("h3:text-is('Sessions')");
  assert.deepEqual(await axe(boss), []);
  assert.ok((await overflow(boss)) <= 0);
  await boss.click("role=tab[name='Tables']");
  const code = here.sql("SELECT code FROM game_session ORDER BY created_at DESC LIMIT 1");
  await boss.fill(".admin form .input", code);
  await boss.keyboard.press("Enter");
  await boss.click(`button[aria-label='End table ${code}']`);
  await act(boss, "a test");
  assert.equal(here.sql(`SELECT status FROM game_session WHERE code = '${code}'`), "closed");
  await boss.click("role=tab[name='Server']");
  await boss.fill("textarea", "We restart at noon.");
  await boss.click("label:has-text('Maintenance')");
  assert.deepEqual(await axe(boss), []);
  assert.ok((await overflow(boss)) <= 0);
  await boss.click("button:text-is('Publish')");
  await boss.waitForSelector(".notice:has-text('We restart at noon.')");
  const german = await person(browser, { base: there.base, language: "de", width: 390 });
  await german.goto("/");
  await german.waitForSelector(".notice:has-text('Wartung')");
  assert.deepEqual(await axe(german), []);
  await german.click(".notice button");
  await german.waitForSelector(".notice:has-text('Wartung')", { state: "detached" });
  await close(boss, player, german);
});
