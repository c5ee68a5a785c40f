/** What a finger means that is larger than what lies under it. */
import { PLACES, type Point } from "./geometry";

/** Half a fingertip, in pixels of the screen: 44 across. */
export const FINGER = 22;

/** A territory; or come so near to this point first: more than one may be meant. */
export type Aim = { area: string } | { closer: Point; scale: number };

/** How far a point is from a territory; less than nothing well inside. */
function distance(name: string, [x, y]: Point): number {
  const { at, r } = PLACES[name] ?? { at: [0, 0], r: 0 };
  return Math.hypot(x - at[0], y - at[1]) - r;
}

/** What is meant at a point of the map, by the territories that can be chosen now (`live`) and pixels for one unit. */
export function aimAt(point: Point, under: string | null, live: Set<string>, scale: number): Aim | null {
  const reach = FINGER / scale;
  const isUnder = under === null ? null : { area: under };
  const hasRoom = (name: string) => (PLACES[name]?.r ?? 0) >= reach;
  if (under !== null && live.has(under) && hasRoom(under)) return isUnder;
  const near = [...live]
    .filter((name) => name === under || distance(name, point) <= reach)
    .toSorted((one, other) => distance(one, point) - distance(other, point));
  const [nearest] = near;
  if (nearest === undefined) return isUnder;
  const enough = FINGER / Math.min(...near.map((name) => PLACES[name]?.r ?? FINGER));
  const isClear = near.length === 1 || enough <= scale;
  return isClear ? { area: nearest } : { closer: point, scale: enough * 1.2 };
}

/** Where a unit is let go: it is lit while it is carried, so the nearest one is meant; null where none is near. */
export function dropAt(point: Point, under: string | null, live: Set<string>, scale: number): string | null {
  if (under !== null && live.has(under)) return under;
  const far = (name: string) => distance(name, point);
  const [nearest] = [...live].toSorted((one, other) => far(one) - far(other));
  return nearest !== undefined && far(nearest) <= FINGER / scale ? nearest : null;
}

/** The unit under a finger, of the territories whose units can be taken. */
export function unitAt([x, y]: Point, live: Set<string>, scale: number): string | null {
  const far = (name: string) => {
    const [ux, uy] = PLACES[name]?.slots[0] ?? [0, 0];
    return Math.hypot(x - ux, y - uy) * scale;
  };
  const [nearest] = [...live].toSorted((one, other) => far(one) - far(other));
  return nearest !== undefined && far(nearest) <= FINGER ? nearest : null;
}
