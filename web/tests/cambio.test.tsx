import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Looking } from "../src/games";
import cambio from "../src/games/cambio";
import { choices } from "../src/games/cambio/Power";
import { eventText, groupsOf } from "../src/pages/log";
import { Link } from "../src/table/link";
import { Table } from "../src/table/table";
import type { Action, Card, SlotView, View } from "../src/wire/cambio";
import { loadGameWords, say, startWords } from "../src/words";
import { FakeSocket, viewFrame } from "./socket";

const HIDDEN: SlotView = { visibility: "hidden", card: null };
const QUEEN: Card = { rank: "Q", suit: "spades", pointValue: 10 };
const NAMES = ["Maren", "Tomasz", "Ife"];
const looking: Looking = { say, you: 0, name: (seat) => (seat === 0 ? "You" : (NAMES[seat] ?? "")) };

function player(more: object = {}) {
  return {
    kind: "human",
    controller: "human",
    isConnected: true,
    hasTakenFinalTurn: false,
    isCambioCaller: false,
    confirmed: true,
    score: null,
    slots: [HIDDEN, HIDDEN, HIDDEN, HIDDEN],
    ...more,
  };
}

function view(more: Partial<View> = {}): View {
  return {
    you: 0,
    phase: "playing",
    status: "active",
    ending: null,
    options: { seats: 3, peekMs: 5000, penalty: "double" },
    turnNumber: 7,
    currentTurnSeat: 0,
    step: "awaiting_draw",
    turnEndsAt: null,
    players: [player(), player(), player()],
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
  } as View;
}

let table: Table;
let act: ReturnType<typeof vi.fn>;

function show(shown: View, legal: Action[]): void {
  table.take(viewFrame(1, { view: shown, legal, seats: [] }));
  render(<cambio.Board table={table} looking={looking} />);
}

beforeAll(async () => {
  await startWords();
  await loadGameWords("cambio");
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});
beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  table = new Table(
    "t",
    new Link(() => "ws://x", undefined, FakeSocket as unknown as new (url: string) => WebSocket),
  );
  act = vi.fn();
  table.act = act as unknown as Table["act"];
});

