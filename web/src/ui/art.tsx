/** What stands for a game on its tile, and the mark of the site. */
import type { ReactNode } from "react";

const SEGMENTS = ["#4b7f9e", "#8a8577", "#5d8a63", "#3d8a83", "#b0694c", "#8a8577", "#5d8a63", "#c79a35"];

function segment(index: number, inner: number, outer: number, middle: number): string {
  const at = (radius: number, angle: number) =>
    `${(middle + radius * Math.sin(angle)).toFixed(1)} ${(middle - radius * Math.cos(angle)).toFixed(1)}`;
  const from = ((index - 0.5) * Math.PI) / 4;
  const to = ((index + 0.5) * Math.PI) / 4;
  return `M${at(outer, from)}A${outer} ${outer} 0 0 1 ${at(outer, to)}L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}z`;
}

export function Wheel({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" aria-hidden="true">
      {SEGMENTS.map((colour, index) => (
        <path key={index} d={segment(index, 17, 46, 50)} fill={colour} stroke="#fffdf8" strokeWidth="2.9" />
      ))}
    </svg>
  );
}

interface ArtProps {
  isTile?: boolean;
  ground?: string;
  /** The game's own picture, where it has one. */
  own?: ((size: number) => ReactNode) | null;
}

/** What a game looks like, in a corner or on a tile. */
export function GameArt({ isTile = false, ground = "plain", own = null }: ArtProps) {
  const size = isTile ? 88 : 58;
  return (
    <span className={`art art-${ground}${isTile ? " art-tile" : ""}`} aria-hidden="true">
      {own ? own(size) : <Pieces size={size} />}
    </span>
  );
}

/** A game that has no picture of its own: two pieces on a board. */
function Pieces({ size }: { size: number }) {
  const piece = "M-9 22C-9 14-4 12-4 4A9 9 0 1 1 4 4C4 12 9 14 9 22z";
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" aria-hidden="true" data-picture="pieces">
      <path d="M12 74H88V80H12z" fill="#5a5244" />
      <path d={piece} transform="translate(36 48)" fill="#1c5a52" stroke="#fffdf8" strokeWidth="2.5" />
      <path d={piece} transform="translate(64 48)" fill="#b4740e" stroke="#fffdf8" strokeWidth="2.5" />
    </svg>
  );
}
