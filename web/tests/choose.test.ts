import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canPick, choose, nextOf, type Pick, picksOf } from "../src/play/choose";

type Bag = Pick[];

const read = (bag: Bag) => bag;
const pick = fc.record({
  field: fc.constantFrom("slot", "site", "made"),
  value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.record({ seat: fc.integer({ min: 0, max: 1 }) })),
});
const bag = fc.array(pick, { maxLength: 4 });
const bags = fc.array(bag, { minLength: 1, maxLength: 8 });
const key = (one: Pick) => JSON.stringify([one.field, one.value]);
const sorted = (one: Bag) => one.map(key).toSorted().join();

/** How often each pick stands in a bag. */
function counts(one: Bag): Map<string, number> {
  const found = new Map<string, number>();
  for (const each of one) found.set(key(each), (found.get(key(each)) ?? 0) + 1);
  return found;
}

function holds(one: Bag, few: Bag): boolean {
  const have = counts(one);
  return [...counts(few)].every(([each, count]) => (have.get(each) ?? 0) >= count);
}

describe("choosing one of the legal actions", () => {
  test("what fits is what holds all that is picked", () => {
    fc.assert(
      fc.property(bags, bag, (legal, picked) => {
        expect(choose(legal, read, picked).fitting).toEqual(legal.filter((one) => holds(one, picked)));
      }),
    );
  });

  test("what can be picked next leaves something that fits, and nothing else does", () => {
    fc.assert(
      fc.property(bags, bag, pick, (legal, picked, other) => {
        const choice = choose(legal, read, picked);
        const isLeft = (one: Pick) => choose(legal, read, [...picked, one]).fitting.length > 0;

        expect(choice.next.every(isLeft)).toBe(true);
        expect(canPick(choice, other.field, other.value)).toBe(isLeft(other));
      }),
    );
  });

  test("nothing is offered twice", () => {
    fc.assert(
      fc.property(bags, bag, (legal, picked) => {
        const keys = choose(legal, read, picked).next.map(key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  test("it is complete where an action has that and nothing else, in whatever order", () => {
    fc.assert(
      fc.property(bags, bag, (legal, picked) => {
        const same = legal.find((one) => sorted(one) === sorted(picked)) ?? null;
        expect(choose(legal, read, picked).complete).toBe(same);
        expect(choose(legal, read, picked.toReversed()).complete).toBe(same);
      }),
    );
  });

  test("there is no dead end: whatever is picked of what is offered, an action is reached", () => {
    fc.assert(
      fc.property(bags, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), (legal, ways) => {
        let picked: Bag = [];
        for (const way of ways) {
          const { next } = choose(legal, read, picked);
          const one = next[way % Math.max(1, next.length)];
          if (one === undefined) break;
          picked = [...picked, one];
        }
        expect(choose(legal, read, picked).next).toEqual([]);
        expect(choose(legal, read, picked).complete).not.toBeNull();
      }),
    );
  });

  test("a value is the same in whatever order its fields come", () => {
    const legal = [picksOf("slot", [{ seat: 0, position: 2 }])];

    expect(choose(legal, read, picksOf("slot", [{ position: 2, seat: 0 }])).complete).toBe(legal[0]);
  });

  test("the values of one field are those that are offered", () => {
    const legal = [picksOf("made", ["Rome", "Naples"]), picksOf("site", ["Venice"])];

    expect(nextOf(choose(legal, read, []), "made")).toEqual(["Rome", "Naples"]);
    expect(nextOf(choose(legal, read, picksOf("made", ["Rome"])), "made")).toEqual(["Naples"]);
  });
});
