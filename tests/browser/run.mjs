// Which files of browser tests run: for a commit some of them always and a few others, drawn by TEST_SEED or by the
// commit, as in tests/sample.py; all of them with EVERY_WAY=1 or `--all`, as in `just nightly`. Names given run alone.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isEvery, sample, seed } from "./draws.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const ALWAYS = ["access", "cambio", "decks", "imperial", "presses"]; // these play whole games, or every game a little
const DRAWN = 2;

const isAll = isEvery || process.argv.includes("--all");
const named = process.argv.slice(2).filter((name) => name !== "--all");

const every = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs"))
  .map((name) => name.replace(".test.mjs", ""));
const unknown = [...named, ...ALWAYS].filter((name) => !every.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(", ")} among: ${every.join(", ")}\n`);
  process.exit(2);
}
const others = every.filter((name) => !ALWAYS.includes(name));
const chosen = named.length > 0 ? named : isAll ? every : [...ALWAYS, ...sample(others, DRAWN)];

process.stdout.write(`${chosen.length} of ${every.length} files, drawn by TEST_SEED=${seed}: ${chosen.join(", ")}\n`);
const files = chosen.map((name) => join(folder, `${name}.test.mjs`));
const tests = spawn(process.execPath, ["--test", "--test-concurrency=2", ...files], {
  stdio: "inherit",
  env: { ...process.env, TEST_SEED: seed },
});
tests.on("exit", (code, signal) => process.exit(signal ? 1 : code));
