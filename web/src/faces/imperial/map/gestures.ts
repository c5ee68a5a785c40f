import { type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { aimAt, dropAt, unitAt } from "./aim";
import type { Camera } from "./camera";
import { AREAS, type Point } from "./geometry";
import type { MapGiven } from "./props";

/** So far a finger may slip and still press. */
const SLOP = 8;

type Wanted = Pick<MapGiven, "targets" | "movable" | "source" | "onPick" | "onLift" | "onDrop">;

interface Touch {
  x: number;
  y: number;
  isDrag: boolean;
  /** The territory whose unit is under the finger, if it can be taken. */
  unit: string | null;
}

/**
 * Fingers and mouse. A unit that can move follows the finger that takes it, anything else shoves the map. A touch that
 * became a drag or a pinch never chooses; one that may mean several territories shows them larger first.
 */
export function useGestures(
  camera: Camera,
  pane: RefObject<HTMLElement | null>,
  held: RefObject<HTMLElement | null>,
  drop: RefObject<SVGPathElement | null>,
  props: Wanted,
) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const start = useRef<Touch | null>(null);
  const wanted = useRef(props);
  wanted.current = props;
  useWheel(camera, pane);
  const onMap = ({ clientX, clientY }: PointerEvent): Point => {
    const rect = pane.current?.getBoundingClientRect();
    return camera.at(clientX - (rect?.left ?? 0), clientY - (rect?.top ?? 0));
  };
  const under = ({ clientX, clientY }: PointerEvent) =>
    document.elementFromPoint(clientX, clientY)?.closest("[data-area]")?.getAttribute("data-area") ?? null;
  const meant = (event: PointerEvent) => {
    const { targets, movable } = wanted.current;
    const area = under(event);
    if (event.pointerType !== "touch") return area === null ? null : { area };
    return aimAt(onMap(event), area, new Set([...targets, ...movable]), camera.scale);
  };
  const dropped = (event: PointerEvent) =>
    dropAt(onMap(event), under(event), wanted.current.targets, camera.scale) ?? under(event);
  const carry = (event: PointerEvent | null) => {
    const element = held.current;
    if (element === null) return;
    element.hidden = event === null;
    const name = (event && dropped(event)) ?? "";
    const isTarget = wanted.current.targets.has(name);
    drop.current?.setAttribute("d", (isTarget ? AREAS.get(name) : "") ?? "");
    const rect = pane.current?.getBoundingClientRect();
    if (event && rect)
      element.style.transform = `translate(${event.clientX - rect.left}px, ${event.clientY - rect.top}px)`;
  };
  const letGo = () => {
    camera.isHeld = false;
    carry(null);
    start.current = null;
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button > 0) return;
    if (camera.isHeld) letGo(); // a second finger pinches
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { movable, source, targets } = wanted.current;
    const isAlone = fingers.current.size === 1;
    const units = new Set(targets.size > 0 && source ? [source, ...movable] : movable);
    const unit = isAlone ? unitAt(onMap(event), units, camera.scale) : null;
    start.current = { x: event.clientX, y: event.clientY, isDrag: !isAlone, unit };
  };
  const onPointerMove = (event: PointerEvent) => {
    const was = fingers.current.get(event.pointerId);
    const touch = start.current;
    if (was === undefined || touch === null) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!touch.isDrag && Math.hypot(now.x - touch.x, now.y - touch.y) < SLOP) return;
    if (!touch.isDrag) {
      pane.current?.setPointerCapture(event.pointerId);
      camera.isHeld = touch.unit !== null;
      if (touch.unit !== null) wanted.current.onLift(touch.unit);
    }
    touch.isDrag = true;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (camera.isHeld) carry(event);
    else if (other === undefined) camera.pan(now.x - was.x, now.y - was.y);
    else pinch(camera, pane.current, [was, now], other);
  };
  const onPointerUp = (event: PointerEvent) => {
    const wasDown = fingers.current.delete(event.pointerId);
    const touch = start.current;
    const isHeld = camera.isHeld;
    if (isHeld) letGo();
    if (fingers.current.size === 0) start.current = null;
    if (!wasDown || touch === null || (touch.isDrag && !isHeld)) return;
    const { onPick, onDrop } = wanted.current;
    if (isHeld && touch.unit !== null) return onDrop(touch.unit, dropped(event));
    const aim = meant(event);
    if (aim && "area" in aim) onPick(aim.area);
    else if (aim) camera.approach(aim.closer, aim.scale);
  };
  const onPointerCancel = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (camera.isHeld) letGo();
    if (fingers.current.size === 0) start.current = null;
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}

type Spot = { x: number; y: number };

/** Two fingers: larger or smaller between them, and along with them. */
function pinch(camera: Camera, pane: HTMLElement | null, [was, now]: [Spot, Spot], other: Spot): void {
  const rect = pane?.getBoundingClientRect();
  const spread = (one: Spot) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
  camera.zoom(spread(now) / spread(was), {
    x: (now.x + other.x) / 2 - (rect?.left ?? 0),
    y: (now.y + other.y) / 2 - (rect?.top ?? 0),
  });
  camera.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
}

function useWheel(camera: Camera, pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const rect = element.getBoundingClientRect();
      camera.zoom(Math.exp(-event.deltaY * 0.0018), {
        x: event.clientX - rect.left,
        y: event.clientY - rect.top,
      });
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [camera, pane]);
}
