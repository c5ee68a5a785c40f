// Imperial's map on a phone, late in a game of six: by finger alone, units in any order, imports at a port, all stay.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch } from "./browser.mjs";
import { late, unitsOf } from "./europe.mjs";
import { looker, now, press, someone, spot, until } from "./imperial.mjs";
import { site } from "./site.mjs";

const FINGERTIP = 44;

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** Where the mark of a territory's units is drawn. */
async function markOf(page, name) {
  return page.locator(`[data-units="${name}"]`).evaluate((group) => {
    const shown = [...group.querySelectorAll(".m-body")]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const left = Math.min(...shown.map((box) => box.left));
    const right = Math.max(...shown.map((box) => box.right));
    return { x: (left + right) / 2, y: shown[0].top + shown[0].height / 2 };
  });
}

/** A point of a territory that is in sight and nearest to its middle. */
async function pointOf(page, name) {
  const at = await page.locator(`.m-map [data-area="${name}"]`).evaluate((path) => {
    const box = path.getBoundingClientRect();
    for (let step = 0; step < 600; step++) {
      const [angle, far] = [step * 2.4, Math.sqrt(step / 600) / 2];
      const [x, y] = [
        box.left + box.width * (0.5 + far * Math.cos(angle)),
        box.top + box.height * (0.5 + far * Math.sin(angle)),
      ];
      if (document.elementFromPoint(x, y) === path) return { x, y };
    }
    return null;
  });
  assert.ok(at, `${name} is in sight`);
  return at;
}

const planOf = (page) => now(page).view.currentManeuver;
const left = (page) => {
  const { phase, pendingFleets, pendingArmies, unitIndex } = planOf(page);
  return (phase === "fleet" ? pendingFleets : pendingArmies)
    .slice(unitIndex)
    .map(({ territory }) => territory);
};
const reach = (page) => [
  ...new Set(
    now(page)
      .legal.filter(({ type, payload }) => type === "MOVE_UNIT" && payload.actionCode === "")
      .map(({ payload }) => payload.destination),
  ),
];
const chosen = (page, name) => page.$(`[data-area="${name}"][aria-pressed=true]`);

/** A finger comes down on the territory until it is chosen: the first time the map may only come nearer. */
async function touch(page, name, isDone) {
  for (let taps = 0; taps < 3 && !(await isDone()); taps++) {
    const { x, y } = await pointOf(page, name);
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(400);
    const go = await page.$(".m-menu .btn:has-text('Move to')"); // a unit that can move stands there, too
    await go?.click();
  }
  await until(isDone);
}

/** A finger takes what is there, and lets it go there. */
async function drag(page, from, to) {
  const chrome = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => chrome.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [from]);
  for (let step = 1; step <= 8; step++)
    await send("touchMove", [
      { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 },
    ]);
  await send("touchEnd", []);
  await chrome.detach();
}

/** A unit elsewhere is touched, and is the one that moves next. */
async function takeUp(page, name) {
  const { x, y } = await markOf(page, name);
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(300);
  const first = await page.$(".m-menu .btn:has-text('first')");
  await first?.click();
  await until(() => left(page)[0] === name);
  await page.waitForSelector(`[data-area="${name}"][aria-label*="moves now"]`, { state: "attached" });
}

const least = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      Math.min(
        ...all.flatMap((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
      ),
    );

test("late in a game of six, by finger on a phone: an import at a port, units in any order by tap and by drag, all stay", {
  timeout: 560_000,
}, async (t) => {
  const page = await someone(browser, here.base, "Ada", { width: 390 });
  const { look, found } = looker();
  const { id, view } = await late(page, here.base);
  assert.ok(unitsOf(view) >= 60, `${unitsOf(view)} units`);
  await page.goto(`/t/${id}`);
  await page.waitForSelector(".m-map [data-area=Rome]", { state: "attached" });

  await spot(page, "Import");
  await touch(page, "Hamburg", () => page.$(".m-menu"));
  const rows = page.locator(".m-menu-row");
  assert.equal(await rows.count(), 2, "a port has armies and fleets");
  assert.ok((await least(page, ".m-menu .btn")) >= FINGERTIP, "no button is smaller than a fingertip");
  await page.tap(".m-menu [aria-label='fleet in Hamburg']");
  await page.waitForSelector(".sentence:has-text('a fleet for Hamburg')");
  await page.tap(".m-menu [aria-label='Remove fleet in Hamburg']");
  await page.waitForSelector(".sentence:has-text('a fleet for Hamburg')", { state: "detached" });
  assert.deepEqual(await axe(page), []);
  await page.tap(".m-menu [aria-label=Close]");
  await page.waitForSelector(".m-menu", { state: "detached" });

  const walk = now(page).legal.find(({ payload }) => payload?.wheelSpot?.endsWith("Maneuver")).payload
    .wheelSpot;
  await spot(page, walk);
  await press(page, "send");
  await until(() => planOf(page)?.phase === "fleet");
  const fleets = left(page);
  const other = "Danzig"; // whose sea is Germany's own
  assert.ok(fleets.indexOf(other) > 0, fleets.join(", "));
  await takeUp(page, other);
  const sea = reach(page).find((name) => name !== other);
  await touch(page, sea, () => chosen(page, sea));
  await look(page, "a unit of one's own choice");
  await press(page, "go");
  assert.deepEqual(planOf(page).completedFleetMoves, [[other, sea, ""]]);

  while (planOf(page).phase === "fleet") await press(page, "stay");
  const [up] = left(page);
  const next = reach(page).find((name) => name !== up);
  await drag(page, await markOf(page, up), await pointOf(page, next));
  await until(() => chosen(page, next));
  await press(page, "go");
  assert.deepEqual(planOf(page).completedArmyMoves.at(-1), [up, next, ""]);

  const armies = left(page);
  const later = armies.findLast((name) => name !== armies[0]);
  await drag(page, await markOf(page, later), await pointOf(page, armies[0]));
  await until(() => left(page)[0] === later);
  t.diagnostic(`${unitsOf(view)} units; ${other} before ${fleets[0]}, ${later} before ${armies[0]}`);
  assert.deepEqual(planOf(page).completedArmyMoves.length, 1, "nothing is sent by a drag alone");
  await page.keyboard.press("Escape");

  const country = now(page).view.countryUp;
  await page.tap("[data-press=stayAll]");
  await until(() => now(page).view.countryUp !== country);
  assert.deepEqual(found, {}, JSON.stringify(found, null, 1));
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});
