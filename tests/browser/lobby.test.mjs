// Coming, sitting down, watching, talking, leaving and coming back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import {
  promptOf,
  beginCambio,
  beginTogether,
  joinTable,
  moveByHand,
  moveByKeys,
  openTable,
  sitDown,
  until,
  watchTable,
} from "./play.mjs";
import { site } from "./site.mjs";

let browser;
let here;
let parted;
before(async () => {
  [browser, here] = await Promise.all([launch(), site()]);
  parted = part();
  parted.catch(() => {}); // the last test tells
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

const someone = (more = {}) => person(browser, { base: here.base, ...more });
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));

/** Two play, and one closes the browser. What follows takes a while, so it is begun before all else. */
async function part() {
  const [maren, tomasz] = await Promise.all([someone(), someone({ width: 390 })]);
  const rules = { turnMs: 0, initialViewMs: 60_000, disconnectGraceMs: 8000, botTakeoverMs: 6000 };
  await beginTogether(maren, tomasz, { rules });
  for (const page of [maren, tomasz]) assert.equal(await until(() => moveByHand(page)), "confirm");
  await maren.waitForSelector(".strip:has-text('Your turn.')");
  await maren.evaluate(() => {
    globalThis.notices = [];
    new MutationObserver(() => {
      const text = document.querySelector(".rival-meta").textContent;
      if (globalThis.notices.at(-1) !== text) globalThis.notices.push(text);
    }).observe(document.querySelector(".cambio"), { subtree: true, childList: true, characterData: true });
  });
  const cookies = await tomasz.context().cookies();
  await close(tomasz);
  return { maren, cookies };
}

