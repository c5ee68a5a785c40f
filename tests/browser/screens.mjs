// Takes the pictures in docs/screens: the states that matter, on a phone and on a desk, light and dark; all of them, or
// those whose names begin with the word that is given.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { grown, imperial } from "./europe.mjs";
import { FILMS } from "./films.mjs";
import { bramble, liarsDice } from "./scened.mjs";
import { scenes } from "./scenes.mjs";
import { site } from "./site.mjs";

const OUT = fileURLToPath(new URL("../../docs/screens/", import.meta.url));
const QUALITY = 68;
const ONLY = process.argv[2] ?? "";
const SIZES = {
  390: { width: 390, height: 844, deviceScaleFactor: 1.5 },
  1440: { width: 1440, height: 900, deviceScaleFactor: 1 },
};

/** Both widths in both themes; of Imperial, which has many states, each width and each theme once. */
const WAYS = [
  ["390", "light"],
  ["390", "dark"],
  ["1440", "light"],
  ["1440", "dark"],
];
const waysOf = (file) =>
  /^imperial-(?!maneuver|late)|^(bramble|liars)-(waiting|claiming|lost|out)/.test(file)
    ? [WAYS[0], WAYS[3]]
    : WAYS;

/** The name of the file, and what is to be seen. */
const SHOWN = {
  "front page": ["front", "The front page: choose a name"],
  "a lesson": ["learn-lesson", "A lesson: each hint points at the board"],
  "how to play, cambio": ["learn-how-cambio", "How to play Cambio, with pictures from real Views"],
  "how to play, imperial": ["learn-how-imperial", "How to play Imperial"],
  "an invitation": ["invitation", "An invitation link"],
  history: ["history", "Past games and their results"],
  "lobby, full": ["lobby", "The lobby: your turns come first"],
  "cambio, initial view": ["cambio-initial-view", "Cambio: two cards to remember"],
  "cambio, awaiting draw": ["cambio-awaiting", "Cambio: draw, take or call"],
  "cambio, holding": ["cambio-holding", "Cambio: a drawn card, to swap or discard"],
  "cambio, power": ["cambio-power", "Cambio: use a power on another player's card"],
  "cambio, peek": ["cambio-peek", "Cambio: a card only you can see"],
  "cambio, final round": ["cambio-final-round", "Cambio: the last round"],
  "cambio, results": ["cambio-results", "Cambio: the results"],
  "cambio, text view": ["text-view", "The text view: every table as headings, lists and buttons"],
  "imperial, bid": ["imperial-bid", "Imperial: a sealed bid"],
  "imperial, buy-bid": ["imperial-buy-bid", "Imperial: choose a bond for your bid"],
  "imperial, proposal": ["imperial-proposal", "Imperial: propose a rondel space"],
  "imperial, factory": ["imperial-factory", "Imperial: build a factory"],
  "imperial, produce": ["imperial-produce", "Imperial: produce units"],
  "imperial, import": ["imperial-import", "Imperial: import units"],
  "imperial, opposition": ["imperial-opposition", "Imperial: the opposition agrees or counters"],
  "imperial, vote": ["imperial-vote", "Imperial: vote between two proposals"],
  "imperial, maneuver": ["imperial-maneuver", "Imperial: an army is convoyed to Tunis"],
  "imperial, war": ["imperial-war", "Imperial: peace or war"],
  "imperial, peace": ["imperial-peace", "Imperial: peace is offered"],
  "imperial, peace vote": ["imperial-peace-vote", "Imperial: a democracy votes on peace"],
  "imperial, buy": ["imperial-buy", "Imperial: bonds for sale"],
  "imperial, trade": ["imperial-trade", "Imperial: a bond is traded up"],
  "imperial, late": ["imperial-late", "Imperial: late in a game of six, more than 60 units"],
  "imperial, text view": ["imperial-text-view", "Imperial: the text view"],
  "imperial, past": ["imperial-past", "Imperial: an earlier move"],
  "imperial, paused": ["imperial-paused", "Imperial: the clock is paused"],
  "imperial, over": ["imperial-over", "Imperial: the results"],
  "decks, discard": ["decks-discard", "Deck Planner: choose discards"],
  "decks, planning": ["decks-planning", "Deck Planner: the order of play"],
  "decks, locked": ["decks-locked", "Deck Planner: the order is locked"],
  "bramble, laying": ["bramble-laying", "Bramble, a packaged game on the generic board: lay a disc"],
  "bramble, claim or lay": ["bramble-claim", "Bramble: lay another disc, or claim"],
  "bramble, claiming": ["bramble-claiming", "Bramble: claim more, or pass"],
  "bramble, turning": ["bramble-turning", "Bramble: whose disc to turn over"],
  "bramble, a disc lost": ["bramble-lost", "Bramble: a disc is lost"],
  "bramble, results": ["bramble-results", "Bramble: the results"],
  "liars dice, bid": ["liars-bid", "Liar's Dice: choose a face to bid on"],
  "liars dice, how many": ["liars-many", "Liar's Dice: choose how many"],
  "liars dice, waiting": ["liars-waiting", "Liar's Dice: waiting for the others"],
  "liars dice, call or bid": ["liars-call", "Liar's Dice: challenge, or raise the bid"],
  "liars dice, one is out": ["liars-out", "Liar's Dice: one is out"],
  "liars dice, results": ["liars-results", "Liar's Dice: the results"],
  reconnecting: ["reconnecting", "The connection is lost: clocks are marked as estimates"],
};

