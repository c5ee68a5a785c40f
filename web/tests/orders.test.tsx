/** Standing orders in Imperial's turn, and notes beside every table: what is offered, given, ended and kept. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import imperial from "../src/faces/imperial";
import type { ImperialProps } from "../src/faces/imperial/acts";
import Orders from "../src/faces/imperial/turn/Orders";
import type { Perspective } from "../src/play/face";
import Notes from "../src/play/Notes";
import { TextView } from "../src/play/TextView";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import type { OrdersResponse } from "../src/wire/calls";
import type { Order } from "../src/wire/imperial";
import { fakeTable, viewFrame } from "./socket";

const perspective: Perspective = { t, mySeat: 1, nameOf: (seat) => ["Ada", "You", "Cy"][seat] ?? "" };
const AGREE: Order = { type: "AGREE_WITH", country: "Austria", leader: 0, opposition: 1 };
const PASS: Order = { type: "PASS_BUYING", country: "Austria", round: 2 };
const first = { seat: 1, wheelSpot: "Taxation" } as Extract<Order, { type: "VOTE_FOR" }>["first"];
const VOTES: Order[] = [1, 2].map((proposal) => ({
  type: "VOTE_FOR",
  country: "Italy",
  round: 2,
  proposal: proposal as 1 | 2,
  first,
}));

beforeEach(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const orders = (offered: Order[], standing: OrdersResponse["standing"] = []): OrdersResponse => ({
  table: "t",
  version: 1,
  offered,
  standing,
});

function shown(first: OrdersResponse) {
  const table = {
    orders: vi.fn(async () => first),
    giveOrder: vi.fn(async (order: Order) => orders([], [{ id: "7", order }])),
    endOrder: vi.fn(async () => orders([AGREE])),
  };
  render(<Orders {...({ table, state: { version: 1 }, perspective } as unknown as ImperialProps)} />);
  return table;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("what is offered is said in words, and what is pressed is ordered as the server wrote it", async () => {
  const table = shown(orders([AGREE, PASS, ...VOTES]));

  await screen.findByRole("button", { name: "Pass this investor phase" });
  await screen.findByRole("button", { name: "Vote for your own proposal (Italy)" });
  await screen.findByRole("button", { name: "Vote for a counter-proposal (Italy)" });
  await press("Always agree with Ada's proposals for Austria");

  expect(table.giveOrder.mock.calls).toEqual([[AGREE]]);
  expect((await screen.findAllByRole("listitem")).length).toBe(1);
});

test("an order that stands is ended by its id, and offered again", async () => {
  const table = shown(orders([], [{ id: "7", order: AGREE }]));

  await press("Cancel: Always agree with Ada's proposals for Austria");

  expect(table.endOrder.mock.calls).toEqual([["7"]]);
  await screen.findByRole("button", { name: "Always agree with Ada's proposals for Austria" });
});

/** A table in words where Ada is to move, with a day for a move. */
async function inWords(more: object = {}) {
  vi.stubGlobal("fetch", async () => new Response("[]"));
  const table = fakeTable();
  const view = {
    mode: "proposal",
    options: {},
    timer: { timed: true, banked: 86_400, increment: 86_400, pause: 0 },
    playerInfo: [{ myTurn: true }, { myTurn: false }],
  };
  table.take(viewFrame(1, { game: "imperial", view, legal: [] }));
  table.store.setState(more);
  vi.spyOn(table, "orders").mockResolvedValue(orders([AGREE]));
  const give = vi.spyOn(table, "giveOrder").mockResolvedValue(orders([], [{ id: "7", order: AGREE }]));
  const game = { ...imperial, strip: () => null, sections: () => [] };
  render(<TextView table={table} game={game} perspective={perspective} />);
  return { table, give };
}

test("the text view has them, too", async () => {
  const { give } = await inWords();

  await press("Always agree with Ada's proposals for Austria");

  expect(give.mock.calls).toEqual([[AGREE]]);
  await screen.findByRole("button", { name: "Cancel: Always agree with Ada's proposals for Austria" });
});

test("nothing is ordered in the past", async () => {
  const { table } = await inWords({ isPast: true });

  expect(table.orders).not.toHaveBeenCalled();
});

test("where nothing is offered and nothing stands, nothing is shown", async () => {
  const table = shown(orders([]));

  await waitFor(() => expect(table.orders).toHaveBeenCalled());

  expect(screen.queryByRole("region", { name: "Standing orders" })).toBeNull();
});

test("a note that was just typed is sent as the page closes, and survives it", async () => {
  const requests: [string, unknown, boolean | undefined][] = [];
  vi.stubGlobal("fetch", async (_path: string, { method, body, keepalive }: RequestInit) => {
    requests.push([String(method), body ? JSON.parse(String(body)) : null, keepalive]);
    return new Response(JSON.stringify({ table: "t", text: body ? JSON.parse(String(body)).text : "" }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Notes table="t" />
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByRole("textbox"), "Bo");

  window.dispatchEvent(new Event("pagehide"));

  expect(requests).toEqual([
    ["GET", null, false],
    ["POST", { text: "Bo" }, true],
  ]);
});

test("a note is read, and kept once its writer goes on", async () => {
  const requests: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    requests.push([`${method} ${path}`, body ? JSON.parse(String(body)) : null]);
    const text = body ? JSON.parse(String(body)).text : "Bob bluffs";
    return new Response(JSON.stringify({ table: "t", text }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Notes table="t" />
    </QueryClientProvider>,
  );

  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /Private notes/ });
  expect(field.value).toBe("Bob bluffs");
  await userEvent.type(field, "!");
  expect(screen.getByRole("status").textContent).toBe("Saving…");
  await userEvent.tab();

  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Saved"));
  expect(requests).toEqual([
    ["GET /api/tables/t/note", null],
    ["POST /api/tables/t/note", { text: "Bob bluffs!" }],
  ]);
});
