// Films what moves, five frames each, into docs/screens: all of it, or what begins with the word that is given. What
// travels is held on its way while a frame is taken, so that each film is the same however slow the machine is.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, person } from "./browser.mjs";
import { FILMS } from "./films.mjs";
import { until } from "./play.mjs";
import { exampleTable, laid } from "./scened.mjs";
import { site } from "./site.mjs";
import { createGuest, at, cambioTable, playUntil } from "./stage.mjs";

const OUT = fileURLToPath(new URL("../../docs/screens/", import.meta.url));
const ONLY = process.argv[2] ?? "";
const SLOW = { turnMs: 600_000, powerDecisionMs: 600_000, initialViewMs: 60_000, peekMs: 15_000 };

/** In the page, before anything of it: what begins to travel waits to be moved by hand. */
function hold() {
  const begin = Element.prototype.animate;
  globalThis.held = [];
  Element.prototype.animate = function animate(...how) {
    const animation = begin.apply(this, how);
    animation.pause();
    globalThis.held.push(animation);
    return animation;
  };
  globalThis.moveTo = (part) => {
    for (const one of globalThis.held) {
      const { endTime } = one.effect.getComputedTiming();
      one.currentTime = Math.min(
        endTime - 1,
        part * Math.max(...globalThis.held.map((all) => all.effect.getComputedTiming().endTime)),
      );
    }
  };
  globalThis.release = () => {
    for (const one of globalThis.held.splice(0)) one.finish();
  };
}

/** Something happens; frames of it when these parts of its time are over. */
async function onItsWay(page, doing, parts) {
  await doing();
  await page.waitForFunction(() => globalThis.held.length > 0);
  const frames = [];
  for (const part of parts) {
    await page.evaluate((now) => globalThis.moveTo(now), part);
    frames.push(await page.screenshot());
  }
  await page.evaluate(() => globalThis.release());
  return frames;
}

async function player(browser, here, width, names, rules = {}) {
  const page = await person(browser, { base: here.base, width });
  await page.context().addInitScript(hold);
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, { names, rules: { ...SLOW, ...rules } });
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".hand-own .slot");
  return { page, table };
}

/** A page at a table of Bramble where everybody has laid a disc; `onSocket` may speak between it and the server. */
async function brambler(browser, here, onSocket = null) {
  const page = await person(browser, { base: here.base, width: 390 });
  await page.context().addInitScript(hold);
  await createGuest(page, "Ada");
  const table = await exampleTable(page, here.base, "bramble");
  if (onSocket) await page.routeWebSocket(/\/ws(\?|$)/, onSocket);
  await page.clock.install();
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".gen-own [data-live]");
  return { page, table };
}

/** Time stands still in the page until it is moved on, so that a beat lasts as long as its pictures take. */
async function stopClock(page) {
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 5000)));
  await page.evaluate(() => globalThis.release());
}

/** Nothing is on its way any more. */
async function still(page) {
  await page.waitForTimeout(300);
  await page.evaluate(() => globalThis.release());
  await page.waitForFunction(() => document.querySelector(".traveller, .spot-ringed") === null);
}

