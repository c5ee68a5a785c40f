import { act, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { Stage } from "../src/faces/packaged/stage";
import { Drawn } from "../src/play/Drawn";
import { FaceFailed, type Perspective } from "../src/play/face";
import { pendingMoves } from "../src/table/pendingMoves";
import type { Table } from "../src/table/table";
import { keepKey } from "../src/table/tableLink";
import { startWords, t } from "../src/ui/locales";
import { fakeTable, viewFrame } from "./socket";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => (seat === 0 ? "You" : "Maren") };
const LAY = { type: "LAY", payload: { at: 3 } };
let why: Error | null = null;
let table: Table;
let failures: unknown[];

function stageOf(): Stage {
  return new Stage(table, perspective, (error) => failures.push(error));
}

function Torn() {
  if (why !== null) throw why;
  return <p>drawn</p>;
}

function Plain() {
  return <p>the plain board</p>;
}

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  failures = [];
  table = fakeTable();
  keepKey("t", "opensesame");
  table.take(viewFrame(1, { game: "causeway", view: { field: [null, 1] }, legal: [LAY] }));
});

test("a face is told what is true, at once and after each change, until it has heard enough", () => {
  const { facade } = stageOf();
  const versions: number[] = [];
  const stop = facade.subscribe(({ version }) => versions.push(version));

  table.take(viewFrame(2, { game: "causeway", view: { field: [0, 1] } }));
  expect(facade.now().view).toEqual({ field: [0, 1] });
  stop();
  table.take(viewFrame(3, { game: "causeway" }));

  expect(versions).toEqual([1, 2]);
});

test("what a face changes of what it was handed is its own copy", () => {
  const { facade } = stageOf();
  const now = facade.now() as unknown as { view: { field: unknown[] }; legal: unknown[] };

  now.view.field.length = 0;
  now.legal.length = 0;

  expect(table.state.view).toEqual({ field: [null, 1] });
  expect(table.state.legal).toEqual([LAY]);
  expect(Object.isFrozen(facade)).toBe(true);
});

test("the facade holds nothing of the page: no key, no link, no table", () => {
  const { facade } = stageOf();

  expect(Object.keys(facade).toSorted()).toEqual(["act", "announce", "now", "subscribe", "version"]);
  expect(JSON.stringify(facade.now())).not.toMatch(/key|opensesame/);
});

test("a move is asked for where one can be made; one that is pressed meanwhile is shown as not sent", () => {
  const { facade } = stageOf();

  expect(facade.act(LAY)).toBe(true);
  expect(facade.now().isPending).toBe(true);
  expect(facade.act(LAY)).toBe(false);
  expect(table.state.refused).toMatchObject({ code: "NOT_SENT", action: LAY });
  expect(pendingMoves("t")).toHaveLength(1);
});

test("a spectator cannot act", () => {
  table.take(viewFrame(2, { seat: null }));

  expect(stageOf().facade.act(LAY)).toBe(false);
});

test("a listener that throws is the face's failure, and the others are told all the same", () => {
  const { facade } = stageOf();
  const versions: number[] = [];
  facade.subscribe(({ version }) => {
    if (version === 2) throw new Error("torn");
  });
  facade.subscribe(({ version }) => versions.push(version));

  table.take(viewFrame(2, { game: "causeway" }));

  expect(failures.map(String)).toEqual(["Error: torn"]);
  expect(versions).toEqual([1, 2]);
});

test("the next board is shown where one fails, with a sentence that says why, and the first can be tried again", () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // React says what it caught
  why = new FaceFailed("version");
  render(<Drawn boards={[Torn, Plain]} boardProps={{ table, perspective }} words={<p>in words</p>} />);

  expect(screen.getByRole("alert").textContent).toContain("needs a different Rondel version");
  expect(screen.getByText("the plain board")).toBeTruthy();
  why = null;
  act(() => screen.getByRole("button", { name: "Reload the board" }).click());
  expect(screen.getByText("drawn")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("where no board works, there are words", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  why = new Error("torn");
  render(<Drawn boards={[Torn]} boardProps={{ table, perspective }} words={<p>in words</p>} />);

  expect(screen.getByRole("alert").textContent).toContain("showing text instead");
  expect(screen.getByText("in words")).toBeTruthy();
});
