/** What a board is drawn anew for, counted: never for what is said, who watches, or the time that passes. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { faces } from "../src/faces";
import type { BoardProps, GameModule } from "../src/play/face";
import { Playing } from "../src/play/Playing";
import { queries } from "../src/table/session";
import type { Table } from "../src/table/table";
import { startWords } from "../src/ui/locales";
import type { TableResponse } from "../src/wire/calls";
import boards from "./boards.json";
import { drawnIn } from "./drawn";
import { FakeSocket, fakeTable, stepFrame, viewFrame } from "./socket";

const GAMES = [...Object.keys(boards), "scened"] as (keyof typeof boards | "scened")[];
const FACE = { looks: {}, words: { en: { LAY: "Lay a {disc}" } }, big: [] };
const SCENED = {
  view: {},
  legal: [{ type: "LAY", payload: { disc: "bloom" } }],
  scene: {
    seats: [{ zones: [{ id: "0.hand", label: "Hand", kind: "disc", pieces: [{ face: "bloom" }] }] }],
    prompt: "lay",
  },
};
const SEATS = [0, 1, 2].map((seat) => ({ seat, name: `Seat ${seat}`, kind: "human", level: null }));
const NOBODY = () => {};

const NOW = 1_000_000;
/** Whose clock runs in Imperial. */
const TIMED = { timed: true, banked: 120, increment: 30, lastMove: NOW, pause: 0 };
/** What counts down, on any board, and the boards that show a clock here. */
const CLOCKS = ["Clock", "Countdown", "SeatClock"];
const HAVE_CLOCK = ["imperial", "scened"];

let face: GameModule;
let drawn: number;
let container: HTMLElement;
let table: Table;
let socket: FakeSocket;

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("/forecast")) return new Response("{}", { status: 404 });
    return new Response(url.endsWith("/face") ? JSON.stringify(FACE) : "[]");
  });
  FakeSocket.all = [];
  drawn = 0;
});
afterEach(() => {
  cleanup();
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NOT_ITS_OWN = { log: undefined, chat: undefined, chatLabel: undefined };

/** The board of that game, without the log and the chat that Imperial's has room for. */
function Board(props: BoardProps) {
  return (
    <Profiler id="board" onRender={() => void drawn++}>
      <face.Board {...props} {...NOT_ITS_OWN} />
    </Profiler>
  );
}

/** The whole page of a table that has just been opened, and nothing more to come. */
async function open(game: (typeof GAMES)[number], more: object = {}): Promise<void> {
  const shown = game === "scened" ? SCENED : boards[game];
  face = (await faces.load(game)) as GameModule;
  const counted = { ...face, Board };
  table = fakeTable();
  table.open();
  await vi.advanceTimersByTimeAsync(1);
  socket = FakeSocket.last;
  socket.open();
  socket.receive(viewFrame(1, { game, seats: SEATS, now: NOW, ...shown, ...more }));
  const summary = {
    id: "t",
    game,
    code: "ABCD",
    status: "active",
    seat: 0,
    options: {},
    players: [],
    toAct: [],
    lesson: null,
  } as unknown as TableResponse;
  const loaded = { ...faces, load: async () => counted, here: () => counted };
  ({ container } = render(
    <QueryClientProvider client={queries}>
      <Playing table={table} summary={summary} faces={loaded} onTurn={NOBODY} onSeen={NOBODY} />
    </QueryClientProvider>,
  ));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
}

/** How often the board is drawn anew while this happens. */
async function drawnFor(happens: () => Promise<void> | void): Promise<number> {
  drawn = 0;
  await act(async () => {
    await happens();
    await vi.advanceTimersByTimeAsync(100);
  });
  return drawn;
}

describe.each(GAMES)("the board of %s", (game) => {
  test("is drawn for a move, and for no line of chat and nobody who looks on", async () => {
    await open(game);
    expect(screen.queryByText("failed.board")).toBeNull();
    const { version, view, scene } = table.state;
    const next = stepFrame(version + 1, { view: { ...(view as object) }, scene: scene ?? undefined });
    expect(await drawnFor(() => socket.receive(next))).toBeGreaterThan(0);
    await act(async () => {
      await vi.dynamicImportSettled(); // what is fetched late
      await vi.advanceTimersByTimeAsync(2_000); // what follows a move
    });

    const forLines = await drawnFor(async () => {
      for (let line = 0; line < 100; line++) {
        const text = { name: "Maren", seat: 1, text: `${line}`, at: 5 + line, id: line, isRemoved: false };
        socket.receive({ type: "chat", table: "t", ...text });
        await vi.advanceTimersByTimeAsync(20);
      }
    });
    expect(table.state.chat).toHaveLength(100);
    expect(forLines).toBe(0);

    const present = { type: "presence" as const, table: "t", here: [0, 1], away: [] };
    await drawnFor(() => socket.receive({ ...present, watching: 0 }));
    const watched = await drawnFor(() => socket.receive({ ...present, watching: 7 }));
    expect([table.state.watching, watched]).toEqual([7, 0]);
  });

  test("stands still while a clock runs: a tick draws the clock alone", async () => {
    const timed = game === "imperial" ? { view: { ...boards.imperial.view, timer: TIMED } } : {};
    await open(game, { deadline: NOW + 60_000, ...timed });
    const names = new Set<string>();
    let ticks = 0;
    for (let times = 0; times < 100; times++) {
      const found = await drawnIn(container, () => act(() => vi.advanceTimersByTimeAsync(50)));
      for (const name of found) names.add(name);
      if (found.length > 0) ticks += 1;
    }
    expect(ticks > 10).toBe(HAVE_CLOCK.includes(game));
    expect([...names].filter((name) => !CLOCKS.includes(name))).toEqual([]);
  });
});
