/** The past, taking back, the log by turns, and who is absent. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { isAway } from "../src/play/Absent";
import type { GameModule, Perspective } from "../src/play/face";
import { groupsOf, houseText } from "../src/play/log";
import { ticksOf } from "../src/play/Story";
import { filtered } from "../src/site/History";
import { Link } from "../src/table/link";
import { CHUNK, History, PastTable, placeOf, type Source } from "../src/table/past";
import type { Event } from "../src/table/state";
import { Table } from "../src/table/table";
import { startWords, t } from "../src/ui/locales";
import type { PastResponse, TableResponse } from "../src/wire/calls";
import { FakeSocket, fakeTable, stepFrame, viewFrame } from "./socket";

const SELECT = { type: "TOGGLE_CARD_SELECTION", payload: { instanceId: "a" } };
const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => ["You", "Tomasz"][seat] ?? "?" };

beforeAll(() => startWords(catalogues));

function pastOf(
  after: number,
  until: number,
  perspective: PastResponse["perspective"],
  head = 60,
): PastResponse {
  const versions = Array.from(
    { length: Math.max(0, Math.min(until, head) - after) },
    (_, at) => after + at + 1,
  );
  const steps = versions.map((version) => ({
    version,
    at: version,
    events: [],
    view: { version, perspective },
  }));
  return {
    table: "t",
    game: "cambio",
    status: "completed",
    head,
    perspective,
    may: [0, 1, null, "all"],
    steps,
  };
}

describe("the past", () => {
  test("is asked for by the dozen, and once", async () => {
    const source = vi.fn<Source>(async (after, until, perspective) => pastOf(after, until, perspective));
    const history = new History(source);

    await Promise.all([history.need(1, null), history.need(2, null), history.need(CHUNK, null)]);
    await history.need(CHUNK + 1, null);
    await history.need(3, "all");

    expect(source.mock.calls).toEqual([
      [0, CHUNK, null],
      [CHUNK, 2 * CHUNK, null],
      [0, CHUNK, "all"],
    ]);
    expect(history.at(CHUNK + 1, null)?.view).toEqual({ version: CHUNK + 1, perspective: null });
    expect(history.at(3, "all")?.view).toEqual({ version: 3, perspective: "all" });
    expect(history.at(3, 1)).toBeNull();
    expect(history.store.getState()).toMatchObject({ head: 60, may: [0, 1, null, "all"] });
  });

  test("is asked for again when the table has moved on", async () => {
    let head = 3;
    const history = new History(async (after, until, perspective) => pastOf(after, until, perspective, head));
    await history.need(3, null);
    expect(history.at(4, null)).toBeNull();
    head = 4;

    await history.need(4, null);

    expect(history.at(4, null)).not.toBeNull();
  });

  test("says what went wrong, and tries again when it is asked again", async () => {
    const source = vi
      .fn<Source>()
      .mockRejectedValueOnce(new Error("no"))
      .mockResolvedValue(pastOf(0, 9, null));
    const history = new History(source);

    await history.need(1, null);
    expect(history.store.getState().error).toEqual(new Error("no"));
    await history.need(1, null);

    expect(history.store.getState().error).toBeNull();
    expect(history.at(1, null)).not.toBeNull();
  });

  test("an address names a version and eyes, or neither", () => {
    const of = (text: string) => placeOf(new URLSearchParams(text));
    expect(of("")).toEqual({ move: null, viewAs: null });
    expect(of("move=12")).toEqual({ move: 12, viewAs: null });
    expect(of("move=12&perspective=1")).toEqual({ move: 12, viewAs: 1 });
    expect(of("move=1&perspective=all")).toEqual({ move: 1, viewAs: "all" });
    expect(of("move=x&perspective=-1")).toEqual({ move: null, viewAs: null });
  });

  test("is a table where nothing can be done", () => {
    const live = new Table("t", new Link(() => ""));
    live.store.setState({ legal: [SELECT], status: "completed", deadline: 5, events: events() });
    const tried = vi.fn();

    const past = new PastTable(
      live.state,
      { version: 2, at: 1, events: [], view: { old: true } },
      false,
      tried,
    );
    past.act();

    expect(tried).toHaveBeenCalled();
    expect(past.state).toMatchObject({
      version: 2,
      view: { old: true },
      legal: [],
      deadline: null,
      isPast: true,
    });
    expect(past.state.status).toBe("active");
    expect(past.state.pending).toBeNull();
    expect(past.state.events.map((event) => event.version)).toEqual([1, 2, 2]);
    expect(live.state.legal).toEqual([SELECT]);
  });
});

function events(): Event[] {
  return [
    { type: "TURN_STARTED", version: 1, at: 1, payload: { seat: 0, turnNumber: 1 } },
    { type: "DRAWN", version: 2, at: 2, payload: { seat: 0 } },
    { type: "QUIET", version: 2, at: 2, payload: { seat: 0 } },
    { type: "TURN_STARTED", version: 3, at: 3, payload: { seat: 1, turnNumber: 2 } },
    { type: "DRAWN", version: 4, at: 4, payload: { seat: 1 } },
  ];
}

const game = {
  turn: (event: Event) =>
    event.type === "TURN_STARTED" ? `Turn ${(event.payload as { turnNumber: number }).turnNumber}` : null,
  describe: (event: Event) => (event.type === "DRAWN" ? `${event.version} drew` : null),
} as unknown as GameModule;

describe("the log", () => {
  test("is grouped by turns, the newest first", () => {
    const groups = groupsOf(events(), game, perspective, null);

    expect(groups.map(({ title, lines }) => [title, lines.map((line) => line.text)])).toEqual([
      ["Turn 2", ["4 drew"]],
      ["Turn 1", ["2 drew"]],
    ]);
  });

  test("shows one player's lines alone", () => {
    expect(groupsOf(events(), game, perspective, 1).map((group) => group.title)).toEqual(["Turn 2"]);
  });

  test("strikes out what was undone, and goes on with the turn that it was", () => {
    const undone: Event = { type: "UNDONE", version: 5, at: 5, payload: { toVersion: 1 } };
    const again: Event = { type: "DRAWN", version: 6, at: 6, payload: { seat: 0 } };
    const groups = groupsOf([...events(), undone, again], game, perspective, null);

    expect(
      groups.map(({ title, lines }) => [title, lines.map((line) => [line.text, line.isUndone])]),
    ).toEqual([
      ["Turn 1", [["6 drew", false]]],
      ["Turn 2", [["4 drew", true]]],
      ["Turn 1", [["2 drew", true]]],
    ]);
  });

  test("tells whoever heard an event in full of it once, and everybody else what is for everybody", () => {
    const words: Record<string, string | null> = {
      LIT_TO_YOU: "You light lantern 3",
      LIT: "Somebody lights a lantern",
      DEALT_TO_YOU: null,
      DEALT: "Everyone has a wish",
      SEEN_TO_TEAM: "Your team sees moth 2",
      SEEN: "A team sees a moth",
    };
    const worded = { ...game, turn: () => null, describe: (event: Event) => words[event.type] ?? null };
    const linesOf = (...events: [string, number][]) =>
      groupsOf(
        events.map(([type, version]) => ({ type, version, at: version, payload: {} })),
        worded as unknown as GameModule,
        perspective,
        null,
      ).flatMap(({ lines }) => lines.map((line) => line.text).toReversed());

    expect(linesOf(["LIT_TO_YOU", 1], ["LIT", 1], ["LIT", 2])).toEqual([
      "You light lantern 3",
      "Somebody lights a lantern",
    ]);
    expect(linesOf(["LIT_TO_YOU", 1], ["LIT", 2])).toHaveLength(2);
    expect(linesOf(["LIT", 1])).toEqual(["Somebody lights a lantern"]);
    expect(linesOf(["DEALT_TO_YOU", 1], ["DEALT", 1])).toEqual(["Everyone has a wish"]);
    expect(linesOf(["SEEN_TO_TEAM", 1], ["SEEN", 1])).toEqual(["Your team sees moth 2"]);
  });

  test("has a game without words, too", () => {
    expect(groupsOf(events(), null, perspective, null)[0]?.lines.map((line) => line.text)).toContain(
      "<b>Drawn</b>: seat Tomasz",
    );
  });

  test("marks where turns begin", () => {
    expect(ticksOf(events(), game, perspective).map((tick) => tick.version)).toEqual([1, 3]);
    expect(ticksOf(events(), null, perspective)).toEqual([]);
  });

  test("tells in words what the table says of itself", () => {
    expect(houseText("BOT_PLAYS 1 easy Maren Ann", perspective)).toBe(
      "A bot (Easy) now plays for Tomasz (requested by Maren Ann).",
    );
    expect(houseText("TABLE_ENDED Maren", perspective)).toBe("Maren ended the game.");
    expect(houseText("SEAT_TAKEN 1 Tomasz by Ife by Ann", perspective)).toBe(
      "Ann took over Tomasz by Ife's seat.",
    );
    expect(houseText("SOMETHING new", perspective)).toBe("SOMETHING new");
  });
});

describe("taking back", () => {
  let table: Table;
  let socket: FakeSocket;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => new Response("[]")),
    );
    sessionStorage.clear();
    FakeSocket.all = [];
    table = fakeTable();
    table.open();
    vi.advanceTimersByTime(1);
    socket = FakeSocket.last;
    socket.open();
    socket.receive(viewFrame(3));
    table.naming = (action) => `did ${action.type}`;
  });
  afterEach(() => {
    table.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function acked(version: number, more: object = {}): void {
    const id = socket.sentOf("act").at(-1)?.id ?? "";
    socket.receive({ type: "ack", id, table: "t", version, duplicate: false });
    socket.receive(stepFrame(version, { undo: version, ...more }));
  }
  const undone = (version: number, toVersion: number) => ({
    events: [{ type: "UNDONE", version, at: 5, payload: { toVersion } }],
    undo: toVersion === 3 ? null : toVersion,
  });

  test("is named after the last move, until somebody else has moved", () => {
    table.act(SELECT);
    acked(4);
    expect(table.state.done).toEqual([{ version: 4, text: "did TOGGLE_CARD_SELECTION" }]);

    socket.receive(stepFrame(5));

    expect(table.state.done).toEqual([]);
  });

  test("keeps nothing of a move where no move can be undone", () => {
    table.naming = null;
    table.act(SELECT);
    acked(4);

    expect(table.state.done).toEqual([]);
    expect(sessionStorage.getItem("rondel.done.t")).toBeNull();
  });

  test("goes back one move at a press", () => {
    table.act(SELECT);
    acked(4);
    table.act(SELECT);
    acked(5);
    table.undo();
    acked(6, undone(6, 4));

    expect(socket.sentOf("act").at(-1)?.action).toEqual({ type: "TAKE_BACK" });
    expect(table.state.done.map((one) => one.version)).toEqual([4]);
    expect(table.state.pending).toBeNull();
  });

  test("that is asked for while a move is under way takes that move back", () => {
    table.act(SELECT);
    table.undo();
    acked(4);

    expect(socket.sentOf("act").map((frame) => (frame.action as { type: string }).type)).toEqual([
      "TOGGLE_CARD_SELECTION",
      "TAKE_BACK",
    ]);
    acked(5, undone(5, 3));
    expect(table.state.done).toEqual([]);
    expect(table.state.pending).toBeNull();
  });

  test("goes back to a line of the log, one after the other, and stops there", () => {
    for (const version of [4, 5, 6]) {
      table.act(SELECT);
      acked(version);
    }
    table.undo(5);
    acked(7, undone(7, 5));
    acked(8, undone(8, 4));

    expect(
      socket.sentOf("act").filter((frame) => (frame.action as { type: string }).type === "TAKE_BACK"),
    ).toHaveLength(2);
    expect(table.state.done.map((one) => one.version)).toEqual([4]);
  });

  test("stops where it is refused, and says why", () => {
    for (const version of [4, 5]) {
      table.act(SELECT);
      acked(version);
    }
    table.undo(4);
    const id = socket.sentOf("act").at(-1)?.id ?? "";
    socket.receive({ type: "nack", id, code: "UNDO_BARRIER", message: "no", table: "t", currentVersion: 5 });

    expect(table.state.refused?.code).toBe("UNDO_BARRIER");
    expect(socket.sentOf("act")).toHaveLength(3);
  });

  test("is known to the page when it is loaded again, if nothing has happened since", () => {
    table.act(SELECT);
    acked(4);
    const again = (version: number, undo: number | null) => {
      const next = new Table("t", new Link(() => ""));
      next.take(viewFrame(version, { undo }));
      return next.state.done;
    };

    expect(again(4, 4)).toHaveLength(1);
    expect(again(5, null)).toEqual([]);
  });

  test("is offered where the server says that it can be done, and never across a move that stands", () => {
    table.act(SELECT);
    acked(4);
    table.act({ type: "LOCK_PLAY_ORDER" });
    acked(5, { undo: null });

    expect([table.state.undo, table.state.done]).toEqual([null, []]);

    table.act(SELECT);
    acked(6);

    expect(table.state.undo).toBe(6);
    expect(table.state.done.map((one) => one.version)).toEqual([6]);
  });

  test("an ended table offers nothing more", () => {
    socket.receive({ type: "seats", table: "t", status: "abandoned", seats: [] });

    expect(table.state).toMatchObject({ status: "abandoned", legal: [] });
  });
});

describe("absent players", () => {
  test("are those who are not there, once that is known", () => {
    expect(isAway(null, 1)).toBe(false);
    expect(isAway([0], 1)).toBe(true);
    expect(isAway([0, 1], 1)).toBe(false);
  });
});

describe("history", () => {
  const table = (more: Partial<TableResponse>) =>
    ({ status: "completed", game: "cambio", ...more }) as TableResponse;
  const all = [
    table({ id: "1" }),
    table({ id: "2", game: "decks" }),
    table({ id: "3", status: "abandoned" }),
    table({ id: "4", status: "active" }),
  ];
  const ids = (game: string, ended: "" | "completed" | "abandoned", name: string) =>
    filtered(all, { game, ended, with: name }, ({ id }) => (id === "1" ? ["Tomasz"] : [])).map(
      ({ id }) => id,
    );

  test("lists what is over, by game, by ending and by name", () => {
    expect(ids("", "", "")).toEqual(["1", "2", "3"]);
    expect(ids("decks", "", "")).toEqual(["2"]);
    expect(ids("", "abandoned", "")).toEqual(["3"]);
    expect(ids("", "", " toM")).toEqual(["1"]);
  });
});
