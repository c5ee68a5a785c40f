import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import cambio from "../src/faces/cambio";
import { slotsOf, targetOf } from "../src/faces/cambio/press";
import { choose, nextOf, picksOf } from "../src/play/choose";
import type { Perspective } from "../src/play/face";
import { eventText, groupsOf } from "../src/play/log";
import type { Table } from "../src/table/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import type { Action, Card, Slot, SlotView, View } from "../src/wire/cambio";
import { fakeTable, viewFrame } from "./socket";

const HIDDEN: SlotView = { visibility: "hidden", card: null };
const QUEEN: Card = { rank: "Q", suit: "spades", pointValue: 10 };
const NAMES = ["Maren", "Tomasz", "Ife"];
const perspective: Perspective = {
  t,
  mySeat: 0,
  nameOf: (seat) => (seat === 0 ? "You" : (NAMES[seat] ?? "")),
};

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
  render(<cambio.Board table={table} perspective={perspective} />);
}

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("cambio");
});
beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  table = fakeTable();
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
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: /^Call Cambio/ }));

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

  describe("a King whose card nobody chooses", () => {
    const use: Action = { type: "USE_POWER", payload: { powerType: "look_own", slots: [] } };
    const skip: Action = { type: "SKIP_POWER", payload: {} };
    const opened = (more: Partial<View> = {}) =>
      view({ step: "power_pending", power: { seat: 0, powerType: "look_own", expiresAt: null }, ...more });
    const isUnderWay = (isIt: boolean) =>
      table.store.setState({
        pending: isIt ? { id: "1", action: use, isSlow: false, version: null } : null,
      });
    beforeEach(() => {
      act.mockImplementation(() => isUnderWay(true));
      table.actByItself = act as unknown as Table["act"];
    });

    test("is used once, without a dialog that asks", () => {
      show(opened(), [use, skip]);

      expect(act).toHaveBeenCalledExactlyOnceWith(use);
      expect(document.querySelector("dialog")).toBeNull();
    });

    test("asks if the use came to nothing", async () => {
      show(opened(), [use, skip]);
      isUnderWay(false);
      await userEvent.click(await screen.findByRole("button", { name: "Skip the power" }));

      expect(act.mock.calls).toEqual([[use], [skip]]);
    });

    test("is left to the bot that has the seat", () => {
      const players = [player({ controller: "bot" }), player(), player()] as View["players"];
      show(opened({ players }), [use, skip]);

      expect(act).not.toHaveBeenCalled();
    });

    test("is not used by itself where a card may be chosen", () => {
      const chosen: Action = {
        type: "USE_POWER",
        payload: { powerType: "look_own", slots: [{ seat: 0, position: 1 }] },
      };
      show(opened(), [chosen, skip]);

      expect(act).not.toHaveBeenCalled();
      expect(screen.getByRole("button", { name: "Skip the power" })).toBeTruthy();
    });

    test("shows its card in a dialog that is closed by a button or by S", async () => {
      const open = { visibility: "peeking", card: QUEEN } as SlotView;
      const players = [player({ slots: [HIDDEN, open, HIDDEN, HIDDEN] }), player()] as View["players"];
      const reveal = {
        seat: 0,
        powerType: "look_own",
        slots: [{ seat: 0, position: 1 }],
        until: Date.now() + 5000,
      } as View["reveal"];
      const got: Action = { type: "ACKNOWLEDGE_REVEAL", payload: { swap: false } };
      act.mockImplementation(() => {});
      show(view({ step: "revealing", discardTop: null, players, reveal }), [got]);
      expect(screen.getByText("King: one of your cards, picked at random.")).toBeTruthy();
      await userEvent.click(screen.getByRole("button", { name: "Close" }));
      await userEvent.keyboard("s");

      expect(act.mock.calls).toEqual([[got], [got]]);
    });
  });

  test("a snap in somebody else's last turn is not one's own last turn", () => {
    const snap = { closesAt: null, passed: [] } as unknown as View["snap"];
    const final: Partial<View> = { phase: "final_round", cambioCallerSeat: 1, finalTurnsLeft: [0] };
    show(view({ ...final, step: "snap_window", snap, currentTurnSeat: 2 }), [
      { type: "PASS_SNAP", payload: { discardVersion: 3 } },
    ]);

    expect(screen.queryByText(/This is your last turn/)).toBeNull();
    expect(screen.getByText(/Tomasz called Cambio: final round/)).toBeTruthy();
  });

  test("the final round is said to everybody", () => {
    const final = view({ phase: "final_round", cambioCallerSeat: 1, finalTurnsLeft: [0] });
    show(final, [{ type: "DRAW_CARD", payload: { source: "deck" } }]);
    expect(screen.getByText("Final round")).toBeTruthy();
    expect(cambio.strip(table.state, perspective)?.notice).toBe("Final round");
    cleanup();
    show(view(), []);
    expect(screen.queryByText("Final round")).toBeNull();
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
  const use = (...slots: Slot[]) => ({
    type: "USE_POWER" as const,
    payload: { powerType: "blind_swap" as const, slots },
  });
  const uses = [0, 1].flatMap((mine) => [0, 1].map((other) => use(own(mine), theirs(other))));
  const chosen = (...slots: Slot[]) => choose(uses, slotsOf, picksOf("slot", slots));

  test("offers all at first, then what fits", () => {
    expect(nextOf(chosen(), "slot")).toHaveLength(4);
    expect(nextOf(chosen(own(1)), "slot")).toEqual([theirs(0), theirs(1)]);
    expect(chosen(own(1)).complete).toBeNull();
    expect(chosen(theirs(0), own(1)).complete).toBe(uses[2]);
  });

  test("a power without slots is complete at once", () => {
    expect(choose([use()], slotsOf, []).complete).not.toBeNull();
  });

  test("a press snaps any card, and swaps or gives only one's own", () => {
    const snap: Action = { type: "SNAP", payload: { targetSeat: 1, position: 2, discardVersion: 3 } };
    const swap: Action = { type: "SWAP_CARD", payload: { position: 2 } };

    expect(targetOf([swap, snap], { seat: 1, position: 2 }, 0)).toEqual({ action: snap, verb: "snap" });
    expect(targetOf([swap, snap], { seat: 0, position: 2 }, 0)).toEqual({ action: swap, verb: "swap" });
    expect(targetOf([swap], { seat: 1, position: 2 }, 0)).toBeNull();
    expect(targetOf([swap, snap], { seat: 0, position: 1 }, 0)).toBeNull();
  });
});

