// Brings tables into the states that are looked at: people who are no page act over HTTP, so that it is quick.
import { randomUUID } from "node:crypto";
import { until } from "./play.mjs";

const JSON_HEADERS = { accept: "application/json", "content-type": "application/json", "x-rondel": "1" };

/** Somebody who plays without a page. */
export class Guest {
  constructor(ask) {
    this.ask = ask;
  }

  static async createGuest(base, name) {
    const headers = { ...JSON_HEADERS, origin: base };
    const guest = new Guest(async (method, path, body) => {
      const answer = await fetch(`${base}/api${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      const [cookie] = answer.headers.getSetCookie();
      if (cookie) headers.cookie = cookie.split(";")[0];
      return bodyOf(answer.status, await answer.text(), path);
    });
    await guest.ask("POST", "/guests", { name });
    return guest;
  }

  /** The person a page belongs to, asking as the page would. */
  static of(page) {
    return new Guest(async (method, path, body) => {
      const [status, text] = await page.evaluate(
        async ([how, where, headers, what]) => {
          const answer = await fetch(`/api${where}`, { method: how, headers, body: what });
          return [answer.status, await answer.text()];
        },
        [method, path, JSON_HEADERS, body && JSON.stringify(body)],
      );
      return bodyOf(status, text, path);
    });
  }

  look(table) {
    return this.ask("GET", `/tables/${table}/view`);
  }

  act(table, action) {
    return this.ask("POST", `/tables/${table}/act`, { id: randomUUID(), action });
  }
}

function bodyOf(status, text, path) {
  if (status >= 400) throw new Error(`${path}: ${status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

/** A name for the page's person, and the lobby. */
export async function createGuest(page, name) {
  await page.goto("/");
  await page.fill("input[autocomplete=nickname]", name);
  await page.click(".welcome .btn-primary");
  await page.waitForSelector(".who");
}

/** A table of Cambio where the page's person sits first and the others have no page. */
export async function cambioTable(
  page,
  base,
  { names = ["Maren", "Tomasz", "Ife"], rules = {}, isBegun = true } = {},
) {
  const me = Guest.of(page);
  const table = await me.ask("POST", "/tables", {
    game: "cambio",
    options: { seats: names.length + 1, ...rules },
    access: "public",
    seats: names.length + 1,
  });
  await me.ask("POST", `/tables/${table.id}/seat`, {});
  const others = [];
  for (const name of names) {
    const guest = await Guest.createGuest(base, name);
    await guest.ask("POST", `/tables/${table.id}/seat`, {});
    await guest.ask("POST", `/tables/${table.id}/ready`, { isReady: true });
    others.push(guest);
  }
  if (isBegun) await me.ask("POST", `/tables/${table.id}/start`);
  return { id: table.id, code: table.code, me, others, all: [me, ...others] };
}

/** Let everybody act until `isThere` holds of what the page's person is shown; `onStep` is waited for after each act. */
export async function playUntil(table, isThere, { canCall = false, forMs = 180_000, onStep = null } = {}) {
  const round = async () => {
    let hasActed = false;
    for (const [seat, guest] of table.all.entries()) {
      const frame = await guest.look(table.id);
      if (seat === 0 && isThere(frame)) return { frame };
      const action = choose(frame, { canCall, seat });
      if (!action) continue;
      const isTaken = await guest.act(table.id, action).then(
        () => true,
        () => false,
      ); // its time may have run out meanwhile
      hasActed ||= isTaken;
      const mine = await table.me.look(table.id);
      await onStep?.(mine);
      if (isThere(mine)) return { frame: mine };
    }
    return { hasActed };
  };
  return until(
    async () => {
      let turn = await round();
      while (turn.hasActed) turn = await round(); // who waits for others' time asks no oftener than a page would
      return turn.frame ?? null;
    },
    { forMs, everyMs: 60 },
  );
}

/** A plain way to play: draw, then swap or discard in turns; powers are used. */
function choose({ legal, version }, { canCall, seat }) {
  const of = (type) => legal.filter((action) => action.type === type);
  const draws = of("DRAW_CARD").filter((action) => action.payload.source === "deck");
  if (canCall && seat !== 0 && of("CALL_CAMBIO").length > 0) return of("CALL_CAMBIO")[0];
  const swaps = of("SWAP_CARD");
  const uses = of("USE_POWER");
  return (
    of("CONFIRM_INITIAL_VIEW")[0] ??
    draws[0] ??
    (seat !== 0 && version % 2 ? swaps[version % Math.max(1, swaps.length)] : of("DISCARD_CARD")[0]) ??
    swaps[0] ??
    uses[version % Math.max(1, uses.length)] ??
    of("ACKNOWLEDGE_REVEAL")[0] ??
    of("SKIP_POWER")[0] ??
    of("PASS_SNAP")[0] ??
    null
  );
}

const isMine = ({ view }) => view.currentTurnSeat === view.you;

/** What the page's person may be in the middle of, by name. */
export const at = {
  awaiting: (frame) => isMine(frame) && frame.view.step === "awaiting_draw" && frame.view.phase === "playing",
  holding: (frame) => isMine(frame) && frame.view.step === "holding",
  power: (kind) => (frame) =>
    isMine(frame) && frame.view.step === "power_pending" && (!kind || frame.view.power.powerType === kind),
  peek: (frame) => isMine(frame) && frame.view.step === "revealing",
  final: (frame) =>
    isMine(frame) && frame.view.phase === "final_round" && frame.view.step === "awaiting_draw",
  over: (frame) => frame.view.phase === "completed",
};
