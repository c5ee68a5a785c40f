/** Which presses are meant: one rule for every board, held in the table's own `act`. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Table } from "../src/table";
import { forget, pendingMoves } from "../src/table/pendingMoves";
import { isDoublePress } from "../src/table/pressGate";
import { FakeSocket, fakeTable, stepFrame, viewFrame } from "./socket";

const DRAW = { type: "DRAW_CARD" };
const SNAP = { type: "SNAP" };
const NEAR = 40;
const ELSEWHERE = 300;

let table: Table;
let socket: FakeSocket;
let version: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  FakeSocket.all = [];
  table = fakeTable();
  table.open();
  vi.advanceTimersByTime(1);
  socket = FakeSocket.last;
  socket.open();
  version = 3;
  socket.receive(viewFrame(version));
  tap(9_000); // no finger of another test is where this one presses
  vi.advanceTimersByTime(2_000);
});
afterEach(() => {
  table.close();
  for (const { id } of pendingMoves("t")) forget(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Events of this moment of the test's clock, or of one that is past: a busy page hears of them late. */
function fire(event: Event, lateMs = 0): void {
  Object.defineProperty(event, "timeStamp", { value: performance.now() - lateMs, configurable: true });
  window.dispatchEvent(event);
}

function tap(clientX: number): void {
  for (const type of ["pointerdown", "pointerup"]) fire(new MouseEvent(type, { clientX, clientY: 0 }));
}

function pressKey(key: string, repeat = false): void {
  fire(new KeyboardEvent("keydown", { key, repeat }));
}

/** The server has made the move, and asks for what is legal now. */
function answer(legal: object[] = [DRAW, SNAP]): void {
  version += 1;
  const id = socket.sentOf("act").at(-1)?.id ?? "";
  socket.receive({ type: "ack", id, table: "t", version, duplicate: false });
  socket.receive(stepFrame(version, { legal }));
}

const sent = () => socket.sentOf("act").map(({ action }) => (action as { type: string }).type);

test("the same finger sends nothing for 0.6 s after a move, not even once the next is asked for", () => {
  tap(100);
  table.act(DRAW);
  tap(100);
  expect(table.act(DRAW)).toBe(false);
  expect(table.state.refused).toBeNull();

  answer();
  vi.advanceTimersByTime(590);
  tap(100 + NEAR);
  table.act(SNAP);
  expect(sent()).toEqual(["DRAW_CARD"]);

  vi.advanceTimersByTime(20);
  tap(100 + NEAR);
  expect(table.act(SNAP)).toBe(true);
  expect(sent()).toEqual(["DRAW_CARD", "SNAP"]);
});

test("the second of a double tap sends nothing, however late a busy page hears of it", () => {
  tap(100);
  table.act(DRAW);
  answer();
  vi.advanceTimersByTime(1_000);
  for (const type of ["pointerdown", "pointerup"])
    fire(new MouseEvent(type, { clientX: 100, clientY: 0 }), 900);

  expect(table.act(SNAP)).toBe(false);
});

test("the second of a double tap sends nothing, however long a busy page takes to click", () => {
  const click = () => fire(new MouseEvent("click", { clientX: 100, clientY: 0, detail: 1 }));
  tap(100);
  click();
  table.act(DRAW);
  answer();
  vi.advanceTimersByTime(80);
  tap(100);
  vi.advanceTimersByTime(900);
  click();

  expect(table.act(SNAP)).toBe(false);
});

test("a snap 0.2 s after one's own discard, elsewhere on the board, is sent", () => {
  tap(100);
  table.act(DRAW);
  answer();
  vi.advanceTimersByTime(200);
  tap(ELSEWHERE);
  table.act(SNAP);

  expect(sent()).toEqual(["DRAW_CARD", "SNAP"]);
});

