/** A lesson lets one move through, and house rules that are ready-made are known again. */
import { expect, test, vi } from "vitest";
import { isExpected } from "../src/play/lesson/script";
import { presetOf } from "../src/play/options";
import { Table } from "../src/table";
import { Link } from "../src/table/link";

const step = {
  action: { type: "USE_POWER", payload: { powerType: "peek_own", slots: [{ seat: 0, position: 2 }] } },
  hints: [],
  why: {},
};

test("the expected move is known whatever the order of its fields", () => {
  expect(
    isExpected(step, {
      type: "USE_POWER",
      payload: { slots: [{ position: 2, seat: 0 }], powerType: "peek_own" },
    }),
  ).toBe(true);
  expect(
    isExpected(step, {
      type: "USE_POWER",
      payload: { slots: [{ position: 1, seat: 0 }], powerType: "peek_own" },
    }),
  ).toBe(false);
  expect(isExpected({ ...step, action: { type: "LOCK", payload: {} } }, { type: "LOCK" })).toBe(true);
});

test("what a gate stops is not sent, neither a move nor an undo", () => {
  const link = new Link(() => "");
  const send = vi.spyOn(link, "send");
  const table = new Table("t", link);
  table.gate = (action) => action.type === "LOCK";
  table.act({ type: "END_TURN" });
  table.undo();
  expect(table.state.pending).toBe(null);
  expect(send).not.toHaveBeenCalled();
  table.act({ type: "LOCK" });
  expect(table.state.pending).not.toBe(null);
});

test("chosen rules are a preset if they are exactly its rules", () => {
  const presets = { standard: {}, quick: { turnMs: 20_000 }, party: { snap: "chain", jokers: 2 } };
  expect(presetOf(presets, {})).toBe("standard");
  expect(presetOf(presets, { turnMs: 20_000 })).toBe("quick");
  expect(presetOf(presets, { jokers: 2, snap: "chain" })).toBe("party");
  expect(presetOf(presets, { jokers: 2 })).toBe(null);
  expect(presetOf(presets, { turnMs: 20_000, jokers: 2 })).toBe(null);
});
