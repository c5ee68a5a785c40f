/** Every string is in the catalogues, and both languages say the same things. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import cambioDe from "../src/faces/cambio/words/de";
import cambioEn from "../src/faces/cambio/words/en";
import decksDe from "../src/faces/decks/words/de";
import decksEn from "../src/faces/decks/words/en";
import genericDe from "../src/faces/generic/words/de";
import genericEn from "../src/faces/generic/words/en";
import imperialDe from "../src/faces/imperial/words/de";
import imperialEn from "../src/faces/imperial/words/en";
import adminDe from "../src/ui/words/admin/de";
import adminEn from "../src/ui/words/admin/en";
import de from "../src/ui/words/de";
import en from "../src/ui/words/en";
import fairDe from "../src/ui/words/fair/de";
import fairEn from "../src/ui/words/fair/en";
import hostDe from "../src/ui/words/host/de";
import hostEn from "../src/ui/words/host/en";
import learnDe from "../src/ui/words/learn/de";
import learnEn from "../src/ui/words/learn/en";
import peopleDe from "../src/ui/words/people/de";
import peopleEn from "../src/ui/words/people/en";
import serverDe from "../src/ui/words/server/de";
import serverEn from "../src/ui/words/server/en";

const SOURCES = join(import.meta.dirname, "..", "src");

function flat(words: object, prefix = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "string") all.set(prefix + key, value);
    else for (const [inner, text] of flat(value as object, `${prefix}${key}.`)) all.set(inner, text);
  }
  return all;
}

const catalogues = [
  { name: "shell", one: flat(en), other: flat(de) },
  { name: "cambio", one: flat(cambioEn), other: flat(cambioDe) },
  { name: "imperial", one: flat(imperialEn), other: flat(imperialDe) },
  { name: "decks", one: flat(decksEn), other: flat(decksDe) },
  { name: "generic", one: flat(genericEn), other: flat(genericDe) },
  { name: "people", one: flat(peopleEn), other: flat(peopleDe) },
  { name: "admin", one: flat(adminEn), other: flat(adminDe) },
  { name: "fair", one: flat(fairEn), other: flat(fairDe) },
  { name: "host", one: flat(hostEn), other: flat(hostDe) },
  { name: "server", one: flat(serverEn), other: flat(serverDe) },
  { name: "learn", one: flat(learnEn), other: flat(learnDe) },
];
const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]).sort();

describe.each(catalogues)("the words of $name", ({ one, other }) => {
  test("are the same in both languages", () => {
    expect([...other.keys()].sort()).toEqual([...one.keys()].sort());
  });

  test("name the same values", () => {
    for (const [key, text] of one)
      expect(new Set(values(other.get(key) ?? "")), key).toEqual(new Set(values(text)));
  });

  test("are not left in English", () => {
    const same = [...one].filter(
      ([key, text]) =>
        other.get(key) === text && /[a-z]{4,}.* .*[a-z]{4,}/.test(text.replaceAll(/\{\{\w+\}\}/g, "")),
    );
    expect(same).toEqual([]);
  });
});

test("every word that is asked for is there", () => {
  const known = new Set(
    catalogues.flatMap(({ name, one }) =>
      [...one.keys()].map((key) => (name === "shell" ? key : `${name}:${key}`)),
    ),
  );
  const has = (key: string) => known.has(key) || known.has(`${key}_one`);
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/words\/|wire\//.test(file),
  );
  const asked = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), "utf8").matchAll(/\b(?:say|words)\(\s*"([\w:.-]+)"/g)].map(
      (found) => ({ file, key: found[1] ?? "" }),
    ),
  );
  expect(asked.length).toBeGreaterThan(150);
  expect(asked.filter(({ key }) => !has(key))).toEqual([]);
});

test("no string for people stands in the pages themselves", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx$/.test(file) && !/Catalogue/.test(file),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), "utf8").matchAll(/>\s*([A-Z][a-z]+ [a-z][^<>{}]*)</g)].map(
      (text) => `${file}: ${text[1]}`,
    ),
  );
  expect(found).toEqual([]);
});