test("every card of a hand is called by where it lies, and by nothing twice", () => {
  for (const position of [0, 1, 2, 3, 4, 5]) {
    const named = t("cambio:place.own", { position: t(`cambio:position.${position}`) });
    expect(named).not.toMatch(/card card/);
    expect(named).toMatch(/^your (top|bottom) (left|right) card$|^your (first|second) extra card$/);
  }
});

describe("the log", () => {
  const lineOf = (type: string, payload: object) =>
    cambio.describe({ type, version: 1, at: 1, payload }, perspective);

  test("tells what everyone may know", () => {
    expect(lineOf("CARD_DRAWN", { seat: 1, source: "deck", card: null })).toBe(
      "<b>Tomasz</b> drew from the pile.",
    );
    expect(lineOf("CARD_SWAPPED", { seat: 0, position: 2, discarded: QUEEN, discardVersion: 4 })).toContain(
      "your bottom left card",
    );
  });

  test("tells of an outage, in the table's own words", () => {
    const event = { type: "TIME_RETURNED", version: 3, at: 1, payload: { lostMs: 13_200 } };
    const sentence = "The server was down for 13 s. Clocks were stopped.";
    expect(eventText(event, cambio, perspective)).toBe(sentence);
    expect(eventText({ ...event, payload: { lostMs: 1 } }, null, perspective)).toContain("for 1 s.");
    const [group] = groupsOf([event], cambio, perspective, null);
    expect(group?.lines.map((line) => line.text)).toEqual([sentence]);
  });

  test("never names a card that only one seat has seen", () => {
    expect(lineOf("DRAWN_CARD_SEEN", { seat: 0, card: QUEEN })).toBeNull();
    expect(lineOf("CARD_REVEALED", { seat: 0, cards: [], until: 1, reason: "peek_own" })).toBeNull();
  });
});
