// The shell: arriving, both themes and widths, both languages, under the headers it is served with.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
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

for (const theme of ["light", "dark"])
  for (const width of [360, 1440])
    test(`pages have no faults for axe and no sideways scroll: ${theme}, ${width}`, async () => {
      const page = await someone({ theme, width });
      await page.goto("/");
      await page.waitForSelector(".tile");
      const told = {};
      const look = async (name) => {
        await page.waitForTimeout(250);
        told[name] = [...(await axe(page)), ...((await overflow(page)) > 0 ? ["wider than the screen"] : [])];
      };
      await look("welcome");
      await beginCambio(page, { seats: 3 });
      await look("initial view");
      await page.goto("/");
      await page.waitForSelector(".tcard");
      await look("lobby");
      await page.goto("/you");
      await page.waitForSelector("#leaving");
      await look("you");
      await page.goto("/new/decks");
      await page.click(".begin .btn >> nth=0");
      await page.waitForSelector(".dcard");
      await look("decks");
      await page.click(".play-top .btn-icon >> nth=-1");
      await page.click("label.switch:has-text('Text view')");
      await look("menu");
      await page.keyboard.press("Escape");
      await look("decks in words");
      await page.goto("/new/cambio");
      await page.click(".begin .btn >> nth=1");
      await page.waitForSelector(".seatlist");
      await look("seats");
      assert.deepEqual(Object.values(told).flat(), [], JSON.stringify(told, null, 1));
      await page.context().close();
    });

test("everything is there in German", async () => {
  const page = await someone({ language: "de" });
  await page.goto("/");
  await page.waitForSelector("text=Etwas beginnen");
  assert.equal(await page.getAttribute("html", "lang"), "de");
  await page.context().close();
});
