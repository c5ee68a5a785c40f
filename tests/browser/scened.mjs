// Games of examples/, drawn from their Scenes: six states of each, reached by people who have no page.
import { person } from "./browser.mjs";
import { until } from "./play.mjs";
import { createGuest, Guest } from "./stage.mjs";

/** A table of a game of examples/ where the page's person sits first; `others` have pages, those with `names` none. */
export async function exampleTable(
  page,
  base,
  game,
  { names = ["Maren", "Tomasz", "Ife"], options = {}, others: pages = [] } = {},
) {
  const me = Guest.of(page);
  const seats = pages.length + names.length + 1;
  const body = await me.ask("POST", "/tables", { game, options, access: "public", seats });
  await me.ask("POST", `/tables/${body.id}/seat`, {});
  const others = [...pages];
  for (const name of names) others.push(await Guest.createGuest(base, name));
  for (const guest of others) {
    await guest.ask("POST", `/tables/${body.id}/seat`, {});
    await guest.ask("POST", `/tables/${body.id}/ready`, { isReady: true });
  }
  await me.ask("POST", `/tables/${body.id}/start`);
  return { id: body.id, code: body.code, me, others, all: [me, ...others] };
}

/**
 * A page at a table of Bramble that is shown another game's face and Scene; what it plays is kept, and goes no further.
 * So any Scene can be drawn, and pressed, without a game that has it.
 */
export async function staged(page, base, { face, scene, legal }) {
  const table = await exampleTable(page, base, "bramble");
  const acts = [];
  await page.route("**/api/games/bramble/face", (route) => route.fulfill({ json: face }));
  await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const frame = JSON.parse(text);
      if (frame.type === "act") acts.push(frame.action);
      else server.send(text);
    });
    server.onMessage((text) => {
      const frame = JSON.parse(text);
      socket.send(frame.scene ? JSON.stringify({ ...frame, scene, legal }) : text);
    });
  });
  await page.route("**/api/tables/*/view*", async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: body.scene ? { ...body, scene, legal } : body });
  });
  await page.goto(`/t/${table.id}`);
  return acts;
}

/** Let everybody move as `how` says until `isThere` holds of what the page's person is sent. */
export async function driveUntil(table, isThere, how) {
  return until(
    async () => {
      for (const [seat, guest] of table.all.entries()) {
        const frame = await guest.look(table.id);
        if (seat === 0 && isThere(frame)) return frame;
        const action = frame.legal.length > 0 ? how(frame, seat) : null;
        if (action === null || action === undefined) continue;
        await guest.act(table.id, action);
        const mine = await table.me.look(table.id);
        if (isThere(mine)) return mine;
      }
      return null;
    },
    { forMs: 120_000, everyMs: 5 },
  );
}

const kinds = ({ legal }) => [...new Set(legal.map(({ type }) => type))];
const of = ({ legal }, type, fits = () => true) =>
  legal.filter((action) => action.type === type && fits(action.payload ?? {}));

/** A bold way to play Bramble: lay blooms twice, claim a little, turn over whatever is there. */
function bold(frame, seat) {
  const [lay] = of(frame, "LAY", ({ disc }) => disc === "bloom");
  const claims = of(frame, "CLAIM");
  const isFull = (frame.view.players[seat].stack?.length ?? 0) > 1;
  if (lay && !isFull) return lay;
  return (
    of(frame, "PASS")[0] ??
    (isFull ? claims[0] : null) ??
    of(frame, "TURN").at(-1) ??
    of(frame, "GIVE_UP")[0] ??
    lay ??
    frame.legal[0]
  );
}

/** Everyone lays this disc at first; whoever is to move then is answered. */
export async function laid(table, disc) {
  const isIt = ({ type, payload }) => type === "LAY" && payload.disc === disc;
  for (const guest of table.all) await guest.act(table.id, (await guest.look(table.id)).legal.find(isIt));
  for (const guest of table.all) if ((await guest.look(table.id)).legal.length > 0) return guest;
  return table.me;
}

/** The others keep their thorns on top, and claim nothing. */
function thorny(frame, seat) {
  const [thorn] = of(frame, "LAY", ({ disc }) => disc === "thorn");
  return seat > 0
    ? (thorn ?? of(frame, "PASS")[0] ?? bold(frame, seat))
    : (of(frame, "CLAIM").at(-1) ?? bold(frame, seat));
}

