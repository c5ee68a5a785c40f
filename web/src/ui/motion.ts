/**
 * Things on their way over the page. A place is an element with `data-place`; what travels from one to another is drawn
 * over the page, and only moves and fades: nothing is measured or painted anew for it. It never keeps anybody from
 * pressing anything, and whatever comes next ends it at once.
 */
import { type RefObject, useLayoutEffect, useRef } from "react";
import { isStill, useSettings } from "./settings";

/** How long one way takes. */
export const TRAVEL_MS = 340;
export const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";

/** Where something goes, and when. */
export interface Way {
  /** A place, or where one was that is there no more. */
  from: string | Box;
  to: string;
  /** It sets off so long after what happens has begun. */
  afterMs: number;
}

/** Elements drawn for one animated piece: the piece, its flip side, and a placeholder at the target. */
export interface Traveller extends Way {
  element: HTMLElement;
  turning: HTMLElement | null;
  under: HTMLElement | null;
}

/** Where something lies within the table. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A time as the speed that somebody chose makes it. */
export function paced(ms: number): number {
  const { motion } = useSettings.getState();
  return typeof motion === "number" && motion > 0 ? ms / motion : ms;
}

/** Whether anything is to travel here. */
export function canTravel(): boolean {
  return !isStill() && typeof Element.prototype.animate === "function";
}

export function placeIn(root: Element, place: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-place="${place}"]`);
}

/** Where every place of a table lies now. */
export function placesIn(root: Element): Map<string, Box> {
  const frame = root.getBoundingClientRect();
  const all = root.querySelectorAll<HTMLElement>("[data-place]");
  return new Map(Array.from(all, (place) => [place.dataset.place ?? "", boxIn(frame, place)]));
}

function boxIn(frame: DOMRect, element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - frame.left, top: top - frame.top, width, height };
}

function lay(element: HTMLElement, { left, top, width }: Box): void {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.style.width = `${width}px`;
}

/** Let them all go; the answer ends them at once, `onEnd` is told when the last one has arrived. */
export function travel(layer: HTMLElement, travellers: Traveller[], onEnd: () => void): () => void {
  const root = layer.parentElement;
  const frame = layer.getBoundingClientRect();
  const ways = travellers.map((one) => {
    const end = root && placeIn(root, one.to);
    const start = typeof one.from === "string" ? root && placeIn(root, one.from) : one.from;
    const first = start instanceof Element ? boxIn(frame, start) : start;
    return { ...one, end, boxes: first && end ? ([first, boxIn(frame, end)] as const) : null };
  });
  const running: Animation[] = [];
  for (const { element, turning, under, end, boxes, afterMs } of ways) {
    const [first, last] = boxes ?? [];
    const isNowhere = !first || !last || !end || last.width === 0;
    for (const one of [element, under]) one?.toggleAttribute("hidden", isNowhere);
    if (isNowhere) continue;
    const [delay, duration] = [paced(afterMs), paced(TRAVEL_MS)];
    lay(element, last);
    const scale = first.width / last.width;
    const from = `translate(${first.left - last.left}px, ${first.top - last.top}px) scale(${scale})`;
    const timing = { duration, delay, easing: EASE, fill: "backwards" } as const;
    running.push(element.animate([{ transform: from }, { transform: "none" }], timing));
    if (turning)
      running.push(
        turning.animate([{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], {
          ...timing,
          fill: "both",
        }),
      );
    if (delay > 0) running.push(element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay }));
    if (under) lay(under, last);
    else running.push(end.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration }));
  }
  const stop = () => {
    window.removeEventListener("resize", over);
    for (const animation of running) animation.cancel();
  };
  const over = () => {
    stop();
    onEnd();
  };
  window.addEventListener("resize", over);
  void Promise.all(running.map((animation) => animation.finished)).then(over, () => {});
  return stop;
}

/** What has `data-glide` within, and comes to lie elsewhere when `order` changes, glides there. */
export function useGlide(list: RefObject<HTMLElement | null>, order: unknown): void {
  const before = useRef<{ order: unknown; places: Map<string, [number, number]> } | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[data-glide]") ?? [])];
    const places = new Map(
      all.map((one) => [one.dataset.glide ?? "", [one.offsetLeft, one.offsetTop] as [number, number]]),
    );
    before.current = { order, places };
    if (was === null || was.order === order || !canTravel()) return;
    for (const one of all) {
      const [x, y] = places.get(one.dataset.glide ?? "") ?? [0, 0];
      const [left, top] = was.places.get(one.dataset.glide ?? "") ?? [x, y];
      if (left === x && top === y) continue;
      const from = `translate(${left - x}px, ${top - y}px)`;
      one.animate([{ transform: from }, { transform: "none" }], { duration: paced(TRAVEL_MS), easing: EASE });
    }
  });
}
