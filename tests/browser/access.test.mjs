// Everyone can use it: every page and state, in both themes, from phone to desk, and for those who need more.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe, launch, overflow, person, tooLong, WIDTHS, waysOf } from "./browser.mjs";
import { until } from "./play.mjs";
import { scenes } from "./scenes.mjs";
import { site } from "./site.mjs";
import { createGuest, at, cambioTable, playUntil } from "./stage.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** What axe says of a page in these ways, and in which of them it is wider than the screen. */
async function faults(page, ways, again) {
  const faults = [];
  const show = async (theme, wide) => {
    const [width, height] = WIDTHS[wide];
    await page.setViewportSize({ width, height });
    await again?.();
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await settled(page);
  };
  for (const [theme, wide] of ways) {
    await show(theme, wide);
    faults.push(...(await axe(page)).map((fault) => `${theme} ${wide}: ${fault}`));
    if ((await overflow(page)) > 0) faults.push(`${wide}: wider than the screen`);
  }
  faults.push(...(await tooLong(page)));
  return faults;
}

/** Two frames, so that what was changed is drawn. */
function settled(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test("axe finds no fault in any page or state: light and dark, 360 to 1440 px", async (t) => {
  const started = Date.now();
  let [states, looks] = [0, 0];
  for await (const { name, page, again, sign } of scenes(browser, here)) {
    const ways = waysOf(states);
    states += 1;
    looks += ways.length;
    await t.test(name, async () => {
      assert.deepEqual(await faults(page, ways, again), []);
      if (sign) assert.ok(await page.$(sign), "the state went away while it was looked at");
    });
  }
  t.diagnostic(`${states} states, ${looks} ways in all, ${((Date.now() - started) / 1000).toFixed(0)} s`);
});

test("axe finds no fault in the catalogue of parts", async () => {
  const web = fileURLToPath(new URL("../../web", import.meta.url));
  const port = 20_000 + (process.pid % 20_000);
  const vite = spawn("node", ["node_modules/vite/bin/vite.js", "--port", String(port), "--strictPort"], {
    cwd: web,
    stdio: "ignore",
    env: { ...process.env, WEB_SERVER: here.base },
  });
  try {
    const base = `http://127.0.0.1:${port}`;
    await until(() =>
      fetch(base).then(
        (answer) => answer.ok,
        () => false,
      ),
    );
    const page = await person(browser, { base });
    await page.goto("/ui");
    await page.waitForSelector(".ui-part");
    assert.deepEqual(await faults(page, waysOf(0)), []);
    await page.context().close();
  } finally {
    vite.kill("SIGKILL");
  }
});

/** A page at whose table it is one's turn: targets, buttons and a strip. */
async function playing(more = {}) {
  const page = await person(browser, { base: here.base, ...more });
  await createGuest(page, "Ada");
  const table = await cambioTable(page, here.base, { names: ["Maren"], rules: { turnMs: 600_000 } });
  await page.goto(`/t/${table.id}`);
  await playUntil(table, at.awaiting);
  await page.waitForSelector(".strip-mine >> text=Your turn");
  return page;
}

/** What is not drawn by a border where colours are the system's. */
function unframed(selectors) {
  return selectors.filter((selector) => {
    const [of, part] = selector.split("::");
    const look = getComputedStyle(document.querySelector(of), part && `::${part}`);
    return Number.parseFloat(look.borderTopWidth) < 1 || look.borderTopStyle === "none";
  });
}

test("with colours of the system, borders say what fills would", async () => {
  const page = await playing();
  await page.emulateMedia({ forcedColors: "active" });
  assert.equal(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), true);
  const framed = [".btn-primary", ".strip", ".rival", ".clock", ".chip", ".slot-ok::after"];
  assert.deepEqual(await page.evaluate(unframed, framed), []);
  // axe reads the colours of the style sheet, which are not those on the screen now
  assert.deepEqual(await axe(page, { without: ["color-contrast"] }), []);
  await page.context().close();
});

/** Draw a card, and count what moves meanwhile. */
function moving() {
  return new Promise((done) => {
    let most = 0;
    const end = performance.now() + 400;
    const look = () => {
      most = Math.max(most, document.getAnimations().length);
      if (performance.now() < end) requestAnimationFrame(look);
      else done(most);
    };
    document.querySelector("#actions .btn-primary").click();
    look();
  });
}

test("who wants no motion has none; who does has some", async () => {
  for (const wish of ["reduce", "no-preference"]) {
    const page = await playing();
    await page.emulateMedia({ reducedMotion: wish });
    const most = await page.evaluate(moving);
    await page.waitForSelector(".pile.drawn:not(.drawn-none)");
    if (wish === "reduce") assert.equal(most, 0);
    else assert.ok(most > 0);
    await page.context().close();
  }
});

/** What can be pressed and is out of reach, even after scrolling to it. */
function unreachable() {
  const all = document.querySelectorAll("button:not(:disabled), a[href], input, select, summary");
  const name = (one) => (one.getAttribute("aria-label") ?? one.textContent ?? one.tagName).slice(0, 40);
  return [...all]
    .filter((one) => one.checkVisibility() && !one.matches(".skip, .choice input"))
    .filter((one) => {
      one.scrollIntoView({ block: "center", behavior: "instant" });
      const box = one.getBoundingClientRect();
      const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isHere =
        found !== null &&
        (one.contains(found) || found.contains(one) || found.closest("label")?.contains(one));
      return box.width === 0 || box.right > innerWidth + 1 || !isHere;
    })
    .map(name);
}

test("at 400 % everything reflows into one column and can be reached", async () => {
  const page = await playing({ width: 360 });
  const table = page.url();
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of [table, "/", "/new/cambio", "/you", "/new/decks", "decks"]) {
    if (path === "decks") await page.click(".begin .btn >> nth=0");
    else await page.goto(path);
    await page.waitForSelector(path === table ? ".slot-ok" : path === "decks" ? ".dcard" : "h1");
    await settled(page);
    assert.equal(await overflow(page), 0, `${path} is wider than the screen`);
    assert.deepEqual(await page.evaluate(unreachable), [], path);
  }
  await page.context().close();
});
