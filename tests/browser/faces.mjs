// Every card a page shows, names, keeps or hears, at every version; and what of it the rules do not allow.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { framesOf } from "./frames.mjs";

const root = process.env.TEST_ROOT ?? fileURLToPath(new URL("../..", import.meta.url));

const drawing = readFileSync(new URL("../../web/src/ui/PlayingCard.tsx", import.meta.url), "utf8");
const PIPS = Array.from(
  drawing.matchAll(/^ {2}(spades|hearts|diamonds|clubs):\s+"([^"]+)",$/gm),
  ([, suit, path]) => ({
    suit: suit[0].toUpperCase(),
    path,
  }),
);

/** Runs in the page, before anything of the client does. */
function watch(pips) {
  const NAMED = { ace: "A", jack: "J", queen: "Q", king: "K" };
  const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
  const BACK = '<svg class="pc" viewBox="0 0 100 140" aria-hidden="true"><use href="#card-back"></use></svg>';
  const ALLOWED = new Set([
    "class",
    "role",
    "type",
    "aria-label",
    "aria-disabled",
    "aria-pressed",
    "aria-hidden",
    "disabled",
  ]);
  const LOOKS = new Set(["slot", "slot-ok", "slot-seen", "slot-picked", "deck", "deck-empty"]);
  /** What has just happened: a card on its way, one that a snap turned up, and the last words. All were told of it. */
  const PASSING = ".travels, .spot-face, .last";
  const received = [{ at: 0, version: 0 }];
  const scans = [];

  /** The cards a text names: "Queen of Spades", "Q♠", "QS", or as JSON. */
  const named = (text) => [
    ...Array.from(
      text.matchAll(/\b(ace|jack|queen|king|10|[2-9]) of (spades|hearts|diamonds|clubs)\b/gi),
      ([, rank, suit]) => (NAMED[rank.toLowerCase()] ?? rank) + suit[0].toUpperCase(),
    ),
    ...Array.from(text.matchAll(/(10|[2-9AJQK])\s?([♠♥♦♣])/g), ([, rank, sign]) => rank + SIGNS[sign]),
    ...Array.from(
      text.matchAll(/(?<![A-Za-z0-9])(10|[2-9AJQK])([SHDC])(?![A-Za-z0-9])/g),
      ([, rank, suit]) => rank + suit,
    ),
    ...Array.from(
      text.matchAll(/rank\W{1,5}(10|[2-9AJQK])\W{1,5}suit\W{1,5}([shdc])/gi),
      ([, rank, suit]) => rank + suit.toUpperCase(),
    ),
  ];

  const drawn = (svg) => {
    const paths = [...svg.querySelectorAll("path")].map((path) => path.getAttribute("d"));
    return svg.querySelector("text").textContent + pips.find(({ path }) => paths.includes(path)).suit;
  };

  /** A card that lies face down is the one back and a place; anything more might tell what it is. */
  const odd = (slot) => {
    const faults = [];
    for (const element of [slot, ...slot.querySelectorAll("*:not(svg, svg *)")]) {
      for (const { name, value } of element.attributes)
        if (!ALLOWED.has(name)) faults.push(`${name}="${value}" on a card face down`);
      const looks = element === slot ? LOOKS : new Set(["vh"]);
      for (const look of element.classList)
        if (!looks.has(look)) faults.push(`class ${look} on a card face down`);
    }
    return faults;
  };

  function scan(isStrict) {
    const now = performance.now();
    const to = received.at(-1);
    const from = isStrict || now - to.at > 150 ? to : (received.at(-2) ?? to);
    const found = {
      from: from.version,
      to: to.version,
      isStrict,
      table: [],
      log: [],
      faults: [],
      storage: [],
    };
    for (const svg of document.querySelectorAll("svg.pc")) {
      const isBack = svg.querySelector("use") !== null;
      const slot = svg.closest(".slot");
      if (!isBack) (svg.closest(PASSING) ? found.log : found.table).push(drawn(svg));
      if (isBack && svg.outerHTML !== BACK)
        found.faults.push(`not the back of a card: ${svg.outerHTML.slice(0, 200)}`);
      if (isBack && slot) found.faults.push(...odd(slot));
    }
    const walker = document.createTreeWalker(
      document.documentElement,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (element.closest("script, style, svg.pc text")) continue;
      const zone = element.closest(`.log, #live, .toasts, ${PASSING}`) ? found.log : found.table;
      if (node === element) for (const { value } of element.attributes) zone.push(...named(value));
      else zone.push(...named(node.data));
    }
    for (const storage of [localStorage, sessionStorage])
      for (const [key, value] of Object.entries(storage)) found.storage.push(...named(`${key} ${value}`));
    for (const list of ["table", "log", "faults", "storage"]) found[list] = [...new Set(found[list])];
    const last = scans.at(-1);
    if (isStrict || JSON.stringify(last) !== JSON.stringify(found)) scans.push(found);
  }

  class RecordingSocket extends WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.view || frame.patch) received.push({ at: performance.now(), version: frame.version });
      });
    }
  }
  globalThis.WebSocket = RecordingSocket;
  let isWaiting = false;
  new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      scan(false);
    }, 40);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  globalThis.faces = {
    scans,
    version: () => received.at(-1).version,
    /** Once what was heard is on the screen: what is there now may be there now. */
    async strict() {
      for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
      if (indexedDB.databases)
        for (const { name } of await indexedDB.databases()) scans.at(-1)?.faults.push(`a database ${name}`);
      scan(true);
      return scans.at(-1);
    },
  };
}

