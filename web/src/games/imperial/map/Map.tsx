/** The map of Europe: our own lines, areas as buttons, and whatever stands on them. */
import { Focus, Maximize, Minus, Plus } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { read, write } from "../../../table/keep";
import type { View } from "../../../wire/imperial";
import type { Looking } from "../..";
import { COUNTRIES, homeOf, MOUNTAINS, TERRITORIES } from "../board";
import { Anchor, Flag, nationClass, UnitMark, Works } from "../marks";
import { areaNotes, type Group, groupsOf } from "../tell/areas";
import { place } from "../view";
import { Camera } from "./camera";
import {
  AREAS,
  borderOf,
  boxOf,
  COAST,
  HEIGHT,
  INERT,
  INNER_LINES,
  NATION_LINES,
  NEUTRAL_LINES,
  neighbourTowards,
  outlineOf,
  PLACES,
  type Point,
  SEA_LINES,
  WIDTH,
} from "./geometry";
import { Patterns } from "./Patterns";
import "./map.css";

/** A unit or a factory that is planned: where it would be, and where from. */
export interface Ghost {
  country: string;
  type: "army" | "fleet" | "factory";
  to: string;
  from?: string;
  isWar?: boolean;
}

export interface MapGiven {
  view: View;
  looking: Looking;
  /** What may be chosen now. */
  targets: Set<string>;
  chosen: string | null;
  /** Where the unit stands that moves now. */
  source: string | null;
  ghosts: Ghost[];
  /** What to bring into sight, when `step` changes. */
  frame: string[];
  step: string;
  onPick: (name: string) => void;
}

/** What of the map is in sight; the map lies under it on a layer of its own. */
const FRAME = { position: "absolute", inset: 0, overflow: "clip", touchAction: "none" } as const;
const MOVED = { position: "absolute", top: 0, left: 0, willChange: "transform" } as const;
const SLOP = 8;
const FOLLOW = "rondel.map.follow";
const TURNED: Record<string, number> = { "Baltic Sea": -62, "English Channel": -8, Portugal: -80 };
const ARROWS: Record<string, Point> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export default function EuropeMap(given: MapGiven) {
  const { view, looking, targets, chosen, source, onPick } = given;
  const { say } = looking;
  const svg = useRef<SVGSVGElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const camera = useMemo(() => new Camera(), []);
  const [current, setCurrent] = useState<string | null>(null);
  const [isKeyed, setKeyed] = useState(false);
  const at = current ?? source ?? [...targets][0] ?? "Vienna";
  useEffect(
    () => (svg.current && frame.current ? camera.attach(svg.current, frame.current) : undefined),
    [camera],
  );
  const [isFollowing, setFollowing] = useFollow(camera, given, frame);
  const hand = useHand(camera, frame, onPick);
  const walk = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = ARROWS[event.key];
    if (by) {
      event.preventDefault();
      const next = neighbourTowards(at, by);
      if (next === null) return;
      setCurrent(next);
      svg.current?.querySelector<SVGElement>(`[data-area="${next}"]`)?.focus({ preventScroll: true });
      const middle = PLACES[next]?.at;
      if (middle) camera.reveal(middle);
    } else if (event.key === "Enter" || event.key === " ") {
      const area = (event.target as Element).getAttribute("data-area");
      if (area === null) return;
      event.preventDefault();
      onPick(area);
    } else if (event.key === "+" || event.key === "=") camera.zoom(1.4);
    else if (event.key === "-") camera.zoom(1 / 1.4);
    else if (event.key === "0") camera.fit();
    else return;
    event.stopPropagation();
  };
  const areas = [...AREAS.keys()];
  const area = (name: string) => (
    <path
      key={name}
      className={areaClass(name)}
      d={AREAS.get(name)}
      data-area={name}
      data-target={targets.has(name) || undefined}
      role="button"
      tabIndex={name === at ? 0 : -1}
      aria-label={areaLabel(name, given)}
      aria-pressed={targets.has(name) ? name === chosen : undefined}
      onFocus={(event) => {
        setCurrent(name);
        setKeyed(event.currentTarget.matches(":focus-visible"));
      }}
      onBlur={() => setKeyed(false)}
    />
  );
  return (
    <div className="map">
      <div ref={frame} style={FRAME} {...hand}>
        <svg
          ref={svg}
          className="m-map"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="xMidYMid meet"
          role="group"
          aria-label={`${say("imperial:map.label")}. ${say("imperial:map.help")}`}
          onKeyDown={walk}
          style={MOVED}
        >
          <Defs />
          <g clipPath="url(#m-frame)">
            <rect className="m-water" width={WIDTH} height={HEIGHT} />
            <g>{areas.filter((name) => rank(name) === 0).map(area)}</g>
            <Water />
            <g>{areas.filter((name) => rank(name) > 0).map(area)}</g>
            <Patterns />
            <Lines hasMountains={view.options.mountains} />
            <Occupied view={view} />
            <g className="m-overlay">
              {[...targets].map((name) =>
                name === chosen ? null : <path key={name} className="m-target" d={AREAS.get(name)} />,
              )}
              {source ? <path className="m-source" d={AREAS.get(source)} /> : null}
              {chosen ? <path className="m-chosen" d={AREAS.get(chosen)} /> : null}
              {isKeyed ? <path className="m-focus" d={AREAS.get(at)} /> : null}
            </g>
            <Towns view={view} />
            <Names view={view} looking={looking} targets={targets} />
            <Units {...given} />
          </g>
          <rect className="m-edge" x="1.5" y="1.5" width={WIDTH - 3} height={HEIGHT - 3} />
        </svg>
      </div>
      <Zoom camera={camera} looking={looking} isFollowing={isFollowing} onFollow={setFollowing} />
    </div>
  );
}