const has =
  (...types) =>
  (frame) =>
    types.every((type) => kinds(frame).includes(type));

/** Six states of Bramble, each as { name, page }. */
export async function* bramble(browser, here, settings = {}) {
  const page = await person(browser, { base: here.base, settings });
  try {
    await createGuest(page, "Ada");
    const table = await exampleTable(page, here.base, "bramble");
    await page.goto(`/t/${table.id}`);
    await page.waitForSelector(".generic .gen-own [data-live]");
    yield { name: "bramble, laying", page };
    await driveUntil(table, has("LAY", "CLAIM"), bold);
    await page.waitForSelector(".gen-bar button:has-text('1')");
    yield { name: "bramble, claim or lay", page };
    const isOthers = ({ legal, view }) => legal.length > 0 && view.phase === "claiming";
    await driveUntil(table, isOthers, (frame, seat) =>
      seat === 0 ? bold(frame, seat) : (of(frame, "CLAIM")[0] ?? bold(frame, seat)),
    );
    await page.waitForSelector(".gen-bar button:has-text('Pass')");
    yield { name: "bramble, claiming", page };
    await driveUntil(table, has("TURN"), (frame, seat) =>
      seat > 0
        ? (of(frame, "PASS")[0] ?? thorny(frame, seat))
        : (of(frame, "CLAIM", ({ count }) => count > 3)[0] ?? bold(frame, seat)),
    );
    await page.waitForSelector(".gen-zone-live");
    yield { name: "bramble, turning", page };
    await driveUntil(table, ({ view }) => view.players[0].lost?.length > 0 && view.phase !== "over", thorny);
    await page.waitForSelector("text=Lost");
    yield { name: "bramble, a disc lost", page };
    await driveUntil(table, ({ status }) => status === "completed", bold);
    await page.waitForSelector(".gen-results li");
    yield { name: "bramble, results", page };
  } finally {
    await page.context().close();
  }
}

/** Calls as soon as there is a bid, and bids one die where there is none: the shortest game there is. */
function careful(frame) {
  return of(frame, "CALL_LIAR")[0] ?? of(frame, "BID").at(-1) ?? frame.legal[0];
}

/** Six states of Liar's Dice. */
export async function* liarsDice(browser, here, settings = {}) {
  const page = await person(browser, { base: here.base, settings });
  try {
    await createGuest(page, "Ada");
    const table = await exampleTable(page, here.base, "liars_dice", { options: { dice: 2 } });
    await page.goto(`/t/${table.id}`);
    await page.waitForSelector(".generic .gen-own");
    await driveUntil(table, has("BID"), (frame, seat) =>
      seat === 0 ? null : (of(frame, "BID")[0] ?? careful(frame)),
    );
    await page.waitForSelector(".gen-middle .gen-live");
    yield { name: "liars dice, bid", page };
    await page.click(".gen-middle .gen-live .gen-press >> nth=-1");
    await page.waitForSelector(".gen-values");
    yield { name: "liars dice, how many", page };
    await page.keyboard.press("Escape");
    const { legal } = await table.me.look(table.id);
    if (legal.some(({ type }) => type === "BID"))
      await table.me.act(
        table.id,
        legal.find(({ type }) => type === "BID"),
      );
    await page.waitForSelector(".gen-strip:not(.gen-strip-mine)");
    yield { name: "liars dice, waiting", page };
    await driveUntil(table, has("BID", "CALL_LIAR"), (frame) => of(frame, "BID")[0] ?? careful(frame));
    await page.waitForSelector(".gen-bar button:has-text('Challenge')");
    yield { name: "liars dice, call or bid", page };
    await driveUntil(
      table,
      ({ view }) => view.players.some(({ diceLeft }) => diceLeft === 0) && view.phase !== "over",
      careful,
    );
    await page.waitForSelector(".gen-out");
    await page.waitForSelector(".gen-bar:not(:has-text('Showing'))");
    yield { name: "liars dice, one is out", page };
    await driveUntil(table, ({ status }) => status === "completed", careful);
    await page.waitForSelector(".gen-results li");
    yield { name: "liars dice, results", page };
  } finally {
    await page.context().close();
  }
}
