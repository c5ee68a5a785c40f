// How the tests play Imperial: what a person does at the table, by mouse, finger or keys, and what they know by then.
import assert from "node:assert/strict";
import { axe, overflow, person, tooLong, WIDTHS, waysOf } from "./browser.mjs";
import { until as untilThen } from "./play.mjs";
import { listening } from "./sealed.mjs";
import { Guest } from "./stage.mjs";

/** A busy machine is slow; nothing here is about speed. */
export const until = (doing) => untilThen(doing, { forMs: 180_000, everyMs: 40 });

/** Somebody with a name; all their page hears is kept. */
export async function someone(browser, base, name, more = {}) {
  const page = listening(await person(browser, { base, settings: { motion: 0 }, ...more }));
  Object.assign(page, { named: name, theme: more.theme ?? "light", guest: Guest.of(page) });
  await page.goto("/");
  await page.guest.ask("POST", "/guests", { name });
  return page;
}

const nonce = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");

/** A table of these people, and bots in the other seats. */
export async function begin(people, { options = {}, bots = 0, level = "greedy" } = {}) {
  const [host] = people;
  const seats = people.length + bots;
  const { id } = await host.guest.ask("POST", "/tables", {
    game: "imperial",
    options,
    access: "unlisted",
    seats,
  });
  for (const { guest } of people) {
    await guest.ask("POST", `/tables/${id}/seat`, { nonce: nonce() });
    await guest.ask("POST", `/tables/${id}/ready`, { isReady: true });
  }
  for (let bot = 0; bot < bots; bot++) await host.guest.ask("POST", `/tables/${id}/bots`, { level });
  await host.guest.ask("POST", `/tables/${id}/start`);
  for (const page of people) {
    await page.goto(`/t/${id}`);
    await page.waitForSelector(".m-map [data-area=Rome]", { state: "attached" });
  }
  return id;
}

/** The newest view a page has heard, what it may do, and all that happened. */
export function now(page) {
  const { frames } = page.received;
  const { view, legal } = frames.findLast((frame) => frame.view !== undefined);
  return { view, legal, events: frames.flatMap((frame) => frame.events ?? []) };
}
export const isUp = (page) => {
  const { view } = now(page);
  return view.you !== null && view.playerInfo[view.you].myTurn;
};
export const upTo = (page, mode) => until(() => now(page).view.mode === mode && isUp(page));

/** Press what stands for a move, and see it made. */
export async function press(page, id) {
  const { frames } = page.received;
  const [{ you }, before] = [now(page).view, frames.length];
  const isOwn = ({ type, payload }) => type === "UNDONE" || (type === "SUBMITTED" && payload.seat === you);
  await page.click(`[data-press="${id}"]:not([aria-disabled="true"])`);
  await until(() => frames.slice(before).some(({ events = [] }) => events.some(isOwn)));
}

const TABS = {
  en: { rondel: "Rondel", turn: "Turn", stocks: "Bonds" },
  de: { rondel: "Rondell", turn: "Zug", stocks: "Anleihen" },
};

/** On a phone, the part of the sheet; on a desk all is in sight, or comes by itself. */
export async function tab(page, name) {
  const words = TABS[await page.getAttribute("html", "lang")];
  const found = await page.$(`.im-sheet [role=tab]:has-text("${words[name]}")`);
  await found?.click();
}

/** Choose a place on the rondel. */
export async function spot(page, name) {
  await tab(page, "rondel");
  await page.click(`.rondel [data-spot="${name}"]`);
  await tab(page, "turn");
}

/** Choose what to import, place by place. */
export async function order(page, units) {
  await spot(page, "Import");
  for (const [unit, place] of units)
    await page.click(`.pick-row:has(> span:text-is("${place}")) .btn:has-text("${unit} in ${place}")`);
}

/** Press an area on the map, at its middle as it is drawn. */
export async function tap(page, name) {
  const at = await page.locator(`.m-map [data-area="${name}"]`).evaluate((path) => {
    const box = path.getBoundingClientRect();
    const map = path.closest(".m-map").parentElement.getBoundingClientRect();
    for (let step = 1; step < 400; step++) {
      const angle = step * 2.4;
      const far = Math.sqrt(step / 400) / 2;
      const [x, y] = [
        box.left + box.width * (0.5 + far * Math.cos(angle)),
        box.top + box.height * (0.5 + far * Math.sin(angle)),
      ];
      if (x < map.left || x > map.right || y < map.top || y > map.bottom - 20) continue;
      if (document.elementFromPoint(x, y) === path) return { x, y };
    }
    return null;
  });
  assert.ok(at, `${name} is not in sight`);
  await page.mouse.click(at.x, at.y);
}

/** By keys alone: arrow by arrow towards a place on the map, as somebody does who sees where it lies. */
export async function walk(page, to) {
  await page.keyboard.press("m");
  await page.waitForFunction(() => document.activeElement?.hasAttribute("data-area"));
  const tried = [];
  for (let step = 0; step < 30; step++) {
    const { at, x, y } = await page.evaluate((goal) => {
      const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      };
      const [from, target] = [document.activeElement, document.querySelector(`[data-area="${goal}"]`)];
      const [[x1, y1], [x2, y2]] = [middle(from), middle(target)];
      return { at: from.getAttribute("data-area"), x: x2 - x1, y: y2 - y1 };
    }, to);
    if (at === to) return;
    const across = x > 0 ? "ArrowRight" : "ArrowLeft";
    const along = y > 0 ? "ArrowDown" : "ArrowUp";
    const way = Math.abs(x) > Math.abs(y) ? [across, along] : [along, across];
    await page.keyboard.press(way[tried.includes(at) ? 1 : 0]);
    tried.push(at);
  }
  assert.fail(`${to} was not reached by arrows: ${tried.join(", ")}`);
}

