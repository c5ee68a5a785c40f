/** Units travel on the map: those that a maneuver has just moved, each its own way, and none that stayed. */
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { marchesIn, useMarches } from "../src/faces/imperial/marches";
import type { TableState } from "../src/table";
import type { Event } from "../src/wire/imperial";

const executed = (version: number): Event => ({
  type: "MANEUVER_EXECUTED",
  version,
  at: 0,
  payload: {
    country: "Italy",
    fleetMan: [["Naples", "Ionian Sea", ""]],
    armyMan: [
      ["Rome", "Rome", ""],
      ["Rome", "Tunis", "peace"],
    ],
    fleets: [],
    armies: [],
    losses: [],
    factoriesDestroyed: [],
    chips: [],
  },
});

test("what stayed does not travel", () => {
  expect(marchesIn([executed(2)])).toEqual([
    { country: "Italy", type: "fleet", from: "Naples", to: "Ionian Sea" },
    { country: "Italy", type: "army", from: "Rome", to: "Tunis" },
  ]);
});

const at = (version: number, more: Partial<TableState> = {}) =>
  ({ version, fresh: [executed(version)], isPast: false, ...more }) as unknown as TableState;

test("only what is seen to happen travels: not what had happened before, and not in the past", () => {
  Element.prototype.animate ??= () => ({}) as Animation;
  const { result, rerender } = renderHook(useMarches, { initialProps: at(7) });
  expect(result.current).toEqual([]);
  rerender(at(8));
  expect(result.current).toHaveLength(2);
  rerender(at(9, { isPast: true }));
  expect(result.current).toEqual([]);
});
