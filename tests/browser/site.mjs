// A whole site for the tests: `rondel serve` on a database of its own, which serves the built client itself.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const postgres = process.env.TEST_POSTGRES ?? "postgresql://127.0.0.1";
const LIMITS = {
  RONDEL_GUEST_RATE: "1000/60s",
  RONDEL_REQUEST_RATE: "5000/10s", // guests without a page look again and again, the faster the machine, the more often
  RONDELTEST_CONSTANTS: JSON.stringify({
    move_rate: "1000/10s",
    chat_rate: "5000/10s",
    code_rate: "1000/60s",
    undo_wait_ms: 0,
  }),
};

async function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** The games of examples/ that a site may have beside its own. */
const EXAMPLES = { bramble: "bramble.game:BRAMBLE", liars_dice: "liars_dice.game:LIARS_DICE" };

/** A folder that makes Python find the games of examples/ as if they were installed. */
function examplesFolder() {
  const folder = mkdtempSync(join(tmpdir(), "rondel-examples-"));
  const about = join(folder, "rondel_examples-0.dist-info");
  mkdirSync(about);
  writeFileSync(join(about, "METADATA"), "Metadata-Version: 2.1\nName: rondel-examples\nVersion: 0\n");
  const lines = Object.entries(EXAMPLES).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(about, "entry_points.txt"), ["[rondel.games]", ...lines, ""].join("\n"));
  const sources = Object.keys(EXAMPLES).map((name) => join(root, "examples", name, "src"));
  return { folder, path: [folder, ...sources].join(":") };
}

/**
 * Start everything; `kill` ends the server without a word, `start` starts it again, `stop` ends it all.
 * With `hasRedis` it may have a second node: `another`. With `hasMail` it sends mails to RONDEL_SMTP_URL. `settings` are
 * variables of its own. Passkeys need the `host` localhost: a number is no name.
 */
export async function site({
  hasExamples = false,
  hasRedis = false,
  hasMail = false,
  host = "127.0.0.1",
  settings = {},
} = {}) {
  const name = `rondel_browser_${randomBytes(4).toString("hex")}`;
  execFileSync("createdb", ["--maintenance-db", `${postgres}/postgres`, name]);
  const port = await freePort();
  const base = `http://${host}:${port}`;
  const wire = await wireTo(port);
  const examples = hasExamples ? examplesFolder() : null;
  const redis = hasRedis ? await ownRedis() : null;
  const path = {
    ...(examples ? { PYTHONPATH: examples.path } : {}),
    ...(redis ? { RONDEL_REDIS_URL: redis.url } : {}),
  };
  const env = {
    ...process.env,
    ...LIMITS,
    ...path,
    ...settings,
    RONDEL_PUBLIC_URL: base,
    RONDEL_ORIGINS: `${base},${wire.base}`,
  };
  let server = null;
  const [program, ...first] = (process.env.TEST_RONDEL ?? "uv run python -m tests.rondel_with_constants").split(" ");
  const start = async () => {
    server = spawn(
      program,
      [
        ...first,
        "serve",
        hasMail || hasRedis ? "--migrate" : "--dev",
        "--database",
        `${postgres}/${name}`,
        "--port",
        String(port),
      ],
      { cwd: process.env.TEST_ROOT ?? root, stdio: "ignore", detached: true, env },
    );
    await answering(`${base}/readyz`);
  };
  const kill = () => {
    try {
      process.kill(-server.pid, "SIGKILL");
    } catch {
      // it is gone
    }
  };
  const stop = async () => {
    kill();
    redis?.stop();
    wire.stop();
    if (examples) rmSync(examples.folder, { recursive: true, force: true });
    await new Promise((done) => setTimeout(done, 300));
    execFileSync("dropdb", ["--force", "--maintenance-db", `${postgres}/postgres`, name]);
  };
  try {
    await start();
  } catch (error) {
    await stop(); // or the tests would wait for it without end
    throw error;
  }
  return {
    base,
    wire,
    kill,
    start,
    another: () => anotherNode({ program, first, env, database: `${postgres}/${name}` }),
    /** Run a command of rondel on this database. */
    run: (...words) =>
      execFileSync(program, [...first, ...words, "--database", `${postgres}/${name}`], {
        cwd: process.env.TEST_ROOT ?? root,
        env,
      }).toString(),
    /** Run SQL behind the server's back. */
    sql: (text) =>
      execFileSync("psql", ["-tAq", "-v", "ON_ERROR_STOP=1", "-c", text, `${postgres}/${name}`])
        .toString()
        .trim(),
    stop,
  };
}

/** A Redis that holds nothing when it is gone. */
async function ownRedis() {
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server = spawn("redis-server", options, { stdio: "ignore", cwd: tmpdir() });
  return { url: `redis://127.0.0.1:${port}/0`, stop: () => server.kill("SIGKILL") };
}

/** A second node of the same cell, at an address of its own. */
async function anotherNode({ program, first, env, database }) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = spawn(program, [...first, "serve", "--database", database, "--port", String(port)], {
    cwd: process.env.TEST_ROOT ?? root,
    stdio: "ignore",
    detached: true,
    env: { ...env, RONDEL_ORIGINS: base },
  });
  await answering(`${base}/readyz`);
  return {
    base,
    stop: async () => {
      try {
        process.kill(-server.pid, "SIGKILL");
      } catch {
        // it is gone
      }
    },
  };
}

async function answering(url) {
  for (const end = Date.now() + 180_000; Date.now() < end; ) {
    const isUp = await fetch(url)
      .then((answer) => answer.ok)
      .catch(() => false);
    if (isUp) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`${url} does not answer`);
}

/** A wire to the site that can be cut, or hold back what comes from either end. */
async function wireTo(port) {
  const pairs = new Set();
  const held = { up: false, down: false };
  const hold = () => {
    for (const { near, far } of pairs) {
      near[held.up ? "pause" : "resume"]();
      far[held.down ? "pause" : "resume"]();
    }
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const pair = { near, far };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near
      .on("data", (bytes) => far.write(bytes))
      .on("error", end)
      .on("close", end);
    far
      .on("data", (bytes) => near.write(bytes))
      .on("error", end)
      .on("close", end);
    far.on("connect", hold);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    /** Every connection is gone, at once. */
    cut() {
      for (const { near, far } of [...pairs]) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    /** What is sent up, or comes down, waits until it is let go. */
    hold({ up = false, down = false } = {}) {
      Object.assign(held, { up, down });
      hold();
    },
    stop() {
      server.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}