const NATIONS = ["Austria", "Italy", "France", "England", "Germany", "Russia"];

/** Choose a bond, say what is given back for it, and read what that means. */
export async function bond(page, { country, stock, returnStock = 0 }) {
  const { prices } = now(page).view;
  await tab(page, "stocks");
  await page.click(
    `.stock-grid tbody tr:nth-child(${NATIONS.indexOf(country) + 1}) td:nth-of-type(${stock}) .cert-can`,
  );
  if (returnStock === 0) return;
  const [back, price] = [prices[returnStock] / 100, prices[stock] / 100];
  await page.click(`.purchase label:has-text("$${back}")`);
  await page.waitForSelector(`.purchase .sentence:has-text("Trade $${back} up to $${price}")`);
}

/** The figures of the ownership matrix, row by row, without what stands beside them for who listens. */
export const matrix = (page) =>
  page.$$eval(".holdings-grid tbody tr", (rows) =>
    rows.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => {
        const copy = cell.cloneNode(true);
        for (const beside of copy.querySelectorAll(".vh, small")) beside.remove();
        return copy.textContent.trim();
      }),
    ),
  );

/** What the view says stands there: who holds how much interest of each nation, and all together. */
export const held = ({ playerInfo }) =>
  NATIONS.map((country) => {
    const row = playerInfo.map(({ holdings }) => holdings[country] ?? 0);
    return [...row, row.reduce((sum, one) => sum + one, 0)];
  });

/** The figures of the forecast: what, and how much it will be. */
export async function foretold(page) {
  await page.waitForSelector(".forecast dl");
  return page.$$eval(".forecast dl > div", (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector("dt").textContent,
        Number(row.querySelector("dd b").textContent.replace("$", "")),
      ]),
    ),
  );
}

/** The auction: what everybody bids for which nation, in cents; whatever they are offered they take. */
export async function auction(people, bids, { look = async () => {}, onBid = async () => {} } = {}) {
  await until(async () => {
    const { mode, countryUp } = now(people[0]).view;
    if (mode !== "bid" && mode !== "buy-bid") return true;
    if (people.some((page) => now(page).view.countryUp !== countryUp || now(page).view.mode !== mode))
      return false;
    const amount = (page) => bids[countryUp]?.[people.indexOf(page)] ?? 0;
    for (const page of people.toSorted((one, other) => amount(other) - amount(one))) {
      if (!isUp(page) || now(page).view.countryUp !== countryUp || now(page).view.mode !== mode) continue;
      await look(page, mode);
      if (mode === "buy-bid") await press(page, "yes");
      else if (amount(page) === 0) await press(page, "pass");
      else {
        await page.fill(".stepper input", String(amount(page) / 100));
        await press(page, "bid");
        await onBid(page, amount(page));
      }
    }
    return false;
  });
}

/** The mildest answer to whatever is asked: nobody buys, everything is agreed to. */
export async function yielding(page) {
  const { mode, currentManeuver } = now(page).view;
  const answer =
    { buy: "pass", "proposal-opp": "agree", "peace-vote": "yes", vote: "vote" }[mode] ??
    (currentManeuver?.pendingPeace ? "yes" : null);
  if (!isUp(page) || answer === null) return;
  if (mode === "vote") await page.click("button.proposal-card >> nth=0");
  await press(page, answer);
}

/** Until then everybody answers mildly. */
export async function passing(people, isThere) {
  await until(async () => {
    if (isThere()) return true;
    for (const page of people) await yielding(page);
    return isThere();
  });
}

/** What is wrong with a page, once for each mode: both themes, and all widths by and by; each with each if EVERY_WAY is set. */
export function looker() {
  const seen = new Set();
  const found = {};
  let tookMs = 0;
  const look = async (page, name) => {
    if (seen.has(name)) return;
    const ways = waysOf(seen.size);
    seen.add(name);
    const began = performance.now();
    const before = page.viewportSize();
    for (const [theme, width] of ways) {
      const [w, h] = WIDTHS[width];
      await page.setViewportSize({ width: w, height: h });
      await page.emulateMedia({ colorScheme: theme });
      await settled(page);
      const faults = [...(await axe(page)), ...((await overflow(page)) > 0 ? ["wider than the screen"] : [])];
      if (width < 700) faults.push(...(await tooLong(page)));
      if (faults.length > 0) found[`${name}, ${theme}, ${width}`] = faults;
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${name.replaceAll(" ", "-")}-${width}-${theme}.png`,
        });
    }
    await page.setViewportSize(before);
    await page.emulateMedia({ colorScheme: page.theme });
    await settled(page);
    tookMs += performance.now() - began;
  };
  return { look, seen, found, seconds: () => (tookMs / 1000).toFixed(0) };
}

/** Two frames, and the map is drawn if there is one. */
async function settled(page) {
  await page.waitForSelector(".map-wait", { state: "detached" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
