import { render } from "@testing-library/react";
import { createElement, type ReactElement } from "react";
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import type { Faces } from "../src/play/face";
import { hasOptions, optionLabel, optionSentence, optionsOf, sentences } from "../src/play/options";
import { Rules } from "../src/play/Rules";
import { HouseRules } from "../src/site/HouseRules";
import { loadGameWords, say, startWords } from "../src/ui/words";
import type { GameTold, TableTold } from "../src/wire/calls";

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

test("a game that asks for nothing but seats has no options, and no rules to show", () => {
  const plain = (some: object) =>
    ({ ...game, houseRules: {}, schemas: { Options: { properties: some } } }) as unknown as GameTold;
  expect(hasOptions(game)).toBe(true);
  expect(hasOptions(plain({ seats: properties.seats }))).toBe(false);

  const faces = { how: async () => null } as unknown as Faces;
  const given = { faces, chosen: {}, onChoose: () => {}, onChange: () => {} };
  const drawn = (what: ReactElement) => render(what).container.innerHTML;
  const shown = (some: object) => drawn(createElement(HouseRules, { ...given, game: plain(some) }));
  expect(shown({ isFast: properties.isFast })).toContain("fieldset");
  expect(shown({ seats: properties.seats })).toBe("");
  const told = { options: {} } as unknown as TableTold;
  expect(drawn(createElement(Rules, { game: plain({}), told }))).toBe("");
});
