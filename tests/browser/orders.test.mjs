// Standing orders and notes, on phones: an order is followed while others play, ends when it is taken back or
// cancelled, and nobody else sees it; notes stay, even if the page is closed at once, and only their writer sees them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow } from "./browser.mjs";
import { someone, tab, until } from "./imperial.mjs";
import { site } from "./site.mjs";
import { Guest } from "./stage.mjs";

const DAY = 86_400;
const BIDS = [900, 600, 400];
const WAIT_MS = 4000; // longer than an order waits here, and longer than it takes to find it

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** Ada leads Austria, Bob opposes her, Cy holds a bond; nobody has anything else. */
async function democracy(ada, bob, cy) {
  const options = { timed: true, banked: DAY, increment: DAY };
  const { id } = await ada.ask("POST", "/tables", {
    game: "imperial",
    options,
    access: "unlisted",
    seats: 3,
  });
  const people = [ada, bob.guest, cy.guest];
  for (const guest of people) {
    await guest.ask("POST", `/tables/${id}/seat`, {});
    await guest.ask("POST", `/tables/${id}/ready`, { isReady: true });
  }
  await ada.ask("POST", `/tables/${id}/start`);
  for (;;) {
    const { view } = await ada.look(id);
    if (view.mode === "proposal") return id;
    const seat = view.playerInfo.findIndex(({ myTurn }) => myTurn);
    const amount = view.countryUp === "Austria" ? BIDS[seat] : 0;
    const bid = { type: "BID", payload: { amount } };
    await people[seat].act(id, view.mode === "bid" ? bid : { type: "BUY_BID", payload: { accept: true } });
  }
}

async function look(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  assert.deepEqual([await axe(page), await overflow(page)], [[], 0], name);
}

/** Choose how the page shows its table, and come back to it. */
async function inWords(page, textView) {
  await page.evaluate((chosen) => {
    const settings = JSON.parse(localStorage.getItem("rondel.settings"));
    localStorage.setItem("rondel.settings", JSON.stringify({ ...settings, textView: chosen }));
  }, textView);
  await page.reload();
}

/** How far the tabs under or beside the map are wider than their place, with the badge of what is unread. */
async function tabsAt(page, width) {
  await page.setViewportSize({ width, height: 844 });
  return widerBy(page, `${width < 1100 ? ".im-sheet" : ".im-right"} [role=tablist]`);
}

async function widerBy(page, selector) {
  const found = await page.waitForSelector(selector);
  return found.evaluate((element) => element.scrollWidth - element.clientWidth);
}

const propose = (guest, id, wheelSpot) => guest.act(id, { type: "PROPOSE", payload: { wheelSpot } });
const agreement = (page) => page.locator('.orders [data-order="AGREE_WITH"]');
const standing = (page) => page.locator(".orders li");
const waits = () => new Promise((done) => setTimeout(done, WAIT_MS));

test("orders and notes at a table that is played by the day, at 390 px", async () => {
  const ada = await Guest.createGuest(here.base, "Ada");
  const bob = await someone(browser, here.base, "Bob", { width: 390 });
  const cy = await someone(browser, here.base, "Cy", { width: 390, theme: "dark" });
  const id = await democracy(ada, bob, cy);
  const mode = async () => (await ada.look(id)).view.mode;
  const round = async () => (await ada.look(id)).view.round;
  for (const page of [bob, cy]) {
    await page.goto(`/t/${id}`);
    await tab(page, "turn");
    await agreement(page).waitFor();
  }

  // an order is given, and nobody else sees it
  await agreement(bob).click();
  await standing(bob).waitFor();
  await look(bob, "order-given");
  assert.equal(await standing(cy).count(), 0);
  await look(cy, "order-offered");

  // in words, too
  await inWords(bob, true);
  await bob.waitForSelector(".text-view .orders li");
  await look(bob, "order-in-words");
  await inWords(bob, false);
  await tab(bob, "turn");

  // others move, it is followed, and it stands
  await propose(ada, id, "L-Produce");
  await until(async () => (await round()) === 2);
  await standing(bob).waitFor();

  // taken back, it has ended: Bob is asked, and asked once more before his move is sent
  await bob.click('[data-press="undo"]');
  await until(async () => (await mode()) === "proposal-opp");
  await waits();
  assert.equal(await mode(), "proposal-opp");
  await bob.click('[data-press="agree"]');
  await bob.click("dialog >> text=Confirm");
  await until(async () => (await round()) === 2);
  await agreement(bob).waitFor();
  assert.equal(await standing(bob).count(), 0);

  // cancelled, it is not followed
  await agreement(bob).click();
  await bob.click('.orders [data-order="end"]');
  await agreement(bob).waitFor();
  await propose(ada, id, "Taxation");
  await waits();
  assert.equal(await mode(), "proposal-opp");

  // notes stay, and only their writer sees them
  const note = (page) => page.locator(".notes textarea");
  const openNotes = (page) => page.click('.im-sheet [role=tab]:has-text("Notes")');
  await openNotes(cy);
  await note(cy).fill("Bob always agrees");
  await cy.waitForSelector('.notes [role=status]:has-text("Saved")');
  await look(cy, "notes");
  await cy.reload();
  await openNotes(cy);
  await until(async () => (await note(cy).inputValue()) === "Bob always agrees");
  await openNotes(bob);
  await note(bob).waitFor();
  assert.equal(await note(bob).inputValue(), "");

  // what was typed just before the page was closed is there, too
  await note(bob).fill("Cy has a plan");
  await bob.reload();
  await openNotes(bob);
  await until(async () => (await note(bob).inputValue()) === "Cy has a plan");

  // all tabs are in sight, in both languages, with something unread
  await ada.ask("POST", `/tables/${id}/chat`, { text: "Hello" });
  for (const [language, page] of [
    ["en", bob],
    ["de", cy],
  ]) {
    await page.evaluate((chosen) => {
      const settings = JSON.parse(localStorage.getItem("rondel.settings"));
      localStorage.setItem("rondel.settings", JSON.stringify({ ...settings, language: chosen }));
    }, language);
    await page.reload();
    await page.waitForSelector(".im-sheet [role=tab] .badge");
    for (const width of [1440, 390, 360]) assert.equal(await tabsAt(page, width), 0, `${language}, ${width}`);
    await page.setViewportSize({ width: 1440, height: 844 });
    assert.equal(
      await widerBy(page, ".im-right .im-scroll"),
      0,
      `${language}: the nations fit beside the map`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await look(page, `tabs-${language}`);
  }

  for (const page of [bob, cy]) {
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});
