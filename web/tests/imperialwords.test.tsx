/** What Imperial says: true, and in words that people use. */
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import type { ImperialProps } from "../src/faces/imperial/acts";
import de from "../src/faces/imperial/locales/de.json";
import en from "../src/faces/imperial/locales/en.json";
import { describe as lineOf } from "../src/faces/imperial/log/events";
import { landmark } from "../src/faces/imperial/log/filters";
import { strip } from "../src/faces/imperial/log/strip";
import { BidForm } from "../src/faces/imperial/turn/Auction";
import type { Perspective } from "../src/play/face";
import { houseText } from "../src/play/log";
import type { TableState } from "../src/table";
import { loadGameWords, speak, startWords, t } from "../src/ui/locales";
import type { View } from "../src/wire/imperial";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => ["You", "Maren"][seat] ?? "" };
const event = (type: string, payload: object) => ({ type, version: 1, at: 0, payload });

beforeEach(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
});
afterEach(async () => {
  cleanup();
  await speak("en");
});

test("a nation's unit has the article that fits", () => {
  const losses = ["Austria", "Italy", "France"].map((country) => ({
    country,
    unitType: "army",
    territory: "Trieste",
  }));
  const fought = event("MANEUVER_EXECUTED", { country: "Italy", losses, factoriesDestroyed: [], chips: [] });
  expect(lineOf(fought, perspective)).toBe(
    "<b>Italy</b>'s maneuver is complete. Lost: an Austrian army in Trieste, an Italian army in Trieste and a French army in Trieste.",
  );
});

test("the one who reads is you in the middle of a sentence", () => {
  expect(houseText("BOT_PLAYS 0 easy Maren", perspective)).toBe(
    "A bot (Easy) now plays for you (requested by Maren).",
  );
  expect(houseText("BOT_PLAYS 1 easy Ben", perspective)).toContain("plays for Maren");
  expect(houseText("PERSON_PLAYS 0 Maren", perspective)).toBe("You are playing again (requested by Maren).");
  const led = event("LEADERSHIP_CHANGED", { country: "Italy", leadership: [0, 1] });
  expect(landmark(led, perspective)).toBe("You control Italy.");
});

const unit = { territory: "Rome", type: "army" };
const plan = {
  country: "Italy",
  phase: "army",
  pendingArmies: [unit],
  pendingFleets: [],
  completedArmyMoves: [],
  completedFleetMoves: [],
  unitIndex: 0,
};
const PAST: [string, object, string, string][] = [
  ["proposal", {}, "You move Italy", "Du entscheidest für Italien"],
  ["proposal-opp", {}, "Waiting for you", "Du prüfst den Vorschlag"],
  ["buy", { buyers: [0] }, "You may buy a bond", "Du darfst eine Anleihe kaufen"],
  ["continue-man", { currentManeuver: plan }, "You move for Italy", "Du ziehst für Italien"],
  [
    "continue-man",
    { currentManeuver: { ...plan, pendingPeace: { targetCountry: "France", destination: "Paris" } } },
    "You answer for France",
    "Du antwortest für Frankreich",
  ],
];

test.each(PAST)("the strip of the past says you, and the verb fits (%s)", async (mode, more, one, other) => {
  const view = {
    mode,
    countryUp: "Italy",
    playerInfo: [{ myTurn: true }, { myTurn: false }],
    timer: { pause: 0 },
    options: {},
    ...more,
  };
  const past = { view, status: "active", deadline: null, isPast: true } as unknown as TableState;
  const title = () =>
    strip(past, { t, mySeat: null, nameOf: (seat) => (seat ? "Maren" : t("seat.you")) })?.title;

  expect(title()).toBe(one);
  await speak("de");
  expect(title()).toBe(other);
});

test("12.8 a pass of the house is no lack of money", () => {
  expect(lineOf(event("BUY_PUNTED", { seat: 0, automatic: false }), perspective)).toBe("You pass.");
  expect(lineOf(event("SUBMITTED", { seat: 0, auto: true }), perspective)).toBe(
    "You ran out of time: automatic move.",
  );
});

test("17.5 nothing is claimed that depends on bids that are sealed", () => {
  const view = {
    mode: "bid",
    countryUp: "Austria",
    bidders: [0, 1],
    prices: [0, 200, 400, 600, 900],
    playerInfo: [
      { money: 1000, myTurn: true, holdings: {} },
      { money: 1000, myTurn: false, holdings: {} },
    ],
    countryInfo: { Austria: { availStock: [1, 2, 3, 4], leadership: [] } },
  } as unknown as View;
  const legal = [{ type: "BID", payload: { amount: 1000 } }];
  const props = {
    view,
    perspective,
    draft: { step: "", bid: 900 },
    state: { legal } as unknown as TableState,
    setDraft: () => {},
  } as unknown as ImperialProps;
  const { container } = render(<BidForm {...props} />);
  expect(container.textContent).not.toMatch(/control/);
});

/** Every text of a catalogue, with the name it is asked for by. */
function flat(words: object, prefix = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}

test("people read of nations, bonds, the rondel, passes and territories", () => {
  const old = /\b(stocks?|punt\w*|wheels?|countr(y|ies)|places?)\b/i;
  const shown = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, "");
  const texts = flat(en);
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(([, text]) => old.test(shown(text)))).toEqual([]);
  expect(texts.filter(([, text]) => /\b(Whoever|anew|dearest)\b/.test(text))).toEqual([]);
});

/** How many lines of at most so many letters a text takes. */
function linesOf(text: string, letters: number): number {
  let [lines, line] = [0, ""];
  for (const word of text.split(" ").filter(Boolean)) {
    if (lines > 0 && `${line} ${word}`.length <= letters) line = `${line} ${word}`;
    else [lines, line] = [lines + 1, word];
  }
  return lines;
}

test.each([
  ["en", en, "England", "St Petersburg", "Maren and Tomasz"],
  ["de", de, "Deutschland", "St. Petersburg", "Maren und Tomasz"],
])("the strip takes four lines at most on a phone (%s)", (_, { strip, unit }, nation, place, names) => {
  const values: Record<string, string> = {
    nation,
    target: nation,
    place,
    origin: place,
    names,
    name: "Maximiliane",
    unit: unit.army,
    Unit: unit.Army,
    number: "10",
    count: "10",
    bid: "$12.50",
    price: "$12",
  };
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_found, key) => values[key] ?? "?");
  const texts = Object.entries(strip);
  const long = texts.flatMap(([key, title]) => {
    // a title of its own has what stands under it; "peaceVote" is said to those who wait, too
    const wait = `${key}Wait` in strip ? "" : "(Wait)?";
    const under = texts.filter(([other]) => new RegExp(`^${key}${wait}Text(Open)?$`).test(other));
    const lines = Math.max(0, ...under.map(([, text]) => linesOf(filled(text), 29)));
    const all = linesOf(filled(title), 25) + (key.includes("Text") ? 0 : lines);
    return all > 4 ? [`${key}: ${all}`] : [];
  });
  expect(long).toEqual([]);
});
