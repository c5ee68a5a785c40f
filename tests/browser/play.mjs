// How the tests play: what a person would do, by mouse or by keys, from what the page offers.

/** Arrive, choose Cambio, and begin against bots: three presses at most, a name between. */
export async function beginCambio(page, { name = "Maren", seats = 2, rules = {}, level = "Easy" } = {}) {
  await page.goto("/");
  await choose(page, rules);
  await page.click(".tile >> nth=0");
  await page.waitForSelector(".begin");
  if (await page.$("input[autocomplete=nickname]")) await page.fill("input[autocomplete=nickname]", name);
  await page.click(`fieldset:has(input[name=seats]) label:has-text("${seats}")`);
  await page.click(`fieldset:has(input[name=level]) label:has-text("${level}")`);
  await page.click(".begin .btn >> nth=0");
  await page.waitForSelector(".cambio, .text-view");
}

/** Make somebody an admin, and open their page: the server knows it a moment after the command has ended. */
export async function openAdmin(page, site, name) {
  site.run("admin", "grant", name, "admin");
  do {
    await page.goto("/admin");
    await page.waitForSelector("[role=tab], :text('This page is for moderators')");
  } while (!(await page.$("[role=tab]")));
}

/** The house rules that the next table will have. */
export async function choose(page, rules, game = "cambio") {
  await page.evaluate(
    ([key, chosen]) => localStorage.setItem(key, JSON.stringify(chosen)),
    [`rondel.new.${game}`, rules],
  );
}

/** Open a table for friends; its code and its id. */
export async function openTable(page, { name = "Maren", rules = {} } = {}) {
  await page.goto("/");
  await choose(page, rules);
  await page.goto("/new/cambio");
  await page.waitForSelector(".begin");
  if (await page.$("input[autocomplete=nickname]")) await page.fill("input[autocomplete=nickname]", name);
  await page.click("text=Invite friends");
  await page.waitForSelector(".code");
  const code = (await page.textContent(".code span:last-child")).replaceAll(" ", "");
  return { code, id: page.url().split("/t/")[1] };
}

/** Come by the link that was sent, sit down, be ready. */
export async function joinTable(page, code, name) {
  await page.goto(`/j/${code}`);
  await page.fill("input[autocomplete=nickname]", name);
  await page.click("role=button[name='Join']");
  await beReady(page);
}

export async function sitDown(page) {
  await page.click("role=button[name='Join']");
  await beReady(page);
}

async function beReady(page) {
  await page.click("text=I'm ready");
  await page.waitForSelector("button:text-is('Not ready')");
}

/** Look on, without a seat. */
export async function watchTable(page, id, name) {
  await page.goto(`/t/${id}`);
  await page.fill("input[autocomplete=nickname]", name);
  await page.click("role=button[name='Join']"); // where no seat is free one looks on
}

/** Two people at one table, begun. */
export async function beginTogether(host, guest, { rules = {} } = {}) {
  const table = await openTable(host, { rules });
  await joinTable(guest, table.code, "Tomasz");
  await host.click("button:has-text('Start game'):not(:disabled)");
  for (const page of [host, guest]) await page.waitForSelector(".cambio");
  return table;
}

/** What the page asks for at this moment. */
export async function promptOf(page) {
  return page.evaluate(() => {
    const shown = (selector) => document.querySelector(selector) !== null;
    const buttons = [...document.querySelectorAll("#actions button")].map((one) => one.textContent);
    const has = (text) => buttons.some((one) => one.startsWith(text));
    return {
      isOver: shown(".results"),
      isMine: shown(".strip-mine"),
      isSending: shown(".cambio [aria-disabled=true], dialog[open] [aria-disabled=true]"),
      isPeek: shown("dialog .peek"),
      isPower: shown(".bar-power"),
      isDialog: shown("dialog[open]"),
      isHolding: shown(".strip-mine") && shown(".drawn:not(.drawn-none) svg.pc:not(:has(use))"),
      isPowerful: buttons.some((one) => /^Discard .*, then/.test(one)),
      canConfirm: has("Got it"),
      canDraw: has("Draw a card"),
      canDiscard: has("Discard"),
      canPass: has("Pass"),
      canCall: has("Call Cambio"),
      strip: document.querySelector(".strip b")?.textContent ?? "",
    };
  });
}

