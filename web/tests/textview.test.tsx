import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Looking } from "../src/games";
import { TextView } from "../src/pages/TextView";
import { Link } from "../src/table/link";
import { Table } from "../src/table/table";
import type { TableTold } from "../src/wire/calls";
import { say, startWords } from "../src/words";
import { FakeSocket, viewFrame } from "./socket";

const looking: Looking = { say, you: 0, name: (seat) => (seat === 0 ? "You" : "Maren") };
let table: Table;

beforeAll(startWords);
beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  table = new Table(
    "t",
    new Link(() => "ws://x", undefined, FakeSocket as unknown as new (url: string) => WebSocket),
  );
  const view = {
    phase: "voting",
    currentSeat: 1,
    isOpen: true,
    provinces: [
      { name: "Rome", armies: 2 },
      { name: "Naples", armies: 0 },
    ],
  };
  const legal = [
    { type: "CAST_VOTE", payload: { forSeat: 1 } },
    { type: "CAST_VOTE", payload: { forSeat: 0 } },
    { type: "PASS" },
  ];
  table.take(viewFrame(1, { game: "unheard-of", view, legal }));
});

test("a game nobody has drawn is headings, lists and buttons", () => {
  render(<TextView table={table} game={null} looking={looking} told={{} as TableTold} />);

  expect(screen.getByText("Current seat: Maren")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Provinces" })).toBeTruthy();
  expect(screen.getByText(/name Rome, armies 2/)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "What you can do: 3 ways" })).toBeTruthy();
  expect(screen.getByRole("button", { name: /Cast vote: for seat Maren/ })).toBeTruthy();
});

test("every legal action can be done by its button or its number", async () => {
  const act = vi.spyOn(table, "act").mockImplementation(() => {});
  render(<TextView table={table} game={null} looking={looking} told={{} as TableTold} />);
  await userEvent.click(screen.getByRole("button", { name: /Cast vote: for seat You/ }));
  await userEvent.type(screen.getByRole("textbox"), "3{Enter}");

  expect(act.mock.calls).toEqual([[{ type: "CAST_VOTE", payload: { forSeat: 0 } }], [{ type: "PASS" }]]);
});
