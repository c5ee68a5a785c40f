/** Every mark of a territory stands on it, and beside its others. */
import { expect, test } from "vitest";
import { TERRITORIES } from "../src/faces/imperial/board";
import de from "../src/faces/imperial/locales/de.json";
import en from "../src/faces/imperial/locales/en.json";
import { aimAt, dropAt, FINGER, unitAt } from "../src/faces/imperial/map/aim";
import { AREAS, PLACES, type Point, WIDTH } from "../src/faces/imperial/map/geometry";
import { arranged } from "../src/faces/imperial/map/Units";

/** All of Europe on a desk: half a pixel for one unit of the map. There a mark of 24 is 17 pixels wide. */
const SCALE = 0.5;
const MARK = 17 / 24 / SCALE;

/** Even-odd: what lies in a hole or on another island counts as it is drawn. */
function isOn(name: string, [x, y]: Point): boolean {
  let crossings = 0;
  for (const ring of (AREAS.get(name) ?? "").split("M").filter(Boolean)) {
    const points = ring
      .replace("z", "")
      .split("L")
      .map((pair) => pair.split(" ").map(Number) as Point);
    for (const [index, [ax, ay]] of points.entries()) {
      const [bx, by] = points[(index + 1) % points.length] ?? [0, 0];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) crossings += 1;
    }
  }
  return crossings % 2 === 1;
}

/** The corners of what is drawn at a point: so wide, so high, turned by so many degrees. */
function corners([x, y]: Point, wide: number, high: number, degrees = 0): Point[] {
  const turn = (degrees * Math.PI) / 180;
  return [
    [-wide, -high],
    [wide, -high],
    [wide, high],
    [-wide, high],
  ].map(([a = 0, b = 0]) => [
    x + (a * Math.cos(turn) - b * Math.sin(turn)) / 2,
    y + (a * Math.sin(turn) + b * Math.cos(turn)) / 2,
  ]);
}

/** Whether two boxes have a line between them along one of their sides. */
function isApart(one: Point[], other: Point[]): boolean {
  return [one, other].some((box) =>
    [0, 1].some((side) => {
      const [from = [0, 0], to = [0, 0]] = box.slice(side, side + 2);
      const along = ([x, y]: Point) => x * (to[0] - from[0]) + y * (to[1] - from[1]);
      const [a, b] = [one.map(along), other.map(along)];
      return Math.max(...a) <= Math.min(...b) || Math.max(...b) <= Math.min(...a);
    }),
  );
}

/** A name as it is written: capitals on neutral land, two lines where it is long. */
function nameBox(name: string, text: string): Point[] {
  const { kind } = TERRITORIES.get(name) ?? { kind: "home" };
  const spot = PLACES[name];
  const words = kind !== "home" && text.length > 9 ? text.split(" ") : [text];
  const [letter, line] = { home: [6, 11], neutral: [6.8, 9], sea: [6, 11] }[kind] ?? [6, 11];
  const wide = (Math.max(...words.map((word) => word.length)) * (letter ?? 6)) / SCALE;
  return corners(spot?.label ?? [0, 0], wide, (words.length * (line ?? 11)) / SCALE, spot?.turned);
}

/** The marks that a territory can have, with their boxes. */
function marksOf(name: string): [string, Point, Point[]][] {
  const { flag, port, works } = PLACES[name] ?? {};
  const sizes: [string, Point | undefined, number][] = [
    ["flag", flag, 19],
    ["port", port, 18.4],
    ["works", works, 17.2],
  ];
  return sizes.flatMap(([kind, at, size]) =>
    at ? [[kind, at, corners(at, size * MARK, size * MARK)] as [string, Point, Point[]]] : [],
  );
}

const territories = [...TERRITORIES.values()];

test("a home has a factory's place and a port's, all else has a flag's", () => {
  for (const { name, kind, port } of territories) {
    const wanted = kind === "home" ? [...(port ? ["port"] : []), "works"] : ["flag"];
    expect(
      marksOf(name).map(([mark]) => mark),
      name,
    ).toEqual(wanted);
  }
});

test("every mark stands inside its own territory, a flag with all its corners", () => {
  const astray = territories.flatMap(({ name }) =>
    marksOf(name)
      .filter(([kind, at, box]) => ![at, ...(kind === "flag" ? box : [])].every((point) => isOn(name, point)))
      .map(([kind]) => `${name} ${kind}`),
  );
  expect(astray).toEqual([]);
});

