/** The cases of src/rondel/wire/choose.py and form.py: what Python says, this client says too. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blanksOf, payloadFrom, textKinds } from "../src/play/payload";
import { canPick, choose, type Offer, type Question } from "../src/table/choose";
import type { Action } from "../src/table/state";
import recorded from "./choices.json";

interface Case {
  list: string;
  picked: Offer[];
  left: number[];
  questions: Question[];
  complete: number | null;
  ready: number | null;
}

const lists = recorded.lists as unknown as Record<string, Action[]>;
const cases = recorded.cases as unknown as Case[];
const schemas = recorded.schemas as Record<string, unknown>;

const at = (legal: Action[], place: number | null) => (place === null ? null : legal[place]);

describe("both engines agree", () => {
  test.each(Object.keys(lists))("on the list %s", (name) => {
    const legal = lists[name] ?? [];
    const own = cases.filter((one) => one.list === name);
    expect(own.length).toBeGreaterThan(0);
    for (const { picked, left, questions, complete, ready } of own) {
      const choice = choose(legal, picked);
      const written = JSON.stringify(picked);
      expect(choice.left, written).toEqual(left.map((place) => legal[place]));
      expect(choice.questions, written).toEqual(questions);
      expect(choice.complete, written).toBe(at(legal, complete));
      expect(choice.ready, written).toBe(at(legal, ready));
    }
  });

  test.each(recorded.forms)("on the form $schema $kind", ({ schema, kind, blanks, written }) => {
    expect(blanksOf(schemas[schema], kind)).toEqual(blanks);
    for (const { texts, payload } of written)
      expect(payloadFrom(blanksOf(schemas[schema], kind), texts as never)).toEqual(payload);
  });

  test("on the kinds that hold a text alone", () => {
    for (const [name, kinds] of Object.entries(recorded.textKinds))
      expect(textKinds(schemas[name])).toEqual(kinds);
  });
});

test("whatever is picked of what is asked, an action is reached", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(lists)), fc.infiniteStream(fc.nat()), (name, ways) => {
      const legal = lists[name] ?? [];
      const way = (count: number) => (ways.next().value as number) % count;
      let picked: Offer[] = [];
      let choice = choose(legal, picked);
      while (choice.questions.length > 0) {
        const { field, values } = choice.questions[way(choice.questions.length)] as Question;
        const offer = [{ [field]: values[way(values.length)] }];
        expect(canPick(legal, picked, offer)).toBe(true);
        picked = [...picked, offer];
        choice = choose(legal, picked);
      }
      expect(choice.complete === null).toBe(legal.length === 0);
    }),
  );
});

test("what leaves nothing cannot be picked", () => {
  expect(canPick([{ type: "PASS" }], [], [{ type: "BID" }])).toBe(false);
  expect(canPick([{ type: "PASS" }], [], [])).toBe(false);
});
