// What the shell does around a table: leaving it, quiet, the screen that stays on, the mark in the tab.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person } from "./browser.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";
import { createGuest, at, cambioTable, playUntil } from "./stage.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

async function player(name, more = {}) {
  const page = await person(browser, { base: here.base, ...more });
  await page.addInitScript(() => {
    globalThis.locks = { taken: 0, released: 0 };
    const request = async () => {
      globalThis.locks.taken += 1;
      return { release: async () => void (globalThis.locks.released += 1) };
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  await createGuest(page, name);
  return page;
}

const menu = (page) => page.click(".play-top .btn-icon >> nth=-1");

test("who leaves is away at once for the others, and comes back to the same seat", async () => {
  const page = await player("Ada");
  const table = await cambioTable(page, here.base, { rules: { turnMs: 600_000 } });
  const seen = async () => (await table.others[0].look(table.id)).view.players[0].isConnected;
  await page.goto(`/t/${table.id}`);
  await playUntil(table, at.awaiting);
  assert.equal(await seen(), true);
  await menu(page);
  await page.click("text=Leave the game");
  await page.waitForSelector("text=a bot plays your cards");
  await page.click("dialog .btn-danger");
  await page.waitForSelector("#start");
  assert.equal(await seen(), false);
  await page.click(`a[href='/t/${table.id}']`);
  await page.waitForSelector(".strip-mine");
  await until(seen);
  await page.context().close();
});

test("the screen stays on at a live table, not at one played by the day, and goes dark after it", async () => {
  const page = await player("Ada");
  const locks = () => page.evaluate(() => globalThis.locks);
  const live = await cambioTable(page, here.base, { names: ["Maren"], rules: { turnMs: 60_000 } });
  const byDay = await cambioTable(page, here.base, { names: ["Maren"], rules: { turnMs: 3_600_000 } });
  await page.goto(`/t/${live.id}`);
  await until(async () => (await locks()).taken === 1);
  await page.click(".play-top a");
  await until(async () => (await locks()).released === 1);
  await page.goto(`/t/${byDay.id}`);
  await page.waitForSelector(".hand-own .slot");
  assert.deepEqual(await locks(), { taken: 0, released: 0 });
  await page.context().close();
});

test("by the day every move is asked for twice, live none is", async () => {
  const page = await player("Ada");
  for (const [turnMs, needsConfirm] of [
    [3_600_000, true],
    [600_000, false],
  ]) {
    const table = await cambioTable(page, here.base, { names: ["Maren"], rules: { turnMs } });
    await page.goto(`/t/${table.id}`);
    await playUntil(table, at.holding);
    await page.click(".hand-own .slot-ok");
    if (needsConfirm) await page.click("dialog .btn-primary");
    await page.waitForSelector(".drawn-none", { state: "attached" });
  }
  await page.context().close();
});

test("Z shows the table alone and all of it again; the tab says whose move it is", async () => {
  const page = await player("Ada");
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: { turnMs: 600_000 } });
  await page.goto(`/t/${table.id}`);
  await playUntil(table, at.awaiting);
  await until(async () => (await page.title()).startsWith("● Your move"));
  assert.match(await page.getAttribute("link[rel=icon]", "href"), /^data:image\/png/);
  assert.equal(await page.isVisible(".aside"), true);
  await page.keyboard.press("z");
  await until(async () => !(await page.isVisible(".aside")));
  await page.reload();
  await page.waitForSelector(".strip-mine");
  assert.equal(await page.isVisible(".aside"), false);
  await page.keyboard.press("z");
  await page.waitForSelector(".aside");
  await page.context().close();
});
