import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { createElement, type ReactElement } from "react";
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import type { Faces } from "../src/play/face";
import { hasOptions, optionLabel, optionSentence, optionsOf, sentences } from "../src/play/options";
import { Rules } from "../src/play/Rules";
import { HouseRules } from "../src/site/HouseRules";
import { startWords, t } from "../src/ui/locales";
import type { GameResponse, TableResponse } from "../src/wire/calls";

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
  options: { $ref: "#/$defs/Options", $defs: { Options: { properties, required: ["seats"] } } },
} as unknown as GameResponse;

beforeAll(async () => {
  await startWords(catalogues);
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
  expect(optionLabel({}, "turnMs")).toBe("Turn");
  expect(turn && optionSentence({}, turn, 30_000, t)).toBe("Turn: 30 seconds.");
});

test("what was chosen comes first, the rest is standard", () => {
  const { own, standard } = sentences(game, { colour: "blue", seats: 4 }, {}, t);
  expect(own).toEqual(["Colour: Blue."]);
  expect(standard).toEqual(["Is fast: yes.", "Limit: none.", "Turn: 30 seconds."]);
});

test("a game with words says it in sentences", () => {
  const words = {
    colour: { label: "Your colour", red: "Red goes first." },
    turnMs: { label: "Time", "0": "No clock.", say: "{value} each." },
    limit: { label: "Limit", null: "No limit." },
  };
  const { own, standard } = sentences(game, { turnMs: 0, isFast: false, limit: 3 }, words, t);
  expect(own).toEqual(["Is fast: no.", "Limit: 3.", "No clock."]);
  expect(standard).toEqual(["Red goes first."]);
  expect(sentences(game, {}, words, t).standard).toContain("30 seconds each.");
  expect(optionLabel(words, "colour")).toBe("Your colour");
});

test("a game that asks for nothing but seats has no options, and no rules to show", () => {
  const plain = (some: object) =>
    ({
      ...game,
      houseRules: {},
      about: {},
      options: { properties: some },
    }) as unknown as GameResponse;
  expect(hasOptions(game)).toBe(true);
  expect(hasOptions(plain({ seats: properties.seats }))).toBe(false);

  const faces = { pictures: async () => null } as unknown as Faces;
  const props = { faces, chosen: {}, onChoose: () => {}, onChange: () => {} };
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const about = { en: { houseRules: { long_night: { name: "A long night", text: "Slow." } } } };
  client.setQueryData(["about", "dusk"], { about });
  const drawn = (what: ReactElement) =>
    render(createElement(QueryClientProvider, { client }, what)).container.innerHTML;
  const shown = (some: object) => drawn(createElement(HouseRules, { ...props, game: plain(some) }));
  expect(shown({ isFast: properties.isFast })).toContain("fieldset");
  expect(shown({ seats: properties.seats })).toBe("");
  const dice = { ...plain({ isFast: properties.isFast }), houseRules: { long_night: { isFast: true } } };
  expect(drawn(createElement(HouseRules, { ...props, game: dice as GameResponse }))).toContain("Long night");
  const dusk = { ...dice, name: "dusk" };
  const named = drawn(createElement(HouseRules, { ...props, game: dusk, chosen: { isFast: true } }));
  expect(named).toContain("A long night");
  expect(named).toContain("Slow.");
  const summary = { options: {} } as unknown as TableResponse;
  expect(drawn(createElement(Rules, { game: plain({}), summary }))).toBe("");
});
