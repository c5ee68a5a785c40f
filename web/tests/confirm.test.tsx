/** "Ask once more before" is heeded wherever a face commits something. */
import { cleanup, act as reactAct, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import cambio from "../src/faces/cambio";
import decks from "../src/faces/decks";
import imperial from "../src/faces/imperial";
import { needsConfirm } from "../src/play/Confirm";
import type { Perspective } from "../src/play/face";
import { TextView } from "../src/play/TextView";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import { type Confirm, choose } from "../src/ui/settings";
import { pressElsewhere } from "./press";
import { fakeTable, viewFrame } from "./socket";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => (seat === 0 ? "You" : "Maren") };
const LOCK = { type: "LOCK_PLAY_ORDER" };

beforeAll(async () => {
  startWords(catalogues);
  await loadGameWords("decks");
});
afterEach(() => {
  cleanup();
  choose({ confirm: { live: "big", day: "always" } });
  vi.unstubAllGlobals();
});

function planner(confirm: Confirm) {
  vi.stubGlobal("fetch", async () => new Response("[]"));
  choose({ confirm: { live: confirm, day: confirm } });
  const table = fakeTable();
  const view = {
    phaseLabel: "planning",
    handCards: [{ instanceId: "a1", card: "7♣", sequenceNumber: 1 }],
    discardPhase: { active: false },
    selectedCardIds: [],
    playOrderSequence: ["a1"],
    drawPileCards: [],
    discardPile: [],
    presets: [],
    ending: null,
    warning: null,
    error: null,
    turnNumber: 1,
    handSize: 5,
    discardCount: 2,
  };
  table.take(viewFrame(1, { game: "decks", view, legal: [LOCK] }));
  return { table, act: vi.spyOn(table, "act").mockReturnValue(true) };
}

test("a lock is asked about where every move is, and nothing is sent before the answer", async () => {
  const { table, act } = planner("always");
  render(<decks.Board table={table} perspective={perspective} />);

  await userEvent.click(screen.getByRole("button", { name: /Lock/ }));
  expect(act).not.toHaveBeenCalled();
  await pressElsewhere("Cancel");
  expect(act).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: /Lock/ }));
  await pressElsewhere("Confirm");

  expect(act.mock.calls).toEqual([[LOCK]]);
});

test("the second click of a double click answers no question that came under it", async () => {
  const { table, act } = planner("always");
  render(<decks.Board table={table} perspective={perspective} />);

  await userEvent.click(screen.getByRole("button", { name: /Lock/ }));
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(act).not.toHaveBeenCalled();
  await pressElsewhere("Confirm");

  expect(act.mock.calls).toEqual([[LOCK]]);
});

test("neither the second click of a double click nor a key held down takes the question away", async () => {
  const { table } = planner("always");
  render(<decks.Board table={table} perspective={perspective} />);

  await userEvent.click(screen.getByRole("button", { name: /Lock/ }));
  await userEvent.click(document.querySelector(".dialog-veil") as Element);
  expect(screen.getByRole("button", { name: "Confirm" })).toBeTruthy();
  await pressElsewhere("Cancel");
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();

  screen.getByRole("button", { name: /Lock/ }).focus();
  await userEvent.keyboard("{Enter>12/}");
  expect(screen.getByRole("button", { name: "Confirm" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
});

test.each(["never", "big"] as const)("where %s is asked about, a lock is not", async (confirm) => {
  const { table, act } = planner(confirm);
  render(<decks.Board table={table} perspective={perspective} />);

  await userEvent.click(screen.getByRole("button", { name: /Lock/ }));

  expect(act.mock.calls).toEqual([[LOCK]]);
});

test("a question is gone once something else may be done", async () => {
  const { table, act } = planner("always");
  render(<decks.Board table={table} perspective={perspective} />);

  await userEvent.click(screen.getByRole("button", { name: /Lock/ }));
  const { view } = table.state;
  reactAct(() => table.take(viewFrame(2, { game: "decks", view, legal: [LOCK] })));
  expect(screen.getByRole("button", { name: "Confirm" })).toBeTruthy();
  reactAct(() => table.take(viewFrame(3, { game: "decks", view, legal: [] })));

  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  expect(act).not.toHaveBeenCalled();
});

test("the text view asks, too", async () => {
  const { table, act } = planner("always");
  render(<TextView table={table} game={null} perspective={perspective} />);

  await userEvent.type(screen.getByRole("textbox"), "1{Enter}");
  expect(act).not.toHaveBeenCalled();
  await pressElsewhere("Confirm");

  expect(act.mock.calls).toEqual([[LOCK]]);
});

test("battles and calls are big, other moves are plain, and choosing a card is none", () => {
  const move = (actionCode: string) => ({
    type: "MOVE_UNIT",
    payload: { destination: "Trieste", actionCode },
  });

  expect(imperial.weigh?.(move("war Austria army"))).toBe("big");
  expect(imperial.weigh?.(move("peace"))).toBe("plain");
  expect(imperial.weigh?.({ type: "BID", payload: { amount: 900 } })).toBe("plain");
  expect(imperial.weigh?.({ type: "PAUSE_CLOCK" })).toBeNull();
  expect(cambio.weigh?.({ type: "CALL_CAMBIO" })).toBe("big");
  expect(decks.weigh?.({ type: "TOGGLE_CARD_SELECTION" })).toBeNull();
  expect([needsConfirm("big", "big"), needsConfirm("big", "plain"), needsConfirm("always", null)]).toEqual([
    true,
    false,
    false,
  ]);
});
