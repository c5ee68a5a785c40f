/** A bubble of a lesson stands beside what it speaks of and hides nothing that is to be seen. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { overlap, placed } from "../src/play/lesson/place";

const PHONE = { width: 390, height: 844 };
const BUBBLE = { width: 330, height: 130 };

test("above its target, with the arrow at its middle, where there is room", () => {
  const target = { left: 60, top: 500, width: 80, height: 100 };
  expect(placed(target, BUBBLE, PHONE)).toEqual({ left: 8, top: 356, side: "above", arrow: 92 });
});

test("away from open cards, though it then stands further from its target", () => {
  const button = { left: 12, top: 758, width: 366, height: 60 };
  const cards = [{ left: 115, top: 597, width: 160, height: 102 }];
  const where = placed(button, BUBBLE, PHONE, cards);
  expect(where.top + BUBBLE.height).toBeLessThan(597);
  expect(where.side).toBe("above");
});

test("inside the window, though its target is not yet", () => {
  const below = { left: 20, top: 1200, width: 300, height: 200 };
  const where = placed(below, BUBBLE, PHONE);
  expect(where.top + BUBBLE.height).toBeLessThanOrEqual(PHONE.height);
  expect(placed({ ...below, top: -900 }, BUBBLE, PHONE).top).toBeGreaterThanOrEqual(0);
});

test("never over its target and never outside the window, wherever there is room at one side", () => {
  const box = fc.record({
    left: fc.integer({ min: 0, max: 300 }),
    top: fc.integer({ min: 0, max: 700 }),
    width: fc.integer({ min: 20, max: 90 }),
    height: fc.integer({ min: 20, max: 140 }),
  });
  fc.assert(
    fc.property(box, fc.array(box, { maxLength: 3 }), (target, keep) => {
      const { left, top, side } = placed(target, BUBBLE, PHONE, keep);
      expect(side).not.toBe("none");
      expect(overlap(target, { ...BUBBLE, left, top })).toBe(0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + BUBBLE.width).toBeLessThanOrEqual(PHONE.width);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + BUBBLE.height).toBeLessThanOrEqual(PHONE.height);
    }),
  );
});

test("with nothing to point at, at the bottom", () => {
  expect(placed(null, BUBBLE, PHONE)).toEqual({ left: 30, top: 706, side: "none", arrow: 0 });
});
