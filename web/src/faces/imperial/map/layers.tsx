/** What the map is drawn of: water, lines, towns, names. */
import { memo, type ReactNode } from "react";
import type { Perspective } from "../../../play/board";
import type { View } from "../../../wire/imperial";
import { COUNTRIES, homeOf, MOUNTAINS, TERRITORIES } from "../board";
import { groupsOf } from "../log/areas";
import { Anchor, Flag, nationClass, Works } from "../marks";
import { nation, place } from "../view";
import {
  AREAS,
  borderOf,
  COAST,
  HEIGHT,
  INERT,
  INNER_LINES,
  NATION_LINES,
  NEUTRAL_LINES,
  outlineOf,
  PLACES,
  type Point,
  SEA_LINES,
  WIDTH,
} from "./geometry";

export const Defs = memo(function Defs() {
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

export const Water = memo(function Water() {
  return (
    <g className="m-lines">
      <path className="m-wave m-wave-1" d={COAST} />
      <path className="m-wave m-wave-2" d={COAST} />
      <path className="m-sealine" d={SEA_LINES} />
      <path className="m-inert" d={INERT} />
    </g>
  );
});

export const Lines = memo(function Lines({ hasMountains }: { hasMountains: boolean }) {
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
export function Occupied({ view }: { view: View }) {
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
export function At({ point, is = "k", children }: { point: Point; is?: "k" | "u"; children: ReactNode }) {
  return (
    <g transform={`translate(${point[0]} ${point[1]})`}>
      <g className={`m-${is}`}>{children}</g>
    </g>
  );
}

export function Towns({ view }: { view: View }) {
  return (
    <g className="m-towns">
      {[...TERRITORIES.values()].flatMap(({ name, country, port: sea }) => {
        const { port, works } = PLACES[name] ?? {};
        const info = view.countryInfo[country ?? ""];
        return [
          ...(port && sea
            ? [
                <At key={`${name} port`} point={port} is="u">
                  <Anchor />
                </At>,
              ]
            : []),
          ...(works && info?.factories.includes(name)
            ? [
                <g
                  key={`${name} works`}
                  className={groupsOf(view, name).length > 0 ? "m-beneath" : undefined}
                >
                  <At point={works} is="u">
                    <Works isClosed={!info.openFactories.includes(name)} />
                  </At>
                </g>,
              ]
            : []),
        ];
      })}
    </g>
  );
}

/** Whose tax chip lies there. */
function ownerOf(view: View, name: string): string | undefined {
  return COUNTRIES.find((country) => view.countryInfo[country]?.taxChips.includes(name));
}

/** Land that belongs to a nation by its chip has its tint, a paler one than a home. */
export function Owned({ view }: { view: View }) {
  return (
    <g className="m-lines">
      {[...TERRITORIES.values()].map(({ name, kind }) => {
        const owner = kind === "neutral" ? ownerOf(view, name) : undefined;
        return owner ? (
          <path key={name} className={`${nationClass(owner)} m-owned`} d={AREAS.get(name)} />
        ) : null;
      })}
    </g>
  );
}

export function Flags({ view }: { view: View }) {
  return (
    <g className="m-towns">
      {[...TERRITORIES.keys()].map((name) => {
        const [owner, flag] = [ownerOf(view, name), PLACES[name]?.flag];
        if (!owner || !flag) return null;
        const isHeld = groupsOf(view, name).some(({ country }) => country === owner);
        return (
          <g key={name} className={isHeld ? "m-beneath" : undefined}>
            <At point={flag} is="u">
              <Flag country={owner} />
            </At>
          </g>
        );
      })}
    </g>
  );
}

/** From afar a nation has one name, and its territories none; where units stand, their letters say it. */
export function NationNames({ view, perspective }: { view: View; perspective: Perspective }) {
  return (
    <g className="m-names m-nations" aria-hidden="true">
      {COUNTRIES.map((country) => {
        const homes = Object.entries(PLACES).filter(([name]) => homeOf(name) === country);
        if (homes.some(([name]) => groupsOf(view, name).length > 0)) return null;
        const middle = (axis: 0 | 1) => homes.reduce((sum, [, { at }]) => sum + at[axis], 0) / homes.length;
        return (
          <At key={country} point={[middle(0), middle(1)]}>
            <text className="m-name m-name-nation">{nation(country, perspective)}</text>
          </At>
        );
      })}
    </g>
  );
}

export function Names({ perspective }: { perspective: Perspective }) {
  return (
    <g className="m-names m-places" aria-hidden="true">
      {[...TERRITORIES.values()].map(({ name, kind }) => {
        const spot = PLACES[name];
        if (spot === undefined) return null;
        const text = place(name, perspective);
        const words = kind !== "home" && text.length > 9 ? text.split(" ") : [text];
        return (
          <At key={name} point={spot.label}>
            <text
              className={`m-name m-name-${kind}`}
              transform={spot.turned ? `rotate(${spot.turned})` : undefined}
            >
              {words.map((word, index) => (
                <tspan key={index} x="0" dy={index === 0 ? `${0.35 - (words.length - 1) * 0.55}em` : "1.1em"}>
                  {word}
                </tspan>
              ))}
            </text>
          </At>
        );
      })}
    </g>
  );
}
