import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const server = process.env.WEB_SERVER ?? "http://127.0.0.1:8000";

/** A name for what is built, the same wherever it is built from the same sources. */
function build(): string {
  const hash = createHash("sha256");
  const sources = readdirSync(join(here, "src"), { recursive: true, withFileTypes: true });
  const files = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...files.sort(), join(here, "package-lock.json")]) hash.update(readFileSync(file));
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
    plugins: [react(), version(id), packed()],
    define: { __BUILD__: JSON.stringify(id) },
    build: {
      outDir: process.env.WEB_OUT ?? join(here, "..", "src", "rondel", "server", "web"),
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
    },
    server: {
      host: "127.0.0.1",
      proxy: {
        "/api": { target: server, changeOrigin: false },
        "/ws": { target: server, ws: true, changeOrigin: false },
      },
    },
    test: {
      environment: "happy-dom",
      setupFiles: ["./tests/setup.ts"],
      include: ["tests/**/*.test.{ts,tsx}"],
      globals: false,
      restoreMocks: true,
    },
  };
});
