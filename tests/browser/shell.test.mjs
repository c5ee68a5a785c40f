// The shell: arriving, in both languages, under the headers it is served with.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch, person } from "./browser.mjs";
import { beginCambio } from "./play.mjs";
import { site } from "./site.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = await Promise.all([launch(), site()]);
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

const someone = (more = {}) => person(browser, { base: here.base, ...more });

test("a name and two presses lead to a table, under a strict policy", async () => {
  const page = await someone();
  await beginCambio(page);
  assert.ok(await page.$(".cambio"));
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("everything is there in German", async () => {
  const page = await someone({ language: "de" });
  await page.goto("/");
  await page.waitForSelector("text=Etwas beginnen");
  assert.equal(await page.getAttribute("html", "lang"), "de");
  await page.context().close();
});
