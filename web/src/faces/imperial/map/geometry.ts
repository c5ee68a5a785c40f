/** The map's lines. Each border is stored once, as an arc; areas, coasts and outlines are put together from them. */
import { homeOf, TERRITORIES } from "../board";
import data from "./europe.json";

export type Point = [number, number];

export interface Spot {
  at: Point;
  r: number;
  label: Point;
  /** By how many degrees its name is turned, to run along it. */
  turned?: number;
  /** Where the flag of its owner stands, if it is nobody's home. */
  flag?: Point;
  /** In a home: where its port and its factory stand. */
  port?: Point;
  works?: Point;
  slots: Point[];
}

export const WIDTH = data.width;
export const HEIGHT = data.height;
export const PLACES = data.places as unknown as Record<string, Spot>;

const arcs: Point[][] = data.arcs.map((packed) => {
  const numbers = packed.split(" ").map(Number);
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < numbers.length; at += 2) {
    [x, y] = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)];
    points.push([x / 10, y / 10]);
  }
  return points;
});

const arc = (index: number): Point[] => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? []));
const text = (points: Point[]): string => points.map(([x, y]) => `${x} ${y}`).join("L");
const closed = (rings: number[][]): string =>
  rings.map((ring) => `M${text(ring.flatMap((index) => arc(index).slice(1)))}z`).join("");

const rings = data.areas as Record<string, number[][]>;
export const AREAS: Map<string, string> = new Map(
  Object.entries(rings).map(([name, own]) => [name, closed(own)]),
);
export const INERT = closed(data.inert);

/** On both sides of each arc: names of areas, "" where nobody can go. */
export const SIDES: string[][] = arcs.map(() => []);
for (const [name, own] of [...Object.entries(rings), ["", data.inert] as const])
  for (const ring of own) for (const index of ring) SIDES[index < 0 ? ~index : index]?.push(name);

export function lengthOf(index: number): number {
  const points = arcs[index] ?? [];
  return points
    .slice(1)
    .reduce((sum, [x, y], at) => sum + Math.hypot(x - (points[at]?.[0] ?? 0), y - (points[at]?.[1] ?? 0)), 0);
}

const isSea = (name: string): boolean => TERRITORIES.get(name)?.kind === "sea";
const lines = (is: (one: string, other: string) => boolean): string =>
  arcs
    .flatMap((points, index) => {
      const [one, other] = SIDES[index] ?? [];
      return one !== undefined && other !== undefined && is(one, other) ? [`M${text(points)}`] : [];
    })
    .join("");
const isBorder = (one: string, other: string): boolean => !isSea(one) && !isSea(other);

export const COAST = lines((one, other) => isSea(one) !== isSea(other));
export const SEA_LINES = lines((one, other) => isSea(one) && isSea(other));
export const INNER_LINES = lines(
  (one, other) => isBorder(one, other) && homeOf(one) !== null && homeOf(one) === homeOf(other),
);
export const NEUTRAL_LINES = lines(
  (one, other) => isBorder(one, other) && homeOf(one) === null && homeOf(other) === null,
);
export const NATION_LINES = lines((one, other) => isBorder(one, other) && homeOf(one) !== homeOf(other));

export function outlineOf(country: string): string {
  return lines((one, other) => (homeOf(one) === country) !== (homeOf(other) === country));
}

/** The border between two areas. */
export function borderOf(one: string, other: string): string {
  return lines((a, b) => (a === one && b === other) || (a === other && b === one));
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const boxes = new Map(
  Object.entries(rings).map(([name, own]) => {
    const points = own.flat().flatMap((index) => arc(index));
    const xs = points.map(([x]) => Math.min(WIDTH, Math.max(0, x)));
    const ys = points.map(([, y]) => Math.min(HEIGHT, Math.max(0, y)));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [name, { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }] as const;
  }),
);

/** What holds all these areas. A sea counts by its middle alone: it would take the whole map. */
export function boxOf(names: string[]): Box | null {
  const found = names.flatMap((name) => {
    const box = boxes.get(name);
    const middle = PLACES[name]?.slots[0];
    if (box === undefined) return [];
    return isSea(name) && middle ? [{ x: middle[0] - 60, y: middle[1] - 60, w: 120, h: 120 }] : [box];
  });
  if (found.length === 0) return null;
  const [x, y] = [Math.min(...found.map((box) => box.x)), Math.min(...found.map((box) => box.y))];
  return {
    x,
    y,
    w: Math.max(...found.map((box) => box.x + box.w)) - x,
    h: Math.max(...found.map((box) => box.y + box.h)) - y,
  };
}

/** The neighbour that lies most nearly in this direction. */
export function neighbourTowards(name: string, [dx, dy]: Point): string | null {
  const from = PLACES[name]?.at;
  if (from === undefined) return null;
  let best: { name: string; cost: number } | null = null;
  for (const other of TERRITORIES.get(name)?.adjacencies ?? []) {
    const to = PLACES[other]?.at;
    if (to === undefined) continue;
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along <= 0 || aside > along * 1.6) continue;
    const cost = along + aside * 2;
    if (best === null || cost < best.cost) best = { name: other, cost };
  }
  return best?.name ?? null;
}
