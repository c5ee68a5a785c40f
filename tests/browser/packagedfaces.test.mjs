// Boards that packages bring along: one is played on, and where one does not work its game is shown without it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { packages } from "./packages.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";
import { createGuest, Guest } from "./stage.mjs";

process.env.PYTHONPATH = packages();
const HEX = (row, hex) => `.packaged [aria-label^="Row ${row}, hex ${hex}:"]`;

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** A table of this game where the page's person sits first and a guest second. */
async function tableOf(page, game, size = 3) {
  const me = Guest.of(page);
  const { id } = await me.ask("POST", "/tables", { game, access: "public", seats: 2, options: { size } });
  await me.ask("POST", `/tables/${id}/seat`, {});
  const guest = await Guest.createGuest(here.base, "Tomasz");
  await guest.ask("POST", `/tables/${id}/seat`, {});
  await guest.ask("POST", `/tables/${id}/ready`, { isReady: true });
  await me.ask("POST", `/tables/${id}/start`);
  return { id, guest };
}

const lay = (at) => ({ type: "LAY_STONE", payload: { at } });

test("a game is played on the board of its package, by mouse and by keys", async () => {
  const page = await person(browser, { base: here.base, width: 390 });
  await createGuest(page, "Maren");
  const { id, guest } = await tableOf(page, "causeway", 5);
  await page.goto(`/t/${id}`);

  await page.click(HEX(3, 3));
  await page.waitForSelector(`${HEX(3, 3)}[aria-label$="You"]`);
  await guest.act(id, lay(0));
  await page.waitForSelector(`${HEX(1, 1)}[aria-label$="Tomasz"]`);
  await page.waitForSelector(".packaged >> text=Your turn");
  assert.equal(await overflow(page), 0);
  assert.deepEqual(complaints(page), []);
  assert.deepEqual(await axe(page), []);
  page.problems = []; // axe reads the styles of a shadow root in a way that the policy refuses
  await page.focus(HEX(3, 3));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`${HEX(4, 3)}[aria-label$="You"]`);
  await page.waitForSelector("#live:has-text('You: row 4, hex 3')", { state: "attached" });
  for (const [theirs, mine] of [
    [1, [2, 3]],
    [3, [1, 3]],
    [4, [5, 3]],
  ]) {
    await guest.act(id, lay(theirs));
    await page.click(`${HEX(...mine)}[aria-disabled=false]`);
    await page.waitForSelector(`${HEX(...mine)}[aria-label$="You"]`); // committed, so that the guest is to move
  }
  await page.waitForSelector(".packaged >> text=connected their sides and wins");
  await page.waitForSelector("text=You won"); // what a face does not say, the page says

  await page.goto(`/t/${id}?move=2`);
  await page.waitForSelector(`${HEX(3, 3)}[aria-label$="Maren"]`);
  assert.equal(await page.locator(".packaged [aria-label$=empty]").count(), 24);
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a board that does not work is named in a sentence, and the game is played without it", async () => {
  const page = await person(browser, { base: here.base });
  await createGuest(page, "Maren");
  const blank = await page.context().newPage();
  await blank.goto(`/t/${(await tableOf(page, "blank")).id}`);
  await page.route("**/faces/swapped/**", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.__swapped = true;` });
  });
  const sentences = {
    throws: "crashed",
    unread: "does not work",
    newer: "different Rondel version",
    swapped: "not be loaded",
  };
  for (const [game, sentence] of Object.entries(sentences)) {
    const { id } = await tableOf(page, game);
    await page.goto(`/t/${id}`);
    await page.waitForSelector(`[role=alert]:has-text("${sentence}")`);
    await until(
      async () => {
        const button = page.locator("#board button:has-text('7')").first(); // a press right after a change is ignored
        if (await button.count()) await button.click({ timeout: 2_000 }).catch(() => {});
        return (await Guest.of(page).look(id)).view.field[7] === 0;
      },
      { everyMs: 500 },
    );
    assert.equal(await page.evaluate(() => globalThis.__swapped), undefined);
  }
  const { id, guest } = await tableOf(page, "later");
  await page.goto(`/t/${id}`);
  await page.waitForSelector(".packaged p", { state: "attached" });
  await Guest.of(page).act(id, lay(7));
  await page.waitForSelector('[role=alert]:has-text("crashed")');
  await guest.act(id, lay(2));
  await page.waitForSelector("#board button:has-text('8')");
  assert.deepEqual(await axe(page), []);
  await blank.waitForSelector('[role=alert]:has-text("is empty")');
  await page.context().close();
});

test("a board may do no more than the page's policy lets any script do", async () => {
  const page = await person(browser, { base: here.base });
  await createGuest(page, "Maren");
  await page.goto(`/t/${(await tableOf(page, "rude")).id}`);

  await page.waitForSelector(".packaged hr", { state: "attached" });
  const lines = await page.locator(".packaged p").allTextContents();
  assert.deepEqual(
    lines.filter((line) => !line.endsWith(": refused")),
    [],
  );
  assert.equal(lines.length, 11);
  await page.context().close();
});
