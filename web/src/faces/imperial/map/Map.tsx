/** The map of Europe: our own lines, areas as buttons, and whatever stands on them. */
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { TERRITORIES } from "../board";
import { areaNotes } from "../log/areas";
import { nationClass, UnitMark } from "../marks";
import { place } from "../view";
import { Camera } from "./camera";
import { useFollow } from "./follow";
import { AREAS, HEIGHT, neighbourTowards, PLACES, type Point, WIDTH } from "./geometry";
import { useGestures } from "./gestures";
import { Defs, Flags, Lines, Names, NationNames, Occupied, Owned, Towns, Water } from "./layers";
import { Marches } from "./Marches";
import { Menu } from "./Menu";
import { Patterns } from "./Patterns";
import type { MapGiven } from "./props";
import { Units } from "./Units";
import { Zoom } from "./Zoom";
import "./map.css";

/** What of the map is in sight; the map lies under it on a layer of its own. */
const FRAME = { position: "absolute", inset: 0, overflow: "clip", touchAction: "none" } as const;
const MOVED = { position: "absolute", top: 0, left: 0, willChange: "transform" } as const;
const ARROWS: Record<string, Point> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export default function EuropeMap(props: MapGiven) {
  const { view, board, perspective, targets, chosen, source, menu, onPick } = props;
  const { t } = perspective;
  const svg = useRef<SVGSVGElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<HTMLDivElement>(null);
  const drop = useRef<SVGPathElement>(null);
  const camera = useMemo(() => new Camera(), []);
  const [current, setCurrent] = useState<string | null>(null);
  const [isKeyed, setKeyed] = useState(false);
  const at = current ?? source ?? [...targets][0] ?? "Vienna";
  useEffect(
    () => (svg.current && frame.current ? camera.attach(svg.current, frame.current) : undefined),
    [camera],
  );
  const [isFollowing, setFollowing] = useFollow(camera, props, frame);
  const gestures = useGestures(camera, frame, held, drop, props);
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
      aria-label={areaLabel(name, props)}
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
      <div ref={frame} style={FRAME} {...gestures}>
        <svg
          ref={svg}
          className="m-map"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="xMidYMid meet"
          role="group"
          aria-label={`${t("imperial:map.label")}. ${t("imperial:map.help")}`}
          onKeyDown={walk}
          style={MOVED}
        >
          <Defs />
          <g clipPath="url(#m-frame)">
            <rect className="m-water" width={WIDTH} height={HEIGHT} />
            <g>{areas.filter((name) => rank(name) === 0).map(area)}</g>
            <Water />
            <g>{areas.filter((name) => rank(name) > 0).map(area)}</g>
            <Owned view={view} />
            <Patterns />
            <Lines hasMountains={view.options.mountains} />
            <Occupied view={view} />
            <g className="m-overlay">
              {[...targets].map((name) =>
                name === chosen ? null : <path key={name} className="m-target" d={AREAS.get(name)} />,
              )}
              {source ? <path className="m-source" d={AREAS.get(source)} /> : null}
              {chosen ? <path className="m-chosen" d={AREAS.get(chosen)} /> : null}
              <path className="m-chosen" ref={drop} />
              {isKeyed ? <path className="m-focus" d={AREAS.get(at)} /> : null}
            </g>
            <Towns view={board} />
            <Flags view={view} />
            <NationNames view={view} perspective={perspective} />
            <Names perspective={perspective} />
            <Units {...props} />
            <Marches of={props.marches} />
          </g>
          <rect className="m-edge" x="1.5" y="1.5" width={WIDTH - 3} height={HEIGHT - 3} />
        </svg>
        <Held view={view} box={held} />
      </div>
      {menu ? (
        <Menu key={menu.at} camera={camera} at={menu.at} label={place(menu.at, perspective)}>
          {menu.content}
        </Menu>
      ) : null}
      <Zoom camera={camera} perspective={perspective} isFollowing={isFollowing} onFollow={setFollowing} />
    </div>
  );
}

/** The unit that a finger carries. */
function Held({ view, box }: Pick<MapGiven, "view"> & { box: RefObject<HTMLDivElement | null> }) {
  const plan = view.currentManeuver;
  return (
    <div className="m-held" ref={box} hidden aria-hidden="true">
      <svg width="48" height="48" viewBox="-18 -18 36 36">
        {plan ? <UnitMark country={plan.country} type={plan.phase} isLifted /> : null}
      </svg>
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
function areaLabel(name: string, { view, perspective, targets, movable, chosen, source }: MapGiven): string {
  const { t } = perspective;
  const notes = [place(name, perspective), ...areaNotes(view, name, perspective)];
  if (name === source) notes.push(t("imperial:map.source"));
  if (name === chosen) notes.push(t("imperial:map.chosen"));
  else if (targets.has(name)) notes.push(t("imperial:map.target"));
  if (movable.has(name)) notes.push(t("imperial:map.movable"));
  const near = (TERRITORIES.get(name)?.adjacencies ?? []).map((other) => place(other, perspective));
  return `${notes.join(", ")}; ${t("imperial:map.near", { places: near.join(", ") })}`;
}
