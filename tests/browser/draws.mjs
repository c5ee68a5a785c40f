// What is drawn for a commit: by TEST_SEED or by the commit itself, as in tests/sample.py. All of it if EVERY_WAY is set.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

function commit() {
  try {
    return execFileSync("git", ["-C", folder, "rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "no commit";
  }
}

export const seed = process.env.TEST_SEED || commit();
export const isEvery = Boolean(process.env.EVERY_WAY);

const lot = (name) => createHash("sha256").update(`${seed} ${name}`).digest("hex");

/** So many of these, drawn by the seed; all of them where everything is tried. */
export function sample(names, count) {
  if (isEvery) return names;
  return [...names].sort((one, other) => lot(one).localeCompare(lot(other))).slice(0, count);
}

/** Numbers below a count, the same in every run of this seed. */
export function draws(name) {
  let at = 0;
  return (count) => Number.parseInt(lot(`${name} ${at++}`).slice(0, 8), 16) % count;
}
