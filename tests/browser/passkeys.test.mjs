// Passkeys, with Chromium's own virtual authenticator: added, used in two browsers, listed and removed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { site } from "./site.mjs";

const DEVICE = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
};

let browser;
let here;
before(async () => {
  browser = await launch();
  here = await site({ host: "localhost" });
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** Somebody whose browser has a device that keeps passkeys. */
async function someone(more = {}) {
  const page = await person(browser, { base: here.base, ...more });
  const chrome = await page.context().newCDPSession(page);
  await chrome.send("WebAuthn.enable");
  const { authenticatorId } = await chrome.send("WebAuthn.addVirtualAuthenticator", { options: DEVICE });
  const device = {
    keys: async () => (await chrome.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    copy: (credential) => chrome.send("WebAuthn.addCredential", { authenticatorId, credential }),
  };
  return { page, device };
}

async function createGuest(page, name) {
  await page.goto("/");
  await page.fill("input[autocomplete=nickname]", name);
  await page.press("input[autocomplete=nickname]", "Enter");
  await page.waitForSelector("#others");
}

async function add(page, name) {
  await page.goto("/you");
  await page.fill("role=textbox[name='Name of the new passkey']", name);
  await page.click("button:text-is('Add a passkey')");
  await page.waitForSelector(`#passkeys ~ ul li:has-text("${name}")`);
}

async function signOut(page) {
  await page.goto("/you");
  await page.click("button:text-is('Sign out')");
  await page.waitForSelector("text=Play as a guest");
}

async function signIn(page) {
  await page.goto("/sign-in");
  await page.click("button:text-is('Sign in with a passkey')");
}

const isHere = (page, name) => page.waitForSelector(`role=link[name='${name}: profile and settings']`);
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));

test("a guest adds a passkey, signs out, signs in with it, and removes it", async () => {
  const { page, device } = await someone({ width: 390 });
  await createGuest(page, "Ada");
  await add(page, "Ada's phone");
  assert.equal((await device.keys()).length, 1);
  assert.match(await page.textContent("#passkeys ~ ul li"), /never used/);
  assert.deepEqual(await axe(page), []);
  assert.ok((await overflow(page)) <= 0);

  await page.click("button:text-is('Add a passkey')");
  await page.waitForSelector("text=This device already has a passkey for this account.");

  await signOut(page);
  await page.click("role=link[name=/account/]");
  await page.waitForSelector("button:text-is('Sign in with a passkey')");
  assert.deepEqual(await axe(page), []);
  assert.ok((await overflow(page)) <= 0);
  await page.focus("button:text-is('Sign in with a passkey')");
  await page.keyboard.press("Enter");
  await isHere(page, "Ada");

  await page.goto("/you");
  await page.waitForSelector("#passkeys ~ ul li:has-text('last used')");
  await page.click('role=button[name="Remove the passkey Ada\'s phone"]');
  await page.waitForSelector("dialog:has-text('This is your only way to sign in.')");
  assert.deepEqual(await axe(page), []);
  assert.ok((await overflow(page)) <= 0);
  await page.click("dialog button:text-is('Cancel')");
  await page.click('role=button[name="Remove the passkey Ada\'s phone"]');
  await page.click("dialog button:text-is('Remove')");
  await page.waitForSelector("#passkeys ~ ul", { state: "detached" });
  assert.equal(here.sql("SELECT count(*) FROM passkey"), "0");

  await signOut(page);
  await signIn(page);
  await page.waitForSelector("[role=alert]:has-text('Sign-in failed')");
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(
    complaints(page).filter((text) => !/403/.test(text)),
    [],
  );
  await close(page);
});

test("one passkey in two browsers, one account; a counter that stands still signs nobody in", async () => {
  const [one, other] = await Promise.all([someone(), someone({ width: 390 })]);
  await createGuest(one.page, "Bea");
  await add(one.page, "Shared");
  const [key] = await one.device.keys();
  await other.device.copy(key);

  await signIn(other.page);
  await isHere(other.page, "Bea");
  await signOut(one.page);
  await signIn(one.page); // counts as far as the other has
  await one.page.waitForSelector("[role=alert]");
  assert.equal(await one.page.$("role=link[name='Bea: profile and settings']"), null);
  await one.page.click("button:text-is('Sign in with a passkey')");
  await isHere(one.page, "Bea");

  assert.equal(here.sql("SELECT count(*) FROM account WHERE name = 'Bea'"), "1");
  assert.equal(here.sql("SELECT count(*) FROM challenge WHERE expires_at <= now_ms()"), "0");
  await close(one.page, other.page);
});

test("in German; two passkeys, of which one may go without a warning", async () => {
  const { page } = await someone({ width: 390, theme: "dark", language: "de" });
  const second = await someone({ language: "de" });
  await page.goto("/");
  await page.fill("input[autocomplete=nickname]", "Cem");
  await page.press("input[autocomplete=nickname]", "Enter");
  await page.waitForSelector("#others");
  await second.page.context().addCookies(await page.context().cookies());
  for (const [each, name] of [
    [page, "Handy"],
    [second.page, "Rechner"],
  ]) {
    await each.goto("/you");
    await each.fill("role=textbox[name='Name des neuen Passkeys']", name);
    await each.click("button:text-is('Passkey hinzufügen')");
    await each.waitForSelector(`#passkeys ~ ul li:has-text("${name}")`);
  }
  await page.reload();
  await page.click("role=button[name='Den Passkey Rechner entfernen']");
  await page.waitForSelector("dialog:has-text('Damit kann sich niemand mehr anmelden.')");
  assert.equal(await page.$("dialog:has-text('einziger Weg')"), null);
  assert.deepEqual(await axe(page), []);
  assert.ok((await overflow(page)) <= 0);
  await page.click("dialog button:text-is('Entfernen')");
  await page.waitForSelector("#passkeys ~ ul li:has-text('Rechner')", { state: "detached" });
  assert.equal(await page.locator("#passkeys ~ ul li").count(), 1);
  await close(page, second.page);
});
