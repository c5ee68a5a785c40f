import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useGuard } from "../src/play/guard";

const DRAW = { type: "DRAW_CARD" };
const DISCARD = { type: "DISCARD_CARD" };
const asked: string[] = [];

function Buttons() {
  const act = useGuard((action: { type: string }) => asked.push(action.type));
  return (
    <>
      <button type="button" onClick={() => act(DRAW)}>
        Draw
      </button>
      <button type="button" onClick={() => act(DISCARD)}>
        Discard
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  asked.length = 0;
  render(<Buttons />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function tap(name: string, clientX: number): void {
  const button = screen.getByText(name);
  fireEvent.pointerDown(button, { clientX, clientY: 50 });
  fireEvent.click(button);
}

test("another action under the same finger has to wait", () => {
  tap("Draw", 100);
  vi.advanceTimersByTime(300);
  tap("Discard", 110);
  vi.advanceTimersByTime(290);
  tap("Discard", 110);
  expect(asked).toEqual(["DRAW_CARD"]);

  vi.advanceTimersByTime(20);
  tap("Discard", 110);
  expect(asked).toEqual(["DRAW_CARD", "DISCARD_CARD"]);
});

test("another finger, and the same action, need not wait", () => {
  tap("Draw", 100);
  tap("Discard", 300);
  tap("Discard", 300);
  expect(asked).toEqual(["DRAW_CARD", "DISCARD_CARD", "DISCARD_CARD"]);
});
