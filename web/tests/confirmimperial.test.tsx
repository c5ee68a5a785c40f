/** Imperial asks once more where its clock gives days, unless the player has chosen otherwise. */
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import type { Chain } from "../src/faces/imperial/acts";
import { useMoves } from "../src/faces/imperial/moves";
import type { Perspective } from "../src/play/face";
import { useTableState } from "../src/table";
import type { Table } from "../src/table/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import { choose } from "../src/ui/settings";
import type { Action } from "../src/wire/imperial";
import { pressElsewhere } from "./press";
import { fakeTable, viewFrame } from "./socket";

const DAY_S = 86_400;
const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => `Seat ${seat}` };
const PASS = { type: "PUNT_BUY" } as Action;
const STAY: Action = { type: "MOVE_UNIT", payload: { destination: "Rome", actionCode: "" } };

beforeEach(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
  vi.stubGlobal("fetch", async () => new Response("[]"));
});
afterEach(() => {
  cleanup();
  choose({ confirm: { live: "big", day: "always" } });
  vi.unstubAllGlobals();
});

function Presses({ table, chain }: { table: Table; chain: Chain }) {
  const state = useTableState(table, (one) => one);
  const { act, begin, confirming } = useMoves(table, state, perspective);
  return (
    <>
      <button type="button" onClick={() => act(PASS)}>
        one
      </button>
      <button type="button" onClick={() => begin(chain)}>
        several
      </button>
      {confirming}
    </>
  );
}

/** A maneuver of one army in Rome, at a table whose clock gives so many seconds for a move. */
function shown(seconds: number, chain: Chain = { kind: "stay", country: "Italy" }) {
  const table = fakeTable();
  const view = {
    mode: "continue-man",
    options: { autoActionSeconds: null },
    timer: { timed: true, banked: 120, increment: seconds, pause: 0 },
    playerInfo: [{ myTurn: true }, { myTurn: false }],
    countryInfo: {},
    undo: 0,
    currentManeuver: {
      country: "Italy",
      player: 0,
      phase: "army",
      unitIndex: 0,
      deferred: 0,
      pendingFleets: [],
      pendingArmies: [{ territory: "Rome", hostile: true }],
      completedFleetMoves: [],
      completedArmyMoves: [],
    },
  };
  table.take(viewFrame(1, { game: "imperial", view, legal: [STAY] }));
  const act = vi.spyOn(table, "act").mockReturnValue(true);
  render(<Presses table={table} chain={chain} />);
  return act;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("as long as nothing was chosen", () => {
  test("every move is asked about where the clock gives days", async () => {
    const act = shown(DAY_S);

    await press("one");
    expect(act).not.toHaveBeenCalled();
    await pressElsewhere("Confirm");

    expect(act.mock.calls).toEqual([[PASS]]);
  });

  test("a plain move is sent at once where the clock gives seconds", async () => {
    const act = shown(30);

    await press("one");

    expect(act.mock.calls).toEqual([[PASS]]);
  });

  test("several moves with one press are asked about once where the clock gives days", async () => {
    const act = shown(DAY_S);

    await press("several");
    expect(act).not.toHaveBeenCalled();
    expect(screen.getByRole("dialog", { name: "All stay?" })).toBeTruthy();
    await pressElsewhere("Cancel");
    expect(act).not.toHaveBeenCalled();
    await press("several");
    await pressElsewhere("Confirm");

    expect(act).toHaveBeenCalledWith(STAY);
  });

  test("taking back is never asked about", async () => {
    shown(DAY_S, { kind: "undo", left: 0 });

    await press("several");

    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test.each([
  [DAY_S, "never", { live: "big", day: "never" }, 0],
  [30, "always", { live: "always", day: "always" }, 1],
] as const)("with %i seconds a player who chose %s gets that", async (seconds, _, confirm, dialogs) => {
  choose({ confirm });
  shown(seconds);

  await press("one");

  expect(screen.queryAllByRole("dialog").length).toBe(dialogs);
});
