/** What moves at a table of Cambio: what the step tells, where it happens, and never in anybody's way. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import cambio from "../src/faces/cambio";
import { happening } from "../src/faces/cambio/animations";
import type { Perspective } from "../src/play/face";
import type { Table } from "../src/table/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import { choose as chooseSettings } from "../src/ui/settings";
import type { Card, Event, SlotView, View } from "../src/wire/cambio";
import { fakeTable, stepFrame, viewFrame } from "./socket";

const HIDDEN: SlotView = { visibility: "hidden", card: null };
const QUEEN: Card = { rank: "Q", suit: "spades", pointValue: 10 };
const SEVEN: Card = { rank: "7", suit: "hearts", pointValue: 7 };
const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => ["You", "Tomasz", "Ife"][seat] ?? "" };

function view(more: object = {}): View {
  const player = {
    kind: "human",
    controller: "human",
    isConnected: true,
    hasTakenFinalTurn: false,
    isCambioCaller: false,
    confirmed: true,
    score: null,
    slots: [HIDDEN, HIDDEN, HIDDEN, HIDDEN],
  };
  return {
    you: 0,
    phase: "playing",
    status: "active",
    ending: null,
    options: { seats: 3, peekMs: 5000, penalty: "double" },
    turnNumber: 7,
    currentTurnSeat: 1,
    step: "awaiting_draw",
    turnEndsAt: null,
    players: [player, player, player],
    drawPileCount: 30,
    discardCount: 3,
    discardTop: QUEEN,
    discardVersion: 3,
    held: null,
    power: null,
    reveal: null,
    snap: null,
    giving: null,
    cambioCallerSeat: null,
    finalTurnsLeft: [],
    scores: [],
    winners: [],
    winnerSeat: null,
    ...more,
  } as unknown as View;
}

const event = (type: string, payload: object = {}, version = 2) =>
  ({ type, version, at: 1, payload }) as unknown as Event;

describe("what of a step is seen", () => {
  const routes = (...events: Event[]) =>
    happening(view(), events, view()).trips.map(({ from, to }) => `${from} > ${to}`);

  test("a swap goes both ways, and both ends are ringed for three seconds", () => {
    const { trips, marks } = happening(
      view(),
      [event("CARD_SWAPPED", { seat: 1, position: 2, discarded: SEVEN, discardVersion: 4 })],
      view(),
    );
    expect(trips.map(({ from, to, face }) => [from, to, face])).toEqual([
      ["held", "1.2", null],
      ["1.2", "discard", SEVEN],
    ]);
    expect(trips[1]?.under).toBe(QUEEN);
    expect(marks.map(({ place, forMs }) => [place, forMs])).toEqual([
      ["1.2", 3000],
      ["discard", 3000],
    ]);
  });

  test("a blind swap shows two backs, and rings both slots", () => {
    const slots = [
      { seat: 1, position: 0 },
      { seat: 0, position: 3 },
    ];
    const { trips, marks } = happening(view(), [event("SWAP_COMPLETED", { seat: 1, slots })], view());
    expect(trips.map(({ from, to, face }) => [from, to, face])).toEqual([
      ["1.0", "0.3", null],
      ["0.3", "1.0", null],
    ]);
    expect(marks.map(({ place }) => place)).toEqual(["1.0", "0.3"]);
  });

  test("a card that another seat draws has no face; one's own turns over on the way", () => {
    const drawn = event("CARD_DRAWN", { seat: 1, source: "deck", card: null });
    const [theirs] = happening(
      view(),
      [drawn],
      view({ held: { seat: 1, source: "deck", card: null } }),
    ).trips;
    expect([theirs?.face, theirs?.isTurned]).toEqual([null, false]);
    const held = { seat: 0, source: "deck", card: SEVEN };
    const [own] = happening(view(), [drawn], view({ held })).trips;
    expect([own?.face, own?.isTurned]).toEqual([SEVEN, true]);
  });

  test("a wrong snap turns the card up for two seconds, and the penalty comes afterwards", () => {
    const failed = { seat: 1, targetSeat: 1, position: 1, card: SEVEN, discardVersion: 4 };
    const { trips, marks } = happening(
      view(),
      [event("SNAP_FAILED", failed), event("PENALTY_DEALT", { seat: 1, positions: [4] })],
      view(),
    );
    expect(marks[0]).toEqual({
      place: "1.1",
      mark: { isRinged: true, note: { key: "wrong", count: 1 }, face: SEVEN },
      forMs: 2000,
    });
    expect(trips.map(({ from, to }) => [from, to])).toEqual([["deck", "1.4"]]);
    expect(trips[0]?.afterMs).toBeGreaterThan(0);
  });

  test("a peek is marked where it happens, and nothing travels", () => {
    const used = event("POWER_ACTIVATED", {
      seat: 1,
      powerType: "peek_opponent",
      slots: [{ seat: 2, position: 1 }],
    });
    const { trips, marks } = happening(view(), [used], view());
    expect([trips, marks.map(({ place, mark }) => [place, mark.isSeen])]).toEqual([[], [["2.1", true]]]);
  });

  test("nothing comes to the discards but what was discarded", () => {
    const others = ["TURN_ENDED", "TURN_STARTED", "SNAP_WINDOW_CLOSED", "CARD_HIDDEN", "POWER_SKIPPED"];
    expect(routes(...others.map((type) => event(type, { seat: 1, slots: [] })))).toEqual([]);
    expect(routes(event("CARD_DISCARDED", { seat: 1, card: SEVEN, reason: "chosen" }))).toEqual([
      "held > discard",
    ]);
  });
});

describe("on the page", () => {
  interface Begun {
    frames: Keyframe[];
    isCancelled: boolean;
  }
  const begun: Begun[] = [];
  let table: Table;
  beforeAll(async () => {
    await startWords(catalogues);
    await loadGameWords("cambio");
  });
  beforeEach(() => {
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => new Response("[]")),
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    begun.length = 0;
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 20, 50, 70));
    Element.prototype.animate = ((frames: Keyframe[]) => {
      const one: Begun = { frames, isCancelled: false };
      begun.push(one);
      const cancel = () => {
        one.isCancelled = true;
      };
      return { cancel, finished: new Promise(() => {}) };
    }) as unknown as Element["animate"];
    table = fakeTable();
    table.take(viewFrame(1, { view: view(), legal: [], seats: [] }));
    render(<cambio.Board table={table} perspective={perspective} />);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    chooseSettings({ motion: "system" });
    Reflect.deleteProperty(Element.prototype, "animate");
  });

  const step = (version: number, events: Event[], more: object = {}) =>
    act(async () =>
      table.take(stepFrame(version, { events: events as never, view: view(more), status: "active" })),
    );
  const swapped = (version: number) =>
    event("CARD_SWAPPED", { seat: 1, position: 2, discarded: SEVEN, discardVersion: 4 }, version);
  const ringed = () =>
    [...document.querySelectorAll<HTMLElement>(".spot-ringed")].map((one) => one.dataset.place);

  test("what travels only moves and fades, lies over the table, and stops nobody", async () => {
    await step(2, [swapped(2)], { discardTop: SEVEN });

    expect(document.querySelectorAll(".traveller").length).toBe(3);
    expect(document.querySelector(".travels")?.getAttribute("aria-hidden")).toBe("true");
    const names = begun.flatMap(({ frames }) => frames.flatMap((frame) => Object.keys(frame)));
    expect([...new Set(names)].sort()).toEqual(["opacity", "transform"]);
    expect(document.querySelector(".last")?.textContent).toContain("Tomasz swapped their bottom left card");
  });

  test("a new state ends what is on its way at once; rings stay for their three seconds", async () => {
    await step(2, [swapped(2)], { discardTop: SEVEN });
    const first = [...begun];
    expect(first.length).toBe(4); // two cards on their way, one of them turning; the slot waits for its card
    await step(3, [event("TURN_STARTED", { seat: 2 }, 3)], { discardTop: SEVEN });

    expect(first.every((one) => one.isCancelled)).toBe(true);
    expect(document.querySelectorAll(".traveller").length).toBe(0);
    expect(begun.length).toBe(first.length);
    expect(ringed().sort()).toEqual(["1.2", "discard"]);
    await act(async () => vi.advanceTimersByTime(3100));
    expect(ringed()).toEqual([]);
  });

  test("what waits for its turn is not seen before", async () => {
    const failed = { seat: 1, targetSeat: 1, position: 1, card: SEVEN, discardVersion: 4 };
    await step(2, [event("SNAP_FAILED", failed), event("PENALTY_DEALT", { seat: 1, positions: [3] })]);

    const fading = begun.filter(({ frames }) => frames.every((frame) => frame.opacity === 0));
    expect(fading.length).toBe(2); // the card until it sets off, and its place until it is there
    expect(screen.getByText("Wrong! +1 card")).toBeTruthy();
  });

  test("who wants no motion sees rings and reads the words", async () => {
    chooseSettings({ motion: 0 });
    await step(2, [swapped(2)], { discardTop: SEVEN });

    expect(begun).toEqual([]);
    expect(document.querySelectorAll(".traveller").length).toBe(0);
    expect(ringed().sort()).toEqual(["1.2", "discard"]);
    expect(document.querySelector(".last")?.textContent).toContain("and discarded");
  });

  test("who comes later, or looks back, sees the table as it is", async () => {
    await act(async () =>
      table.take(viewFrame(9, { view: view({ discardTop: SEVEN }), legal: [], seats: [] })),
    );

    expect(begun).toEqual([]);
    expect(ringed()).toEqual([]);
  });

  test("at the end the cards are turned over one by one, the points count up, and one press shows all", async () => {
    const score = (seat: number, cards: Card[], isWinner: boolean) => ({
      seat,
      cards,
      isWinner,
      baseScore: 0,
      finalScore: cards.reduce((sum, card) => sum + card.pointValue, 0),
      isCambioCaller: false,
      penaltyApplied: false,
    });
    const scores = [score(0, [QUEEN, SEVEN], false), score(1, [SEVEN], true)];
    const over = { phase: "completed", status: "completed", scores, winners: [1], winnerSeat: 1, step: null };
    await step(2, [event("GAME_COMPLETED", { scores, winners: [1], ending: "cambio" })], over);
    const sums = () => [...document.querySelectorAll(".result-sum b")].map((sum) => sum.textContent);

    expect(screen.getByRole("heading", { name: "Adding up" })).toBeTruthy();
    expect(sums()).toEqual(["0", "0"]);
    await act(async () => vi.advanceTimersByTime(300));
    expect(sums()).toEqual(["10", "0"]);
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(screen.getByRole("heading", { name: "Tomasz won" })).toBeTruthy();
    expect(sums()).toEqual(["7", "17"]);
  });
});
