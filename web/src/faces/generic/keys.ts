/**
 * Keys: 1 to 9 press a number that is asked for, or else what can be pressed; arrows go to the nearest of it, Escape
 * lets go of what was picked.
 */
import { type RefObject, useEffect } from "react";
import { isHotkey, isTyping } from "../../ui/hotkeys";
import { useSettings } from "../../ui/settings";

const LIVE = "[data-live]";
const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function useKeys(root: RefObject<HTMLElement | null>, clear: () => void): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(isHotkey(event) || isInDialog(event)) || root.current === null) return;
      const done = pressed(event.key, root.current, isOn, clear);
      if (done) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [root, isOn, clear]);
}

/** The board's own dialog takes the same keys as the board. */
function isInDialog({ repeat, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if (repeat || ctrlKey || altKey || metaKey || isTyping(target)) return false;
  return (
    document.querySelectorAll("dialog[open]").length === 1 && document.querySelector(".gen-choice") !== null
  );
}

function pressed(key: string, root: HTMLElement, hasNumbers: boolean, clear: () => void): boolean {
  const live = [...root.querySelectorAll<HTMLElement>(LIVE)];
  if (key === "Escape") clear();
  if (hasNumbers && /^[1-9]$/.test(key)) {
    const values = live.filter((one) => one.hasAttribute("data-key"));
    const one = values.length > 0 ? values.find(({ dataset }) => dataset.key === key) : live[Number(key) - 1];
    one?.focus();
    one?.click();
    return one !== undefined;
  }
  const way = WAYS[key];
  const here = document.activeElement;
  if (!way || !(here instanceof HTMLElement) || !root.contains(here)) return false;
  const next = nearest(here, live, way);
  next?.focus();
  return next !== null;
}

/** The nearest of these in a direction; what lies aside is further away. */
function nearest(
  from: HTMLElement,
  all: HTMLElement[],
  [x, y]: readonly [number, number],
): HTMLElement | null {
  const start = middle(from);
  let [found, least]: [HTMLElement | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const one of all) {
    const [dx, dy] = middle(one).map((at, axis) => at - (start[axis] ?? 0)) as [number, number];
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    if (one !== from && along > 4 && along + 2 * aside < least) [found, least] = [one, along + 2 * aside];
  }
  return found;
}

function middle(element: HTMLElement): number[] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
