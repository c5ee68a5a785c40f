/** Imports go from a folder of `src` to those below it, never in a circle: the linter fails on one that does not. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";

const web = join(import.meta.dirname, "..");
const LAYERS = ["table", "ui", "play", "faces", "site"];
const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** What the linter says of these files, with the settings of this client. */
function lint(files: Record<string, string>): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), "layers-"));
  made.push(folder);
  copyFileSync(join(web, "biome.json"), join(folder, "biome.json"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const biome = join(web, "node_modules", ".bin", "biome");
  const { status, stdout, stderr } = spawnSync(biome, ["lint", "--max-diagnostics=200", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

const planted = (from: string, to: string) => `${from}/To${to}.ts`;

test("every import from a lower folder to a higher one is refused, and every other one is not", () => {
  const files: Record<string, string> = {};
  const refused: string[] = [];
  for (const [at, from] of LAYERS.entries()) {
    files[`src/${from}/thing.ts`] = `export const ${from} = 1;\n`;
    for (const [height, to] of LAYERS.entries()) {
      if (to === from) continue;
      files[`src/${planted(from, to)}`] =
        `import { ${to} } from "../${to}/thing";\n\nexport const its = ${to};\n`;
      if (height > at) refused.push(planted(from, to));
    }
  }

  const { status, output } = lint(files);

  const found = new Set(
    [...output.matchAll(/src\/(\S+?\.ts):\d+:\d+ lint\/style\/noRestrictedImports/g)].map(String),
  );
  expect(status).not.toBe(0);
  expect([...found].map((line) => /src\/(\S+?\.ts)/.exec(line)?.[1]).toSorted()).toEqual(refused.toSorted());
});

test("boards of the client and the one of packages import nothing of the page but their interface", () => {
  const files: Record<string, string> = {
    "src/play/board.ts": "export const board = 1;\n",
    "src/play/menu.ts": "export const menu = 1;\n",
    "src/table/api.ts": "export const api = 1;\n",
    "src/table/index.ts": "export const table = 1;\n",
  };
  const use = (name: string, path: string) =>
    `import { ${name} } from "${path}";\n\nexport const its = ${name};\n`;
  for (const face of ["decks", "imperial", "packaged"]) {
    files[`src/faces/${face}/allowed.ts`] = use("board", "../../play/board");
    files[`src/faces/${face}/turn/allowed.ts`] = use("board", "../../../play/board");
    files[`src/faces/${face}/menu.ts`] = use("menu", "../../play/menu");
    files[`src/faces/${face}/turn/api.ts`] = use("api", "../../../table/api");
    files[`src/faces/${face}/table.ts`] = use("table", "../../table");
  }

  const { output } = lint(files);

  const refused = [...output.matchAll(/src\/faces\/(\S+?)\.ts:\d+:\d+ lint\/style\/noRestrictedImports/g)];
  expect(refused.map((line) => line[1]).toSorted()).toEqual(
    ["decks", "imperial", "packaged"].flatMap((face) => [
      `${face}/menu`,
      `${face}/table`,
      `${face}/turn/api`,
    ]),
  );
});

test("a circle is refused, of types alone too", () => {
  const { status, output } = lint({
    "src/play/one.ts": 'import { two } from "./two";\n\nexport const one = (): number => two();\n',
    "src/play/two.ts": 'import { one } from "./one";\n\nexport const two = (): number => one();\n',
    "src/ui/three.ts": 'import type { Four } from "./four";\n\nexport type Three = Four | null;\n',
    "src/ui/four.ts": 'import type { Three } from "./three";\n\nexport type Four = { three: Three };\n',
  });

  expect(status).not.toBe(0);
  for (const name of ["play/one", "play/two", "ui/three", "ui/four"])
    expect(output).toMatch(new RegExp(`src/${name}\\.ts:\\d+:\\d+ lint/suspicious/noImportCycles`));
});

test("a face imports no other face, and not the list of faces", () => {
  const { status, output } = lint({
    "src/faces/index.ts": 'export const load = () => import("./cambio");\n',
    "src/faces/decks/index.ts": "export const decks = 1;\n",
    "src/faces/cambio/index.ts": 'import { load } from "..";\n\nexport const cambio = load;\n',
    "src/faces/cambio/log/lines.ts": 'import { decks } from "../../decks";\n\nexport const lines = decks;\n',
  });

  expect(status).not.toBe(0);
  for (const name of ["cambio/index", "cambio/log/lines"])
    expect(output).toMatch(new RegExp(`src/faces/${name}\\.ts:\\d+:\\d+ lint/style/noRestrictedImports`));
});
