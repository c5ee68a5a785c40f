import type { View } from "../../../wire/imperial";
import { TERRITORIES } from "../board";
import { type Group, groupsOf } from "../log/areas";
import { Badge, UnitMark, Works } from "../marks";
import { PLACES, type Point } from "./geometry";
import { At } from "./layers";
import type { Ghost, MapGiven } from "./props";

type Standing = Group & { name: string };

/** What stands on the board, and which ghosts are among it: one that falls later in the plan is not. */
export function standingOf(board: View, ghosts: Ghost[]): { groups: Standing[]; seen: Set<Ghost> } {
  const groups = [...TERRITORIES.keys()].flatMap((name) =>
    groupsOf(board, name).map((group) => ({ ...group, name })),
  );
  const seen = new Set<Ghost>();
  for (const ghost of ghosts) {
    if (ghost.from !== undefined) {
      const group = groups.findLast(
        ({ country, type, name, hostile, count }) =>
          country === ghost.country &&
          type === ghost.type &&
          name === (ghost.isOpen ? ghost.from : ghost.to) &&
          (ghost.isOpen || hostile !== (ghost.isGuest ?? false)) &&
          count > 0,
      );
      if (group === undefined || (ghost.isLost && !ghost.isOpen)) continue;
      group.count -= 1;
      if (ghost.isLost) continue;
    }
    seen.add(ghost);
  }
  return { groups: groups.filter(({ count }) => count > 0), seen };
}

interface Coming {
  ghost: Ghost;
  isSeen: boolean;
}

/** All that stands in a territory or is planned to come there. */
interface Stack {
  name: string;
  groups: Group[];
  coming: Coming[];
}

export function stacksOf(board: View, ghosts: Ghost[]): Stack[] {
  const { groups, seen } = standingOf(board, ghosts);
  const units = ghosts.filter(({ type }) => type !== "factory");
  return [...TERRITORIES.keys()].flatMap((name) => {
    const stack = {
      name,
      groups: groups.filter((group) => group.name === name),
      coming: units.filter((ghost) => ghost.to === name).map((ghost) => ({ ghost, isSeen: seen.has(ghost) })),
    };
    return stack.groups.length + stack.coming.length > 0 ? [stack] : [];
  });
}

/** Between the middles of two marks of one stack, in their own size. */
const BESIDE = 30;
const BELOW = 29;

/** Where each of so many marks stands around the middle of their stack: two or three in a row. */
export function arranged(count: number): Point[] {
  const columns = count < 5 ? Math.min(count, 2) : 3;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const here = Math.min(columns, count - row * columns);
    return [((index % columns) - (here - 1) / 2) * BESIDE, (row - (rows - 1) / 2) * BELOW];
  });
}

const middleOf = (name: string): Point => PLACES[name]?.slots[0] ?? PLACES[name]?.at ?? [0, 0];

/**
 * Units where they are; one that is planned to go is a ghost where it goes, with a dotted way. From afar all of one
 * territory are one badge, which says whose they are and how many; nearer, each kind has its mark.
 */
export function Units({ view, board, ghosts, source }: MapGiven) {
  const plan = view.currentManeuver;
  return (
    <g className="m-units" aria-hidden="true">
      {ghosts.map((ghost, index) =>
        ghost.from && ghost.from !== ghost.to ? (
          <path
            key={index}
            className={`m-way${ghost.isLost ? " m-way-war" : ""}`}
            d={curve(middleOf(ghost.from), middleOf(ghost.to))}
            markerEnd="url(#m-head)"
          />
        ) : null,
      )}
      {ghosts.map((ghost, index) =>
        ghost.type === "factory" ? (
          <At key={index} point={PLACES[ghost.to]?.works ?? [0, 0]} is="u">
            <Works isGhost />
          </At>
        ) : null,
      )}
      {stacksOf(board, ghosts).map((stack) => (
        <g key={stack.name} data-units={stack.name}>
          <At point={middleOf(stack.name)} is="u">
            <StackMarks
              {...stack}
              lifted={({ country, type }) =>
                source === stack.name && plan?.country === country && plan.phase === type
              }
            />
          </At>
        </g>
      ))}
    </g>
  );
}

function StackMarks({ groups, coming, lifted }: Stack & { lifted: (group: Group) => boolean }) {
  const each = groups.map((group) => (
    <UnitMark
      key={`${group.country} ${group.type} ${group.hostile}`}
      country={group.country}
      type={group.type}
      count={group.count}
      isGuest={!group.hostile}
      isLifted={lifted(group)}
    />
  ));
  const ghosts = coming.map((one, index) => <GhostMark key={index} {...one} />);
  if (groups.length < 2) return <Spread marks={[...each, ...ghosts]} />;
  return (
    <>
      <g className="m-merged">
        <Spread marks={[<Badge key="all" groups={groups} isLifted={groups.some(lifted)} />, ...ghosts]} />
      </g>
      <g className="m-each">
        <Spread marks={[...each, ...ghosts]} />
      </g>
    </>
  );
}

/** Side by side; none covers another, however small the map. */
function Spread({ marks }: { marks: React.ReactElement[] }) {
  const places = arranged(marks.length);
  return marks.map((mark, index) => (
    <g key={mark.key} transform={`translate(${places[index]?.join(" ")})`}>
      {mark}
    </g>
  ));
}

function GhostMark({ ghost, isSeen }: Coming) {
  return (
    <>
      {isSeen && ghost.type !== "factory" ? (
        <UnitMark country={ghost.country} type={ghost.type} isGhost isGuest={ghost.isGuest ?? false} />
      ) : null}
      {ghost.isLost ? <path className="m-war" d="M-9-9L9 9M9-9L-9 9" /> : null}
    </>
  );
}

/** A bent way that ends a little before the unit, so that its head is seen. */
function curve([x1, y1]: Point, [x2, y2]: Point): string {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const short = Math.max(0.2, 1 - 24 / far);
  const [ex, ey] = [x1 + (x2 - x1) * short, y1 + (y2 - y1) * short];
  const [mx, my] = [(x1 + ex) / 2 - (y2 - y1) * 0.16, (y1 + ey) / 2 + (x2 - x1) * 0.16];
  const text = (...numbers: number[]) => numbers.map((one) => one.toFixed(1)).join(" ");
  return `M${text(x1, y1)}Q${text(mx, my, ex, ey)}`;
}
