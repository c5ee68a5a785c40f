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
function lint(files: Record<string, string>): { status: number | null; said: string } {
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
  return { status, said: stdout + stderr };
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

  const { status, said } = lint(files);

  const found = new Set(
    [...said.matchAll(/src\/(\S+?\.ts):\d+:\d+ lint\/style\/noRestrictedImports/g)].map(String),
  );
  expect(status).not.toBe(0);
  expect([...found].map((line) => /src\/(\S+?\.ts)/.exec(line)?.[1]).toSorted()).toEqual(refused.toSorted());
});

test("a circle is refused, of types alone too", () => {
  const { status, said } = lint({
    "src/play/one.ts": 'import { two } from "./two";\n\nexport const one = (): number => two();\n',
    "src/play/two.ts": 'import { one } from "./one";\n\nexport const two = (): number => one();\n',
    "src/ui/three.ts": 'import type { Four } from "./four";\n\nexport type Three = Four | null;\n',
    "src/ui/four.ts": 'import type { Three } from "./three";\n\nexport type Four = { three: Three };\n',
  });

  expect(status).not.toBe(0);
  for (const name of ["play/one", "play/two", "ui/three", "ui/four"])
    expect(said).toMatch(new RegExp(`src/${name}\\.ts:\\d+:\\d+ lint/suspicious/noImportCycles`));
});

test("a face imports no other face, and not the list of faces", () => {
  const { status, said } = lint({
    "src/faces/index.ts": 'export const load = () => import("./cambio");\n',
    "src/faces/decks/index.ts": "export const decks = 1;\n",
    "src/faces/cambio/index.ts": 'import { load } from "..";\n\nexport const cambio = load;\n',
    "src/faces/cambio/words/en.ts": 'import { decks } from "../../decks";\n\nexport const en = decks;\n',
  });

  expect(status).not.toBe(0);
  for (const name of ["cambio/index", "cambio/words/en"])
    expect(said).toMatch(new RegExp(`src/faces/${name}\\.ts:\\d+:\\d+ lint/style/noRestrictedImports`));
});
