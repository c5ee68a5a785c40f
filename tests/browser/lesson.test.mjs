// A first game with a coach: by keyboard alone, through a mistake and a reload, to its end; it counts for nothing.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, COLOURS, complaints, launch, overflow, person } from "./browser.mjs";
import { site } from "./site.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** Tab until the focus is there. */
async function tabTo(page, selector) {
  for (let count = 0; count < 80; count += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab leads to ${selector}`);
}

/** The next sentence, once what it speaks of has the focus; null if it stays with this one. */
async function sentence(page, last) {
  const found = await page.waitForFunction((before) => {
    const text = document.querySelector(".coach [role=status]")?.textContent;
    const focus = document.activeElement;
    const isReady = focus?.matches(".coach [data-next]") || focus?.hasAttribute("aria-describedby");
    const bubble = {
      text,
      focus: focus?.textContent,
      isOver: document.querySelector(".coach a[href^='/new']") !== null,
    };
    return text && isReady && JSON.stringify(bubble) !== before ? bubble : null;
  }, last);
  return found.jsonValue();
}

/** The guard between two presses under the same finger has passed. */
const pause = (page) => page.waitForTimeout(700);

/** What axe finds in both themes, once the change of colours is drawn. */
async function faults(page) {
  const found = [];
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    found.push(...(await axe(page, colorScheme === "dark" ? { only: COLOURS } : {})));
  }
  if ((await overflow(page)) > 0) found.push("wider than the screen");
  return found;
}

/** Wait until the bubble is in the window and not over what it speaks of: it is placed after the focus has moved. */
async function comesToRest(page, text) {
  let hides = "";
  for (let tries = 0; tries < 50; tries += 1) {
    hides = await hidden(page);
    if (hides === "") return;
    await page.waitForTimeout(100);
  }
  assert.fail(`${hides}: ${text}`);
}

function hidden(page) {
  return page.evaluate(() => {
    const bubble = document.querySelector(".coach")?.getBoundingClientRect();
    if (!bubble) return "not there";
    const ring = document.querySelector(".coach-ring")?.getBoundingClientRect();
    const isOut =
      bubble.left < 0 || bubble.top < 0 || bubble.right > innerWidth || bubble.bottom > innerHeight;
    const isOver =
      ring &&
      bubble.left < ring.right &&
      ring.left < bubble.right &&
      bubble.top < ring.bottom - 4 &&
      ring.top + 4 < bubble.bottom;
    return isOut ? "out of the window" : isOver ? "over its target" : "";
  });
}

/** Play a lesson to its end by pressing Enter wherever the focus is led. */
async function recite(page, { onSentence = async () => {} } = {}) {
  const sentences = [];
  for (let last = ""; ; ) {
    const now = await sentence(page, last);
    last = JSON.stringify(now);
    sentences.push(now.text);
    await comesToRest(page, now.text);
    await onSentence(sentences.length, now);
    if (now.isOver) return sentences;
    await pause(page);
    await page.keyboard.press("Enter");
  }
}

test("Cambio is learned by keyboard alone: a mistake is explained, a reload goes on, and nothing counts", async (t) => {
  const page = await person(browser, { base: here.base, width: 390 });
  const started = Date.now();
  await page.goto("/");
  await page.waitForSelector(".tile-ways a");
  await tabTo(page, ".tile-ways a[href='/learn/cambio']");
  await page.keyboard.press("Enter");
  await page.waitForSelector("input[autocomplete=nickname]");
  await tabTo(page, "input[autocomplete=nickname]");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  const sentences = await recite(page, {
    onSentence: async (count, now) => {
      if (count === 9 || now.isOver) assert.deepEqual(await faults(page), [], now.text);
      if (count === 4) {
        await pause(page);
        await page.keyboard.press("t"); // takes the open card, which is not what the script waits for
        await page.waitForSelector(".coach-wrong [role=alert] >> text=draw one");
        assert.deepEqual(await faults(page), []);
        await page.reload();
        assert.equal((await sentence(page, "")).text, now.text);
      }
    },
  });
  assert.match(sentences.at(-1), /you have 12 points, your opponent 36/);
  assert.ok(sentences.length >= 16);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/new/cambio");
  const [tables, recorded] = [
    await page.evaluate(() => fetch("/api/me/tables").then((answer) => answer.json())),
    here.sql("SELECT count(*) FROM game_score"),
  ];
  assert.deepEqual([tables, recorded], [[], "0"]);
  assert.deepEqual(complaints(page), []);
  t.diagnostic(`${sentences.length} sentences in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  await page.context().close();
});

