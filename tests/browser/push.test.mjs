// Messages to a browser that nobody looks at: asked for from the settings, shown once for each table.
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import { after, before, test } from "node:test";
import { axe, launch, overflow, person } from "./browser.mjs";
import { until } from "./play.mjs";
import { site } from "./site.mjs";

let browser;
let here;
before(async () => {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  process.env.RONDEL_VAPID_KEY = Buffer.from(ecdh.getPrivateKey("hex").padStart(64, "0"), "hex").toString(
    "base64url",
  );
  [browser, here] = [await launch({ hasNotifications: true }), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

const p256dh = (() => {
  const ecdh = createECDH("prime256v1");
  return ecdh.generateKeys().toString("base64url");
})();

/** The push service of the browser's maker is out of reach here; all else is the browser's own. */
async function withPushService(page) {
  await page.addInitScript((key) => {
    let own = null;
    const json = {
      endpoint: "https://push.example.org/abc",
      keys: { p256dh: key, auth: "AAAAAAAAAAAAAAAAAAAAAA" },
    };
    PushManager.prototype.subscribe = async function subscribe(options) {
      const unsubscribe = async () => ((own = null), true);
      own = { endpoint: json.endpoint, options, toJSON: () => json, unsubscribe };
      return own;
    };
    PushManager.prototype.getSubscription = async () => own;
    const request = Notification.requestPermission.bind(Notification);
    globalThis.prompts = 0;
    Notification.requestPermission = (...args) => {
      globalThis.prompts += 1;
      return request(...args);
    };
  }, p256dh);
}

test("a browser is asked from the settings alone, and shows one note for each table", async () => {
  const page = await person(browser, { base: here.base });
  await page.context().grantPermissions(["notifications"], { origin: here.base });
  await withPushService(page);
  await page.goto("/you");
  await page.fill("input", "Ada Push");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#away");
  const push = page.getByRole("switch", { name: /In this browser/ });
  await push.waitFor();
  assert.equal(await page.evaluate(() => globalThis.prompts), 0);
  assert.deepEqual(await axe(page), []);
  assert.equal(await overflow(page), 0);

  await push.click();
  await page.waitForFunction(async () => (await (await fetch("/api/me/alerts")).json()).devices.length === 1);
  assert.equal(await page.evaluate(() => globalThis.prompts), 1);

  const table = "01a1de21-f406-718e-8ac1-beacbc6fee6e";
  const note = (title) => JSON.stringify({ title, text: "Table ABCD", open: "Open", mute: "Mute", table });
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise((done) =>
    cdp.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations }) => registrations[0] && done(registrations[0]),
    ),
  );
  await cdp.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const notes = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const deliver = (title) =>
    cdp.send("ServiceWorker.deliverPushMessage", { origin: here.base, registrationId, data: note(title) });
  // a worker that has only just begun may miss a message, and between two notes there may be none for a moment
  const isShownAlone = (title) =>
    until(async () => {
      await deliver(title);
      const isThere = async () =>
        JSON.stringify(await notes()) === JSON.stringify([{ title, body: "Table ABCD", tag: table }]);
      return until(isThere, { forMs: 5000 }).catch(() => null);
    });
  await isShownAlone("Your turn in Imperial");
  await isShownAlone("4 h left. Your turn in Imperial");

  await push.click();
  await page.waitForFunction(async () => (await (await fetch("/api/me/alerts")).json()).devices.length === 0);
  assert.deepEqual(
    page.problems.filter((text) => !/401/.test(text)),
    [],
  );
});

for (const width of [360, 1440])
  test(`the page that stops mail has no faults: ${width}`, async () => {
    const page = await person(browser, { base: here.base, width });
    await page.goto(`/stop-mail#${"x".repeat(64)}`);
    await page.getByRole("button", { name: "Stop all turn emails" }).waitFor();
    assert.deepEqual(await axe(page), []);
    assert.equal(await overflow(page), 0);
    await page.getByRole("button", { name: "Stop all turn emails" }).click();
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), /Invalid link/);
    await page.context().close();
  });
