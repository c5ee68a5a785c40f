// A game of examples/ on the board that draws any Scene: two browsers, one of them a phone, to a beat.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { exampleTable, staged } from "./scened.mjs";
import { site } from "./site.mjs";
import { createGuest, Guest } from "./stage.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site({ hasExamples: true })];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** What axe finds in both themes, and whether anything is wider than the screen. */
async function faults(page) {
  const found = [];
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.waitForTimeout(100);
    found.push(...(await axe(page)));
  }
  await page.emulateMedia({ reducedMotion: "no-preference" });
  if ((await overflow(page)) > 0) found.push("wider than the screen");
  return found;
}

const mine = ".gen-own .gen-live .gen-press";

/** What may be pressed has been there for so long that a press is not taken for one that was meant for what was before. */
async function isOpenToPresses(page) {
  await page.waitForSelector(mine);
  await page.waitForTimeout(700);
}

test("Bramble between a desk and a phone, to the disc that is turned over", async (t) => {
  const desk = await person(browser, { base: here.base });
  const phone = await person(browser, { base: here.base, width: 390 });
  await createGuest(desk, "Ada");
  await createGuest(phone, "Ben");
  const table = await exampleTable(desk, here.base, "bramble", { names: ["Ife"], others: [Guest.of(phone)] });
  const [, ife] = table.others;
  for (const page of [desk, phone]) await page.goto(`/t/${table.id}`);

  await t.test("everybody lays a disc, by mouse, by finger, without a page", async () => {
    for (const page of [desk, phone]) await isOpenToPresses(page);
    await desk.click(`${mine} >> nth=0`);
    await phone.tap(`${mine} >> nth=0`);
    const { legal } = await ife.look(table.id);
    await ife.act(
      table.id,
      legal.find(({ payload }) => payload.disc === "bloom"),
    );
    for (const page of [desk, phone]) {
      await page.waitForSelector(".gen-home .gen-stack .gen-piece");
      await page.waitForFunction(
        () => document.querySelectorAll(".gen-rivals .gen-stack .gen-piece").length === 2,
      );
      assert.deepEqual(await faults(page), []);
    }
  });

  await t.test("nobody's disc is in the other's page", async () => {
    const rivals = await phone.$$eval(".gen-rivals .gen-piece", (all) => [
      ...new Set(all.map((one) => one.querySelector(".gen-sides").innerHTML)),
    ]);
    assert.equal(rivals.length, 1);
  });

  await t.test("a claim of all discs turns one's own over, and a double tap claims once", async () => {
    const turn = async () => {
      for (const [who, page] of [
        ["desk", desk],
        ["phone", phone],
      ])
        if (await page.$(".gen-strip-mine")) return [who, page];
      return null;
    };
    let found = await turn();
    for (let tries = 0; found === null && tries < 200; tries++) {
      const { legal } = await ife.look(table.id);
      if (legal.length > 0) await ife.act(table.id, legal.find(({ type }) => type === "LAY") ?? legal[0]);
      await desk.waitForTimeout(50);
      found = await turn();
    }
    const [, page] = found;
    const claims = page.locator(".gen-values .btn");
    await claims.first().waitFor();
    assert.deepEqual(await faults(page), []);
    await page.evaluate(() => {
      globalThis.acts = 0;
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function counted(text) {
        if (String(text).includes('"type":"act"')) globalThis.acts += 1;
        return send.call(this, text);
      };
    });
    await claims.last().dblclick({ delay: 20 });
    const last = page.locator(".gen-home .gen-stack [data-up=true]");
    await last.first().waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => globalThis.acts), 1);
    const other = page === desk ? phone : desk;
    await other.waitForSelector(".gen-rivals .gen-stack [data-up=true]", { state: "attached" });
    assert.match(await other.textContent(".gen-last"), /reveals a (bloom|thorn)/);
  });

  await t.test("the past is drawn, too, and nothing can be pressed there", async () => {
    await desk.goto(`/t/${table.id}?move=2`);
    await desk.waitForSelector(".generic .gen-piece");
    assert.equal(await desk.$(".generic [data-live]"), null);
    assert.equal(await desk.$(".generic .gen-bar"), null);
  });
  assert.deepEqual([...complaints(desk), ...complaints(phone)], []);
});