test("a key that is held down sends one move, however long; pressed again, another", () => {
  pressKey("Enter");
  table.act(DRAW);
  answer();
  for (let times = 0; times < 40; times++) {
    vi.advanceTimersByTime(50);
    pressKey("Enter", true);
    table.act(DRAW);
  }
  expect(sent()).toEqual(["DRAW_CARD"]);

  pressKey("Enter");
  table.act(DRAW);
  expect(sent()).toEqual(["DRAW_CARD", "DRAW_CARD"]);
});

test("a Space that is held down and let go clicks once, and a click without any event before it counts", () => {
  pressKey(" ");
  for (let times = 0; times < 10; times++) pressKey(" ", true);
  fire(new KeyboardEvent("keyup", { key: " " }));
  expect(table.act(DRAW)).toBe(true);
  answer();
  vi.advanceTimersByTime(1_000);

  expect(table.act(SNAP)).toBe(true);
});

test("what was pressed for the question before, and let go after the next has come, sends nothing", () => {
  const down = new MouseEvent("pointerdown", { clientX: 100, clientY: 0 });
  const up = new MouseEvent("pointerup", { clientX: 100, clientY: 0 });
  fire(down);
  vi.advanceTimersByTime(300);
  socket.receive(stepFrame(++version, { legal: [SNAP] }));
  vi.advanceTimersByTime(300);
  fire(up);
  expect(table.act(SNAP)).toBe(false);

  pressKey(" ");
  vi.advanceTimersByTime(300);
  socket.receive(stepFrame(++version, { legal: [DRAW] }));
  vi.advanceTimersByTime(300);
  fire(new KeyboardEvent("keyup", { key: " " }));
  expect(table.act(DRAW)).toBe(false);

  vi.advanceTimersByTime(300);
  fire(down);
  fire(up);
  expect(table.act(DRAW)).toBe(true);
});

test("what is dropped after the browser has taken the drag for itself is sent, and a click without a press", () => {
  fire(new MouseEvent("pointerdown", { clientX: 100, clientY: 0 }));
  fire(new MouseEvent("pointercancel"));
  socket.receive(stepFrame(++version, { legal: [SNAP] }));
  vi.advanceTimersByTime(300);

  expect(table.act(SNAP)).toBe(true);
});

test("a snap where the mouse already is when the answer to one's own discard comes is sent", () => {
  tap(100);
  table.act(DRAW);
  fire(new MouseEvent("pointermove", { clientX: ELSEWHERE, clientY: 0 }));
  vi.advanceTimersByTime(120);
  answer();
  vi.advanceTimersByTime(80);
  tap(ELSEWHERE);

  expect(table.act(SNAP)).toBe(true);
});

test("taking back twice while the first has no answer takes one move back", () => {
  socket.receive(stepFrame(++version, { undo: version - 1 }));
  vi.advanceTimersByTime(1_000);
  tap(100);
  table.undo();
  vi.advanceTimersByTime(700);
  tap(100);
  table.undo();
  const id = socket.sentOf("act").at(-1)?.id ?? "";
  version += 1;
  socket.receive({ type: "ack", id, table: "t", version, duplicate: false });
  socket.receive(stepFrame(version, { undo: 2 }));

  expect(sent()).toEqual(["TAKE_BACK"]);
});

test.each([null, "act"])("taking back waits for the move under way, however it is asked for (%s)", (way) => {
  tap(100);
  table.act(DRAW);
  pressKey("u");
  if (way === "act") expect(table.act({ type: "TAKE_BACK" })).toBe(true);
  else table.undo();
  expect(sent()).toEqual(["DRAW_CARD"]);

  const id = socket.sentOf("act").at(-1)?.id ?? "";
  version += 1;
  socket.receive({ type: "ack", id, table: "t", version, duplicate: false });
  socket.receive(stepFrame(version, { undo: version }));
  expect(sent()).toEqual(["DRAW_CARD", "TAKE_BACK"]);
});

