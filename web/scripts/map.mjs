// Cuts the drawn map into arcs that neighbours share, so that each border is stored once and drawn from one
// line: map/europe.svg and map/meta.json become src/faces/imperial/map/europe.json.
import { readFileSync, writeFileSync } from "node:fs";
import { marksOf } from "./marks.mjs";

const at = (path) => new URL(path, import.meta.url);
const svg = readFileSync(at("../map/europe.svg"), "utf8");
const meta = JSON.parse(readFileSync(at("../map/meta.json"), "utf8"));
const board = JSON.parse(readFileSync(at("../../docs/rulebooks/imperial_board.json"), "utf8"));
const turned = JSON.parse(readFileSync(at("../map/turned.json"), "utf8"));
/** A territory's names, in each language. */
const named = ["en", "de"].map((lang) => {
  const words = readFileSync(at(`../src/faces/imperial/locales/${lang}.ts`), "utf8");
  const [, places] = words.match(/\n {2}place: \{([\s\S]*?)\n {2}\}/);
  return new Map(
    [...places.matchAll(/"?([^":\n]+?)"?: "([^"]+)"/g)].map(([, key, text]) => [key.trim(), text]),
  );
});
const [WIDTH, HEIGHT] = [1600, 1342];
const INERT = "";

/** Rings of points, in tenths. */
function rings(path) {
  return path
    .split(/(?=M)/)
    .filter(Boolean)
    .map((part) => {
      const [start, ...steps] = part.replace(/[Mz]/g, "").split(/[l ]/).filter(Boolean);
      const points = [];
      let [x, y] = start.split(",").map((one) => Math.round(Number(one) * 10));
      points.push([x, y]);
      for (const step of steps) {
        const [dx, dy] = step.split(",").map((one) => Math.round(Number(one) * 10));
        [x, y] = [x + dx, y + dy];
        points.push([x, y]);
      }
      const [first, last] = [points[0], points.at(-1)];
      if (points.length > 1 && first[0] === last[0] && first[1] === last[1]) points.pop();
      return points.filter((point, index) => {
        const before = points[(index + points.length - 1) % points.length];
        return point[0] !== before[0] || point[1] !== before[1];
      });
    })
    .filter((ring) => ring.length > 2);
}

const idOf = (name) => name.toLowerCase().replaceAll(" ", "-");
const shapes = Object.keys(meta).map((name) => {
  const found = svg.match(new RegExp(`<path id="${idOf(name)}"[^>]* d="([^"]+)"`));
  return { name, rings: rings(found[1]) };
});
shapes.push({ name: INERT, rings: rings(svg.match(/<path d="([^"]+)" fill="url\(#hx\)"/)[1]) });

const key = ([x, y]) => `${x} ${y}`;
const sides = new Map();
const near = new Map();
for (const { name, rings: all } of shapes)
  for (const ring of all)
    for (const [index, from] of ring.entries()) {
      const to = ring[(index + 1) % ring.length];
      const edge = [key(from), key(to)].sort().join("|");
      sides.set(edge, [...(sides.get(edge) ?? []), name]);
      for (const [one, other] of [
        [from, to],
        [to, from],
      ])
        near.set(key(one), new Set(near.get(key(one))).add(key(other)));
    }

const sideOf = (one, other) => (sides.get([one, other].sort().join("|")) ?? []).toSorted().join("|");
/** Where a line ends: borders meet, or the other side changes. */
function isNode(point) {
  const around = [...near.get(point)];
  return around.length !== 2 || sideOf(point, around[0]) !== sideOf(point, around[1]);
}

const arcs = [];
const known = new Map();
function arcFrom(points) {
  const [one, other] = [points.join("|"), points.toReversed().join("|")];
  if (known.has(one)) return known.get(one);
  if (known.has(other)) return ~known.get(other);
  const ends = points[0] === points.at(-1);
  known.set(one, arcs.length);
  if (ends) loops.set(points.slice(1).toSorted().join("|"), arcs.length);
  arcs.push(points);
  return arcs.length - 1;
}
const loops = new Map();

function cut(ring) {
  const points = ring.map(key);
  const start = points.findIndex(isNode);
  if (start < 0) {
    const loop = [...points, points[0]];
    const found = loops.get(points.toSorted().join("|"));
    return [found === undefined ? arcFrom(loop) : ~found];
  }
  const round = [...points.slice(start), ...points.slice(0, start), points[start]];
  const parts = [];
  let part = [round[0]];
  for (const point of round.slice(1)) {
    part.push(point);
    if (!isNode(point)) continue;
    parts.push(arcFrom(part));
    part = [point];
  }
  return parts;
}

const areas = {};
for (const { name, rings: all } of shapes) areas[name] = all.map(cut);
const packed = arcs.map((points) => {
  const numbers = points.map((point) => point.split(" ").map(Number));
  return numbers
    .flatMap(([x, y], index) =>
      index === 0 ? [x, y] : [x - numbers[index - 1][0], y - numbers[index - 1][1]],
    )
    .join(" ");
});
const round = (one) => Math.round(one);
const places = Object.fromEntries(
  Object.entries(meta).map(([name, { cx, cy, r, x, y, city, slots }]) => {
    const { kind, port } = board.territories.find((one) => one.name === name);
    const names = named.map((places) => places.get(name));
    const lines = names.map((text) => (kind !== "home" && text.length > 9 ? text.split(" ") : [text]));
    const near = kind === "home" ? { ...(port ? { port: city } : {}), works: city } : { flag: [x, y] };
    const marks = marksOf({
      rings: shapes
        .find((shape) => shape.name === name)
        .rings.map((ring) => ring.map(([a, b]) => [a / 10, b / 10])),
      name: {
        at: [x, y],
        angle: turned[name] ?? 0,
        lines: Math.max(...lines.map((words) => words.length)),
        letters: Math.max(...lines.flat().map((word) => word.length)),
      },
      slots,
      near,
      width: WIDTH,
      height: HEIGHT,
    });
    return [
      name,
      {
        at: [round(cx), round(cy)],
        r: round(r),
        label: [round(x), round(y)],
        ...(turned[name] ? { turned: turned[name] } : {}),
        ...marks,
        slots: slots.map((slot) => slot.map(round)),
      },
    ];
  }),
);
const { [INERT]: inert, ...land } = areas;
const europe = { width: WIDTH, height: HEIGHT, arcs: packed, areas: land, inert, places };
writeFileSync(at("../src/faces/imperial/map/europe.json"), `${JSON.stringify(europe)}\n`);
console.log(`${arcs.length} arcs, ${arcs.reduce((sum, arc) => sum + arc.length, 0)} points`);
