/**
 * What moved: two Scenes of one viewer, and which piece of the second is which of the first. It goes by what lies there
 * to be seen, by keys that the game gives and by the moves it names, so it can show no more than these do.
 */
import { isUp, kindOf, type Move, type Piece, type Scene, type Where, type Zone, zonesIn } from "./scene";

/** A piece where it lies. */
export interface Placed {
  /** The same for as long as it can be followed. */
  id: number;
  zone: string;
  seat: number | null;
  piece: Piece;
  /** The face that it showed a moment ago, while it is turned face down. */
  was: string | null;
  isTurned: boolean;
  /** It has just come here, or has just been turned over. */
  isNews: boolean;
  /** The pile that it comes out of. */
  from: string | null;
}

/** A piece that is gone, and the pile that took it. */
export interface Gone {
  placed: Placed;
  to: string | null;
}

export interface Tracked {
  scene: Scene;
  zones: ReadonlyMap<string, readonly Placed[]>;
  gone: readonly Gone[];
  /** The next number to give. */
  next: number;
}

const KEY = 9;
const SAME = 4;
const HIDDEN = 3;
const TURNED = 2;
/** Between pieces that are alike, the one of the same seat goes first. */
const NEIGHBOUR = 2.5;

/** How well one piece may be the other; 0 if it cannot. */
function likeness(one: Piece, other: Piece): number {
  if ((one.kind === "cell") !== (other.kind === "cell")) return 0; // an empty place is no piece
  const [key, otherKey] = [one.key ?? null, other.key ?? null];
  if (key !== null || otherKey !== null) return key === otherKey ? KEY : 0;
  const [face, otherFace] = [one.face ?? null, other.face ?? null];
  if (face === otherFace) return face === null ? HIDDEN : SAME;
  return face === null || otherFace === null ? TURNED : 0;
}

/** What is known of the Scene before, while the one after is matched with it. */
class Matching {
  readonly zones = new Map<string, (Placed | null)[]>();
  private readonly used = new Set<number>();
  next: number;

  constructor(
    private readonly before: Tracked | null,
    private readonly there: Where[],
  ) {
    this.next = before?.next ?? 1;
    for (const { zone } of there) this.zones.set(zone.id, new Array((zone.pieces ?? []).length).fill(null));
  }

  /** Those that lay in a zone and have not been found again. */
  left(zone: string): Placed[] {
    return (this.before?.zones.get(zone) ?? []).filter(({ id }) => !this.used.has(id));
  }

  lost(): Placed[] {
    return [...(this.before?.zones.keys() ?? [])].flatMap((zone) => this.left(zone));
  }

  put({ zone, seat }: Where, at: number, old: Placed): void {
    const piece = zone.pieces?.[at];
    const row = this.zones.get(zone.id);
    if (piece === undefined || row === undefined || row[at] || this.used.has(old.id)) return;
    this.used.add(old.id);
    const isTurned = isUp(old.piece) !== isUp(piece);
    const was = isTurned ? (old.piece.face ?? null) : null;
    const isNews = isTurned || old.zone !== zone.id;
    row[at] = { id: old.id, zone: zone.id, seat, piece, was, isTurned, isNews, from: null };
  }

  /** The indices of a zone that nobody has been put to. */
  open(zone: Zone): number[] {
    return (this.zones.get(zone.id) ?? []).flatMap((placed, at) => (placed ? [] : [at]));
  }

  /** Pieces whose ways the game names. */
  follow(moves: readonly Move[]): void {
    for (const { fromZone, toZone, fromAt, toAt } of moves) {
      const old = this.before?.zones.get(fromZone)?.at(fromAt ?? -1);
      const where = this.there.find(({ zone }) => zone.id === toZone);
      const pieces = where?.zone.pieces ?? [];
      const at = toAt ?? pieces.length - 1;
      const piece = pieces[at];
      if (old && where && piece && likeness(old.piece, piece) > 0) this.put(where, at, old);
    }
  }

  /** Pieces that lie in the zone in which they lay, in the same order; `pressed` is the one that has gone. */
  stay(where: Where, pressed: number | null): void {
    const { zone } = where;
    const pieces = zone.pieces ?? [];
    if (zone.kind === "cell") {
      this.stayInCells(where);
      return;
    }
    if (zone.layout === "grid") this.stayInPlaces(where);
    const rest = without(this.left(zone.id), pieces, pressed);
    const open = this.open(zone);
    const pairs = aligned(
      rest.map(({ piece }) => piece),
      open.map((at) => pieces[at] as Piece),
    );
    for (const [mine, theirs] of pairs) this.put(where, open[theirs] as number, rest[mine] as Placed);
  }

  /** A cell stays where it is; what stood in it may go elsewhere. */
  private stayInCells(where: Where): void {
    const had = this.before?.zones.get(where.zone.id) ?? [];
    for (const [at, piece] of (where.zone.pieces ?? []).entries()) {
      const old = had[at];
      if (old && (old.piece.face ?? null) === (piece.face ?? null)) this.put(where, at, old);
    }
  }

  /** In a grid, what lies where something like it lay is the same. */
  private stayInPlaces(where: Where): void {
    const had = this.before?.zones.get(where.zone.id) ?? [];
    for (const [at, piece] of (where.zone.pieces ?? []).entries()) {
      const old = had[at];
      if (old && likeness(old.piece, piece) >= TURNED) this.put(where, at, old);
    }
  }

