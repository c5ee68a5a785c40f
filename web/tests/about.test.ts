/** What a game says about itself, in the language that is read here. */
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { endingText, scoreText, sizeText, titleNamed, titleOf } from "../src/play/about";
import { queries } from "../src/table/session";
import { speak, startWords, t } from "../src/ui/locales";
import { useSettings } from "../src/ui/settings";
import type { GameResponse } from "../src/wire/calls";

const DICE = {
  name: "dice",
  title: "Dice",
  minSeats: 2,
  maxSeats: 6,
  about: {
    en: {
      duration: "about 15 min",
      endings: { last: "One had dice left." },
      unit: { one: "die", other: "dice" },
    },
    de: { title: "Würfel", endings: { last: "Eine Person hatte Würfel." }, unit: { other: "Würfel" } },
  },
} as unknown as GameResponse;
const PLAIN = { ...DICE, name: "plain", title: "Plain", minSeats: 1, maxSeats: 1, about: {} } as GameResponse;

beforeAll(async () => {
  await startWords(catalogues);
  queries.setQueryData(["games"], [DICE, PLAIN]);
});

async function read(language: string): Promise<void> {
  useSettings.setState({ language });
  await speak(language);
}

test("in English", async () => {
  await read("en");
  expect([titleOf(DICE), sizeText(DICE, t)]).toEqual(["Dice", "2–6 players, about 15 min"]);
  expect([scoreText("dice", 1, t), scoreText("dice", 2, t)]).toEqual(["1 die", "2 dice"]);
  expect(endingText("dice", "last", t)).toBe("One had dice left.");
});

test("in another language, with its own title and unit", async () => {
  await read("de");
  expect(titleNamed("dice")).toBe("Würfel");
  expect([scoreText("dice", 1, t), scoreText("dice", 2, t)]).toEqual(["1 Würfel", "2 Würfel"]);
  expect(endingText("dice", "last", t)).toBe("Eine Person hatte Würfel.");
});

test("a game that says nothing, or that is not here, has what every game has", async () => {
  await read("en");
  expect([titleOf(PLAIN), sizeText(PLAIN, t), titleNamed("river_kings")]).toEqual([
    "Plain",
    "1 player",
    "River kings",
  ]);
  expect(scoreText("plain", 3, t)).toBe("score 3");
  expect(endingText("plain", "last", t, "completed")).toBe("Finished");
  expect(endingText("gone", null, t, "abandoned")).toBe("Abandoned");
});