/** The cards a value names, wherever it hides them. */
function namedIn(value) {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (typeof value === "string")
    return Array.from(
      value.matchAll(/(?<![A-Za-z0-9])(10|[2-9AJQK])([SHDC♠♥♦♣])(?![A-Za-z0-9])/g),
      ([face]) => face,
    );
  if (value === null || typeof value !== "object") return [];
  if (typeof value.rank === "string" && typeof value.suit === "string")
    return [value.rank + value.suit[0].toUpperCase()];
  return Object.values(value).flatMap(namedIn);
}

/** From now on everything this page shows and hears is kept. To be called before it goes anywhere. */
export async function watched(page) {
  const record = { page, frames: framesOf(page), bodies: [] };
  await page.context().addInitScript(watch, PIPS);
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/api/"))
      record.bodies.push(
        answer.text().then(
          (text) => ({ pathname, text }),
          () => ({ pathname, text: "" }),
        ),
      );
  });
  return record;
}

export async function newestVersion(all) {
  return Math.max(
    ...(await Promise.all(all.map(({ page }) => page.evaluate(() => globalThis.faces.version())))),
  );
}

/** Whether this page hears of this version soon. */
export async function hasReceived(page, version, timeout = 10_000) {
  const received = page.waitForFunction((least) => globalThis.faces.version() >= least, version, { timeout });
  return received.then(
    () => true,
    () => false,
  );
}

/** When all of them have the newest version of any, look closely at each. */
export async function lookClosely(all) {
  const newest = await newestVersion(all);
  await Promise.all(
    all.map(async ({ page }, number) => {
      assert.ok(await hasReceived(page, newest, 120_000), `page ${number} has not heard of version ${newest}`);
      await page.evaluate(() => globalThis.faces.strict());
    }),
  );
}

export function lawful(transcript) {
  const output = execFileSync("uv", ["run", "python", "-m", "tests.browser.lawful"], {
    cwd: root,
    input: transcript,
    maxBuffer: 1e8,
  });
  return JSON.parse(String(output));
}

/** What a viewer saw, read, kept or heard without being allowed to, in words. */
export async function leaks(record, viewer, rows) {
  const found = new Set();
  const revealed = [[]];
  for (const { version, revealed: now } of rows) revealed[version] = [...revealed[version - 1], ...now];
  const shown = (version) => rows[version - 1]?.shown[viewer === null ? "None" : String(viewer)] ?? [];
  const judge = (what, cards, allowed) => {
    for (const card of cards) if (!allowed.includes(card)) found.add(`${what}: ${card}`);
  };
  for (const scan of await record.page.evaluate(() => globalThis.faces.scans)) {
    if (scan.to === 0) continue; // no table yet
    const at = `version ${scan.to}${scan.isStrict ? "" : `, from ${scan.from}`}`;
    const allowed = [];
    for (let version = scan.from; version <= scan.to; version++) allowed.push(...shown(version));
    judge(`${at}, the table shows`, scan.table, allowed);
    judge(`${at}, the log names`, scan.log, [...allowed, ...(revealed[scan.to] ?? [])]);
    judge(`${at}, the browser keeps`, scan.storage, []);
    for (const fault of scan.faults) found.add(`${at}: ${fault}`);
  }
  for (const frame of record.frames) {
    const { version = 0, view, legal, events = [], ...rest } = frame;
    judge(`version ${version}, a frame has`, namedIn([view, legal]), shown(version));
    judge(`version ${version}, an event has`, namedIn(events), [...shown(version), ...(revealed[version] ?? [])]);
    judge(`a frame ${frame.type} has`, namedIn(rest), []);
    if (view?.held?.power && !view.held.card)
      found.add(`version ${version}: the power of a card held face down`);
  }
  for (const { pathname, text } of await Promise.all(record.bodies)) {
    if (/^\/api\/games|\/transcript$/.test(pathname) || text === "") continue; // the same for all; after the end
    const body = JSON.parse(text);
    const events = pathname.endsWith("/log") ? body : [];
    for (const event of events)
      judge(`${pathname}, version ${event.version}`, namedIn(event), revealed[event.version] ?? []);
    if (!pathname.endsWith("/log")) judge(pathname, namedIn(body), []);
  }
  return [...found];
}
