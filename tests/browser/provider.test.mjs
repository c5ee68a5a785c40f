// Signing in at a provider of OpenID Connect: a real one in a process of its own, and what people see of it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { site } from "./site.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

let browser;
let here;
let provider;
let issuer;
before(async () => {
  const port = await new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
  issuer = `http://localhost:${port}`;
  const words = ["run", "python", "-m", "tests.server.provider", String(port)];
  provider = spawn("uv", words, { cwd: root, stdio: "ignore", detached: true });
  browser = await launch();
  here = await site({
    host: "localhost",
    settings: {
      RONDEL_OIDC_ISSUER: issuer,
      RONDEL_OIDC_CLIENT_ID: "rondel",
      RONDEL_OIDC_CLIENT_SECRET: "the secret of rondel",
      RONDEL_OIDC_NAME: "Club",
    },
  });
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(`${issuer}/jwks`)
        .then((answer) => answer.ok)
        .catch(() => false)
    )
      break;
    await new Promise((done) => setTimeout(done, 100));
  }
});
after(async () => {
  await browser?.close();
  await here?.stop();
  try {
    process.kill(-provider.pid, "SIGKILL");
  } catch {
    // it is gone
  }
});

const someone = (more = {}) => person(browser, { base: here.base, ...more });
const fault = (name) => fetch(`${issuer}/fault`, { method: "POST", body: name });
const isHere = (page, name) => page.waitForSelector(`role=link[name='${name}: profile and settings']`);

/** Press the button, and say at the provider who one is. */
async function atProvider(page, who) {
  await page.click("button:text-is('Sign in with Club')");
  await page.fill("input[name=as]", who);
  await page.click("button:text-is('Yes')");
  await page.waitForURL(`${here.base}/sign-in`);
}

async function looksWell(page) {
  assert.deepEqual(await axe(page), []);
  assert.ok((await overflow(page)) <= 0);
}

test("somebody new begins with a name, comes back in another browser, and only a press signs in", async () => {
  const [page, other] = await Promise.all([someone({ width: 390 }), someone({ theme: "dark" })]);
  await page.goto("/sign-in");
  await page.waitForSelector("button:text-is('Sign in with Club')");
  await looksWell(page);
  await atProvider(page, "dora");
  await page.waitForSelector("text=Choose a player name");
  await looksWell(page);
  assert.equal(here.sql("SELECT count(*) FROM account WHERE name = 'Dora'"), "0");
  await page.fill("input[autocomplete=nickname]", "Dora");
  await page.press("input[autocomplete=nickname]", "Enter");
  await isHere(page, "Dora");

  await other.goto("/sign-in");
  await atProvider(other, "dora");
  await other.waitForSelector("text=This opens the account Dora here.");
  await looksWell(other);
  assert.equal((await other.request.get("/api/me")).status(), 401);
  await other.click("button:text-is('Sign in as Dora')");
  await isHere(other, "Dora");

  await page.goto("/you");
  await page.click("button:text-is('Disconnect Club')");
  await page.waitForSelector("dialog:has-text('This is your only way to sign in.')");
  await looksWell(page);
  await page.click("dialog button:text-is('Disconnect Club')");
  await page.waitForSelector("text=Connect Club to sign in");
  assert.deepEqual(complaints(page), []);
  await Promise.all([page.context().close(), other.context().close()]);
});

test("a guest is connected by a press that says so", async () => {
  const page = await someone({ width: 390 });
  await page.goto("/");
  await page.fill("input[autocomplete=nickname]", "Emil");
  await page.press("input[autocomplete=nickname]", "Enter");
  await page.waitForSelector("#others");
  await page.goto("/you");
  await atProvider(page, "emil");
  await page.waitForSelector("text=and here as Emil");
  await looksWell(page);
  assert.equal(here.sql("SELECT count(*) FROM identity WHERE subject = 'emil'"), "0");
  await page.click("button:text-is('Connect Club with Emil')");
  await isHere(page, "Emil");
  await page.goto("/you");
  await page.waitForSelector("text=You can sign in to this account with Club.");
  await looksWell(page);
  await page.context().close();
});

test("a provider that fails is said, and other ways stay", async () => {
  const page = await someone({ language: "de" });
  await page.goto("/sign-in");
  await page.click("button:text-is('Mit Club anmelden')");
  await page.fill("input[name=as]", "fritz");
  await fault("token down");
  await page.click("button:text-is('Yes')");
  await page.waitForSelector("[role=alert]:has-text('Club antwortet nicht.')");
  await looksWell(page);
  await fault("");
  await page.goto("/sign-in?error=access_denied&state=x");
  await page.waitForSelector("[role=alert]:has-text('Club hat dich nicht angemeldet.')");
  await page.waitForSelector("button:text-is('Mit Passkey anmelden')");
  await page.waitForSelector("button:text-is('Link schicken')");
  await looksWell(page);
  await page.context().close();
});
