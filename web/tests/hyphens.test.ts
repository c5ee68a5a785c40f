/** Where a word on a small piece is broken. */
import { expect, test } from "vitest";
import { fitted } from "../src/faces/generic/hyphens";

const shown = (text: string) => fitted(text).text.replaceAll("\u00ad", "-");

test.each([
  ["Mushroom", "Mush-room"],
  ["Lighthouse", "Lighthouse"],
  ["Light\u00adhouse", "Light-house"],
  ["Gardener", "Gar-dener"],
  ["Butterfly", "But-ter-fly"],
  ["Schmetterling", "Schmet-ter-ling"],
  ["Merchant", "Mer-chant"],
  ["Castle", "Castle"],
  ["King of Spades", "King of Spades"],
  ["Knights", "Knights"],
  ["12345678", "12345678"],
])("%s is broken as %s", (word, parts) => {
  expect(shown(word)).toBe(parts);
});

test("the longest part counts, with its hyphen", () => {
  expect(fitted("Mushroom").longest).toBe(5);
  expect(fitted("King of Spades").longest).toBe(6);
  expect(fitted("").longest).toBe(1);
});
