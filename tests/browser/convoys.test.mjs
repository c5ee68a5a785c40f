// Imperial: the ways that an army is offered are those that the server takes; whose consent is needed is read before a move is sent.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { begin, isUp, now, press, someone, until } from "./imperial.mjs";
import { site } from "./site.mjs";

let browser;
let here;
before(async () => {
  [browser, here] = [await launch(), await site()];
});
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** Make a move by the API, and wait until both pages have seen it. */
async function act(people, page, id, action) {
  const { version } = page.received.frames.findLast((frame) => frame.view !== undefined);
  const body = { id: crypto.randomUUID(), expectedVersion: version, action };
  const sent = await page.guest.ask("POST", `/tables/${id}/act`, body);
  await until(() => people.every(({ received }) => received.frames.some((one) => one.version >= sent.version)));
}

const IMPORT = {
  wheelSpot: "Import",
  import: { types: ["fleet", "army", "army"], territories: ["Trieste", "Vienna", "Vienna"] },
};

/** Whoever is up moves on, until Austria has a fleet in the Ionian Sea and its armies are to go. */
async function sailed(people, id) {
  for (let step = 0; step < 60; step++) {
    await until(() => people.some(isUp));
    const page = people.find(isUp);
    const { view, legal } = now(page);
    if (view.currentManeuver?.phase === "army") return page;
    const austria = view.countryUp === "Austria" && view.mode === "proposal";
    const wanted = austria
      ? view.countryInfo.Austria.wheelSpot === "center"
        ? { type: "PROPOSE", payload: IMPORT }
        : { type: "PROPOSE", payload: { wheelSpot: "L-Maneuver" } }
      : view.mode === "continue-man"
        ? { type: "MOVE_UNIT", payload: { destination: "Ionian Sea", actionCode: "" } }
        : (legal.find(({ type }) => type === "PUNT_BUY") ??
          legal.find(({ payload }) => payload?.wheelSpot === "Investor") ??
          legal[0]);
    await act(people, page, id, wanted);
  }
  assert.fail("Austria never sailed");
}

const ways = (page) => page.$$eval("fieldset.ways button", (all) => all.map((one) => one.textContent));
const choose = async (page, name) => {
  await page.click(`.reach [data-territory="${name}"]`);
  await page.waitForSelector(".forecast");
};

test("8.7 an army is offered the convoys that the server takes, and no others", async () => {
  const people = [await someone(browser, here.base, "Ann"), await someone(browser, here.base, "Ben")];
  const id = await begin(people, { options: { start: "fixed", governance: "dictator" } });
  const page = await sailed(people, id);

  await choose(page, "Romania"); // by rail and one step; the Ionian Sea does not lead there
  assert.deepEqual(await ways(page), []);
  assert.equal(await page.locator("fieldset.picks:not(.reach) button").count(), 0);

  await choose(page, "Venice"); // by land, or across the Ionian Sea
  await until(async () => (await ways(page)).length === 2);
  assert.deepEqual(await ways(page), ["By land", "Ionian Sea"]);
  await page.click('fieldset.ways button:has-text("Ionian Sea")');
  await page.click('.codes label:has-text("peace")').catch(() => {});
  await press(page, "go");
  const planned = now(page).events.findLast(({ type }) => type === "UNIT_PLANNED" || type === "PEACE_OFFERED");
  assert.deepEqual(planned.payload.via, ["Ionian Sea"]);
});