describe("the table", () => {
  test("offers what is legal and nothing else", () => {
    show(view(), [{ type: "DRAW_CARD", payload: { source: "deck" } }]);

    expect(screen.getByRole("button", { name: /^Draw a card/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Call Cambio/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /Take/ })).toBeNull();
  });

  test("asks once more before a call", async () => {
    show(view(), [{ type: "CALL_CAMBIO", payload: {} }]);
    await userEvent.click(screen.getByRole("button", { name: /Call Cambio/ }));
    expect(act).not.toHaveBeenCalled();
    const [, yes] = screen.getAllByRole("button", { name: /^Call Cambio/ });
    await userEvent.click(yes as HTMLElement);

    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "CALL_CAMBIO", payload: {} });
  });

  test("keys 1 to 4 press the own cards while a card is held", async () => {
    const legal: Action[] = [0, 1, 2, 3].map((position) => ({ type: "SWAP_CARD", payload: { position } }));
    show(view({ step: "holding", held: { seat: 0, source: "deck", card: QUEEN, power: null } }), legal);
    await userEvent.keyboard("3");

    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "SWAP_CARD", payload: { position: 2 } });
  });

  test("what a discard opens is what the server says, whatever the card", () => {
    const holding = (power: "peek_own" | null) =>
      view({ step: "holding", held: { seat: 0, source: "deck", card: QUEEN, power } });
    show(holding("peek_own"), [{ type: "DISCARD_CARD", payload: {} }]);
    expect(screen.getByRole("button", { name: /Discard Q♠.*, then look at one of yours/ })).toBeTruthy();
    cleanup();
    show(holding(null), [{ type: "DISCARD_CARD", payload: {} }]);
    expect(screen.queryByRole("button", { name: /then/ })).toBeNull();
  });

  test("every hidden card is the same element", () => {
    show(view(), []);
    const hidden = [...document.querySelectorAll("svg.pc")].filter((svg) => svg.querySelector("use"));

    expect(hidden.length).toBeGreaterThan(12);
    expect(new Set(hidden.map((svg) => svg.outerHTML)).size).toBe(1);
  });

  test("a peek shows its face only while its time runs", () => {
    const slots = [{ seat: 1, position: 2 }];
    const open = { visibility: "peeking", card: QUEEN } as SlotView;
    const players = [
      player(),
      player({ slots: [HIDDEN, HIDDEN, open, HIDDEN] }),
      player(),
    ] as View["players"];
    const peek = (until: number) =>
      view({
        step: "revealing",
        discardTop: null,
        players,
        reveal: { seat: 0, powerType: "peek_opponent", slots, until },
      });
    show(peek(Date.now() + 5000), [{ type: "ACKNOWLEDGE_REVEAL", payload: { swap: false } }]);
    expect(screen.getByRole("heading", { name: "Tomasz, bottom left" })).toBeTruthy();
    expect(document.body.innerHTML).toContain("Queen of Spades");
  });

  test("a peek that is over is not in the page, even if the view still has it", () => {
    const slots = [{ seat: 1, position: 2 }];
    const open = { visibility: "peeking", card: QUEEN } as SlotView;
    const players = [
      player(),
      player({ slots: [HIDDEN, HIDDEN, open, HIDDEN] }),
      player(),
    ] as View["players"];
    show(
      view({
        step: "revealing",
        discardTop: null,
        players,
        reveal: { seat: 0, powerType: "peek_opponent", slots, until: Date.now() - 1 },
      }),
      [],
    );

    expect(document.querySelector("dialog")).toBeNull();
  });
});

describe("choosing slots", () => {
  const own = (position: number) => ({ seat: 0, position });
  const theirs = (position: number) => ({ seat: 1, position });
  const uses = [0, 1].flatMap((mine) => [0, 1].map((other) => [own(mine), theirs(other)]));

  test("offers all at first, then what fits", () => {
    expect(choices(uses, []).next).toHaveLength(4);
    expect(choices(uses, [own(1)])).toEqual({ next: [theirs(0), theirs(1)], isComplete: false });
    expect(choices(uses, [theirs(0), own(1)]).isComplete).toBe(true);
  });

  test("a power without slots is complete at once", () => {
    expect(choices([[]], [])).toEqual({ next: [], isComplete: true });
  });
});

describe("the log", () => {
  const told = (type: string, payload: object) =>
    cambio.describe({ type, version: 1, at: 1, payload }, looking);

  test("tells what everyone may know", () => {
    expect(told("CARD_DRAWN", { seat: 1, source: "deck", card: null })).toBe(
      "<b>Tomasz</b> drew from the pile.",
    );
    expect(told("CARD_SWAPPED", { seat: 0, position: 2, discarded: QUEEN, discardVersion: 4 })).toContain(
      "your bottom left card",
    );
  });

  test("tells of an outage, in the table's own words", () => {
    const event = { type: "TIME_RETURNED", version: 3, at: 1, payload: { lostMs: 13_200 } };
    const sentence = "The server was away for 13 s; the clocks were stopped meanwhile.";
    expect(eventText(event, cambio, looking)).toBe(sentence);
    expect(eventText({ ...event, payload: { lostMs: 1 } }, null, looking)).toContain("for 1 s;");
    const [group] = groupsOf([event], cambio, looking, null);
    expect(group?.lines.map((line) => line.text)).toEqual([sentence]);
  });

  test("never names a card that only one seat has seen", () => {
    expect(told("DRAWN_CARD_SEEN", { seat: 0, card: QUEEN })).toBeNull();
    expect(told("CARD_REVEALED", { seat: 0, cards: [], until: 1, reason: "peek_own" })).toBeNull();
  });
});