const ways = {
  async "draw-and-swap"(browser, here) {
    const { page, table } = await player(browser, here, 900, ["Maren", "Tomasz"]);
    await page.setViewportSize({ width: 900, height: 640 });
    await playUntil(table, at.awaiting);
    await page.waitForSelector("#actions .bar-draw");
    await still(page);
    const frames = [await page.screenshot()];
    frames.push(...(await onItsWay(page, () => page.click("#actions .bar-draw"), [0.22, 1])));
    await page.waitForSelector(".hand-own .slot-ok");
    frames.push(...(await onItsWay(page, () => page.click(".hand-own .slot-ok >> nth=1"), [0.35])));
    await page.waitForFunction(() => document.querySelector(".traveller") === null);
    frames.push(await page.screenshot());
    return { page, frames };
  },
  async "blind-swap"(browser, here) {
    const { page, table } = await player(browser, here, 390, ["Maren", "Tomasz", "Ife"]);
    const isTheirs = ({ view }) => view.power?.powerType === "blind_swap" && view.power.seat !== 0;
    const { view } = await playUntil(table, isTheirs, { forMs: 120_000 });
    await page.waitForSelector(".strip >> text=can use a power");
    await still(page);
    const frames = [await page.screenshot()];
    const rival = table.all[view.power.seat];
    const { legal } = await rival.look(table.id);
    const use = legal.find(
      ({ type, payload }) =>
        type === "USE_POWER" && payload.slots?.some(({ seat, position }) => seat === 0 && position === 3),
    );
    frames.push(...(await onItsWay(page, () => rival.act(table.id, use), [0.15, 0.4, 0.7])));
    await page.waitForFunction(() => document.querySelector(".traveller") === null);
    frames.push(await page.screenshot());
    return { page, frames };
  },
  async "wrong-snap"(browser, here) {
    const { page, table } = await player(browser, here, 390, ["Maren", "Tomasz"], {
      snap: "first",
      snapWindowMs: 15_000,
    });
    for (;;) {
      await playUntil(
        table,
        ({ view, legal }) => view.step === "snap_window" && legal.some(({ type }) => type === "SNAP"),
        { forMs: 120_000 },
      );
      await page.waitForSelector(".hand-own .slot-ok");
      await still(page);
      const frames = [await page.screenshot()];
      const doing = () => page.click(".hand-own .slot-ok >> nth=1");
      frames.push(...(await onItsWay(page, doing, [0.05, 0.6, 0.8])));
      const isWrong = await page.evaluate(() => document.querySelector(".spot-wrong") !== null);
      await until(async () => (await page.$(".traveller")) === null);
      frames.push(await page.screenshot());
      if (isWrong) return { page, frames };
    }
  },
  async results(browser, here) {
    const { page, table } = await player(browser, here, 390, ["Maren", "Tomasz"]);
    await playUntil(table, at.final, { canCall: true, forMs: 120_000 });
    await page.evaluate(() =>
      localStorage.setItem(
        "rondel.settings",
        JSON.stringify({ ...JSON.parse(localStorage.getItem("rondel.settings")), motion: 0.5 }),
      ),
    );
    await page.reload();
    await page.waitForSelector("#actions .bar-draw");
    const frames = [];
    await playUntil(table, at.over);
    for (const open of [1, 4, 8]) {
      await page.waitForFunction(
        (count) => document.querySelectorAll(".result-cards svg:not(:has(use))").length >= count,
        open,
      );
      frames.push(await page.screenshot());
    }
    await page.waitForSelector(".results:not([data-turning])");
    await page.evaluate(() => globalThis.moveTo(0.4));
    frames.push(await page.screenshot());
    await page.evaluate(() => globalThis.release());
    await page.waitForTimeout(300);
    frames.push(await page.screenshot());
    return { page, frames };
  },
  async "scene-travel"(browser, here) {
    const { page } = await brambler(browser, here);
    await stopClock(page);
    const frames = [await page.screenshot()];
    frames.push(
      ...(await onItsWay(page, () => page.click(".gen-own .gen-live .gen-press >> nth=1"), [0.1, 0.4, 0.7])),
    );
    frames.push(await page.screenshot());
    return { page, frames };
  },
  async "scene-beats"(browser, here) {
    const { page, table } = await brambler(browser, here);
    const claimant = await laid(table, "bloom");
    await page.waitForFunction(() => document.querySelectorAll(".gen-stack .gen-piece").length >= 4);
    await stopClock(page);
    const frames = [await page.screenshot()];
    const { legal } = await claimant.look(table.id);
    const all = legal.filter(({ type }) => type === "CLAIM").at(-1);
    await claimant.act(table.id, all);
    await page.waitForSelector(".gen-last:has-text('claim')");
    frames.push(await page.screenshot());
    await page.evaluate(() => globalThis.release());
    await page.clock.runFor(1000); // the challenge begins
    frames.push(await page.screenshot());
    frames.push(...(await onItsWay(page, () => page.clock.runFor(1000), [0.3])));
    frames.push(await page.screenshot());
    return { page, frames };
  },
  async "scene-swap"(browser, here) {
    let send = null;
    let view = null;
    const { page } = await brambler(browser, here, (socket) => {
      const server = socket.connectToServer();
      send = (frame) => socket.send(JSON.stringify(frame));
      server.onMessage((text) => {
        const frame = JSON.parse(text);
        if (frame.type === "view" && frame.scene) view = frame;
        socket.send(text);
      });
    });
    await stopClock(page);
    const frames = [await page.screenshot()];
    const swap = [
      ["1.hand", "2.hand", 0, 3],
      ["2.hand", "1.hand", 3, 0],
    ].map(([fromZone, toZone, fromAt, toAt]) => ({ fromZone, toZone, fromAt, toAt }));
    const { table, version, legal, deadline, clocks, now, status, scene, view: seen } = view;
    const events = [{ type: "DISCS_SWAPPED", version: version + 1, at: now, payload: {} }];
    const step = {
      type: "step",
      table,
      version: version + 1,
      events,
      view: seen,
      legal,
      deadline,
      clocks,
      now,
      status,
      scene,
      beats: [{ event: 0, moves: swap }],
    };
    frames.push(...(await onItsWay(page, () => send(step), [0.15, 0.45, 0.75])));
    frames.push(await page.screenshot());
    return { page, frames };
  },
  async "six-seats"(browser, here) {
    const { page, table } = await player(browser, here, 390, ["Maren", "Tomasz", "Ife", "Ngozi", "Sol"]);
    await playUntil(table, at.holding);
    await page.waitForSelector("#actions .bar-discard");
    await still(page);
    const frames = [];
    for (const [width, height] of [
      [360, 640],
      [390, 660],
      [390, 844],
      [740, 360],
      [844, 390],
    ]) {
      await page.setViewportSize({ width, height });
      frames.push(await page.screenshot());
    }
    return { page, frames, size: 'height="460"' };
  },
};

/** Five frames beside each other, as one picture. */
async function strip(browser, frames, size) {
  const page = await browser.newPage();
  const images = frames.map(
    (frame) => `<img ${size} src="data:image/png;base64,${frame.toString("base64")}">`,
  );
  await page.setContent(
    `<body style="margin:0;background:#15171a"><div style="display:flex;gap:8px;padding:8px;width:max-content">${images.join("")}</div>`,
  );
  await page.waitForFunction(() => [...document.images].every((one) => one.complete));
  const picture = await page.locator("div").screenshot();
  await page.close();
  return picture;
}

mkdirSync(OUT, { recursive: true });
const [browser, here] = [await launch(), await site({ hasExamples: true })];
try {
  for (const name of Object.keys(FILMS).filter((one) => one.startsWith(ONLY))) {
    const { page, frames, size } = await ways[name](browser, here);
    const width = page.viewportSize().width > 700 ? 460 : 280;
    writeFileSync(`${OUT}film-${name}.png`, await strip(browser, frames, size ?? `width="${width}"`));
    await page.context().close();
    console.log(`film-${name}.png, ${frames.length} frames`);
  }
} finally {
  await browser.close();
  await here.stop();
}
