// Every page and state of the client, one after the other, each reached once and held while it is looked at.
import { person } from "./browser.mjs";
import { until } from "./play.mjs";
import { createGuest, at, cambioTable, Guest, playUntil } from "./stage.mjs";

const RULES = { initialViewMs: 60_000, powerDecisionMs: 60_000, peekMs: 15_000, turnMs: 600_000 };

/** Each as { name, page, again }: `again` brings back what goes away by itself. */
export async function* scenes(browser, here, { rules = {}, settings = {} } = {}) {
  const page = await person(browser, { base: here.base, settings });
  try {
    yield* ways(here, page);
    yield* cambio(browser, here, page, { ...RULES, ...rules });
    yield* decks(page);
    yield* lobby(here, page);
    yield* away(here, page);
  } finally {
    await page.context().close();
  }
}

async function* ways(here, page) {
  const host = await Guest.createGuest(here.base, "Maren");
  const table = { game: "cambio", options: { seats: 3 }, access: "unlisted", seats: 3 };
  const { code } = await host.ask("POST", "/tables", table);
  await page.goto("/");
  await page.waitForSelector(".tile >> nth=2");
  yield { name: "front page", page };
  for (const [name, path, sign] of [
    ["how to play, cambio", "/how/cambio", "figure"],
    ["how to play, imperial", "/how/imperial", "figure"],
    ["sign in by mail", "/sign-in", "input[type=email]"],
    ["an invitation", `/j/${code}`, "h1:has-text('Maren invites you')"],
  ]) {
    await page.goto(path);
    await page.waitForSelector(sign);
    yield { name, page };
  }
  await page.goto("/");
  await page.waitForSelector(".tile >> nth=2");
  await page.fill("input[autocomplete=nickname]", "House");
  await page.click(".welcome .btn-primary");
  await page.waitForSelector(".error");
  yield { name: "name refused", page };
  await createGuest(page, "Ada");
  await page.waitForSelector(".empty");
  yield { name: "lobby, empty", page };
  await page.goto("/learn/cambio");
  await page.waitForSelector(".coach [data-next]:focus");
  yield { name: "a lesson", page };
  for (const [name, path, sign] of [
    ["tables, empty", "/tables", ".empty"],
    ["history, empty", "/history", ".empty"],
    ["you and settings", "/you", "#leaving"],
    ["sign in", "/sign-in?token=none", "h1"],
    ["not found", "/nowhere", "h1"],
    ["no such table", "/t/00000000-0000-7000-8000-000000000000", "text=Table not found"],
  ]) {
    await page.goto(path);
    await page.waitForSelector(sign);
    yield { name, page };
  }
  for (const game of ["cambio", "decks", "imperial"]) {
    await page.goto(`/new/${game}`);
    await page.waitForSelector(".begin");
    for (const group of await page.$$("details:not([open]) > summary")) await group.click();
    yield { name: `new table, ${game}`, page };
  }
}

async function* cambio(browser, here, page, rules) {
  const waiting = await cambioTable(page, here.base, { names: ["Maren", "Tomasz"], isBegun: false });
  await page.goto(`/t/${waiting.id}`);
  await page.waitForSelector(".seatlist");
  yield { name: "seats", page };
  const table = await cambioTable(page, here.base, { rules });
  for (const guest of table.others) await guest.look(table.id);
  await page.waitForTimeout(1500); // so that everybody is known to be there
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".hand-looking");
  yield { name: "cambio, initial view", page };
  await playUntil(table, (frame) => frame.view.turnNumber > 9 && at.awaiting(frame));
  await page.waitForSelector(".strip-mine >> text=Your turn");
  for (const [who, text] of [
    [0, "Good luck everybody!"],
    [1, "That was my best card."],
  ])
    await table.others[who].ask("POST", `/tables/${table.id}/chat`, { text });
  await page.waitForSelector(".badge", { state: "attached" });
  yield { name: "cambio, awaiting draw", page };
  yield* beside(page);
  yield* watched(browser, here, table, page);
  await page.keyboard.press("c");
  await page.waitForSelector("dialog[open]");
  yield { name: "cambio, calling", page };
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await page.waitForSelector(".pile.drawn:not(.drawn-none)");
  yield { name: "cambio, holding", page };
  await playUntil(table, at.power("peek_opponent"));
  await page.waitForSelector(".bar-power");
  yield { name: "cambio, power", page };
  await playUntil(table, at.peek);
  await page.waitForSelector("dialog .peek");
  yield { name: "cambio, peek", page };
  await playUntil(table, at.final, { canCall: true });
  await page.waitForSelector(".strip-final");
  yield { name: "cambio, final round", page };
  await playUntil(table, at.over);
  await page.waitForSelector(".result-list li");
  yield { name: "cambio, results", page };
}

