/** Everyone who plays can ask for the end of a table, and see who else does. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { EndRequest } from "../src/play/Absent";
import type { Perspective } from "../src/play/face";
import { houseText } from "../src/play/log";
import { queries } from "../src/table/session";
import { startWords, t } from "../src/ui/locales";
import { fakeTable, viewFrame } from "./socket";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => ["You", "Maren"][seat] ?? "" };
const seat = (number: number, wantsEnd: boolean) => ({
  seat: number,
  player: `p${number}`,
  name: ["Ada", "Maren"][number] ?? "",
  kind: "human",
  level: null,
  isReady: true,
  wantsEnd,
});
let requests: string[] = [];

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  requests = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      if (init.method !== "GET") requests.push(`${init.method} ${path}`);
      return Response.json({ id: "t" });
    }),
  );
});

test("12.9 the log says who proposes the end and who plays on", () => {
  expect(houseText("END_REQUESTED 0 Ada", perspective)).toBe(
    "You propose to end the game. It ends if all players agree.",
  );
  expect(houseText("END_REQUEST_WITHDRAWN 1 Maren", perspective)).toBe("Maren wants to keep playing.");
});

test("12.9 the button asks for the end, and takes it back", async () => {
  const table = fakeTable();
  table.take(viewFrame(1, { game: "imperial", view: {} }));
  render(
    <QueryClientProvider client={queries}>
      <EndRequest table={table} perspective={perspective} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Propose to end the game" }));
  act(() => {
    table.take({ type: "seats", table: "t", status: "active", seats: [seat(0, true), seat(1, true)] });
  });
  expect(screen.getByText("Proposed to end the game: Maren")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Withdraw my proposal" }));

  expect(requests).toEqual(["POST /api/tables/t/end/request", "DELETE /api/tables/t/end/request"]);
});
