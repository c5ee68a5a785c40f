// Where a territory's flag, anchor and factory stand: inside its shape, clear of its name, of each other, and, if there
// is room, of its units. Sizes are those at half a pixel for one unit of the map, where all of Europe fills a desk.
const SCALE = 0.5;
const MARK = 34 * SCALE; // pixels of a mark that is drawn 24 wide
const UNITS = MARK / 24 / SCALE;
const HALF = { flag: 10 * UNITS, port: 9.5 * UNITS, works: 9 * UNITS };
const LINE = 13 / SCALE; // a line of a name, with its halo
const GLYPH = 8 / SCALE; // the widest letters there are: capitals, spaced
const SLOT = 12 * UNITS;
const BESIDE = 15 * UNITS; // an army and a fleet stand so far left and right of the first place
const STEP = 4;
const REACH = 190;

/** How far a point is from the nearest border. */
function clearance([x, y], edges) {
  let least = Number.POSITIVE_INFINITY;
  for (const [[ax, ay], [bx, by]] of edges) {
    const [dx, dy] = [bx - ax, by - ay];
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.max(0, Math.min(1, along));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}

function isInside([x, y], edges) {
  let crossings = 0;
  for (const [[ax, ay], [bx, by]] of edges)
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) crossings += 1;
  return crossings % 2 === 1;
}

/** Whether a mark keeps off the name: beside its lines, or beyond their ends. */
function isOffName([x, y], half, { at, angle, lines, letters }) {
  const turn = (angle * Math.PI) / 180;
  const [dx, dy] = [x - at[0], y - at[1]];
  const along = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn));
  const across = Math.abs(dy * Math.cos(turn) - dx * Math.sin(turn));
  const grown = angle === 0 ? half : half * 1.3;
  return across >= (lines * LINE) / 2 + grown || along >= (letters * GLYPH) / 2 + grown;
}

const isApart = ([x, y], half, { at, half: other }) =>
  Math.max(Math.abs(x - at[0]), Math.abs(y - at[1])) >= half + other;

/** The places of the marks that a territory has; `near` is where each would best be. */
export function marksOf({ rings, name, slots, near, width, height }) {
  const edges = rings.flatMap((ring) => ring.map((from, index) => [from, ring[(index + 1) % ring.length]]));
  const [[sx, sy]] = slots;
  const pair = ("flag" in near ? [] : [sx - BESIDE, sx + BESIDE]).map((x) => ({ at: [x, sy], half: SLOT }));
  const placed = [];
  const found = {};
  for (const [kind, wanted] of Object.entries(near)) {
    const half = HALF[kind];
    let best = null;
    for (let x = wanted[0] - REACH; x <= wanted[0] + REACH; x += STEP)
      for (let y = wanted[1] - REACH; y <= wanted[1] + REACH; y += STEP) {
        const point = [Math.round(x), Math.round(y)];
        if (x < half || y < half || x > width - half || y > height - half) continue;
        if (!isOffName(point, half, name) || !placed.every((other) => isApart(point, half, other))) continue;
        if (!isInside(point, edges)) continue;
        const covered = slots.filter((slot) => !isApart(point, half, { at: slot, half: SLOT }));
        const outside = Math.max(0, half * Math.SQRT2 - clearance(point, edges));
        const far = Math.hypot(x - wanted[0], y - wanted[1]);
        const isUnder = covered.includes(slots[0]) || !pair.every((unit) => isApart(point, half, unit));
        const cost = far + 25 * outside + 12 * covered.length + (isUnder ? 60 : 0);
        if (best === null || cost < best.cost) best = { point, cost };
      }
    if (best === null) throw new Error(`there is no room for the ${kind} of a territory`);
    placed.push({ at: best.point, half });
    found[kind] = best.point;
  }
  return found;
}
