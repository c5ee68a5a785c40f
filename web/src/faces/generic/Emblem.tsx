/** What stands for a game on a tile: playing cards as a fan, or its own pictures as discs on the table. */
import { faceOf, PlayingCard } from "../../ui/PlayingCard";
import type { PieceStyle } from "../../wire/calls";
import { pathOf } from "./Art";

const INK: Record<string, string> = {
  red: "#a52b27",
  green: "#23663f",
  blue: "#1b5a96",
  gold: "#7c4d05",
  violet: "#61427b",
};

export default function Emblem({ emblem, size }: { emblem: readonly PieceStyle[]; size: number }) {
  const shown = emblem.filter(({ art }) => pathOf(art) !== null);
  if (shown.length === 0) return <Fan emblem={emblem} />;
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

function Disc({ look, x }: { look: PieceStyle; x: number }) {
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

function Fan({ emblem }: { emblem: readonly PieceStyle[] }) {
  return (
    <span className="fan">
      {emblem.map(({ label }) => {
        const face = faceOf(label);
        return face ? (
          <span key={label}>
            <PlayingCard face={face} isCompact label={false} />
          </span>
        ) : null;
      })}
    </span>
  );
}
