/** One after the other: how many of them have had their turn. Nobody has to wait for it. */
import { useCallback, useEffect, useState } from "react";
import { canTravel, paced } from "./motion";

/** Counts up to `count`, if it is to be seen at all; the second answer has all of them at once. */
export function useTurns(count: number, isSeen: boolean, everyMs: number): [number, () => void] {
  const [turns, setTurns] = useState(() => (isSeen && canTravel() ? 0 : count));
  const isOver = turns >= count;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setTurns((before) => before + 1), paced(everyMs));
    return () => clearInterval(timer);
  }, [isOver, everyMs]);
  return [isOver ? count : turns, useCallback(() => setTurns(count), [count])];
}
