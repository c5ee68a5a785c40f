import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const board = join(here, "..", "docs", "rulebooks", "imperial_board.json"); // the one file that web/src imports from elsewhere
const server = process.env.WEB_SERVER ?? "http://127.0.0.1:8000";

/** A name for what is built, the same wherever it is built from the same sources. */
function build(): string {
  const hash = createHash("sha256");
  const sources = readdirSync(join(here, "src"), { recursive: true, withFileTypes: true });
  const files = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...files.sort(), board, join(here, "package-lock.json")])
    hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

/** version.json beside the page: a client that has run for days learns from it that there is a newer one. */
function version(id: string): Plugin {
  return {
    name: "rondel-version",
    apply: "build",
    generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: "version.json",
        source: `${JSON.stringify({ build: id })}\n`,
      });
    },
  };
}

const source = (path: string) => join(here, "src", path);

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** Everything that a file imports, and what that imports, but for what is fetched later. */
function reached(from: string, modules: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Few files, each of which costs a round trip: what every page needs, what several share, what every table needs. */
function groups() {
  let [shell, table]: Set<string>[] = [];
  const isIn = (which: (id: string) => boolean) => (id: string, modules: Modules) => {
    shell ??= reached(source("main.tsx"), modules);
    table ??= reached(source("site/TablePage.tsx"), modules);
    return which(id);
  };
  const isPlay = (id: string) => id.startsWith(source("play/"));
  const isPlayed = (id: string) => isPlay(id) || id.startsWith(source("site/"));
  /** What few players open. */
  const isLate = (id: string) => id.startsWith(source("play/fair/"));
  const named = (name: string, priority: number, which: (id: string) => boolean) => {
    const isMember = isIn(which);
    return {
      name: (id: string, modules: Modules) => (isMember(id, modules) ? name : null),
      debugName: name,
      priority,
    };
  };
  return [
    named("shell", 3, (id) => shell?.has(id) === true),
    named("shared", 2, (id) => table?.has(id) === true && !isPlayed(id)),
    named("TablePage", 1, (id) => table?.has(id) === true || (isPlay(id) && !isLate(id))),
  ];
}

/** preload.json: which files a table needs, and its game's face and words, so that the server's page can name them. */
function preload(): Plugin {
  return {
    name: "rondel-preload",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const holding = (id: string) =>
        chunks.filter((chunk) => chunk.moduleIds.includes(id) || chunk.facadeModuleId === id);
      const files = (ids: string[]) => {
        const names = new Set<string>();
        const waiting = ids.flatMap((id) => holding(id).map((chunk) => chunk.fileName));
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
          const chunk = bundle[name];
          if (names.has(name) || chunk?.type !== "chunk" || chunk.moduleIds.includes(source("main.tsx")))
            continue;
          names.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) names.add(style);
          waiting.push(...chunk.imports);
        }
        return [...names].map((name) => `/${name}`);
      };
      const shell = new Set(files([source("site/App.tsx")]));
      const table = files([source("site/TablePage.tsx")]).filter((name) => !shell.has(name));
      const faceOf = (game: string, language: string) =>
        files([source(`faces/${game}/index.tsx`), source(`faces/${game}/locales/${language}.ts`)]).filter(
          (name) => !shell.has(name) && !table.includes(name),
        );
      const games = readdirSync(source("faces"), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      );
      const faces = Object.fromEntries(
        games.map(({ name }) => [name, { en: faceOf(name, "en"), de: faceOf(name, "de") }]),
      );
      this.emitFile({
        type: "asset",
        fileName: "preload.json",
        source: `${JSON.stringify({ table, faces })}\n`,
      });
    },
  };
}

/** Beside each text file the same, packed: whoever serves it need not pack it for each visitor. */
function packed(): Plugin {
  let out = "";
  return {
    name: "rondel-packed",
    apply: "build",
    configResolved(config) {
      out = config.build.outDir;
    },
    closeBundle() {
      const files = readdirSync(out, { recursive: true, withFileTypes: true });
      for (const file of files.filter((entry) => /\.(js|css|html|svg|json|webmanifest)$/.test(entry.name))) {
        const path = join(file.parentPath, file.name);
        const content = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(content));
      }
    },
  };
}

export default defineConfig(() => {
  const id = build();
  return {
    plugins: [react(), version(id), preload(), packed()],
    define: { __BUILD__: JSON.stringify(id) },
    json: { namedExports: false }, // a catalogue is read whole
    build: {
      outDir: process.env.WEB_OUT ?? join(here, "..", "src", "rondel", "server", "web"),
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      rolldownOptions: { output: { codeSplitting: { groups: groups() } } },
    },
    server: {
      host: "127.0.0.1",
      fs: { allow: [here, board] },
      proxy: {
        "/api": { target: server, changeOrigin: false },
        "/faces": { target: server, changeOrigin: false },
        "/ws": { target: server, ws: true, changeOrigin: false },
      },
    },
    test: {
      environment: "happy-dom",
      setupFiles: ["./tests/setup.ts"],
      include: ["tests/**/*.test.{ts,tsx}"],
      globals: false,
      isolate: false, // tests/setup.ts takes away what a file leaves: a process for each file costs four times as much
      restoreMocks: true,
      testTimeout: 60_000, // a busy machine is slow
    },
  };
});
