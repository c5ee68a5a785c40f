// A language whose every string is the English one with words that are 40 % longer. It is served in place of German, so
// that the page draws it as it draws any language: the client's own catalogues, and what packages say of themselves.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../../web/src/", import.meta.url));
/** What is no word: gaps, marks, addresses of links and pictures, code. */
const WORDS = /(\{\{.*?\}\}|\{.*?\}|<.*?>|\]\(.*?\)|`.*?`|\$t\(.*?\))|\p{L}{3,}/gu;

export function lengthen(text) {
  return text.replaceAll(WORDS, (word, mark) => mark ?? word + word.slice(0, Math.ceil(word.length * 0.4)));
}

function lengthenAll(words) {
  if (typeof words === "string") return lengthen(words);
  if (Array.isArray(words)) return words.map(lengthenAll);
  if (words === null || typeof words !== "object") return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, lengthenAll(value)]));
}

const keysOf = (words) =>
  typeof words === "object" ? Object.entries(words).flatMap(([key, value]) => [key, ...keysOf(value)]) : [];

/** The English catalogues, by their keys: a chunk of the built client does not say which it is. */
const ENGLISH = new Map(
  readdirSync(SOURCES, { recursive: true })
    .filter((file) => /(^|\/)locales\/(\w+\/)?en\.json$/.test(file))
    .map((file) => {
      const words = JSON.parse(readFileSync(join(SOURCES, file), "utf8"));
      return [JSON.stringify(keysOf(words).sort()), { file, words }];
    }),
);

export const catalogues = [...ENGLISH.values()].map(({ file }) => file);

/** Wherever something is said by language, it is said in this one. */
function speakIn(body) {
  if (Array.isArray(body)) return body.map(speakIn);
  if (body === null || typeof body !== "object") return body;
  const spoken = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, speakIn(value)]));
  return spoken.en === undefined ? spoken : { ...spoken, de: lengthenAll(spoken.en) };
}

/** From now on this page, whose language is German, speaks it; the catalogues that it loads come to be in the set. */
export async function speakPseudo(page) {
  const loaded = new Set();
  await page.route(/\/assets\/de-[^/]*\.js$/, async (route) => {
    const script = await (await route.fetch()).text();
    const { default: german } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
    const { file, words } = ENGLISH.get(JSON.stringify(keysOf(german).sort()));
    loaded.add(file);
    const body = `export default ${JSON.stringify(lengthenAll(words))}`;
    await route.fulfill({ body, contentType: "text/javascript" });
  });
  await page.route(/\/api\/games(\/|$)/, async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: speakIn(await answer.json()) });
  });
  return loaded;
}
