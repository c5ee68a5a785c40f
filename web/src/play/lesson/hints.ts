/** Which sentence of a step is said: one that leads is over when the part of the next one is on the board. */
import { useEffect, useState } from "react";
import type { HintResponse } from "../../wire/calls";
import { LOOK_MS } from "./useTarget";

type IsThere = (part: string) => boolean;

/**
 * The sentence to go on with from this one: forward past what is done; if its part is gone, back to one of those in a
 * row that led there.
 */
export function hintAt(hints: HintResponse[], at: number, isThere: IsThere): number {
  let now = at;
  while (hints[now]?.leads && isThere(hints[now + 1]?.at ?? "")) now += 1;
  if (isThere(hints[now]?.at ?? "")) return now;
  const end = hints.slice(0, now).findLastIndex((hint) => hint.leads) + 1;
  const start = hints.slice(0, end).findLastIndex((hint) => !hint.leads) + 1;
  const back = hints.slice(start, end).findLastIndex((hint) => isThere(hint.at));
  return back < 0 ? now : start + back;
}

/** The number of the sentence, followed while the board changes, and a way to the next one. */
export function useHint(hints: HintResponse[], isThere: IsThere): [at: number, next: () => void] {
  const [at, setAt] = useState(0);
  const follows = hints.some((hint) => hint.leads);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentences of a step stay the same
  useEffect(() => {
    if (!follows) return;
    const look = () => setAt((now) => hintAt(hints, now, isThere));
    look();
    const timer = setInterval(look, LOOK_MS);
    // a tab opens when it has the focus
    const soon = () => requestAnimationFrame(look);
    window.addEventListener("focusin", soon);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focusin", soon);
    };
  }, [follows]);
  return [at, () => setAt(hintAt(hints, at + 1, isThere))];
}