async function shoot(page, name) {
  const chrome = await page.context().newCDPSession(page);
  for (const [width, metrics] of Object.entries(SIZES)) {
    await page.setViewportSize({ width: metrics.width, height: metrics.height });
    await chrome.send("Emulation.setDeviceMetricsOverride", { ...metrics, mobile: false });
    for (const [, theme] of waysOf(name).filter(([of]) => of === width)) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await page.waitForTimeout(150);
      const { data } = await chrome.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
      writeFileSync(`${OUT}${name}-${width}-${theme}.webp`, Buffer.from(data, "base64"));
    }
  }
  await chrome.send("Emulation.clearDeviceMetricsOverride");
  await chrome.detach();
}

function index() {
  const pictures = Object.values(SHOWN).map(([file, title]) => {
    const of = (width, theme) =>
      `<img src="${file}-${width}-${theme}.webp" height="300" alt="${title}, ${width} px, ${theme}">`;
    return `## ${title}\n\n${waysOf(file)
      .map(([width, theme]) => of(width, theme))
      .join("\n")}\n`;
  });
  const films = Object.entries(FILMS).map(
    ([file, title]) =>
      `### ${title}\n\n<img src="film-${file}.png" width="900" alt="${title}, five frames">\n`,
  );
  return `# Screens\n\nHow the web client looks, on a phone (390 px) and on a desk (1440 px), light and dark. \`just screens\` takes them again.\n\n${pictures.join("\n")}\n## What moves, and phones of every size\n\nFive frames each, in order; \`just film\` takes them again.\n\n${films.join("\n")}`;
}

mkdirSync(OUT, { recursive: true });
for (const file of readdirSync(OUT)) if (file.endsWith(".webp") && file.startsWith(ONLY)) rmSync(OUT + file);
const [browser, here] = [await launch(), await site({ hasExamples: true })];
try {
  const rules = { turnMs: 60_000, powerDecisionMs: 30_000, peekMs: 10_000 };
  const isExample = ONLY.startsWith("bramble") || ONLY.startsWith("liars");
  const others =
    isExample || ONLY.startsWith("imperial")
      ? []
      : [scenes(browser, here, { rules, settings: { sound: true } })];
  const usual = isExample || ONLY.startsWith("imperial-late") ? [] : [imperial(browser, here)];
  const drawn = [bramble, liarsDice].filter(({ name }) => ONLY === "" || ONLY.startsWith(name.slice(0, 5)));
  const late = isExample ? [] : [grown(browser, here)];
  for (const some of [...others, ...usual, ...drawn.map((game) => game(browser, here)), ...late])
    for await (const { name, page } of some)
      if (SHOWN[name]?.[0].startsWith(ONLY)) await shoot(page, SHOWN[name][0]);
  writeFileSync(`${OUT}README.md`, index());
} finally {
  await browser.close();
  await here.stop();
}
const files = readdirSync(OUT).filter((file) => file.endsWith(".webp"));
const bytes = files.reduce((sum, file) => sum + statSync(OUT + file).size, 0);
console.log(`${files.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);
