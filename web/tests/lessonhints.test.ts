/** A sentence that leads is over when the part of the next one is on the board, and comes back when that is gone. */
import { expect, test } from "vitest";
import { hintAt } from "../src/play/lesson/hints";

const hint = (at: string, leads = false) => ({ at, say: {}, leads });
const HINTS = [
  hint("strip"),
  hint("tab", true),
  hint("row"),
  hint("spot", true),
  hint("forecast"),
  hint("send"),
];
const seen =
  (...parts: string[]) =>
  (part: string) =>
    parts.includes(part);

test("a sentence that does not lead stays until it is read", () => {
  expect(hintAt(HINTS, 0, seen("strip", "tab", "row", "spot"))).toBe(0);
});

test("one that leads is said while the next part is missing, and left out where it is there", () => {
  expect(hintAt(HINTS, 1, seen("strip", "tab"))).toBe(1);
  expect(hintAt(HINTS, 1, seen("strip", "tab", "row"))).toBe(2);
});

test("what was chosen is unchosen: the sentence that led there comes again", () => {
  expect(hintAt(HINTS, 5, seen("strip", "tab", "spot"))).toBe(3);
  expect(hintAt(HINTS, 4, seen("strip", "tab", "spot", "forecast"))).toBe(4);
});

test("what leads may be gone once it is done: a tab that is open is no tab to open", () => {
  expect(hintAt(HINTS, 1, seen("strip", "row", "spot"))).toBe(2);
  expect(
    hintAt([hint("tab", true), hint("row"), hint("turn", true), hint("spot")], 2, seen("tab", "spot")),
  ).toBe(3);
});

test("nobody is led back past a sentence that was read before those that lead here", () => {
  expect(hintAt(HINTS, 4, seen("strip", "tab"))).toBe(4);
  expect(hintAt(HINTS, 2, seen("strip", "tab"))).toBe(1);
});

test("where nothing that leads is in sight it waits", () => {
  expect(hintAt(HINTS, 4, seen("strip"))).toBe(4);
  expect(hintAt([], 0, seen())).toBe(0);
  expect(hintAt([hint("move")], 0, seen())).toBe(0);
});
