// The luck of a finished game is checked in the page, against what this browser saw before play.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { joinTable, moveByHand, openTable, until, watchTable } from "./play.mjs";
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

const ROOT = join(import.meta.dirname, "../..");
const RULES = { initialViewMs: 60_000, turnMs: 0, powerDecisionMs: 0, peekMs: 1000 };
const someone = (more = {}) => person(browser, { base: here.base, ...more });

/** Two play a short game while one watches; `between` happens when all sit and nothing has begun. */
async function play(between = () => {}) {
  const [host, guest, spectator] = await Promise.all([someone(), someone({ width: 390 }), someone()]);
  const { code, id } = await openTable(host, { rules: RULES });
  await joinTable(guest, code, "Tomasz");
  await watchTable(spectator, id, "Ife");
  await spectator.waitForSelector("text=Tomasz");
  between(id);
  await host.click("button:has-text('Start game'):not(:disabled)");
  await until(
    async () => {
      for (const page of [host, guest]) await moveByHand(page, { isCalling: true });
      return (await host.$(".results")) !== null && (await guest.$(".results")) !== null;
    },
    { everyMs: 20 },
  );
  await spectator.waitForSelector(".results");
  return { host, guest, spectator };
}

/** The checks as the page lists them. */
async function checks(page) {
  await page.click(".play-top button[aria-label=Menu]");
  await page.click("dialog button:has-text('Fair shuffle')");
  await page.waitForSelector(".fair-checks li");
  return Object.fromEntries(
    await page.$$eval(".fair-checks li", (all) => all.map((one) => [one.dataset.check, one.dataset.verdict])),
  );
}

/** What the page says was found, in words, and why it is not proven. */
async function answer(page) {
  const found = await page.$eval("[data-fair]", (one) => [one.dataset.fair, one.textContent]);
  const reasons = await page.$$eval(".fair-reasons li", (all) => all.map((one) => one.dataset.reason));
  return { answer: found[0], text: found[1], reasons };
}

const GOOD = {
  secret: "good",
  commitment: "good",
  nonce: "good",
  header: "good",
  seal: "good",
  shown: "good",
  nonces: "good",
  chain: "good",
  draws: "good",
  deck: "good",
};

test("an honest game holds: for a player, after a reload, and for who watched", async () => {
  const { host, guest, spectator } = await play();
  await host.reload();
  await host.waitForSelector(".results");
  assert.deepEqual(await checks(host), GOOD);
  assert.deepEqual(await checks(guest), GOOD);
  assert.ok(
    (await (await guest.$("dialog .notice, [role=dialog] .notice")).boundingBox()).y > 0,
    "shown from its beginning",
  );
  assert.deepEqual(await checks(spectator), { ...GOOD, nonce: "unseen" });
  assert.match(await host.textContent("dialog"), /the server could not change its secret/);
  for (const page of [host, guest, spectator]) {
    const found = await answer(page);
    assert.equal(found.answer, "consistent");
    assert.match(found.text, /Fair shuffle: consistent, not proven/);
    assert.deepEqual(found.reasons, ["rules"]);
    assert.equal(await page.$("[role=alert]"), null);
    assert.deepEqual(complaints(page), []);
  }
});

test("what a browser saved is what rondel verify proves the game with", async () => {
  const { host, guest } = await play();
  const folder = mkdtempSync(join(tmpdir(), "fair-"));
  await checks(host);
  const [saving] = await Promise.all([
    host.waitForEvent("download"),
    host.click("dialog button:has-text('Save what I saw')"),
  ]);
  await saving.saveAs(join(folder, "seen.json"));
  const seen = JSON.parse(readFileSync(join(folder, "seen.json"), "utf8"));
  const game = await guest.evaluate(
    (id) => fetch(`/api/tables/${id}/transcript`).then((got) => got.text()),
    seen.table,
  );
  writeFileSync(join(folder, "game.jsonl"), game);
  const { status, stdout } = spawnSync(
    join(ROOT, ".venv/bin/rondel"),
    ["verify", join(folder, "game.jsonl"), "--witness", join(folder, "seen.json")],
    { encoding: "utf8" },
  );
  assert.match(stdout, /PROVEN\. .* 1 of 2 nonces sent by programs that vouch for it/);
  assert.equal(status, 0);
  rmSync(folder, { recursive: true });
});

test("players who see the same game have the same code", async () => {
  const [host, guest] = await Promise.all([someone(), someone({ width: 390 })]);
  const { code } = await openTable(host, { rules: RULES });
  await joinTable(guest, code, "Tomasz");
  await host.click("button:has-text('Start game'):not(:disabled)");
  const codes = [];
  for (const page of [host, guest]) {
    await page.waitForSelector(".play-top");
    await page.click(".play-top button[aria-label=Menu]");
    await page.click("dialog button:has-text('Fair shuffle')");
    codes.push(await page.textContent(".fair-code"));
  }
  assert.match(codes[0], /Move \d+: [0-9a-f]{4} [0-9a-f]{4}/);
  assert.equal(codes[0], codes[1]);
});

test("a server that takes another secret when it knows the nonces is found out, in words, by everybody", async () => {
  const { host, guest, spectator } = await play((id) => {
    here.sql(`UPDATE table_secret SET secret = sha256(secret) WHERE table_id = '${id}'`);
    here.sql(
      `UPDATE game_session AS s SET commitment = sha256(t.secret || convert_to(s.id::text, 'UTF8')) FROM table_secret AS t WHERE t.table_id = s.id AND s.id = '${id}'`,
    );
  });
  for (const page of [host, guest, spectator]) {
    await page.waitForSelector("[role=alert]:has-text('Fair shuffle: broken')");
    assert.match(await page.textContent("[role=alert]"), /not the one you saw before the game/);
    const found = await checks(page);
    assert.deepEqual([found.secret, found.commitment, found.chain], ["good", "bad", "good"]);
  }
});

test("a nonce that is put in the place of a player's is told at once", async () => {
  const [host, guest] = await Promise.all([someone(), someone({ width: 390 })]);
  const { code, id } = await openTable(host, { rules: RULES });
  await joinTable(guest, code, "Tomasz");
  here.sql(
    `UPDATE player SET nonce = substring(sha256(nonce) for 16) WHERE game_session_id = '${id}' AND seat = 1`,
  );
  await guest.reload();
  await guest.waitForSelector("[role=alert]:has-text('you took this seat on another device')");
  assert.match(await guest.textContent("[role=alert]"), /do not trust this table/);
  assert.equal(await host.$("[role=alert]"), null);
});
