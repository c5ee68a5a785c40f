/** Patches: how the server says what has changed, in place of a whole view. `wire/patch.py` says what they are. */
import type { Scene, StepFrame } from "../wire/protocol";
import type { TableState } from "./state";

/** What a patch makes of a value. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
export function apply(base: any, patch: any): any {
  if (Array.isArray(patch)) return patch.length < 2 ? patch[0] : base.toSpliced(...patch);
  const next = Array.isArray(base) ? [...base] : { ...base };
  for (const name in patch) {
    if (patch[name] === null) delete next[name];
    else next[name] = apply(next[name], patch[name]);
  }
  return next;
}

/** A step with all that its patches make of what was shown before it. */
export function wholeStep({ view, legal, clocks, scene }: TableState, frame: StepFrame): StepFrame {
  if (!frame.patch) return frame;
  const beats = frame.beats?.map((beat) => {
    if (beat.patch) scene = apply(scene, beat.patch);
    return beat.patch ? { ...beat, scene: scene as Scene } : beat;
  });
  return { ...frame, beats, ...apply({ view, legal, clocks, scene }, frame.patch) };
}
