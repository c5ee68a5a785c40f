/** Every string is in the catalogues, and both languages say the same things. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogues as loadCatalogue } from "../src/catalogues";
import { LANGUAGES, loadGameWords, speak, startWords, type Translate, t } from "../src/ui/locales";
import { gaps } from "./setup";

const SOURCES = join(import.meta.dirname, "..", "src");

function flat(words: object, prefix = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "string") all.set(prefix + key, value);
    else for (const [inner, text] of flat(value as object, `${prefix}${key}.`)) all.set(inner, text);
  }
  return all;
}

const OTHERS = LANGUAGES.filter((language) => language !== "en");
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
const read = (file: string) => flat(JSON.parse(readFileSync(join(SOURCES, file), "utf8")));

/** Each catalogue in English beside one in another language. */
const catalogues = files
  .filter((file) => file.endsWith("locales/en.json") || /locales\/\w+\/en\.json$/.test(file))
  .flatMap((file) =>
    OTHERS.map((language) => ({
      name: /faces\/(\w+)\/locales|locales\/(\w+)\/en/.exec(file)?.slice(1).find(Boolean) ?? "shell",
      language,
      one: read(file),
      other: read(file.replace("en.json", `${language}.json`)),
    })),
  );
const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]).sort();

describe.each(catalogues)("the words of $name in $language", ({ one, other }) => {
  test("have the same keys", () => {
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

test("a sentence without its values has … in each gap, and its gap is named", async () => {
  await startWords(loadCatalogue);
  for (const name of new Set(catalogues.map((one) => one.name)))
    if (name !== "shell") await loadGameWords(name);
  let seen = 0;
  for (const { name, language, one, other } of catalogues)
    for (const [spoken, words] of [
      ["en", one],
      [language, other],
    ] as const) {
      await speak(spoken);
      for (const [key, text] of words) {
        const wanted = values(text).filter((value) => value !== "server");
        const drawn = t((name === "shell" ? key : `${name}:${key}`) as "action.cancel");
        expect(drawn, key).not.toMatch(/\{\{|\}\}|undefined|null|NaN/);
        expect(drawn.match(/…/g)?.length ?? 0, key).toBe((text.match(/…/g)?.length ?? 0) + wanted.length);
        expect(gaps.splice(0).length, key).toBe(wanted.length);
        seen += wanted.length;
      }
    }
  expect(seen).toBeGreaterThan(500);
});

test("every word that is asked for is there", () => {
  const known = new Set(
    catalogues.flatMap(({ name, one }) =>
      [...one.keys()].map((key) => (name === "shell" ? key : `${name}:${key}`)),
    ),
  );
  const has = (key: string) => known.has(key) || known.has(`${key}_one`);
  const written = files.filter((file) => /\.tsx?$/.test(file) && !/wire\//.test(file));
  const used = written.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), "utf8").matchAll(/\b(?:t|translate|words)\(\s*"([\w:.-]+)"/g)].map(
      (found) => ({ file, key: found[1] ?? "" }),
    ),
  );
  expect(used.length).toBeGreaterThan(150);
  expect(used.filter(({ key }) => !has(key))).toEqual([]);
});

test("no string for people stands in the pages themselves", () => {
  const pages = files.filter((file) => /\.tsx$/.test(file) && !/Catalogue/.test(file));
  const found = pages.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), "utf8").matchAll(/>\s*([A-Z][a-z]+ [a-z][^<>{}]*)</g)].map(
      (text) => `${file}: ${text[1]}`,
    ),
  );
  expect(found).toEqual([]);
});

test("a key that no catalogue has does not pass the type check", () => {
  const ask: Translate = () => "";
  const some = "level" as string;
  ask("action.cancel");
  ask("cambio:turn");
  ask(`level.${some}`);
  ask(`${some}:title`);
  ask(some);
  // @ts-expect-error: misspelt
  ask("action.cancl");
  // @ts-expect-error: of a game, misspelt
  ask("cambio:trun");
  // @ts-expect-error: of a part that is not there
  ask(`levle.${some}`);
  // @ts-expect-error: of a game's part that is not there
  ask(`cambio:strp.${some}`);
  expect(t("action.cancel")).not.toBe("");
});
