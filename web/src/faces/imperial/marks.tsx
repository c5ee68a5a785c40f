/** Small pictures that mean something: a nation's mark, units, a flag, a factory, an anchor. */

import type { Perspective } from "../../play/board";
import { t } from "../../ui/locales";
import type { Group } from "./log/areas";
import { nation } from "./view";

const SHIELD = "M-11-11H11V2C11 9 5 12 0 14-5 12-11 9-11 2z";
const SAILS = "M-15 2H15L10 12H-10zM-1-13V0H-11zM2-10V0H10z";

export const nationClass = (country: string): string => `nat nat-${country.toLowerCase()}`;

export function NationMark({
  country,
  perspective,
  isLarge,
}: {
  country: string;
  perspective: Perspective;
  isLarge?: boolean;
}) {
  return (
    <span
      className={`${nationClass(country)} em${isLarge ? " em-large" : ""}`}
      title={nation(country, perspective)}
    >
      <span aria-hidden="true">{perspective.t(`imperial:code.${country}`)}</span>
      <span className="vh">{nation(country, perspective)}</span>
    </span>
  );
}

/** An army is a shield, a fleet two sails; a guest is hollow. */
export function UnitMark({
  country,
  type,
  count = 1,
  isGuest,
  isGhost,
  isLifted,
}: {
  country: string;
  type: "army" | "fleet";
  count?: number;
  isGuest?: boolean;
  isGhost?: boolean;
  isLifted?: boolean;
}) {
  const looks = ["m-unit", isGuest && "m-guest", isGhost && "m-ghost", isLifted && "m-lifted"];
  const [bx, by] = type === "army" ? [11, -10] : [13, -9];
  return (
    <g className={`${nationClass(country)} ${looks.filter(Boolean).join(" ")}`}>
      <path className="m-key" d={type === "army" ? SHIELD : SAILS} />
      <path className="m-body" d={type === "army" ? SHIELD : SAILS} />
      <text className={type === "army" ? "m-letter" : "m-letter m-small"} y={type === "army" ? 5 : 11}>
        {t(`imperial:code.${country}`)[0]}
      </text>
      {count > 1 ? (
        <>
          <circle className="m-count" cx={bx} cy={by} r="8" />
          <text className="m-number" x={bx} y={by + 4}>
            {count}
          </text>
        </>
      ) : null}
    </g>
  );
}

/** Units of several kinds in one place, seen from afar: whose the most are, who else is there, how many in all. */
export function Badge({ groups, isLifted }: { groups: Group[]; isLifted: boolean }) {
  const countOf = (country: string) =>
    groups.reduce((sum, group) => (group.country === country ? sum + group.count : sum), 0);
  const countries = [...new Set(groups.map(({ country }) => country))].toSorted(
    (one, other) => countOf(other) - countOf(one),
  );
  const [most = ""] = countries;
  return (
    <g className={`m-unit${isLifted ? " m-lifted" : ""}`}>
      {countries
        .map((country, index) => (
          <g key={country} className={nationClass(country)}>
            <circle className="m-key" cx={index * 7} r="12" />
            <circle className="m-body" cx={index * 7} r="12" />
          </g>
        ))
        .toReversed()}
      <g className={nationClass(most)}>
        <text className="m-letter" y="5">
          {t(`imperial:code.${most}`)[0]}
        </text>
      </g>
      <circle className="m-count" cx="11" cy="-10" r="8" />
      <text className="m-number" x="11" y="-6">
        {groups.reduce((sum, { count }) => sum + count, 0)}
      </text>
    </g>
  );
}

/** The same, in a line of text. */
export function UnitIcon({
  country,
  type,
  count = 1,
}: {
  country: string;
  type: "army" | "fleet";
  count?: number;
}) {
  return (
    <svg className="unit-icon" width="24" height="24" viewBox="-17 -16 34 33" aria-hidden="true">
      <UnitMark country={country} type={type} count={count} />
    </svg>
  );
}

export function Flag({ country }: { country: string }) {
  return (
    <g className={`${nationClass(country)} m-flag`}>
      <path className="m-pole" d="M-9-8V9" />
      <path className="m-cloth" d="M-9-9H10L6-3 10 3H-9z" />
      <text className="m-initial" x="-2" y=".2">
        {t(`imperial:code.${country}`)[0]}
      </text>
    </g>
  );
}

export function Works({ isClosed, isGhost }: { isClosed?: boolean; isGhost?: boolean }) {
  return (
    <g className={`m-works${isClosed ? " m-closed" : ""}${isGhost ? " m-ghost" : ""}`}>
      <rect x="-8.6" y="-8.6" width="17.2" height="17.2" rx="3" />
      <path d="M-5 5V0l3.3-2.6V0l3.3-2.6V-5.4H4.6V5z" />
      {isClosed ? <path className="m-cross" d="M-7 7L7-7" /> : null}
    </g>
  );
}

export function Anchor() {
  return (
    <g className="m-anchor">
      <circle r="9.2" />
      <path d="M0-5.4V5.6M-4.6 1.2C-4.4 4.4-2.2 5.7 0 5.8 2.2 5.7 4.4 4.4 4.6 1.2M-2.6-2.2H2.6" />
      <circle className="m-ring" cy="-5.6" r="1.5" />
    </g>
  );
}
