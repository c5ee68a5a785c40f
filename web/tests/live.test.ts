import { beforeEach, expect, test, vi } from "vitest";
import { announce } from "../src/ui/live";

const announced = () => [...(document.getElementById("live")?.children ?? [])].map((row) => row.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="live"></div>';
});

test("what is said within half a second is said together", () => {
  announce("Maren drew from the pile.");
  vi.advanceTimersByTime(400);
  announce("Maren discarded 9♥.");
  vi.advanceTimersByTime(400);
  expect(announced()).toEqual([]);
  vi.advanceTimersByTime(100);

  expect(announced()).toEqual(["Maren drew from the pile.", "Maren discarded 9♥."]);
});

test("a card that was drawn is not named once it lies face down, whether that was read out or not", () => {
  announce("Your turn. You drew 9♥.", "turn");
  vi.advanceTimersByTime(600);
  expect(announced()).toEqual(["Your turn. You drew 9♥."]);
  announce("Tomasz's turn: drawing.", "turn");
  expect(announced()).toEqual([]);
  announce("Your turn. You drew K♠.", "turn");
  announce("Tomasz's turn: drawing.", "turn");
  vi.advanceTimersByTime(600);

  expect(announced()).toEqual(["Tomasz's turn: drawing."]);
});
