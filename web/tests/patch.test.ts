/** Patches: the browser makes of them what the server does; `tests/wire/test_patch.py` reads the same vectors. */
import { expect, test } from "vitest";
import { apply, wholeStep } from "../src/table/patch";
import { unheard } from "../src/table/state";
import type { StepFrame } from "../src/wire/protocol";
import patches from "./patches.json";
import { stepFrame } from "./socket";

test.each(patches as unknown[][])("of %j the patch %j makes %j", (before, patch, after) => {
  const original = JSON.stringify(before);
  expect(JSON.stringify(apply(before, patch))).toBe(JSON.stringify(after));
  expect(JSON.stringify(before)).toBe(original);
});

test("a patch that names what every object inherits changes no other object", () => {
  for (const name of ["__proto__", "constructor", "prototype"])
    apply(
      { a: [1] },
      JSON.parse(
        `{"${name}":{"prototype":{"polluted":[1]},"polluted":[1]},"a":{"${name}":{"polluted":[1]}}}`,
      ),
    );
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  expect(([] as { polluted?: number }).polluted).toBeUndefined();
});

test("a step is whole again, beat by beat", () => {
  const before = { ...unheard("t"), view: { n: 1 }, scene: { prompt: "a", seats: [] } };
  const beats = [{ event: 0, patch: { prompt: ["b"] } }, { event: 1 }];
  const { view: _view, legal: _legal, ...bare } = stepFrame(2) as StepFrame;
  const step = { ...bare, beats, patch: { view: { n: [2] }, scene: { prompt: ["c"] } } };

  const whole = wholeStep(before, step);

  expect(whole).toMatchObject({ view: { n: 2 }, legal: [], scene: { prompt: "c", seats: [] } });
  expect(whole.beats?.map((beat) => beat.scene?.prompt)).toEqual(["b", undefined]);
  expect(before.scene.prompt).toBe("a");
  expect(wholeStep(before, bare)).toBe(bare);
});
