// node tests/browser/demo.mjs ADDRESS: open the link that `rondel demo` prints, and press the first thing that can be
// pressed at the table. Prints one line of JSON: milliseconds to the browser, to the table, to the answer of the press.
import { launch, person } from "./browser.mjs";

const began = performance.now();
const browser = await launch();
try {
  const page = await person(browser);
  const opened = performance.now();
  await page.goto(process.argv[2]);
  const button = await page.waitForSelector("#actions button:not([disabled])");
  const shown = performance.now();
  const text = await button.textContent();
  await button.click();
  await page.waitForFunction(
    (before) => document.querySelector("#actions button:not([disabled])")?.textContent !== before,
    text,
  );
  const answered = performance.now();
  console.log(JSON.stringify({ browser: opened - began, table: shown - opened, press: answered - shown }));
} finally {
  await browser.close();
}