/** What lies over or beside a running table. */
async function* beside(page) {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.click(".play-top .narrow-only");
  await page.click("dialog [role=tab]:has-text('Log')");
  yield { name: "log open", page };
  await page.click("dialog [role=tab]:has-text('Chat')");
  yield { name: "chat open", page };
  await page.keyboard.press("Escape");
  await page.click(".play-top .btn-icon >> nth=-1");
  await page.waitForSelector("dialog .switch");
  yield { name: "table menu", page };
  await page.click("dialog .switch:has-text('Text view')");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".text-view");
  yield { name: "cambio, text view", page };
  await page.click(".play-top .btn-icon >> nth=-1");
  await page.click("dialog .switch:has-text('Text view')");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  yield { name: "keys", page };
  await page.keyboard.press("Escape");
}

async function* watched(browser, here, table, page) {
  const second = await page.context().newPage();
  await second.goto(page.url());
  await page.waitForSelector("text=Play here");
  await second.close();
  yield { name: "second tab", page };
  await page.click("text=Play here");
  await page.waitForSelector(".cambio");
  const watcher = await person(browser, { base: here.base });
  await createGuest(watcher, "Sol");
  await watcher.goto(`/t/${table.id}`);
  await watcher.waitForSelector(".ribbon");
  yield { name: "cambio, watching", page: watcher };
  await watcher.context().close();
}

async function* decks(page) {
  await page.goto("/new/decks");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".dcard");
  await page.keyboard.press("2");
  await page.waitForSelector(".disc-cross");
  yield { name: "decks, discard", page };
  const refuse = async () => {
    await page.evaluate(overtaken);
    await page.waitForSelector(".toasts .notice-bad");
  };
  await refuse();
  yield { name: "refused", page, again: refuse };
  await page.click(".toasts .btn-icon");
  while (await page.$(".decks-bar .btn-primary:disabled")) {
    await page.click(".dcard:not(.dcard-selected)");
    await page.waitForTimeout(150);
  }
  await page.click(".decks-bar .btn-primary:not(:disabled)");
  await page.waitForSelector("text=Planning");
  await number(page, ["2", "3"]);
  yield { name: "decks, planning", page };
  await page.click("summary:has-text('Deck settings')");
  yield { name: "decks, panel", page };
  await page.click("summary:has-text('Deck settings')");
  await number(page, ["1"]);
  await page.keyboard.press("l");
  await page.waitForSelector("text=Executing");
  yield { name: "decks, locked", page };
}

/** The next numbers, each on its card before the next is given. */
async function number(page, keys) {
  for (const key of keys) {
    const shown = (await page.$$(".disc")).length;
    await page.keyboard.press(key);
    await until(async () => (await page.$$(".disc")).length > shown);
  }
}

/** In the page: a move of another device comes first, so that the press here is refused. */
function overtaken() {
  const ask = (method, path, body) => {
    const request = new XMLHttpRequest();
    request.open(method, `/api/tables/${location.pathname.split("/")[2]}${path}`, false);
    request.setRequestHeader("x-rondel", "1");
    request.setRequestHeader("content-type", "application/json");
    request.send(body && JSON.stringify(body));
    return JSON.parse(request.responseText);
  };
  const card = ask("GET", "/view").view.handCards[2];
  const action = { type: "TOGGLE_CARD_SELECTION", payload: { instanceId: card.instanceId } };
  ask("POST", "/act", { id: crypto.randomUUID(), action });
  document.querySelectorAll(".dcard")[2].click();
}

/** The lobby of somebody who plays a lot. */
async function* lobby(here, page) {
  const mine = await cambioTable(page, here.base, { names: ["Ife", "Tomasz"], rules: { turnMs: 600_000 } });
  await playUntil(mine, at.awaiting);
  for (const [name, seats] of [
    ["Maren", 4],
    ["Sol", 2],
    ["Ngozi", 6],
  ]) {
    const guest = await Guest.createGuest(here.base, name);
    const table = await guest.ask("POST", "/tables", {
      game: "cambio",
      options: { seats },
      access: "public",
      seats,
    });
    await guest.ask("POST", `/tables/${table.id}/seat`, {});
  }
  await page.goto("/");
  await page.waitForSelector(".tcard-mine");
  await page.waitForSelector(".open-row >> text=Ngozi");
  yield { name: "lobby, full", page };
  await page.goto("/history");
  await page.waitForSelector("#main a[href^='/t/'], #main .open-row");
  yield { name: "history", page };
  await page.goto(`/t/${mine.id}`);
  await page.waitForSelector(".strip-mine");
}

async function* away(here, page) {
  here.kill();
  await page.waitForSelector("text=Reconnecting…");
  yield { name: "reconnecting", page };
  await here.start();
  await page.waitForSelector("text=Reconnecting…", { state: "detached" });
}