const CARDS = ["MUSH_ROOM", "LIGHTHOUSE", "SUN"];
const FULL = {
  face: {
    looks: {
      MUSH_ROOM: { label: "Mushroom", tone: "red" },
      LIGHTHOUSE: { label: "Light\u00adhouse", tone: "blue" },
    },
    words: { en: { GIVE: "Give {card} to {seat}", GUESS: "Guess {card} and say {word}" } },
    big: [],
  },
  scene: {
    seats: [0, 1, 2, 3].map((seat) => ({
      zones: [
        {
          id: `${seat}.hand`,
          label: "Hand",
          layout: "fan",
          pieces:
            seat > 0 ? [{}, {}, {}] : CARDS.map((face) => ({ face, picks: [{ type: "GIVE", card: face }] })),
        },
        {
          id: `${seat}.stack`,
          label: "Stack",
          layout: "stack",
          kind: "disc",
          pieces: Array(seat === 1 ? 10 : 4).fill({}),
        },
        { id: `${seat}.open`, label: "Open", pieces: [{ face: "MUSH_ROOM" }, { face: "LIGHTHOUSE" }] },
      ],
      facts: [{ label: "Wish", value: "MUSH_ROOM" }],
      picks: seat > 0 ? [{ type: "GIVE", seat }] : [],
      isTurn: seat === 0,
    })),
    middle: {
      zones: ["market", "road", "field"].map((id) => ({
        id,
        label: id,
        pieces: CARDS.map((face) => ({ face })),
      })),
    },
    prompt: "{0} [gives|give] MUSH_ROOM away",
  },
  legal: CARDS.flatMap((card) => [1, 2].map((seat) => ({ type: "GIVE", payload: { card, seat } }))),
};

/** In the page: the words on pieces that are too wide, or broken elsewhere than at a hyphen. */
const badWords = () => {
  const isBad = (one) => {
    const lines = Math.round(one.offsetHeight / Number.parseFloat(getComputedStyle(one).lineHeight));
    return lines > one.textContent.split(/[ \u00ad]/).length || one.scrollWidth > one.clientWidth + 1;
  };
  return [...document.querySelectorAll(".gen-word")].filter(isBad).map((one) => one.textContent);
};
/** In the page: how much of the middle one's own area covers. */
const covered = () => {
  const [middle, own] = [".gen-middle", ".gen-home"].map((one) =>
    document.querySelector(one).getBoundingClientRect(),
  );
  return Math.max(0, middle.bottom - own.top);
};

