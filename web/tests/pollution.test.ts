/** Nothing that is read changes what every object inherits from. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { read } from "../src/table/keep";
import { pendingMoves } from "../src/table/pendingMoves";
import type { Table } from "../src/table/table";
import { FakeSocket, fakeTable, stepFrame, viewFrame } from "./socket";

const HOSTILE = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
const INHERITED = Object.getOwnPropertyNames(Object.prototype).sort().join();

/** Texts of JSON that have hostile keys at any depth; `__proto__` must be written as text to be one. */
const hostile = fc
  .letrec<{ value: string; object: string }>((tie) => ({
    value: fc.oneof({ depthSize: "small" }, fc.constantFrom("1", "null", '"polluted"'), tie("object")),
    object: fc
      .array(fc.tuple(fc.constantFrom(...HOSTILE, "polluted", "view"), tie("value")), { maxLength: 4 })
      .map((pairs) => `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
  }))
  .object.map((text) => (text === "{}" ? '{"__proto__":{"polluted":1}}' : text));

function isClean(): boolean {
  const plain: Record<string, unknown> = {};
  return (
    plain.polluted === undefined && Object.getOwnPropertyNames(Object.prototype).sort().join() === INHERITED
  );
}

let table: Table;

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
  FakeSocket.last.open();
});
afterEach(() => {
  table.close();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("no frame of the server reaches the prototype of all objects", () => {
  fc.assert(
    fc.property(
      hostile,
      fc.constantFrom("view", "legal", "clocks", "seats", "events", "patch"),
      (text, field) => {
        const isList = !["view", "clocks", "patch"].includes(field);
        const wrapped = isList ? `[${text}]` : text;
        for (const frame of [viewFrame(3), stepFrame(4)]) {
          const whole = JSON.stringify({ ...frame, [field]: "HERE" }).replace('"HERE"', () => wrapped);
          try {
            FakeSocket.last.onmessage?.({ data: whole.replace("{", () => `{${text.slice(1, -1)},`) });
          } catch {
            // a frame that cannot be shown is no harm to any other object
          }
        }
        expect(isClean()).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
  FakeSocket.last.receive(viewFrame(9));
  expect(table.version()).toBe(9); // it still listens
});

test("nothing that this browser has stored does either", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      localStorage.setItem("rondel.act.x", text);
      localStorage.setItem("rondel.some", text);
      read("rondel.some", {});
      pendingMoves("t");
      expect(isClean()).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("a merge without care would be noticed", () => {
  const merge = (into: Record<string, unknown>, from: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(from)) {
      if (typeof value === "object" && value !== null) {
        merge(into[key] as Record<string, unknown>, value as Record<string, unknown>);
      } else into[key] = value;
    }
  };

  merge({}, JSON.parse('{"__proto__":{"polluted":1}}'));
  const wasClean = isClean();
  delete (Object.prototype as unknown as Record<string, unknown>).polluted;

  expect(wasClean).toBe(false);
  expect(isClean()).toBe(true);
});
