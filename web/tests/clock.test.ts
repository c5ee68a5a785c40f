import { beforeEach, expect, test } from "vitest";
import { forgetClock, learnFrame, learnRoundTrip, serverNow } from "../src/table/clock";

beforeEach(forgetClock);

test("a pong sets the clock by half its way", () => {
  const now = performance.now();
  learnRoundTrip(1_000_000, now - 40, now);

  expect(serverNow() - 1_000_020).toBeLessThan(20);
  expect(serverNow()).toBeGreaterThanOrEqual(1_000_020);
});

test("a pong that took longer tells less", () => {
  const now = performance.now();
  learnRoundTrip(1_000_000, now - 10, now);
  learnRoundTrip(2_000_000, now - 500, now);

  expect(serverNow()).toBeLessThan(1_100_000);
});

test("a frame can only show that it is later", () => {
  const now = performance.now();
  learnRoundTrip(1_000_000, now, now);
  learnFrame(990_000, now);
  expect(serverNow()).toBeGreaterThanOrEqual(1_000_000);
  learnFrame(1_005_000, now);
  expect(serverNow()).toBeGreaterThanOrEqual(1_005_000);
});
