/** Two presses in a row under one finger mean one thing: what has come to lie under it meanwhile was not meant. */
import { useCallback, useEffect, useRef } from "react";
import { sameAction } from "../table/state";

/** So long after a press the same finger may ask for nothing else. */
const REST_MS = 600;
/** So near is the same place. */
const NEAR_PX = 48;

interface Action {
  type: string;
  payload?: unknown;
}

interface Finger {
  key: string | null;
  x: number;
  y: number;
}

function isSame(one: Finger, other: Finger): boolean {
  if (one.key !== null || other.key !== null) return one.key === other.key;
  return Math.hypot(one.x - other.x, one.y - other.y) < NEAR_PX;
}

/** Ask for moves, but not for another one with the same finger right after the first. */
export function useGuard<A extends Action>(act: (action: A) => void): (action: A) => void {
  const finger = useRef<Finger | null>(null);
  const before = useRef<{ finger: Finger; action: A; at: number } | null>(null);
  useEffect(() => {
    const point = ({ clientX, clientY }: PointerEvent) => {
      finger.current = { key: null, x: clientX, y: clientY };
    };
    const press = ({ key }: KeyboardEvent) => {
      finger.current = { key, x: 0, y: 0 };
    };
    window.addEventListener("pointerdown", point, true);
    window.addEventListener("keydown", press, true);
    return () => {
      window.removeEventListener("pointerdown", point, true);
      window.removeEventListener("keydown", press, true);
    };
  }, []);
  return useCallback(
    (action) => {
      const [now, last, at] = [finger.current, before.current, performance.now()];
      const isAgain = now !== null && last !== null && isSame(now, last.finger) && at - last.at < REST_MS;
      if (isAgain && !sameAction(action, last.action)) return;
      if (now !== null) before.current = { finger: now, action, at };
      act(action);
    },
    [act],
  );
}
