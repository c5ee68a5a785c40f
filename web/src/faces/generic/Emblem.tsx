/** What a game looks like on a tile: its own pictures, as discs on the table. */
import type { FaceTold, Look } from "../../wire/calls";
import { pathOf } from "./Art";

const MOST = 3;
const INK: Record<string, string> = {
  red: "#a52b27",
  green: "#23663f",
  blue: "#1b5a96",
  gold: "#7c4d05",
  violet: "#61427b",
};

export default function Emblem({ told, size }: { told: FaceTold; size: number }) {
  const looks = Object.values(told.looks).filter(({ art }) => pathOf(art) !== null);
  const shown = looks.slice(0, MOST);
  const width = 60 + 34 * (shown.length - 1);
  return (
    <svg
      width={(size * width) / 80}
      height={(size * 60) / 80}
      viewBox={`0 0 ${width} 60`}
      aria-hidden="true"
      data-picture="emblem"
    >
      {shown.map((look, at) => (
        <Disc key={look.label} look={look} x={30 + 34 * at} />
      ))}
    </svg>
  );
}

function Disc({ look, x }: { look: Look; x: number }) {
  const isDark = look.tone === "dark";
  const ink = isDark ? "#f6f2e6" : (INK[look.tone ?? ""] ?? "#2b2620");
  return (
    <g transform={`translate(${x} 30)`}>
      <circle r="27" fill={isDark ? "#332e28" : "#fffdf8"} stroke="#c9bda2" strokeWidth="2" />
      <path
        d={pathOf(look.art) ?? ""}
        fill={ink}
        fillRule="evenodd"
        transform="scale(1.45) translate(-12 -12)"
      />
    </g>
  );
}