test("no two marks of a territory overlap, and none its name", () => {
  const over = territories.flatMap(({ name }) => {
    const marks = marksOf(name);
    const texts = [en.place, de.place].map((places) => nameBox(name, places[name as keyof typeof places]));
    return marks.flatMap(([kind, , box], index) => [
      ...texts.filter((text) => !isApart(box, text)).map(() => `${name}: ${kind}, name`),
      ...marks
        .slice(index + 1)
        .filter(([, , other]) => !isApart(box, other))
        .map(([other]) => `${name}: ${kind}, ${other}`),
    ]);
  });
  expect(over).toEqual([]);
});

test("an army and a fleet beside each other cover no anchor", () => {
  const over = territories.flatMap(({ name }) => {
    const [left, top] = middle(name);
    const pair = arranged(2).map(([x, y]) =>
      corners([left + x * MARK, top + y * MARK], 22 * MARK, 25 * MARK),
    );
    const port = marksOf(name).find(([kind]) => kind === "port");
    return port && !pair.every((unit) => isApart(port[2], unit)) ? [name] : [];
  });
  expect(over).toEqual([]);
});

/** All of Europe on a phone, and there no mark is less than 16 pixels wide. */
const PHONE = 390 / WIDTH;
const LEAST = 16 / 24;
const middle = (name: string): Point => PLACES[name]?.slots[0] ?? [0, 0];
const apart = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot(x1 - x2, y1 - y2);

test("with all of Europe on a phone no badge of a territory covers another's", () => {
  const over = territories.flatMap(({ name }, index) =>
    territories
      .slice(index + 1)
      .filter((other) => apart(middle(name), middle(other.name)) * PHONE < 24 * LEAST)
      .map((other) => `${name}, ${other.name}`),
  );
  expect(over).toEqual([]);
});

test("however many kinds of units stand in a territory, no mark covers another", () => {
  for (let count = 1; count <= 9; count++) {
    const places = arranged(count);
    expect(places).toHaveLength(count);
    for (const [index, place] of places.entries())
      for (const other of places.slice(index + 1)) expect(apart(place, other)).toBeGreaterThanOrEqual(28);
    const aside = places.reduce((sum, [x]) => sum + x, 0);
    expect(Math.abs(aside)).toBeLessThan(0.001);
  }
});

test("a finger that covers one territory to choose means it, beside it, too", () => {
  const beside: Point = [(PLACES.Romania?.at[0] ?? 0) + 60, PLACES.Romania?.at[1] ?? 0];
  expect(aimAt(beside, "Black Sea", new Set(["Romania"]), PHONE)).toEqual({ area: "Romania" });
  expect(aimAt(beside, "Black Sea", new Set(["Spain"]), PHONE)).toEqual({ area: "Black Sea" });
});

test("a finger that covers several comes nearer first; nothing smaller than a fingertip is ever chosen", () => {
  for (const { name } of territories) {
    const at = PLACES[name]?.at ?? [0, 0];
    const live = new Set([name, ...(TERRITORIES.get(name)?.adjacencies ?? [])]);
    const first = aimAt(at, name, live, PHONE);
    if (first && "closer" in first) {
      expect(first.scale).toBeGreaterThan(PHONE);
      expect(aimAt(at, name, live, first.scale), name).toEqual({ area: name });
      expect((PLACES[name]?.r ?? 0) * first.scale, name).toBeGreaterThanOrEqual(FINGER);
    } else expect(first, name).toEqual({ area: name });
  }
  const small = PLACES.Romania?.at ?? [0, 0];
  expect(aimAt(small, "Romania", new Set(["Romania", "Bulgaria", "Odessa"]), PHONE)).toHaveProperty("closer");
});

test("a unit that is let go beside a territory goes to the nearest, and to none that is further than a fingertip", () => {
  const [x, y] = PLACES.Romania?.at ?? [0, 0];
  const live = new Set(["Romania", "Bulgaria"]);
  expect(dropAt([x, y], "Romania", live, PHONE)).toBe("Romania");
  expect(dropAt([x + 60, y], "Black Sea", live, PHONE)).toBe("Romania");
  expect(dropAt([x - 900, y], "Spain", live, PHONE)).toBeNull();
});

test("a unit is taken up within a fingertip of its mark, the nearest one", () => {
  const [x, y] = middle("Rome");
  const live = new Set(["Rome", "Naples"]);
  expect(unitAt([x + 18 / PHONE / 4, y], live, PHONE)).toBe("Rome");
  expect(unitAt([x - (FINGER + 1) / PHONE, y], live, PHONE)).toBeNull();
});
