/** A style belongs to a part of the page: those of a game reach nothing outside its board. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "..", "src");

/** Every file of styles in a folder and below it. */
function sheets(folder: string): string[] {
  const found = readdirSync(join(src, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.name.endsWith(".css"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The selectors of the rules that stand in no other rule; a layer or a condition around them is none. */
function outermost(css: string): string[] {
  const around: string[] = [];
  const found: string[] = [];
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  for (const [, before = "", sign] of text.matchAll(/([^{};]*)([{};])/g)) {
    if (sign === "}") around.pop();
    if (sign !== "{") continue;
    const head = before.trim();
    if (!head.startsWith("@") && around.every((one) => /^@(layer|media|container)/.test(one)))
      found.push(head);
    around.push(head);
  }
  return found;
}

test("finds what stands in no other rule", () => {
  const css =
    "@layer pages { .one { a { b: c; } } @media (x) { .two, b { c: d; } } @keyframes k { from { c: d; } } }";
  expect(outermost(css)).toEqual([".one", ".two, b"]);
});

test.each([
  ["play", /^\.play$/],
  ["site", /^\.shell$/],
  ["faces/cambio", /^\.cambio$/],
  ["faces/decks", /^\.decks$/],
  ["faces/generic", /^\.generic$/],
  // what stands on the map, and the marks of nations, which the log shows too, have names of their own
  ["faces/imperial", /^\.imperial$|^(:root\S* |\[data-zoom\S* )?\.(m-|nat\b|em\b|zoom\b)/],
])("the styles of %s are nested in it", (folder, allowed) => {
  const found = sheets(folder).flatMap((sheet) =>
    outermost(readFileSync(sheet, "utf8"))
      .filter((selector) => !allowed.test(selector))
      .map((selector) => `${basename(sheet)}: ${selector}`),
  );
  expect(found).toEqual([]);
});