  /** Pieces that went from one zone to another: the surest ones first. */
  travel(): void {
    const open = this.there.flatMap((where) => this.open(where.zone).map((at) => ({ where, at })));
    const sure = ({ where, at }: (typeof open)[number]) => weight(where.zone.pieces?.[at]);
    for (const { where, at } of open.toSorted((one, other) => sure(other) - sure(one))) {
      const piece = where.zone.pieces?.[at];
      const source = piece && best(this.lost(), piece, where);
      if (source) this.put(where, at, source);
    }
  }

  /** The rest is new; `from` says which pile it may have come out of. */
  fresh(from: (where: Where) => string | null): void {
    for (const where of this.there)
      for (const at of this.open(where.zone)) {
        const piece = where.zone.pieces?.[at] as Piece;
        const pile = this.before && from(where);
        const row = this.zones.get(where.zone.id) as (Placed | null)[];
        const isTurned = pile !== null && isUp(piece);
        row[at] = {
          id: this.next++,
          zone: where.zone.id,
          seat: where.seat,
          piece,
          was: null,
          isTurned,
          isNews: this.before?.zones.has(where.zone.id) === true && kindOf(piece, where.zone) !== "cell",
          from: pile,
        };
      }
  }
}

/** Which piece of a Scene is which of the Scene before. `pressed` is the piece that its player has just pressed. */
export function track(
  before: Tracked | null,
  scene: Scene,
  { pressed = null, moves = [] }: { pressed?: number | null; moves?: readonly Move[] } = {},
): Tracked {
  const there = zonesIn(scene);
  const matching = new Matching(before, there);
  matching.follow(moves);
  for (const where of there) matching.stay(where, pressed);
  matching.travel();
  const counts = before ? changes(before.scene, there) : new Map<string, number>();
  matching.fresh(({ zone }) => taken(counts, zone.id, -1));
  const gone = matching
    .lost()
    .filter(({ zone }) => !isCovered(zone, before, there))
    .map((placed) => ({ placed, to: taken(counts, placed.zone, 1) }));
  return {
    scene,
    zones: matching.zones as ReadonlyMap<string, readonly Placed[]>,
    gone,
    next: matching.next,
  };
}

/** Pairs in the order in which they lie: the best alignment of two rows. */
function aligned(one: readonly Piece[], other: readonly Piece[]): [number, number][] {
  const best = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const like = (i: number, j: number) => likeness(one[i] as Piece, other[j] as Piece);
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--) {
      const both = like(i, j) > 0 ? like(i, j) + at(i + 1, j + 1) : 0;
      (best[i] as number[])[j] = Math.max(both, at(i + 1, j), at(i, j + 1));
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (like(i, j) > 0 && at(i, j) === like(i, j) + at(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return pairs;
}

function weight(piece: Piece | undefined): number {
  return piece?.key != null ? 2 : piece?.face != null ? 1 : 0;
}

function best(lost: readonly Placed[], piece: Piece, { zone, seat }: Where): Placed | null {
  const isCell = kindOf(piece, zone) === "cell";
  let [found, score]: [Placed | null, number] = [null, 0];
  for (const one of lost) {
    const like = likeness(one.piece, piece);
    if (like === 0 || (isCell && like < SAME)) continue;
    const sum = like + (one.seat === seat ? NEIGHBOUR : 0);
    if (sum > score) [found, score] = [one, sum];
  }
  return found;
}

/** Of pieces that look alike, the one that was pressed is the one that goes. */
function without(had: Placed[], pieces: readonly Piece[], pressed: number | null): Placed[] {
  const one = had.find(({ id }) => id === pressed);
  if (!one || had.length <= pieces.length) return had;
  const alike = (list: readonly Piece[]) => list.filter(({ face }) => face === one.piece.face).length;
  return alike(had.map(({ piece }) => piece)) > alike(pieces) ? had.filter((other) => other !== one) : had;
}

/** By how much the number of pieces in each counted zone has changed. */
function changes(before: Scene, there: Where[]): Map<string, number> {
  const counts = new Map(zonesIn(before).map(({ zone }) => [zone.id, zone.count ?? null]));
  const found = new Map<string, number>();
  for (const { zone } of there) {
    const had = counts.get(zone.id) ?? null;
    if (had !== null && zone.count != null) found.set(zone.id, zone.count - had);
  }
  return found;
}

/** A zone whose count has grown (or shrunk) and that accounts for one more piece. */
function taken(counts: Map<string, number>, but: string, by: 1 | -1): string | null {
  const found = [...counts].find(([zone, change]) => zone !== but && change * by > 0)?.[0] ?? null;
  if (found !== null) counts.set(found, (counts.get(found) ?? 0) - by);
  return found;
}

/** Whether what lay on top of a pile has only been covered. */
function isCovered(zone: string, before: Tracked | null, there: Where[]): boolean {
  const now = there.find((where) => where.zone.id === zone)?.zone;
  const was = before && zonesIn(before.scene).find((where) => where.zone.id === zone)?.zone;
  return now?.layout === "pile" && now.count != null && now.count >= (was?.count ?? 0);
}
