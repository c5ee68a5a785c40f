/** What somebody finds who comes back, and what every move of the past is called. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import type { GameModule, Perspective } from "../src/play/face";
import type { Playback } from "../src/play/playback";
import { leftAt, Since } from "../src/play/Since";
import { captionOf, Scrubber } from "../src/play/Story";
import { Link } from "../src/table/link";
import type { Event, TableState } from "../src/table/state";
import { Table } from "../src/table/table";
import { startWords, t } from "../src/ui/locales";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => `Seat ${seat}` };
const game = {
  describe: ({ type, payload }: Event) =>
    type === "MOVED" ? `<b>${(payload as { who: string }).who}</b> moves.` : null,
  turn: ({ type, version }: Event) => (type === "TURN" ? `Turn ${version}` : null),
} as unknown as GameModule;
const moved = (version: number, who: string): Event => ({ type: "MOVED", version, at: 0, payload: { who } });
const EVENTS: Event[] = [
  moved(1, "Ana"),
  { type: "TURN", version: 2, at: 0 },
  moved(2, "Ben"),
  { type: "SEALED", version: 3, at: 0 },
  moved(4, "Cleo"),
  moved(4, "Dora"),
];

const playback = (more: Partial<Playback> = {}): Playback =>
  ({
    move: null,
    head: 4,
    may: [null],
    viewAs: null,
    speed: 1,
    isPlaying: false,
    go: vi.fn(),
    play: vi.fn(),
    ...more,
  }) as unknown as Playback;

function tableAt(more: Partial<TableState> = {}): Table {
  const table = new Table("t1", new Link(() => ""));
  const state = { isHere: true, seat: 0, status: "active", version: 4, events: EVENTS, ...more };
  table.store.setState(state as Partial<TableState>);
  return table;
}

beforeAll(() => startWords(catalogues));
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const seen = (version: number, at: number) =>
  localStorage.setItem("rondel.seen.t1", JSON.stringify({ version, at }));
const lines = () => screen.queryAllByRole("listitem").map((line) => line.textContent);
const show = (table: Table, more?: Partial<Playback>) => {
  const shown = playback(more);
  render(<Since table={table} game={game} perspective={perspective} playback={shown} />);
  return shown;
};

test("whoever was away for two minutes is told what came after what they saw", () => {
  expect(leftAt({ version: 1, at: 0 }, 4, 120_000)).toBe(1);
  expect(leftAt({ version: 1, at: 0 }, 4, 119_999)).toBeNull();
  expect(leftAt({ version: 4, at: 0 }, 4, 999_999)).toBeNull();
  expect(leftAt(null, 4, 999_999)).toBeNull();
});

test("the card has the lines since then, the oldest first, and goes when it is put away", () => {
  seen(1, 1);
  show(tableAt());
  expect(screen.getByRole("heading", { name: "While you were away" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Turn 2" })).toBeTruthy();
  expect(lines()).toEqual(["Ben moves.", "Cleo moves.", "Dora moves."]);
  act(() => screen.getByRole("button", { name: "Got it" }).click());
  expect(lines()).toEqual([]);
});

test("it leads to the first move that was missed", () => {
  seen(1, 1);
  const { play } = show(tableAt());
  act(() => screen.getByRole("button", { name: "Replay" }).click());
  expect(play).toHaveBeenCalledWith(true, 2);
});

test("it comes neither to who watches, nor to who was just here, nor after the end, nor over the past", () => {
  seen(1, 1);
  show(tableAt({ seat: null }));
  expect(lines()).toEqual([]);
  show(tableAt({ status: "completed" }));
  expect(lines()).toEqual([]);
  seen(1, 1);
  show(tableAt(), { move: 2 });
  expect(lines()).toEqual([]);
  cleanup();
  show(tableAt()); // the one before has noted that somebody is here
  expect(lines()).toEqual([]);
});

test("it goes when a move is made", () => {
  seen(1, 1);
  const table = tableAt();
  show(table);
  expect(lines()).toHaveLength(3);
  act(() =>
    table.store.setState({ pending: { id: "1", action: { type: "X" }, isSlow: false, version: null } }),
  );
  expect(lines()).toEqual([]);
});

test("a browser remembers forty tables, and forgets the one that was seen longest ago", () => {
  for (let at = 1; at <= 40; at++)
    localStorage.setItem(`rondel.seen.old${at}`, JSON.stringify({ version: 1, at }));
  show(tableAt());
  expect(localStorage.getItem("rondel.seen.old1")).toBeNull();
  expect(localStorage.getItem("rondel.seen.old2")).not.toBeNull();
  expect(localStorage.getItem("rondel.seen.t1")).not.toBeNull();
});

test("every move of the past has a caption: all of its lines, none where nothing can be seen", () => {
  expect(captionOf(EVENTS, game, perspective, 4)).toEqual(["<b>Cleo</b> moves.", "<b>Dora</b> moves."]);
  expect(captionOf(EVENTS, game, perspective, 3)).toEqual([]);
  render(
    <Scrubber
      playback={playback({ move: 4 })}
      game={game}
      perspective={perspective}
      events={EVENTS}
      seats={[]}
    />,
  );
  expect(document.querySelector(".scrub-caption")?.textContent).toBe("Cleo moves. Dora moves.");
  expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe(
    "Move 4 of 4, Turn 2, Cleo moves., Dora moves.",
  );
});
