// Some registries do not carry the builds for other systems, and `npm install` then leaves them out of the lock
// file, though the packages name them; `npm ci` refuses such a file. This names them again, by version, with the
// system that their own name tells, so that `npm ci` installs the same on every system that has them.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const lock = JSON.parse(readFileSync(file, "utf8"));
const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "win32",
  "aix",
  "sunos",
];
const processors = [
  "arm64",
  "x64",
  "arm",
  "ia32",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];

for (const [path, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] !== undefined || lock.packages[`${path}/${place}`] !== undefined) continue;
    const words = name.split("/").pop().split("-");
    const system = systems.filter((each) => words.includes(each));
    const processor = processors.filter((each) => words.includes(each));
    lock.packages[place] = {
      version: version.replace(/^[^\d]*/, ""),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(processor.length ? { cpu: processor } : {}),
      ...(system.length ? { os: system } : {}),
    };
  }
}
const sorted = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)),
);
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