test("the Deck Planner is learned in German, at a desk, and a lesson can be skipped", async () => {
  const page = await person(browser, { base: here.base, language: "de" });
  await page.goto("/learn/decks");
  await page.fill("input[autocomplete=nickname]", "Ada");
  await page.keyboard.press("Enter");
  const sentences = await recite(page, {
    onSentence: async (count, now) => {
      if (count === 2 || now.isOver) assert.deepEqual(await faults(page), [], now.text);
    },
  });
  assert.match(sentences.at(-1), /Das war ein ganzer Zug/);
  await page.goto("/learn/decks");
  await page.click(".coach .btn-quiet");
  await page.waitForSelector("#start");
  assert.equal(
    here.sql("SELECT string_agg(status, ' ' ORDER BY created_at) FROM game_session WHERE game = 'decks'"),
    "completed abandoned",
  );
  await page.context().close();
});

test("Imperial is learned by keyboard alone on a phone: a mistake is explained, a reload goes on, and the learner wins", async (t) => {
  const page = await person(browser, { base: here.base, width: 390 });
  const started = Date.now();
  await page.goto("/learn/imperial");
  await page.waitForSelector("input[autocomplete=nickname]");
  await tabTo(page, "input[autocomplete=nickname]");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  let isTried = false;
  const sentences = await recite(page, {
    onSentence: async (count, now) => {
      if (/The forecast shows|Revenue \$7|You keep control/.test(now.text) || now.isOver)
        assert.deepEqual(await faults(page), [], now.text);
      if (isTried || !now.text.startsWith("Now Russia")) return;
      isTried = true;
      await pause(page);
      await tabTo(page, ".spot-row[data-spot=Taxation]"); // not what the script waits for
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement.matches("[data-press=back]")); // led there
      await tabTo(page, "[data-press=send]");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".coach-wrong [role=alert] >> text=Build first");
      assert.deepEqual(await faults(page), []);
      await page.reload();
      assert.equal((await sentence(page, "")).text, now.text); // the wrong choice is still there, and the way back is marked
      await page.waitForFunction(() => document.activeElement.matches("[data-press=back]"));
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement.matches(".spot-row[data-spot=Factory]"));
    },
  });
  assert.ok(isTried);
  assert.match(sentences.at(-1), /You have the most money and win/);
  assert.ok(new Set(sentences).size >= 23, `${new Set(sentences).size} sentences`); // two more pass by: a tab opens as soon as it has the focus
  await page.waitForSelector(".imperial .results >> text=You won");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/new/imperial");
  assert.deepEqual(await page.evaluate(() => fetch("/api/me/tables").then((answer) => answer.json())), []);
  assert.deepEqual(complaints(page), []);
  t.diagnostic(`${new Set(sentences).size} sentences in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  await page.context().close();
});

test("Imperial is learned in German, at a desk: what is in sight already is not asked for", async () => {
  const page = await person(browser, { base: here.base, language: "de" });
  await page.goto("/learn/imperial");
  await page.fill("input[autocomplete=nickname]", "Ada");
  await page.keyboard.press("Enter");
  const sentences = await recite(page, {
    onSentence: async (count, now) => {
      if (/Die Vorschau/.test(now.text) || now.isOver) assert.deepEqual(await faults(page), [], now.text);
    },
  });
  assert.match(sentences.at(-1), /Du hast das meiste Geld/);
  assert.deepEqual(
    sentences.filter((one) => /„Länder“|„Zug“/.test(one)),
    [],
  );
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("from the front page to the first move there are four presses at most, and a name", async () => {
  const page = await person(browser, { base: here.base, width: 390 });
  let presses = 0;
  const press = async (selector) => {
    await page.click(selector);
    presses += 1;
  };
  await page.goto("/");
  await press(".tile >> nth=0");
  await page.fill("input[autocomplete=nickname]", "Ada");
  await press(".begin .btn >> nth=0");
  await press(".cambio #actions .btn-primary");
  await page.waitForSelector(".cambio:not(:has(.hand-looking))");
  assert.ok(presses <= 4, `${presses} presses`);
  await page.context().close();
});
