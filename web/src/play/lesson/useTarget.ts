/** The part of the board that a sentence speaks of: followed while things move, focused once, and described by it. */
import { useEffect, useState } from "react";
import type { Box } from "./place";

const boxOf = (element: Element | null): Box | null => {
  const rect = element?.getBoundingClientRect();
  return rect && rect.width > 0
    ? { left: rect.left, top: rect.top, width: rect.width, height: rect.height }
    : null;
};

/** How often a lesson looks where things are. */
export const LOOK_MS = 150;

export interface Target {
  element: HTMLElement | null;
  box: Box | null;
  /** Where a bubble can be reached: in the dialog that is open, else in the table. */
  home: HTMLElement | null;
}

const NOWHERE: Target = { element: null, box: null, home: null };

/** What is to be kept in sight now. */
export function boxesOf(selector: string | undefined): Box[] {
  if (!selector) return [];
  return [...document.querySelectorAll(selector)].flatMap((one) => boxOf(one) ?? []);
}

export function useTarget(find: () => HTMLElement | null, key: string): Target {
  const [target, setTarget] = useState<Target>(NOWHERE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence looks for another part
  useEffect(() => {
    const look = () => {
      const element = find();
      const box = boxOf(element);
      const home =
        document.querySelector<HTMLElement>("dialog[open]") ?? document.querySelector<HTMLElement>(".play");
      setTarget((before) => (isSame(before, { element, box, home }) ? before : { element, box, home }));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    window.addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("resize", look);
    };
  }, [key]);
  return target;
}

function isSame(one: Target, other: Target): boolean {
  return (
    one.element === other.element &&
    one.home === other.home &&
    JSON.stringify(one.box) === JSON.stringify(other.box)
  );
}

/** Once for each sentence: the button it speaks of, or that of the bubble, is what Enter presses. */
export function useAttention(element: HTMLElement | null, key: string, text: string): void {
  useEffect(() => {
    if (element === null || key === "") return;
    const button = element.matches("button, a, [tabindex]")
      ? element
      : (element.querySelector<HTMLElement>("button:not([disabled])") ?? null);
    if (button === null) return;
    button.setAttribute("aria-describedby", text);
    if (!(document.activeElement instanceof HTMLInputElement)) button.focus({ preventScroll: true });
    return () => button.removeAttribute("aria-describedby");
  }, [element, key, text]);
}
