/** A row of the lobby fetches the words of its game by itself: no other page need have been open before. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { OpenTable, TableCard } from "../src/site/parts";
import { queries } from "../src/table/session";
import { startWords } from "../src/ui/locales";
import type { TableResponse } from "../src/wire/calls";

const table = {
  id: "t",
  code: "K7QF2M9P",
  game: "imperial",
  status: "active",
  seats: 2,
  players: [],
  toAct: [],
  deadline: null,
  options: {},
  summary: { asks: "vote", about: "Italy", round: 3 },
} as unknown as TableResponse;

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("[]"));
});

beforeAll(() => startWords(catalogues));

test.each([
  ["a card", <TableCard key="card" table={table} games={[]} />],
  ["a row", <OpenTable key="row" table={table} games={[]} />],
])("%s of a table in play says what is asked", async (_, row) => {
  render(<QueryClientProvider client={queries}>{row}</QueryClientProvider>);

  expect(await screen.findByText("Round 3, Italy: voting")).toBeTruthy();
});
