// The luck of a finished game is checked in the page, against what this browser saw before play.
import assert from "node:assert/strict";
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
  await host.click("button:has-text('Start the game'):not(:disabled)");
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

test("an honest game holds: for a player, after a reload, and for who watched", async () => {
  const { host, guest, spectator } = await play();
  await host.reload();
  await host.waitForSelector(".results");
  const good = { secret: "good", commitment: "good", nonce: "good", header: "good", chain: "good", deck: "good" };
  assert.deepEqual(await checks(host), good);
  assert.deepEqual(await checks(guest), good);
  assert.deepEqual(await checks(spectator), { ...good, nonce: "unseen" });
  assert.match(await host.textContent("dialog"), /the server could not change its secret/);
  for (const page of [host, guest, spectator]) {
    assert.equal(await page.$("[role=alert]"), null);
    assert.deepEqual(complaints(page), []);
  }
});

test("a server that takes another secret when it knows the nonces is found out, in words, by everybody", async () => {
  const { host, guest, spectator } = await play((id) => {
    here.sql(`UPDATE table_secret SET secret = sha256(secret) WHERE table_id = '${id}'`);
    here.sql(
      `UPDATE game_session AS s SET commitment = sha256(t.secret || convert_to(s.id::text, 'UTF8')) FROM table_secret AS t WHERE t.table_id = s.id AND s.id = '${id}'`,
    );
  });
  for (const page of [host, guest, spectator]) {
    await page.waitForSelector("[role=alert]:has-text('does not check out')");
    assert.match(await page.textContent("[role=alert]"), /not the one you saw before play/);
    const found = await checks(page);
    assert.deepEqual([found.secret, found.commitment, found.chain], ["good", "bad", "good"]);
  }
});