const Defs = memo(function Defs() {
  return (
    <defs>
      <radialGradient id="m-sea" cx="42%" cy="45%" r="80%">
        <stop offset="0" className="m-sea-in" />
        <stop offset="1" className="m-sea-out" />
      </radialGradient>
      <pattern id="m-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="m-hatch-in" width="7" height="7" />
        <path className="m-hatch-line" d="M0 0V7" />
      </pattern>
      <marker
        id="m-head"
        viewBox="0 0 10 10"
        refX="7"
        refY="5"
        markerWidth="4.5"
        markerHeight="4.5"
        orient="auto-start-reverse"
      >
        <path className="m-head" d="M0 0L10 5L0 10z" />
      </marker>
      <clipPath id="m-frame">
        <rect width={WIDTH} height={HEIGHT} />
      </clipPath>
      {COUNTRIES.map((country) => (
        <clipPath key={country} id={`m-in-${country}`}>
          <path
            d={[...AREAS]
              .filter(([name]) => homeOf(name) === country)
              .map(([, path]) => path)
              .join("")}
          />
        </clipPath>
      ))}
    </defs>
  );
});

function Zoom({
  camera,
  looking: { say },
  isFollowing,
  onFollow,
}: {
  camera: Camera;
  looking: Looking;
  isFollowing: boolean;
  onFollow: (isOn: boolean) => void;
}) {
  return (
    <div className="zoom">
      <button type="button" aria-label={say("imperial:map.in")} onClick={() => camera.zoom(1.5)}>
        <Plus size={20} aria-hidden="true" />
      </button>
      <button type="button" aria-label={say("imperial:map.out")} onClick={() => camera.zoom(1 / 1.5)}>
        <Minus size={20} aria-hidden="true" />
      </button>
      <button type="button" aria-label={say("imperial:map.fit")} onClick={() => camera.fit()}>
        <Maximize size={17} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="follow"
        aria-label={say("imperial:map.follow")}
        aria-pressed={isFollowing}
        onClick={() => onFollow(!isFollowing)}
      >
        <Focus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Seas lie under land. */
function rank(name: string): number {
  return TERRITORIES.get(name)?.kind === "sea" ? 0 : 1;
}

function areaClass(name: string): string {
  const territory = TERRITORIES.get(name);
  if (territory?.country) return `${nationClass(territory.country)} m-area m-home`;
  return `m-area m-${territory?.kind ?? "neutral"}`;
}

/** Read aloud: "Rome, Italy, factory, 1 Italian army; neighbours Florence, Naples, Venice". */
function areaLabel(name: string, { view, looking, targets, chosen, source }: MapGiven): string {
  const { say } = looking;
  const notes = [place(name, looking), ...areaNotes(view, name, looking)];
  if (name === source) notes.push(say("imperial:map.source"));
  if (name === chosen) notes.push(say("imperial:map.chosen"));
  else if (targets.has(name)) notes.push(say("imperial:map.target"));
  const near = (TERRITORIES.get(name)?.adjacencies ?? []).map((other) => place(other, looking));
  return `${notes.join(", ")}; ${say("imperial:map.near", { places: near.join(", ") })}`;
}

/** Follow the turn: what it is about comes into sight by itself, where the map is small. */
function useFollow(
  camera: Camera,
  { frame, step }: MapGiven,
  pane: React.RefObject<HTMLElement | null>,
): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => read<boolean>(FOLLOW, true));
  const before = useRef("");
  useEffect(() => {
    const isSmall = (pane.current?.clientWidth ?? WIDTH) / WIDTH < 0.45;
    if (!isOn || !isSmall || before.current === step) return;
    const box = boxOf(frame);
    if (box) camera.show(box, before.current !== "");
    before.current = step;
  }, [camera, frame, step, isOn, pane]);
  const set = (next: boolean) => {
    setOn(next);
    write(FOLLOW, next);
    before.current = "";
    const box = boxOf(frame);
    if (next && box) camera.show(box);
  };
  return [isOn, set];
}

