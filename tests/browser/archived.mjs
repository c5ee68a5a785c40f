// `node tests/browser/archived.mjs BASE TABLE:VERSION:GAME ...`: replays of archived tables, each up to its last position.
import assert from "node:assert/strict";
import { complaints, launch, person } from "./browser.mjs";
import { until } from "./play.mjs";
import { createGuest } from "./stage.mjs";

const [base, ...tables] = process.argv.slice(2);
const browser = await launch();
try {
  const page = await person(browser, { base });
  await createGuest(page, "Maren");
  for (const [number, entry] of tables.entries()) {
    const [id, version, game] = entry.split(":");
    await page.goto(`/t/${id}?move=1`);
    await page.waitForSelector("text=Replay: move 1 of");
    await page.keyboard.press("End");
    const where = () => page.$eval(".scrubber .range", (range) => `${range.value} of ${range.max}`);
    await until(async () => (await where()) === `${version} of ${version}`);
    await page.waitForSelector(`text=Replay: move ${version} of ${version}`);
    if (game !== "decks") await page.waitForSelector(".results"); // nobody wins alone
    console.log(`${number + 1} of ${tables.length}: ${id} replayed up to ${await where()}`);
  }
  assert.deepEqual(complaints(page), []);
} finally {
  await browser.close();
}
