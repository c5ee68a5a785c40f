/** Links to tables: what opens one stands behind #, travels in a header, and opens nothing where addresses are sent. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { TakeOver } from "../src/play/Absent";
import type { Faces } from "../src/play/face";
import { linkOf, passLinkOf } from "../src/play/links";
import TablePage from "../src/site/TablePage";
import { call } from "../src/table/api";
import { Link } from "../src/table/link";
import { pastOf } from "../src/table/past";
import { mayLook, queries } from "../src/table/session";
import { Table } from "../src/table/table";
import { keyOf, takeAddress } from "../src/table/tableLink";
import { startWords } from "../src/ui/locales";
import type { TableResponse } from "../src/wire/calls";

const KEY = "k3y-_of16bytes";
const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`;
let tables = 0;
let id = "";
let requests: { path: string; key: string | null; body: unknown }[] = [];

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  tables += 1;
  id = idOf(tables); // what a tab keeps, it keeps by table
  requests = [];
  queries.clear();
  queries.setQueryData(["me"], { id: "a", name: "Ada", kind: "guest" });
  history.replaceState(null, "", "/");
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      const body = init.body ? JSON.parse(String(init.body)) : undefined;
      requests.push({ path, key: new Headers(init.headers).get("rondel-key"), body });
      return Response.json({ id, seat: 1, players: [], code: "K7QF2M9P" });
    }),
  );
});

const summary = (more: object = {}) =>
  ({
    id,
    code: "K7QF2M9P",
    access: "private",
    key: KEY,
    seat: null,
    isHost: false,
    ...more,
  }) as TableResponse;

function open(address: string): void {
  history.replaceState(null, "", address);
  takeAddress();
}

test("the link of a private table has its key behind #, and that of another is its code", () => {
  const link = new URL(linkOf(summary()));

  expect([link.pathname, link.search, link.hash]).toEqual([`/t/${id}`, "", `#key=${KEY}`]);
  expect(linkOf(summary({ access: "unlisted", key: null }))).toBe(`${location.origin}/j/K7QF2M9P`);
});

test("a key behind # opens its table in the header of calls and in the frame of the socket, and no other table", async () => {
  open(`/t/${id}#key=${KEY}`);

  await call("GET", `/tables/${id}`);
  await call("POST", `/tables/${id}/seat`, { nonce: "00" });
  await pastOf(id)(0, 24, null).catch(() => {});
  await call("GET", `/tables/${idOf(999)}/view`);
  await call("GET", "/me");

  expect(requests.map(({ key }) => key)).toEqual([KEY, KEY, KEY, null, null]);
  expect(requests.map(({ path, body }) => JSON.stringify([path, body])).join()).not.toContain(KEY);
  expect(new Table(id, new Link(() => "")).sit(true).key).toBe(KEY);
  expect(mayLook(summary())).toBe(true);
  expect(mayLook(summary({ id: idOf(999) }))).toBe(false);
});

test("the key outlives a press on a link within the page", () => {
  open(`/t/${id}#key=${KEY}`);

  open(`/t/${id}#board`);

  expect(keyOf(id)).toBe(KEY);
  expect(sessionStorage.getItem(`rondel.link.${id}`)).toContain(KEY);
});

test("a link that is put into the address of its own table is followed", async () => {
  history.replaceState(null, "", `/t/${id}`);
  const load = vi.fn(async () => keyOf(id));
  await queries.fetchQuery({ queryKey: ["tables", "one", id], queryFn: load });
  const isStale = () => queries.getQueryState(["tables", "one", id])?.isInvalidated;
  expect(isStale()).toBe(false);

  history.replaceState(null, "", `/t/${id}#key=${KEY}`);
  dispatchEvent(new Event("hashchange"));

  expect(keyOf(id)).toBe(KEY);
  expect(isStale()).toBe(true);
});

test.each(["", "a b", "k\u00e9y", "x".repeat(65)])("what cannot be a key is none: %j", (key) => {
  open(`/t/${id}#key=${encodeURIComponent(key)}`);

  expect(keyOf(id)).toBeNull();
});

test.each(["key=opensesame", "seat=1&pass=opensesame"])(
  "a page that is opened with the old form says so, and forgets it: %s",
  async (query) => {
    history.replaceState(null, "", `/t/${id}?${query}`);
    const { unmount } = render(
      <QueryClientProvider client={queries}>
        <TablePage id={id} faces={{} as Faces} />
      </QueryClientProvider>,
    );

    expect(screen.getByRole("heading", { name: "This link is out of date" })).toBeTruthy();
    expect(screen.getByText(/Ask someone at the table/)).toBeTruthy();
    await waitFor(() => expect(location.search).toBe(""));
    unmount();
    expect(JSON.stringify(requests)).not.toContain("opensesame");
    expect(keyOf(id)).toBeNull();
  },
);

test("a pass to a seat stands behind #, with the key; it is used once and leaves the address", async () => {
  const user = userEvent.setup();
  const link = new URL(passLinkOf(summary(), { seat: 1, token: "p4ss" }));
  expect(link.search).toBe("");
  open(link.pathname + link.hash);
  const watched = summary({ players: [{ seat: 1, name: "Ben" }] });
  render(
    <QueryClientProvider client={queries}>
      <TakeOver table={new Table(id, new Link(() => ""))} summary={watched} />
    </QueryClientProvider>,
  );

  await user.click(screen.getByRole("button"));

  await waitFor(() => expect(location.hash).toBe(`#key=${KEY}`));
  const [taken] = requests;
  expect(taken).toEqual({ path: `/api/tables/${id}/seats/1/take`, key: KEY, body: { token: "p4ss" } });
});
