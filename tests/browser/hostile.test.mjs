// Whatever people write is text: nothing of it is run, and nothing of it breaks the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, overflow, person } from "./browser.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";
import { createGuest, at, cambioTable, Guest, playUntil } from "./stage.mjs";

const ALL = JSON.parse(readFileSync(new URL("hostile.json", import.meta.url), "utf8"));

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** A page that notes whatever is run or tried to be run. */
async function watched(more = {}) {
  const page = await person(browser, { base: here.base, width: 360, ...more });
  page.caught = [];
  page.on("dialog", (dialog) => {
    page.caught.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted|Refused to/i.test(message.text())) page.caught.push(message.text());
  });
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== here.base && !request.url().startsWith("data:image"))
      page.caught.push(`asked ${request.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      globalThis.__broken = [
        ...(globalThis.__broken ?? []),
        `${event.violatedDirective} ${event.blockedURI}`,
      ];
    });
  });
  return page;
}

/** In the page: what is there that no page of ours has. */
function foreign() {
  const handlers = [...document.querySelectorAll("*")].filter((one) =>
    one.getAttributeNames().some((name) => name.startsWith("on") || /^(srcdoc|formaction)$/.test(name)),
  );
  const addresses = [...document.querySelectorAll("[href], [src], [action], [data]")].filter((one) =>
    ["href", "src", "action", "data"].some((name) =>
      /^\s*(javascript|vbscript|data:text)/i.test(one.getAttribute(name) ?? ""),
    ),
  );
  const strange = [
    ...document.querySelectorAll("iframe, object, embed, base, marquee, math, body script, xmp, plaintext"),
  ];
  const found = [...handlers, ...addresses, ...strange].map((one) => one.outerHTML.slice(0, 120));
  if ("__xss" in globalThis) found.push("something was run");
  return [...found, ...(globalThis.__broken ?? [])];
}

async function harmless(page, where) {
  assert.deepEqual(await page.evaluate(foreign), [], where);
  assert.deepEqual(page.caught, [], where);
  assert.equal(await overflow(page), 0, `${where} is wider than the screen`);
}

/** In the page: the boxes of these that stick out of the screen or of the box they are in. */
function sticking(selector) {
  return [...document.querySelectorAll(selector)]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const spills = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible";
      return box.left < -1 || box.right > innerWidth + 1 || spills;
    })
    .map((one) => one.textContent.slice(0, 60));
}

test("the corpus has three hundred strings, all different", () => {
  assert.ok(ALL.length >= 300);
  assert.equal(new Set(ALL).size, ALL.length);
});

test("in the chat every line is shown as what it is", async (t) => {
  const page = await watched();
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: { initialViewMs: 60_000 } });
  await page.goto(`/t/${table.id}`);
  await page.click(".play-top .narrow-only");
  await page.click("dialog [role=tab]:has-text('Chat')");
  const accepted = [];
  for (const [index, text] of ALL.entries()) {
    const response = await table.others[0]
      .ask("POST", `/tables/${table.id}/chat`, { text })
      .catch((error) => error);
    if (response instanceof Error) assert.match(response.message, /400|422/);
    else accepted.push(response.text);
    if (index % 40 === 0 || index === ALL.length - 1)
      await until(async () => (await page.$$("dialog .chat-lines li")).length === accepted.length);
  }
  const shown = await page.$$eval("dialog .chat-lines li p", (all) =>
    all.map((one) => [one.textContent, one.childElementCount]),
  );
  assert.deepEqual(
    shown,
    accepted.map((text) => [text, 0]),
  );
  assert.deepEqual(await page.evaluate(sticking, "dialog .chat-lines p"), []);
  await harmless(page, "chat");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("Escape");
  await page.click(".aside [role=tab]:has-text('Chat')");
  assert.deepEqual(await page.evaluate(sticking, ".aside .chat-lines p"), []);
  await harmless(page, "chat at the side");
  t.diagnostic(`${accepted.length} of ${ALL.length} said, the others refused by the server`);
  await page.context().close();
});

test("a name is shown as what it is, or refused in words", async (t) => {
  const guests = [];
  for (const name of ALL) {
    const guest = await Guest.createGuest(here.base, name).catch((error) => error);
    if (guest instanceof Error) assert.match(guest.message, /NAME_NOT_ALLOWED|NAME_TAKEN|MALFORMED/);
    else guests.push(guest);
  }
  const names = [];
  const page = await watched();
  await page.goto("/");
  for (const name of ALL.filter((one) => !one.includes("\0")).slice(0, 25)) {
    await page.fill("input[autocomplete=nickname]", name);
    if (await page.isDisabled(".welcome .btn-primary")) continue;
    await page.click(".welcome .btn-primary");
    await page.waitForSelector(".error, .who");
    if (await page.$(".who")) break;
    await harmless(page, `refused name ${name}`);
  }
  if (!(await page.$(".who"))) await createGuest(page, "Ada");
  await page.goto("/");
  const me = Guest.of(page);
  const tables = [];
  for (let from = 0; from < guests.length; from += 5) {
    const some = guests.slice(from, from + 5);
    const host = some[0];
    const table = await host.ask("POST", "/tables", {
      game: "cambio",
      options: { seats: 6 },
      access: "public",
      seats: 6,
    });
    for (const guest of some) await guest.ask("POST", `/tables/${table.id}/seat`, {});
    const { players } = await host.ask("GET", `/tables/${table.id}`);
    names.push(...players.map((player) => player.name));
    tables.push({ id: table.id, some });
  }
  await page.goto("/");
  await until(async () => (await page.$$(".open-row")).length >= Math.min(tables.length, 5));
  await harmless(page, "lobby");
  for (const { id } of tables) {
    await page.goto(`/t/${id}`);
    await page.waitForSelector(".seatlist");
    assert.deepEqual(await page.evaluate(sticking, ".seat-name, .seatlist li"), []);
    await harmless(page, "seats");
  }
  const shown = new Set(names);
  assert.equal(names.length, guests.length);
  const { id, some } = tables.find((one) => one.some.length === 5);
  await me.ask("POST", `/tables/${id}/seat`, {});
  for (const guest of [me, ...some]) await guest.ask("POST", `/tables/${id}/ready`, { isReady: true });
  await some[0].ask("POST", `/tables/${id}/start`);
  const seats = [some[0], ...some.slice(1), me];
  await page.goto(`/t/${id}`);
  await page.waitForSelector(".rival");
  await harmless(page, "table");
  const order = { id, me, all: seats };
  await playUntil(order, ({ view }) => view.phase === "playing" && view.turnNumber > 12);
  await page.click(".play-top .narrow-only");
  await page.click("dialog [role=tab]:has-text('Players')");
  await harmless(page, "players");
  await page.click("dialog [role=tab]:has-text('Log')");
  await harmless(page, "log");
  await page.keyboard.press("Escape");
  await playUntil(order, at.over, { canCall: true, forMs: 60_000 });
  await page.waitForSelector(".result-list li");
  assert.deepEqual(await page.evaluate(sticking, ".results-in, .result-list > li"), []);
  await harmless(page, "results");
  await page.goto("/");
  await page.waitForSelector("#lately");
  await harmless(page, "lobby after the game");
  t.diagnostic(`${shown.size} of ${ALL.length} are names here, the others refused by the server`);
  await page.context().close();
});

test("a deck of hostile cards is a deck of cards", async (t) => {
  const page = await watched();
  await createGuest(page, "Ada");
  await page.goto("/new/decks");
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".dcard");
  const me = Guest.of(page);
  const id = page.url().split("/").at(-1);
  let shown = 0;
  for (let from = 0; from < ALL.length; from += 20) {
    const payload = JSON.stringify(ALL.slice(from, from + 20));
    const before = await page.$eval(".decks-hand", (hand) => hand.innerHTML);
    await me.act(id, { type: "APPLY_JSON_OVERRIDE", payload });
    await until(async () =>
      page.evaluate(
        (was) =>
          document.querySelector(".decks-error") !== null ||
          document.querySelector(".decks-hand").innerHTML !== was,
        before,
      ),
    );
    shown += await page.$$eval(".dcard", (all) => all.length);
    for (const summary of await page.$$(".decks-piles details:not([open]) > summary")) await summary.click();
    assert.deepEqual(await page.evaluate(sticking, ".dcard, .names, .decks-note"), []);
    await harmless(page, `deck from ${from}`);
  }
  t.diagnostic(`${shown} cards shown`);
  await page.context().close();
});