/** Fingers and mouse: a touch that became a drag or a pinch never chooses. */
function useHand(camera: Camera, pane: React.RefObject<HTMLElement | null>, onPick: (name: string) => void) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const start = useRef<{ x: number; y: number; isDrag: boolean } | null>(null);
  const pick = useRef(onPick);
  pick.current = onPick;
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
  const onPointerDown = useCallback((event: PointerEvent) => {
    if (event.button > 0) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start.current = { x: event.clientX, y: event.clientY, isDrag: fingers.current.size > 1 };
  }, []);
  const onPointerMove = useCallback(
    (event: PointerEvent) => {
      const was = fingers.current.get(event.pointerId);
      if (was === undefined || start.current === null) return;
      const now = { x: event.clientX, y: event.clientY };
      if (!start.current.isDrag && Math.hypot(now.x - start.current.x, now.y - start.current.y) < SLOP)
        return;
      if (!start.current.isDrag) pane.current?.setPointerCapture(event.pointerId);
      start.current.isDrag = true;
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      if (other === undefined) {
        camera.pan(now.x - was.x, now.y - was.y);
        return;
      }
      const rect = pane.current?.getBoundingClientRect();
      const spread = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
      camera.zoom(spread(now) / spread(was), {
        x: (now.x + other.x) / 2 - (rect?.left ?? 0),
        y: (now.y + other.y) / 2 - (rect?.top ?? 0),
      });
      camera.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
    },
    [camera, pane],
  );
  const onPointerUp = useCallback((event: PointerEvent) => {
    const wasDown = fingers.current.delete(event.pointerId);
    const isTap = wasDown && start.current !== null && !start.current.isDrag;
    if (fingers.current.size === 0) start.current = null;
    if (!isTap) return;
    const area = (event.target as Element).closest("[data-area]")?.getAttribute("data-area");
    if (area) pick.current(area);
  }, []);
  const onPointerCancel = useCallback((event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size === 0) start.current = null;
  }, []);
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}

const Water = memo(function Water() {
  return (
    <g className="m-lines">
      <path className="m-wave m-wave-1" d={COAST} />
      <path className="m-wave m-wave-2" d={COAST} />
      <path className="m-sealine" d={SEA_LINES} />
      <path className="m-inert" d={INERT} />
    </g>
  );
});

const Lines = memo(function Lines({ hasMountains }: { hasMountains: boolean }) {
  return (
    <g className="m-lines">
      {COUNTRIES.map((country) => (
        <g key={country} className={nationClass(country)} clipPath={`url(#m-in-${country})`}>
          <path className="m-band m-band-1" d={outlineOf(country)} />
          <path className="m-band m-band-2" d={outlineOf(country)} />
        </g>
      ))}
      <path className="m-line m-line-neutral" d={NEUTRAL_LINES} />
      <path className="m-line m-line-inner" d={INNER_LINES} />
      <path className="m-line m-line-nation" d={NATION_LINES} />
      <path className="m-line m-line-coast" d={COAST} />
      {hasMountains
        ? MOUNTAINS.map(([one, other]) => (
            <path key={one + other} className="m-mountain" d={borderOf(one, other)} />
          ))
        : null}
    </g>
  );
});

/** A home where a hostile army stands is hatched in its colour. */
function Occupied({ view }: { view: View }) {
  const found = COUNTRIES.flatMap((country) =>
    (view.countryInfo[country]?.armies ?? []).flatMap(({ territory, hostile }) => {
      const home = homeOf(territory);
      return hostile && home !== null && home !== country ? [{ territory, country }] : [];
    }),
  );
  return (
    <g>
      {found.map(({ territory, country }, index) => (
        <path key={index} className={`${nationClass(country)} m-occupied`} d={AREAS.get(territory)} />
      ))}
    </g>
  );
}

/** Stands at a point of the map, in its own size. */
function At({ point, is = "k", children }: { point: Point; is?: "k" | "u"; children: React.ReactNode }) {
  return (
    <g transform={`translate(${point[0]} ${point[1]})`}>
      <g className={`m-${is}`}>{children}</g>
    </g>
  );
}

/** A name over its town: what else belongs to the town goes under it. */
function isLabelAbove(name: string): boolean {
  const spot = PLACES[name];
  return (spot?.label[1] ?? 0) < (spot?.city?.[1] ?? 0) - 8;
}

