// What a visitor loads, in bytes as sent with gzip, held to the budgets of the design.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.WEB_OUT ?? join(here, "..", "..", "src", "rondel", "server", "web");
const assets = readdirSync(join(out, "assets")).filter((name) => !/\.(gz|br)$/.test(name));
const page = readFileSync(join(out, "index.html"), "utf8");
const size = (name) => gzipSync(readFileSync(join(out, "assets", name)), { level: 9 }).length;
const shell = assets.filter((name) => name.endsWith(".js") && page.includes(name));
const find = (pattern) => assets.filter((name) => pattern.test(name));
const source = (name) => readFileSync(join(out, "assets", name), "utf8");
const chunk = (mark) =>
  assets.filter((name) => name.endsWith(".js") && !shell.includes(name) && source(name).includes(mark));

const imported = (name) =>
  [...source(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, file]) => file);

/** These files and all that they import, but for what is `there` already. */
function whole(files, there = []) {
  const found = new Set();
  const waiting = [...files];
  while (waiting.length > 0) {
    const name = waiting.pop();
    if (found.has(name) || there.includes(name)) continue;
    found.add(name);
    if (name.endsWith(".js")) waiting.push(...imported(name));
  }
  return [...found];
}

const primitives = whole(find(/^shared-.*\.js$/), shell);
const table = whole(find(/^TablePage.*\.js$/), [...shell, ...primitives]);
const face = (files) => whole(files, [...shell, ...primitives, ...table]);

const budgets = [
  { what: "shell, React included", files: shell, most: 130 },
  {
    what: "shell, styles",
    files: assets.filter((name) => name.endsWith(".css") && page.includes(name)),
    most: 15,
  },
  { what: "dialog, tabs and what else pages share", files: primitives, most: 30 },
  { what: "table page, text view included", files: table, most: 25 },
  { what: "Cambio", files: face([...chunk('className:"cambio"'), ...chunk("className:`cambio`")]), most: 30 },
  {
    what: "Deck Planner",
    files: face([...chunk('className:"decks"'), ...chunk("className:`decks`")]),
    most: 30,
  },
  {
    what: "Imperial, with its words and styles",
    files: face([
      ...chunk("imperial:strip"),
      ...chunk('"spotText":{').slice(0, 1),
      ...find(/^imperial-.*\.css$/),
    ]),
    most: 60,
  },
  { what: "Imperial's map", files: [...chunk("data-area"), ...find(/^Map-.*\.css$/)], most: 60 },
  {
    what: "the board of every other game, with its words and styles",
    files: face([
      ...chunk("className:`generic`"),
      ...chunk('className:"generic"'),
      ...chunk('"pressNext":').slice(0, 1),
      ...find(/^generic-.*\.css$/),
    ]),
    most: 30,
  },
  { what: "fonts, latin", files: find(/latin-wght.*\.woff2$/), most: 110 },
];
let isOver = false;
for (const { what, files, most } of budgets) {
  const kilobytes = files.reduce((sum, name) => sum + size(name), 0) / 1024;
  const isTooMuch = kilobytes > most || files.length === 0;
  isOver ||= isTooMuch;
  console.log(
    `${isTooMuch ? "OVER" : "ok  "} ${kilobytes.toFixed(1).padStart(6)} of ${String(most).padStart(3)} KB  ${what}`,
  );
}
if (isOver) process.exit(1);
