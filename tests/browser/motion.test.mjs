// What moves tells nothing: the same step looks the same at every table, whatever the cards are that nobody may see.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { apply } from "./frames.mjs";
import { site } from "./site.mjs";
import { createGuest, cambioTable, playUntil } from "./stage.mjs";

const RULES = {
  turnMs: 0,
  powerDecisionMs: 0,
  initialViewMs: 60_000,
  peekMs: 15_000,
  powerTrigger: "any_discard",
};
const KINDS = ["CARD_DRAWN", "CARD_SWAPPED", "CARD_DISCARDED", "POWER_ACTIVATED"];
const MOST_TURNS = 80;

let browser;
let here;
before(async () => {
  [browser, here] = await Promise.all([launch(), site()]);
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** In the page, before anything of it, with `apply` beside it: note with each step what begins to move, and what is marked where. */
function trace() {
  const steps = [];
  let [newest, shown] = [0, null];
  const note = (what) => steps.at(-1)?.trace.push(what);
  /** A face is a face, whichever; anything else is what it is. */
  const plain = (element) => {
    const copy = element.cloneNode(true);
    for (const svg of copy.querySelectorAll("svg.pc:not(:has(use))")) svg.replaceWith("face");
    return copy.outerHTML.replace(/-?\d+\.\d+/g, (number) => Math.round(number));
  };
  const begin = Element.prototype.animate;
  Element.prototype.animate = function animate(frames, timing) {
    const rounded = JSON.stringify([frames, timing]).replace(
      /-?\d+\.\d+/g,
      (number) => Math.round(number * 10) / 10,
    );
    const place =
      this.closest("[data-place]")?.dataset.place ?? this.closest(".traveller")?.dataset.traveller;
    note(
      `moves ${place}: ${plain(this.closest(".traveller") ?? this.closest("[data-place]") ?? this)} ${rounded}`,
    );
    return begin.call(this, frames, timing);
  };
  const isMarked = (element) => element.matches?.("[data-under], .spot-face, .spot-note, .eye");
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes" && target.matches(".spot"))
        note(`${target.dataset.place} is ${target.className}`);
      for (const node of addedNodes)
        if (isMarked(node)) note(`at ${target.dataset.place ?? "the layer"}: ${plain(node)}`);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  /** All that may make a difference: the events without what cards they name, and whose step it is. */
  const shape = (value) =>
    JSON.stringify(value, (name, part) => {
      if (/^(version|at|endsAt|expiresAt|until|closesAt|turnNumber|discardVersion|pointValue)$/.test(name))
        return undefined;
      return part && typeof part === "object" && "rank" in part ? "a card" : part;
    });
  class RecordingSocket extends WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => {
        const { type, events, version, patch, ...frame } = JSON.parse(data);
        const view = patch ? apply(shown, patch.view ?? {}) : frame.view;
        if (view) [newest, shown] = [version, view];
        if (type !== "step" || !view) return;
        const key = shape([events, view.step, view.currentTurnSeat, view.phase, view.discardCount > 1]);
        steps.push({ key, trace: [] });
      });
    }
  }
  globalThis.WebSocket = RecordingSocket;
  globalThis.steps = steps;
  // marks are gone at once, so that none of a step is left at the next one
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (doing, ms, ...more) => later(doing, ms === 2000 || ms === 3000 ? 0 : ms, ...more);
  /** Whether this version has been shown, and nothing of it is on its way any more. */
  globalThis.isStill = (version) => {
    if (newest < version) return false;
    for (const one of document.getAnimations()) one.finish();
    return document.querySelector(".traveller, .spot-ringed, .spot-note") === null;
  };
}

/** The steps that looked otherwise at one table than at another, and what of them. */
function differences(worlds) {
  const seen = new Map();
  for (const { key, trace } of worlds.flat()) {
    if (!seen.has(key)) seen.set(key, new Set());
    seen.get(key).add(trace.filter((line) => !/is spot$/.test(line)).join("\n")); // when a mark goes is a matter of the clock
  }
  return [...seen]
    .filter(([, all]) => all.size > 1)
    .map(([key, all]) => `${key}\n${[...all].join("\n or \n")}`);
}

/** A table of two, and a page that sits at it. */
async function world() {
  const page = await person(browser, { base: here.base });
  await page.context().addInitScript({ content: `${apply};(${trace})()` });
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: RULES });
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector(".hand-own .slot");
  return { page, table };
}

/** Play on until so many turns are over; each step is seen to its end before the next one. */
async function played({ page, table }, turns) {
  const onStep = ({ version }) => page.waitForFunction((shown) => globalThis.isStill(shown), version);
  await playUntil(table, ({ view }) => view.turnNumber > turns, { onStep });
  return page.evaluate(() => globalThis.steps);
}

/** The kinds of moving steps that were seen at both tables. */
function shared(worlds) {
  const [one, other] = worlds.map((steps) =>
    steps.filter(({ trace }) => trace.length > 0).map(({ key }) => key),
  );
  return [...new Set(one)].filter((key) => other.includes(key));
}

test("the same step moves in the same way at two tables whose hidden cards differ", async (t) => {
  const tables = [await world(), await world()];
  let [steps, both] = [[], []];
  const isThere = (type) => both.some((key) => key.includes(type));
  for (let turns = 6; turns < MOST_TURNS && !KINDS.every(isThere); turns += 4) {
    steps = [await played(tables[0], turns), await played(tables[1], turns)];
    both = shared(steps);
  }
  assert.deepEqual(differences(steps), []);
  assert.deepEqual(
    KINDS.filter((type) => !isThere(type)),
    [],
    "these were not seen at both tables",
  );
  t.diagnostic(`${steps.flat().length} steps, ${both.length} kinds of moving ones at both tables`);

  const step = steps[1].findLast(({ key }) => both.includes(key));
  step.trace[0] += " a little slower"; // as if a card had made the difference
  assert.equal(differences(steps).length, 1);
  for (const { page } of tables) {
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});