function Towns({ view }: { view: View }) {
  return (
    <g className="m-towns">
      {[...TERRITORIES.values()].flatMap(({ name, country, port }) => {
        const city = PLACES[name]?.city;
        if (!city || country === null) return [];
        const info = view.countryInfo[country];
        const hasWorks = info?.factories.includes(name) ?? false;
        if (!hasWorks && !port) return [];
        return [
          <At key={name} point={city} is="u">
            {port ? <Anchor /> : null}
            {hasWorks ? (
              <g transform={port ? `translate(0 ${isLabelAbove(name) ? 19 : -19})` : undefined}>
                <Works isClosed={!info?.openFactories.includes(name)} />
              </g>
            ) : null}
          </At>,
        ];
      })}
    </g>
  );
}

function Names({ view, looking, targets }: { view: View; looking: Looking; targets: Set<string> }) {
  return (
    <g className="m-names" aria-hidden="true">
      {[...TERRITORIES.values()].map(({ name, kind }) => {
        const spot = PLACES[name];
        if (spot === undefined) return null;
        const text = place(name, looking);
        const words = kind !== "home" && text.length > 9 ? text.split(" ") : [text];
        const owner = COUNTRIES.find((country) => view.countryInfo[country]?.taxChips.includes(name));
        const isBare = owner === undefined && !targets.has(name) && groupsOf(view, name).length === 0;
        const wide = Math.max(...words.map((word) => word.length)) * (kind === "home" ? 3.2 : 4) + 12;
        return (
          <At key={name} point={spot.label}>
            <text
              className={`m-name m-name-${kind}${isBare ? " m-bare" : ""}`}
              transform={TURNED[name] ? `rotate(${TURNED[name]})` : undefined}
            >
              {words.map((word, index) => (
                <tspan key={index} x="0" dy={index === 0 ? `${0.35 - (words.length - 1) * 0.55}em` : "1.1em"}>
                  {word}
                </tspan>
              ))}
            </text>
            {owner ? (
              <g transform={TURNED[name] ? "translate(0 -20)" : `translate(${-wide} 0)`}>
                <Flag country={owner} />
              </g>
            ) : null}
          </At>
        );
      })}
    </g>
  );
}

/** Units where they are; one that is planned to go is a ghost where it goes, with a dotted way. */
function Units({ view, ghosts, source }: MapGiven) {
  const moved = new Map<string, number>();
  for (const ghost of ghosts) {
    if (ghost.from === undefined) continue;
    const key = `${ghost.country} ${ghost.type} ${ghost.from}`;
    moved.set(key, (moved.get(key) ?? 0) + 1);
  }
  const plan = view.currentManeuver;
  const taken = new Map<string, number>();
  const slot = (name: string): Point => {
    const slots = PLACES[name]?.slots ?? [];
    const index = taken.get(name) ?? 0;
    taken.set(name, index + 1);
    const found = slots[index % Math.max(1, slots.length)] ?? PLACES[name]?.at ?? [0, 0];
    return index < slots.length ? found : [found[0] + 10, found[1] + 10];
  };
  const standing = [...TERRITORIES.keys()].flatMap((name) =>
    groupsOf(view, name).flatMap((group) => {
      const key = `${group.country} ${group.type} ${name}`;
      const gone = Math.min(group.count, moved.get(key) ?? 0);
      moved.set(key, (moved.get(key) ?? 0) - gone);
      const count = group.count - gone;
      return count > 0 ? [{ ...group, count, name, at: slot(name) }] : [];
    }),
  );
  const from = (ghost: Ghost): Point => PLACES[ghost.from ?? ""]?.slots[0] ?? [0, 0];
  const coming = ghosts.map((ghost) => ({
    ...ghost,
    at: ghost.type === "factory" ? (PLACES[ghost.to]?.city ?? [0, 0]) : slot(ghost.to),
  }));
  const isLifted = (group: Group & { name: string }) =>
    source === group.name && plan?.country === group.country && plan.phase === group.type;
  return (
    <g className="m-units" aria-hidden="true">
      {coming.map((ghost, index) =>
        ghost.from && ghost.from !== ghost.to ? (
          <path
            key={index}
            className={`m-way${ghost.isWar ? " m-way-war" : ""}`}
            d={curve(from(ghost), ghost.at)}
            markerEnd="url(#m-head)"
          />
        ) : null,
      )}
      {standing.map((group) => (
        <At key={`${group.name} ${group.country} ${group.type} ${group.hostile}`} point={group.at} is="u">
          <UnitMark
            country={group.country}
            type={group.type}
            count={group.count}
            isGuest={!group.hostile}
            isLifted={isLifted(group)}
          />
        </At>
      ))}
      {coming.map((ghost, index) => (
        <At key={index} point={ghost.at} is="u">
          {ghost.type === "factory" ? (
            <Works isGhost />
          ) : (
            <UnitMark country={ghost.country} type={ghost.type} isGhost />
          )}
          {ghost.isWar ? <path className="m-war" d="M-9-9L9 9M9-9L-9 9" /> : null}
        </At>
      ))}
    </g>
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
