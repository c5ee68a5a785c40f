/** Why something did not work, in words. */
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { refusalText } from "../src/ui/errors";
import { say, startWords } from "../src/ui/words";

beforeAll(() => startWords(catalogues));

const halted = (because: string) => refusalText("TABLE_HALTED", because, say);

test("what stopped a table is said: to an author with the place, to others that it is our fault or that a game is missing", () => {
  expect(halted("This table has been stopped because of a fault of ours.")).toContain("a fault of ours");
  expect(halted("The game failed: game.py:12: KeyError: 'x'")).toBe(
    "The game failed: game.py:12: KeyError: 'x'. Correct it and save: the table goes on then.",
  );
  expect(halted("This table stands still because its game is not installed here, or so.")).toContain(
    "is not installed here, or cannot be loaded",
  );
});