/** Press this, unless the table changes first, and it is no longer there to press: then the caller looks again. */
async function press(page, selector, what) {
  return page.click(selector, { timeout: 5000 }).then(
    () => what,
    () => null,
  );
}

/** One move by mouse or finger, if there is one to make; what it was. */
export async function moveByHand(page, { isCalling = false, isPatient = false } = {}) {
  const now = await promptOf(page);
  if (now.isOver || !now.isMine) return now.isOver ? "over" : null;
  if (now.isPeek && isPatient) return "peek";
  if (now.isSending) return null; // what is offered is of before that move
  if (now.isPeek) return press(page, "dialog .btn-primary", "seen");
  if (now.isPower) return usePower(page);
  if (now.isDialog) return press(page, "dialog .btn-primary:has-text('Call Cambio')", "call");
  if (now.canConfirm) return press(page, "#actions button:has-text('Got it')", "confirm");
  if (now.canCall && isCalling) {
    if ((await press(page, "#actions button:has-text('Call Cambio')", "asked")) === null) return null;
    await page.click("dialog .btn-primary:has-text('Call Cambio')");
    return "call";
  }
  if (now.canDraw) return press(page, ".piles .deck.slot-ok", "draw");
  if (now.canPass) return press(page, "#actions button:has-text('Pass')", "pass");
  if (now.isHolding && now.canDiscard && (now.isPowerful || Math.random() < 0.4))
    return press(page, "#actions button:has-text('Discard')", "discard");
  if (now.isHolding) return press(page, `.hand-own .slot-ok >> nth=${Math.floor(Math.random() * 4)}`, "swap");
  return null;
}

/** A card of one's own and one of somebody else's, as far as they are lit; one is enough where nothing is to be confirmed. */
async function usePower(page) {
  for (const hand of [".hand-own", ".rival"]) {
    const cards = await page.$$(`${hand} .slot-ok`);
    if (cards.length === 0) continue;
    await cards[Math.floor(Math.random() * cards.length)].click({ timeout: 5000 }).catch(() => null);
    if (!(await page.$(".bar-use"))) return "power";
  }
  return press(page, ".bar-use:not(:disabled)", "power");
}

/** One move by keys alone, if there is one to make; what it was. */
export async function moveByKeys(page, { isCalling = false } = {}) {
  const now = await promptOf(page);
  if (now.isOver || !now.isMine) return now.isOver ? "over" : null;
  if (now.isSending) return null;
  if (now.isPeek) return key(page, "Enter", "seen");
  if (now.isPower) return powerByKeys(page);
  if (now.isDialog) return null;
  if (now.canConfirm) return key(page, " ", "confirm");
  if (now.canPass) return key(page, "s", "pass");
  if (now.canCall && isCalling) {
    await key(page, "c");
    await tabTo(page, "dialog .btn-primary");
    return key(page, "Enter", "call");
  }
  if (now.canDraw) return key(page, "d", "draw");
  if (now.isHolding)
    return key(page, now.isPowerful || Math.random() < 0.5 ? "d" : "1", now.isPowerful ? "discard" : "place");
  return null;
}

async function powerByKeys(page) {
  if (!(await page.$(".bar-use"))) return key(page, "1", "power"); // one is enough
  for (const card of ["1", "5"]) await page.keyboard.press(card);
  if (!(await page.$(".bar-use:not(:disabled)"))) return key(page, "s", "skip");
  await tabTo(page, ".bar-use");
  return key(page, "Enter", "power");
}

async function key(page, name, what) {
  await page.keyboard.press(name);
  await page.waitForTimeout(60);
  return what;
}

/** Tab until this has the focus, or back to it with `Shift+Tab`. */
export async function tabTo(page, selector, key = "Tab") {
  for (let tabs = 0; tabs < 80; tabs++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`80 tabs do not lead to ${selector}`);
}

export async function until(doing, { forMs = 120_000, everyMs = 60 } = {}) {
  const end = Date.now() + forMs;
  while (Date.now() < end) {
    const found = await doing();
    if (found) return found;
    await new Promise((done) => setTimeout(done, everyMs));
  }
  throw new Error(`not within ${forMs} ms: ${doing}`);
}
