/** Why something did not work, in words. */
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { refusalText } from "../src/ui/errors";
import { startWords, t } from "../src/ui/locales";

beforeAll(() => startWords(catalogues));

const halted = (more: { halted?: string; fault?: string }) =>
  refusalText({ code: "TABLE_HALTED", message: "The table stands still.", ...more }, t);

test("what stopped a table is said: to an author with the place, to others that it is our fault or that a game is missing", () => {
  expect(halted({ halted: "error" })).toContain("a server error");
  expect(halted({ halted: "error", fault: "game.py:12: KeyError: 'x'" })).toBe(
    "The game crashed: game.py:12: KeyError: 'x'. Fix it and save; the table then continues.",
  );
  expect(halted({ halted: "missing" })).toContain("is not installed or cannot be loaded");
});
