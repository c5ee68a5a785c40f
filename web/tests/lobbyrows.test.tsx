/** What a row of the lobby says of a table in play, in the words of its game. */
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { summaryText } from "../src/site/parts";
import { loadGameWords, speak, startWords, t } from "../src/ui/locales";

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
});

const MODES = [
  "bid",
  "buy-bid",
  "proposal",
  "proposal-opp",
  "vote",
  "continue-man",
  "peace",
  "peace-vote",
  "buy",
];
const promptOf = (asks: string, game = "imperial") =>
  summaryText({ game, summary: { asks, about: "Italy", round: 3 } }, t);

test("a table in play says nation, round and what is asked", () => {
  expect(promptOf("vote")).toBe("Round 3, Italy: voting");
  expect(promptOf("bid")).toBe("Auction: sealed bids for Italy");
});

test("every step of Imperial has its words, in both languages", async () => {
  for (const language of ["en", "de"] as const) {
    await speak(language);
    for (const mode of MODES) expect(promptOf(mode), mode).toMatch(language === "en" ? /Italy/ : /Italien/);
  }
  await speak("en");
});

test("where there is no summary, or no words for it, nothing is said", () => {
  expect(summaryText({ game: "imperial", summary: null }, t)).toBeNull();
  expect(promptOf("dance")).toBeNull();
  expect(promptOf("vote", "cambio")).toBeNull();
});
