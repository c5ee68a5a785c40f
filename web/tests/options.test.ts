import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/faces/catalogues";
import { optionLabel, optionSentence, optionsOf, sentences } from "../src/play/options";
import { loadGameWords, say, startWords } from "../src/ui/words";
import type { GameTold } from "../src/wire/calls";

const properties = {
  seats: { type: "integer", minimum: 2, maximum: 6 },
  isFast: { type: "boolean", default: true },
  colour: { enum: ["red", "blue"], default: "red" },
  limit: { anyOf: [{ type: "integer", minimum: 0, maximum: 40 }, { type: "null" }], default: null },
  turnMs: { type: "integer", minimum: 0, maximum: 60_000, default: 30_000 },
};
const game = {
  name: "unheard-of",
  title: "Unheard of",
  schemas: { Options: { $ref: "#/$defs/Options", $defs: { Options: { properties, required: ["seats"] } } } },
} as unknown as GameTold;

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("cambio");
});

test("any game's options are read from its schema", () => {
  expect(optionsOf(game).map(({ name, kind, standard }) => [name, kind.is, standard])).toEqual([
    ["seats", "number", 2],
    ["isFast", "switch", true],
    ["colour", "choice", "red"],
    ["limit", "number", null],
    ["turnMs", "number", 30_000],
  ]);
});

test("a game without words has plain ones", () => {
  const turn = optionsOf(game).find((option) => option.name === "turnMs");
  expect(optionLabel("unheard-of", "turnMs", say)).toBe("Turn");
  expect(turn && optionSentence("unheard-of", turn, 30_000, say)).toBe("Turn: 30 seconds.");
});

test("what was chosen comes first, the rest is as in the book", () => {
  const { own, standard } = sentences(game, { colour: "blue", seats: 4 }, say);
  expect(own).toEqual(["Colour: Blue."]);
  expect(standard).toEqual(["Is fast: yes.", "Limit: none.", "Turn: 30 seconds."]);
});

test("a game with words says it in sentences", () => {
  const option = {
    name: "kingPower",
    kind: { is: "choice" as const, of: [] },
    standard: "look_random",
    isRequired: false,
  };
  expect(optionSentence("cambio", option, "look_choose", say)).toBe(
    "A King shows you one of your cards, of your choice.",
  );
});