test("by code: type it in the lobby, sit down, leave again, come back, play", async () => {
  const [host, guest] = await Promise.all([someone(), someone({ width: 390 })]);
  const { code } = await openTable(host);
  await guest.goto("/");
  await guest.fill("input[autocomplete=nickname]", "Tomasz");
  await guest.click("text=Play as a guest");
  await guest.waitForSelector("#others");
  await guest.fill(".input-code", `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
  await guest.click(".join button");
  await sitDown(guest);
  await host.waitForSelector(".seatlist:has-text('Tomasz')");
  await guest.click("button:text-is('Leave')");
  await guest.waitForSelector(".tiles");
  await host.waitForSelector(".seatlist:has-text('Tomasz')", { state: "detached" });
  await guest.fill(".input-code", "ZZZZZZZZ");
  await guest.click(".join button");
  await guest.waitForSelector("text=Table not found");
  await guest.goto(`/j/${code}`);
  await sitDown(guest);
  await host.click("button:has-text('Start game'):not(:disabled)");
  await Promise.all([host, guest].map((page) => page.waitForSelector(".cambio")));
  assert.deepEqual(complaints(host), []);
  await close(host, guest);
});

test("by link: chat is heard; who goes to the lobby finds the table there", async () => {
  const [maren, tomasz] = await Promise.all([someone(), someone({ width: 390 })]);
  const { id } = await beginTogether(maren, tomasz, { rules: { turnMs: 0, initialViewMs: 60_000 } });
  await maren.click("role=tab[name=/Chat/]");
  await maren.fill(".aside .chat-field", "<b>hello</b>");
  await maren.keyboard.press("Enter");
  await tomasz.waitForSelector(".play-top .badge");
  await tomasz.click(".play-top .narrow-only");
  await tomasz.waitForSelector("text=<b>hello</b>");
  await tomasz.keyboard.press("Escape");
  await tomasz.click(".play-top .btn-icon >> nth=-1");
  await tomasz.click("dialog button:has-text('Back to the lobby')");
  await tomasz.click(".tcard-mine");
  await tomasz.waitForSelector(".cambio");
  assert.ok(tomasz.url().endsWith(id));
  assert.equal(await until(() => moveByHand(tomasz)), "confirm");
  await close(maren, tomasz);
});

test("who watches sees the table and may do nothing", async () => {
  const [host, guest] = await Promise.all([someone(), someone({ width: 390 })]);
  await beginCambio(host, { rules: { turnMs: 0, initialViewMs: 60_000 } });
  await watchTable(guest, host.url().split("/t/")[1], "Ife");
  await guest.waitForSelector("text=You are watching.");
  await until(async () => {
    await moveByKeys(host);
    return (await promptOf(host)).isHolding;
  });
  await guest.waitForSelector(".strip:has-text('drew a card')");
  assert.equal(await guest.$("#actions button, .slot-ok, .hand-own"), null);
  assert.equal(await guest.$$eval(".cambio svg.pc:not(:has(use))", (all) => all.length), 1);
  await guest.click(".play-top a");
  await guest.waitForSelector(".tiles");
  await close(host, guest);
});

/** The addresses a page asks for and names as where it comes from: what a log along the way would have. */
function addresses(page) {
  const seen = [];
  page.on("request", (request) => seen.push(request.url(), request.headers().referer ?? ""));
  page.on("websocket", (socket) => seen.push(socket.url()));
  return seen;
}

test("a private table opens by its link alone, and the key in it is in no address that is sent", async () => {
  const [host, friend, stranger] = await Promise.all([
    someone(),
    someone({ width: 390 }),
    someone({ width: 390 }),
  ]);
  await host.goto("/new/cambio");
  await host.fill("input[autocomplete=nickname]", "Maren");
  await host.click("label:has-text('Private: invite link only')");
  await host.click("text=Invite friends");
  await host.waitForSelector(".code");
  await host.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
  });
  await host.click("text=Copy link");
  const link = new URL(await host.evaluate(() => globalThis.copied));
  const key = link.hash.slice("#key=".length);
  assert.ok(key.length >= 20 && link.search === "", link.href);

  const sent = addresses(friend);
  await friend.goto(link.href);
  await friend.waitForSelector("h1:has-text('You are invited to play')");
  assert.equal(await friend.$('meta[property="og:title"]'), null);
  await friend.fill("input[autocomplete=nickname]", "Tomasz");
  await friend.click("role=button[name='Join']");
  await host.waitForSelector("text=Tomasz");
  await friend.reload();
  await friend.waitForSelector(".seatlist");
  assert.ok(sent.length > 20);
  assert.deepEqual(
    sent.filter((address) => address.includes(key)),
    [],
  );

  await watchTable(stranger, link.pathname.slice("/t/".length), "Nobody");
  await stranger.waitForSelector("text=not found, or private");
  await stranger.goto(`${link.pathname}?key=${key}`);
  await stranger.waitForSelector("h1:has-text('This link is out of date')");
  assert.equal(new URL(stranger.url()).search, "");
  assert.deepEqual(await axe(stranger), []);
  assert.equal(await overflow(stranger), 0);
  await close(host, friend, stranger);
});

test("the text view: a turn is played by its buttons and commands", async () => {
  const page = await someone({ settings: { textView: true } });
  await beginCambio(page);
  await page.waitForSelector(".text-view");
  await page.click("text=Got it");
  await page.waitForSelector(".text-actions button:has-text('Draw a card')");
  assert.deepEqual(await axe(page), []);
  await page.fill(".commands input", "1");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".text-actions button:has-text('Swap')");
  await close(page);
});

test("who is gone is waited for, second by second; then a bot plays; then the person again", async () => {
  const { maren, cookies } = await parted;
  await maren.waitForSelector(".rival-meta span:text-is('bot playing')", { timeout: 100_000 });
  const notices = await maren.evaluate(() => globalThis.notices);
  const counted = (words) =>
    notices.flatMap((text) => (text.includes(words) ? [Number(text.match(/(\d+) s/)[1])] : []));
  const [grace, bot] = [counted("disconnected, waiting"), counted("A bot takes over for Tomasz in")];
  for (const [seconds, most] of [
    [grace, 8],
    [bot, 6],
  ]) {
    // the page estimates the server's clock, and rounds up
    assert.ok(seconds.length > 3 && seconds[0] <= most + 1, notices.join("\n"));
    assert.deepEqual(
      seconds,
      seconds.toSorted((one, other) => other - one),
    );
  }
  await maren.waitForSelector(".log:has-text('A bot took over for Tomasz')");
  const tomasz = await someone();
  await tomasz.context().addCookies(cookies);
  await tomasz.goto(maren.url());
  await tomasz.waitForSelector(".cambio");
  await maren.waitForSelector(".log:has-text('Tomasz is back')");
  await maren.waitForSelector(".rival-meta span:text-is('bot playing')", { state: "detached" });
  await close(maren, tomasz);
});
