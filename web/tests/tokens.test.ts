/** Text can be read on what it stands on, in both themes: WCAG AA. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "..", "src", "ui", "tokens.css"), "utf8");
const [, light = "", dark = ""] = css.split(/:root(?:\[data-theme="dark"\])? \{/);
const read = (text: string) =>
  new Map(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})\b/g)].map((found) => [found[1] ?? "", found[2] ?? ""]),
  );
const themes = { light: read(light), dark: new Map([...read(light), ...read(dark)]) };

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const PAIRS = [
  ["ink", "paper"],
  ["ink", "surface"],
  ["ink", "surface-2"],
  ["ink-2", "paper"],
  ["ink-2", "surface"],
  ["ink-2", "surface-2"],
  ["ink-3", "surface"],
  ["accent", "surface"],
  ["on-accent", "accent"],
  ["turn", "turn-2"],
  ["turn-ink", "turn-2"],
  ["bad", "surface"],
  ["bad-ink", "bad-2"],
  ["info-ink", "info-2"],
  ["good", "accent-2"],
  ["on-felt", "felt"],
  ["on-felt", "felt-2"],
] as const;

describe.each(Object.entries(themes))("%s", (_, colours) => {
  test.each(PAIRS)("%s on %s", (text, ground) => {
    expect(contrast(colours.get(text) ?? "#000000", colours.get(ground) ?? "#000000")).toBeGreaterThanOrEqual(
      4.5,
    );
  });
});
