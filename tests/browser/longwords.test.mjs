// With a language whose words are 40 % longer than English ones, a phone shows every page and every board whole.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, person, tooLong } from "./browser.mjs";
import { until } from "./play.mjs";
import { catalogues, lengthen, speakPseudo } from "./pseudo.mjs";
import { site } from "./site.mjs";
import { Guest } from "./stage.mjs";

const GAMES = { cambio: 3, decks: 1, imperial: 3, bramble: 3, liars_dice: 3 };
const BOARD = ".cambio, .decks, .imperial, .generic";

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site({ hasExamples: true })];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

async function reader({ isNamed = true, ...settings } = {}) {
  const page = await person(browser, { base: here.base, width: 390, language: "de", settings });
  Object.assign(page, { loaded: await speakPseudo(page), faults: [] });
  await page.goto("/");
  if (isNamed) await Guest.of(page).ask("POST", "/guests", { name: "Ada" });
  return page;
}

/** The catalogues that any page has loaded. */
const used = new Set();

async function leave(...pages) {
  for (const page of pages) for (const file of page.loaded) used.add(file);
  await Promise.all(pages.map((page) => page.context().close()));
  assert.deepEqual(
    pages.flatMap((page) => page.faults),
    [],
  );
}

/** What does not fit, once everything has come; all of it is told at the end of a test. */
async function look(page, name) {
  await page.waitForLoadState("networkidle").catch(() => null);
  await page.waitForTimeout(300);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${name.replaceAll(/\W+/g, "-")}.png`, fullPage: true });
  const open = await page.evaluate(() => document.body.innerText.match(/.{0,20}(\{\{|\}\}).{0,20}/g) ?? []);
  const empty = page.problems.filter((text) => text.startsWith("No value for"));
  page.faults.push(...[...(await tooLong(page, 0)), ...open, ...empty].map((fault) => `${name}: ${fault}`));
  page.problems = [];
}

async function opened(page) {
  for (const group of await page.$$("main details:not([open]) > summary")) await group.evaluate((one) => one.click());
}

/** A table with bots, begun unless it is to be waited at. */
async function tableOf(page, game, isBegun = true) {
  const { ask } = Guest.of(page);
  const body = { game, options: {}, access: "unlisted", seats: GAMES[game] };
  const { id } = await ask("POST", "/tables", body);
  await ask("POST", `/tables/${id}/seat`, {});
  const [level] = (await ask("GET", "/games")).find(({ name }) => name === game).bots;
  for (let bot = 1; bot < GAMES[game]; bot++) await ask("POST", `/tables/${id}/bots`, { level });
  if (isBegun) {
    await ask("POST", `/tables/${id}/ready`, { isReady: true });
    await ask("POST", `/tables/${id}/start`);
  }
  await page.goto(`/t/${id}`);
  await page.waitForSelector(isBegun ? `:is(${BOARD}), .text-view` : ".seatlist");
  return id;
}

/** Everything that lies beside a board: its tabs, its sheet, its menu, its keys. */
async function beside(page, game) {
  const tabsOf = (root) => page.$$(`${root} [role=tab]`);
  for (const tab of await tabsOf("main")) {
    await tab.evaluate((one) => one.click());
    await look(page, `${game}, ${await tab.textContent()}`);
  }
  const sheet = await page.$(".play-top .narrow-only");
  if (sheet) {
    await sheet.click();
    await page.waitForSelector("dialog[open]");
    for (const tab of await tabsOf("dialog")) {
      await tab.click();
      await look(page, `${game}, beside it, ${await tab.textContent()}`);
    }
    await page.keyboard.press("Escape");
  }
  await page.click(".play-top .btn-icon >> nth=-1");
  await page.waitForSelector("dialog[open]");
  await look(page, `${game}, menu`);
  await page.click(".menu-ways button >> nth=1");
  await page.waitForSelector("dialog h2");
  await look(page, `${game}, how the shuffle is proved`);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  await look(page, `${game}, keys`);
  await page.keyboard.press("Escape");
}

test("every page of the site fits", async () => {
  const stranger = await reader({ isNamed: false });
  await stranger.waitForSelector(".tile >> nth=4");
  await look(stranger, "front page");
  const page = await reader();
  const paths = ["/", "/tables", "/history", "/replay", "/you", "/sign-in", "/stop-mail", "/admin", "/nowhere"];
  for (const game of Object.keys(GAMES)) paths.push(`/new/${game}`, `/how/${game}`);
  for (const path of paths) {
    await page.goto(path);
    await page.waitForSelector("h1");
    await opened(page);
    await look(page, path);
  }
  await tableOf(page, "cambio", false);
  await look(page, "seats");
  for (const game of ["cambio", "decks", "imperial"]) {
    await page.goto(`/learn/${game}`);
    await page.waitForSelector(".coach");
    await look(page, `/learn/${game}`);
  }
  await leave(stranger, page);
});

for (const game of Object.keys(GAMES))
  test(`${game} fits, and all that lies beside it`, async () => {
    const page = await reader();
    const { ask } = Guest.of(page);
    const id = await tableOf(page, game);
    await look(page, game);
    await beside(page, game);
    for (let move = 0; move < 6; move++) {
      const { legal } = await until(async () => {
        const frame = await ask("GET", `/tables/${id}/view`);
        return frame.legal.length > 0 || frame.status !== "active" ? frame : null;
      });
      if (legal.length === 0) break;
      const action = legal[Math.floor(((move + 1) * legal.length) / 7)];
      await Guest.of(page).act(id, action).catch(() => null); // its time may have run out meanwhile
      await page.waitForTimeout(700);
      await look(page, `${game}, move ${move + 1}`);
    }
    const words = await reader({ textView: true });
    await tableOf(words, game);
    await look(words, `${game}, in words`);
    await leave(page, words);
  });

test("all of it was said in longer words", () => {
  assert.equal(lengthen("Wait for {{name}}"), "WaitWa forfo {{name}}");
  assert.deepEqual(
    catalogues.filter((file) => !used.has(file)),
    [],
  );
});