for (const width of [390, 1440])
  test(`a full table of words, tall stacks and a middle, at ${width} px`, async () => {
    const page = await person(browser, { base: here.base, width });
    await createGuest(page, "Ada");
    const acts = await staged(page, here.base, FULL);
    await isOpenToPresses(page);
    const [tall, low] = await page.$$eval(".gen-rivals .gen-stack", (all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    assert.ok(tall < low * 1.15, `a stack of ten is ${tall} px high, one of four ${low}`);
    assert.match(await page.textContent(".gen-prompt"), /You give Mushroom away/);
    assert.deepEqual(await page.evaluate(badWords), []);
    assert.equal(await page.evaluate(covered), 0);
    assert.deepEqual(await faults(page), []);

    const [from, to] = [
      page.locator(".gen-own .gen-drag").first(),
      page.locator(".gen-rivals .gen-area .gen-who").nth(1),
    ];
    await to.scrollIntoViewIfNeeded();
    await from.hover();
    await page.mouse.down();
    const end = await to.boundingBox();
    await page.mouse.move(end.x + 5, end.y + 5, { steps: 5 });
    await page.mouse.up();
    assert.deepEqual(acts, [{ type: "GIVE", payload: { card: "MUSH_ROOM", seat: 2 } }]);
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  });

/** A game of cards whose first seat of three is asked for a card of its own and one of another's. */
function asking() {
  const hand = (seat) => ({
    id: `${seat}.hand`,
    label: "Cards",
    layout: "grid",
    columns: 2,
    pieces: [0, 1, 2, 3].map((position) => ({ picks: [{ "slots[]": { seat, position } }] })),
  });
  const slots = (seat) => [0, 1, 2, 3].map((position) => ({ seat, position }));
  const pairs = slots(0).flatMap((mine) => [1, 2].flatMap(slots).map((theirs) => [mine, theirs]));
  return {
    face: {
      looks: {},
      words: { en: { SWAP: "Swap {slots}", SKIP: "Skip", slots: "{seat}['s|r] card" } },
      big: [],
    },
    scene: {
      seats: [0, 1, 2].map((seat) => ({ zones: [hand(seat)], isTurn: seat === 0 })),
      middle: {
        zones: [
          { id: "deck", label: "Draw pile", layout: "pile", count: 30 },
          { id: "held", label: "Drawn" },
          { id: "discards", label: "Discard pile", layout: "pile", pieces: [{ face: "Q♣" }], count: 4 },
        ],
      },
      prompt: "Swap one of yours with an opponent's, or skip",
      until: Date.now() + 40_000,
      dialog: { zones: ["0.hand", "1.hand", "2.hand"] },
    },
    legal: [
      ...pairs.map((pair) => ({ type: "SWAP", payload: { slots: pair } })),
      { type: "SKIP", payload: {} },
    ],
  };
}

for (const width of [390, 1440])
  test(`a choice in a dialog, by keys and by a finger, at ${width} px`, async () => {
    const page = await person(browser, { base: here.base, width });
    await createGuest(page, "Ada");
    const acts = await staged(page, here.base, asking());
    await page.waitForSelector("dialog[open] .gen-choice");
    await page.waitForTimeout(700);
    assert.equal(await page.locator(".gen-felt [data-live], .gen-home [data-live]").count(), 0);
    assert.deepEqual(await faults(page), []);
    const box = await page.locator("dialog[open]").boundingBox();
    const { height } = page.viewportSize();
    assert.ok(box.y >= 0 && box.y + box.height <= height, `the dialog ends at ${box.y + box.height}`);

    await page.keyboard.press("Escape");
    assert.ok(await page.isVisible("dialog[open] .gen-choice"), "it stays until it is answered");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /face down, Cards/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.locator(".gen-choice .gen-area").nth(2).locator(".gen-press").nth(3).click();
    assert.deepEqual(acts, [], "two cards are named before they are swapped");
    await page.getByRole("button", { name: /^Swap your card, / }).click();
    const payload = {
      slots: [
        { seat: 0, position: 0 },
        { seat: 2, position: 3 },
      ],
    };
    assert.deepEqual(acts, [{ type: "SWAP", payload }]);
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  });

test("who chooses on the table sees no dialog, and one's own cards are above the bar", async () => {
  for (const width of [390, 1440]) {
    const page = await person(browser, { base: here.base, width });
    await page.addInitScript(() => localStorage.setItem("rondel.settings", '{"choices":"table"}'));
    await createGuest(page, "Ada");
    await staged(page, here.base, asking());
    await isOpenToPresses(page);
    assert.equal(await page.locator("dialog[open]").count(), 0);
    const bar = await page.locator(".gen-bar").boundingBox();
    for (const card of await page.locator(".gen-own .gen-card").all()) {
      const { y, height } = await card.boundingBox();
      assert.ok(y + height <= bar.y, `a card ends at ${y + height}, the bar begins at ${bar.y}`);
    }
    await page.context().close();
  }
});
