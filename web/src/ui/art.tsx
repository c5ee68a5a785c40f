/** Pictures of the games, drawn from their own parts. */
import type { ReactNode } from "react";
import { type Face, PlayingCard } from "./PlayingCard";

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

const FAN: Face[] = [
  { rank: "7", suit: "hearts" },
  { rank: "K", suit: "spades" },
  { rank: "2", suit: "diamonds" },
];
const PLAN: Face[] = [
  { rank: "5", suit: "clubs" },
  { rank: "9", suit: "diamonds" },
  { rank: "J", suit: "hearts" },
];

interface ArtProps {
  game: string;
  isTile?: boolean;
  /** The game's own picture, where it brings one. */
  own?: ((size: number) => ReactNode) | null;
}

/** The games whose pictures are drawn here. */
export const PICTURED: readonly string[] = ["cambio", "decks", "imperial"];

/** What a game looks like, in a corner or on a tile. */
export function GameArt({ game, isTile = false, own = null }: ArtProps) {
  const size = isTile ? 88 : 58;
  const [ground, picture] = own ? ["felt", own(size)] : pictureOf(game, size);
  return (
    <span className={`art art-${ground}${isTile ? " art-tile" : ""}`} aria-hidden="true">
      {picture}
    </span>
  );
}

function pictureOf(game: string, size: number): [string, ReactNode] {
  if (game === "cambio") return ["felt", <Fan key="fan" />];
  if (game === "decks") return ["ink", <Plan key="plan" />];
  if (game === "imperial") return ["sea", <Wheel key="wheel" size={size} />];
  return ["plain", <Pieces key="pieces" size={size} />];
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

function Fan() {
  return (
    <span className="fan">
      {FAN.map((face) => (
        <span key={face.rank}>
          <PlayingCard face={face} isCompact label={false} />
        </span>
      ))}
    </span>
  );
}

function Plan() {
  return (
    <span className="plan">
      {PLAN.map((face, index) => (
        <span key={face.rank}>
          <PlayingCard face={face} isCompact label={false} />
          <b>{index + 1}</b>
        </span>
      ))}
    </span>
  );
}