test("another key need not wait, the same one does", () => {
  pressKey("1");
  table.act(DRAW);
  answer();
  pressKey("1");
  table.act(DRAW);
  pressKey("2");
  table.act(SNAP);

  expect(sent()).toEqual(["DRAW_CARD", "SNAP"]);
});

test("what appeared under a finger is pressed in vain for a quarter of a second", () => {
  fire(new MouseEvent("pointermove", { clientX: 100, clientY: 0 }));
  socket.receive(stepFrame(++version, { legal: [SNAP] }));
  vi.advanceTimersByTime(240);
  tap(100);
  table.act(SNAP);
  expect(sent()).toEqual([]);

  tap(ELSEWHERE);
  table.act(SNAP);
  expect(sent()).toEqual(["SNAP"]);
});

test("another seat's move that leaves what is asked as it was makes no press void", () => {
  socket.receive(stepFrame(++version, { legal: [SNAP] }));
  vi.advanceTimersByTime(1_000);
  tap(100);
  socket.receive(stepFrame(++version, { legal: [SNAP] }));
  table.act(SNAP);

  expect(socket.sentOf("act")).toMatchObject([{ expectedVersion: version, action: SNAP }]);
});

test("what is pressed while a move is under way is not sent, then or later, and the player is told", () => {
  tap(100);
  table.act(DRAW);
  tap(ELSEWHERE);
  expect(table.act(SNAP)).toBe(false);
  expect(table.state.refused).toMatchObject({ code: "NOT_SENT", action: SNAP });

  answer();
  vi.advanceTimersByTime(5_000);
  expect(sent()).toEqual(["DRAW_CARD"]);
});

test("a double click on undo takes one move back", () => {
  socket.receive(stepFrame(++version, { undo: version }));
  vi.advanceTimersByTime(1_000);
  tap(100);
  table.undo();
  tap(100);
  table.undo();
  answer();
  tap(100);
  table.undo();

  expect(sent()).toEqual(["TAKE_BACK"]);
});

test("each of several fingers rests for 0.6 s after what it sent, not the last one alone", () => {
  tap(100);
  table.act(DRAW);
  answer();
  vi.advanceTimersByTime(200);
  tap(ELSEWHERE);
  table.act(SNAP);
  answer();
  vi.advanceTimersByTime(300);
  tap(100);
  expect(table.act(DRAW)).toBe(false);

  vi.advanceTimersByTime(110); // 610 ms after the first
  tap(100);
  expect(table.act(DRAW)).toBe(true);
  expect(sent()).toEqual(["DRAW_CARD", "SNAP", "DRAW_CARD"]);
});

test("what appears under a mouse at rest is pressed in vain, though a key was pressed since", () => {
  fire(new MouseEvent("pointermove", { clientX: 100, clientY: 0 }));
  pressKey("x");
  socket.receive(stepFrame(++version, { legal: [SNAP] }));
  vi.advanceTimersByTime(200);
  tap(100);
  expect(table.act(SNAP)).toBe(false);
});

test("only the second of two presses at one place is a double press, and a key that is held down", () => {
  tap(100);
  expect(isDoublePress()).toBe(false);
  tap(ELSEWHERE);
  expect(isDoublePress()).toBe(false);
  vi.advanceTimersByTime(590);
  tap(ELSEWHERE);
  expect(isDoublePress()).toBe(true);
  vi.advanceTimersByTime(610);
  tap(ELSEWHERE);
  expect(isDoublePress()).toBe(false);

  pressKey("Enter");
  expect(isDoublePress()).toBe(false);
  pressKey("Enter", true);
  expect(isDoublePress()).toBe(true);
});

test("of two things beside each other, chosen fast, neither is pressed twice", () => {
  tap(100);
  expect(isDoublePress("one")).toBe(false);
  tap(100 + NEAR);
  expect(isDoublePress("other")).toBe(false);
  tap(100);
  expect(isDoublePress("one")).toBe(false);
  tap(100);
  expect(isDoublePress("one")).toBe(true);
});
