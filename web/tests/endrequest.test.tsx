/** Everybody who plays can ask for the end of a table, and see who else does. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { EndRequest } from "../src/play/Absent";
import { askingForEnd } from "../src/play/ending";
import type { Looking } from "../src/play/face";
import { houseText } from "../src/play/log";
import { Link } from "../src/table/link";
import { queries } from "../src/table/session";
import { Table } from "../src/table/table";
import { say, startWords } from "../src/ui/words";
import { FakeSocket, viewFrame } from "./socket";

const looking: Looking = { say, you: 0, name: (seat) => ["You", "Maren"][seat] ?? "" };
const line = (text: string, name = "House") => ({
  type: "chat" as const,
  table: "t",
  name,
  seat: null,
  text,
  at: 1,
  id: 1,
  isRemoved: false,
});
let asked: string[] = [];

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  asked = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      if (init.method !== "GET") asked.push(`${init.method} ${path}`);
      return Response.json({ id: "t" });
    }),
  );
});

test("12.9 a request counts until it is taken back or its player leaves the seat", () => {
  const lines = [line("END_ASKED 0 Ada"), line("END_ASKED 1 Bob"), line("END_ASKED 2 Cy", "Cy")];
  expect([...askingForEnd(lines)]).toEqual([0, 1]);
  expect([...askingForEnd([...lines, line("END_NOT_ASKED 0 Ada")])]).toEqual([1]);
  expect([...askingForEnd([...lines, line("SEAT_TAKEN 1 Bob by Cy")])]).toEqual([0]);
  expect(houseText("END_ASKED 0 Ada", looking)).toBe(
    "You ask to end this table. It ends when all players ask.",
  );
  expect(houseText("END_NOT_ASKED 1 Maren", looking)).toBe("Maren wants to play on.");
});

test("12.9 the button asks for the end, and takes it back", async () => {
  const table = new Table(
    "t",
    new Link(() => "ws://x", undefined, FakeSocket as unknown as new (url: string) => WebSocket),
  );
  table.take(viewFrame(1, { game: "imperial", view: {} }));
  render(
    <QueryClientProvider client={queries}>
      <EndRequest table={table} looking={looking} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Ask to end this table" }));
  act(() => {
    table.take(line("END_ASKED 0 Ada"));
    table.take(line("END_ASKED 1 Maren"));
  });
  expect(screen.getByText("They ask to end this table: Maren")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Take back my request to end" }));

  expect(asked).toEqual(["POST /api/tables/t/end/request", "DELETE /api/tables/t/end/request"]);
});
