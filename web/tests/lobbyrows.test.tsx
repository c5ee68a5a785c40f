/** What a row of the lobby says of a table in play, in the words of its game. */
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { summaryText } from "../src/site/parts";
import { loadGameWords, say, speak, startWords } from "../src/ui/words";

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
const asked = (asks: string, game = "imperial") =>
  summaryText({ game, summary: { asks, about: "Italy", round: 3 } }, say);

test("a table in play says nation, round and what is asked", () => {
  expect(asked("vote")).toBe("Round 3, Italy: voting");
  expect(asked("bid")).toBe("Auction: sealed bids for Italy");
});

test("every step of Imperial has its words, in both languages", async () => {
  for (const language of ["en", "de"] as const) {
    await speak(language);
    for (const mode of MODES) expect(asked(mode), mode).toMatch(language === "en" ? /Italy/ : /Italien/);
  }
  await speak("en");
});

test("where there is no summary, or no words for it, nothing is said", () => {
  expect(summaryText({ game: "imperial", summary: null }, say)).toBeNull();
  expect(asked("dance")).toBeNull();
  expect(asked("vote", "cambio")).toBeNull();
});
