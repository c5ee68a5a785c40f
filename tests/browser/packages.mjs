// Packages by others for a site of the tests: Causeway from examples/, and faces that do not work.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const causeway = join(root, "examples", "causeway");

/** Modules of faces by the name of their game, which is Causeway by that name. */
const FACES = {
  throws: 'export default () => { throw new Error("torn"); };',
  later: `export default (root, facade) => {
    root.append(document.createElement("p"));
    let calls = 0;
    return facade.subscribe(() => { if (calls++ > 0) throw new Error("torn later"); });
  };`,
  unread: "export default ( => nothing;",
  blank: "export default () => {};",
  newer: "export default (root) => root.append(document.createElement('p'));",
  swapped: "export default (root) => root.append(document.createElement('p'));",
  rude: `const tries = {
    eval: () => eval("1"),
    function: () => new Function("return 1")(),
    html: (root) => { root.innerHTML = "<p>x</p>"; },
    script: (root) => { const one = document.createElement("script"); one.src = "/theme.js"; root.append(one); },
    handler: (root) => root.setAttribute("onclick", "1"),
    policy: () => trustedTypes.createPolicy("face", { createHTML: (text) => text }),
    module: () => import("https://elsewhere.example/face.js"),
    fetch: () => fetch("https://elsewhere.example/"),
    style: (root) => { root.setAttribute("style", "color: rgb(1, 2, 3)"); if (getComputedStyle(root).color !== "rgb(1, 2, 3)") throw 0; },
    page: (root, facade) => { facade.act = 1; },
    token: (root, facade) => { if (!/rondel|session/i.test(document.cookie)) throw 0; },
  };
  export default async (root, facade) => {
    for (const [name, attempt] of Object.entries(tries)) {
      const line = root.appendChild(document.createElement("p"));
      try { await attempt(root, facade); line.textContent = name + ": done"; }
      catch { line.textContent = name + ": refused"; }
    }
    root.append(document.createElement("hr"));
  };`,
};

/** A folder for the path of Python with all of them, and Causeway; builds the board of Causeway if nobody has. */
export function packages() {
  if (!existsSync(join(causeway, "src", "causeway", "face", "face.js")))
    execFileSync("npm", ["--prefix", join(root, "web"), "run", "examples"]);
  const folder = mkdtempSync(join(tmpdir(), "rondel-packages-"));
  const names = Object.keys(FACES);
  for (const name of names) {
    mkdirSync(join(folder, "torn", name), { recursive: true });
    writeFileSync(join(folder, "torn", name, "face.js"), FACES[name]);
  }
  writeFileSync(
    join(folder, "torn", "__init__.py"),
    [
      "from dataclasses import replace",
      "from pathlib import Path",
      "from causeway.game import CAUSEWAY",
      "from rondel.wire.faces import WebFace",
      ...names.map((name) => `${name}_game = replace(CAUSEWAY, name="${name}", title="${name}")`),
      ...names.map(
        (name) =>
          `${name}_face = WebFace(Path(__file__).parent / "${name}", facade=${name === "newer" ? 2 : 1})`,
      ),
    ].join("\n"),
  );
  const points = (group, target) => [
    `[rondel.${group}s]`,
    ...names.map((name) => `${name} = torn:${name}_${target}`),
  ];
  install(folder, "torn", [...points("game", "game"), ...points("face", "face")]);
  install(folder, "rondel_causeway", [
    "[rondel.games]",
    "causeway = causeway.game:CAUSEWAY",
    "[rondel.faces]",
    "causeway = causeway.board:FACE",
  ]);
  return [folder, join(causeway, "src")].join(":");
}

function install(folder, name, entryPoints) {
  const info = join(folder, `${name}-0.1.0.dist-info`);
  mkdirSync(info);
  writeFileSync(join(info, "METADATA"), `Metadata-Version: 2.1\nName: ${name}\nVersion: 0.1.0\n`);
  writeFileSync(join(info, "entry_points.txt"), `${entryPoints.join("\n")}\n`);
}
