/** Dragging a piece onto what it may go to: the same as pressing one after the other. */
import { type PointerEvent, useCallback, useRef } from "react";
import { canPick, choose } from "../../table/choose";
import type { Choosing } from "./choosing";

/** A finger that moves less is a press. */
const BEGIN_PX = 8;

/** Whether something else on the board completes what begins with this. */
export function canDrag({ legal, live, offerOf }: Choosing, id: string): boolean {
  const source = offerOf(id);
  if (live.get(id) == null || choose(legal, [source]).complete !== null) return false;
  return [...live.keys()].some((other) => other !== id && canPick(legal, [source], offerOf(other)));
}

export function useDrag(choosing: Choosing): (event: PointerEvent<HTMLElement>, id: string) => void {
  const now = useRef(choosing);
  now.current = choosing;
  return useCallback((event, id) => {
    const piece = event.currentTarget.closest<HTMLElement>("[data-track]");
    if (event.button !== 0 || piece === null || !canDrag(now.current, id)) return;
    const [x, y, pointer] = [event.clientX, event.clientY, event.pointerId];
    let isOn = false;
    const move = (to: globalThis.PointerEvent) => {
      if (to.pointerId !== pointer) return;
      if (!isOn && Math.hypot(to.clientX - x, to.clientY - y) < BEGIN_PX) return;
      if (!isOn && !now.current.isPicked(id)) now.current.press(id);
      isOn = true;
      piece.classList.add("gen-dragged");
      piece.style.translate = `${to.clientX - x}px ${to.clientY - y}px`;
    };
    const end = (at: globalThis.PointerEvent) => {
      if (at.pointerId !== pointer) return;
      window.removeEventListener("pointermove", move);
      for (const kind of ["pointerup", "pointercancel"] as const) window.removeEventListener(kind, end);
      if (!isOn) return;
      swallowClick();
      const under = at.type === "pointerup" ? thingAt(at.clientX, at.clientY) : null;
      piece.classList.remove("gen-dragged");
      piece.style.removeProperty("translate");
      if (under !== null && under !== id && now.current.live.get(under) === "next") now.current.press(under);
      else now.current.clear();
    };
    window.addEventListener("pointermove", move);
    for (const kind of ["pointerup", "pointercancel"] as const) window.addEventListener(kind, end);
  }, []);
}

/** What lies under a finger, beside the piece that it drags. */
function thingAt(x: number, y: number): string | null {
  const found = document.elementFromPoint(x, y)?.closest("[data-drop]");
  return found?.getAttribute("data-drop") ?? null;
}

/** The end of a drag is no press. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true), 0);
}
