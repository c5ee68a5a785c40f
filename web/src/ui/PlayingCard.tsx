/** Our own cards: generated SVG. A hidden card is one constant element and says nothing about itself. */
import { memo } from "react";
import { type Translate, useTranslation } from "./locales";
import { useSettings } from "./settings";

export type Suit = "spades" | "hearts" | "diamonds" | "clubs";
export interface Face {
  rank: string;
  suit: Suit | null;
}

const SUIT: Record<Suit, string> = {
  spades:
    "M12 1.6C9.2 6.9 2.8 9.5 2.8 14.5c0 2.8 2.1 4.6 4.5 4.6 1.7 0 3.1-.9 3.900-2.300-.1 2.600-.9 4.300-2.700 5.600h7c-1.800-1.300-2.600-3-2.700-5.600.8 1.400 2.200 2.300 3.900 2.300 2.400 0 4.500-1.800 4.500-4.600C21.200 9.500 14.800 6.900 12 1.600z",
  hearts:
    "M12 21.800C6.500 16.600 2.500 13 2.500 8.600 2.500 5.500 4.800 3.200 7.600 3.200c1.900 0 3.500 1 4.400 2.700.9-1.700 2.500-2.700 4.400-2.700 2.800 0 5.100 2.300 5.100 5.400C21.500 13 17.500 16.600 12 21.800z",
  diamonds:
    "M12 1.600C14.100 5.800 16.900 9.200 20.300 12 16.900 14.800 14.100 18.200 12 22.400 9.900 18.200 7.100 14.800 3.700 12 7.100 9.200 9.900 5.800 12 1.600z",
  clubs:
    "M12 1.900a4.500 4.500 0 0 1 3.500 7.300 4.600 4.600 0 1 1-.2 8.600c-1-.4-1.800-1.100-2.300-2 0 2.900.9 4.900 2.600 6.300H8.400c1.700-1.400 2.600-3.400 2.600-6.300-.5.900-1.300 1.600-2.300 2a4.600 4.600 0 1 1-.2-8.600A4.500 4.500 0 0 1 12 1.900z",
};
const BLACK = "#23252b";
const RED = "#b3312c";
const TWO: Record<Suit, string> = { spades: BLACK, hearts: RED, diamonds: RED, clubs: BLACK };
const FOUR: Record<Suit, string> = { spades: BLACK, hearts: RED, diamonds: "#1f66a8", clubs: "#2c7a4b" };

type Pip = [x: number, y: number, scale?: number];
const PIPS: Record<string, Pip[]> = {
  A: [[50, 70, 2.1]],
  "2": [
    [50, 34],
    [50, 106],
  ],
  "3": [
    [50, 34],
    [50, 70],
    [50, 106],
  ],
  "4": corners(34, 106),
  "5": [...corners(34, 106), [50, 70]],
  "6": [...corners(34, 106), [34, 70], [66, 70]],
  "7": [...corners(34, 106), [34, 70], [66, 70], [50, 52]],
  "8": [...corners(34, 106), [34, 70], [66, 70], [50, 52], [50, 88]],
  "9": [...corners(33, 107), ...corners(57.5, 82.5), [50, 70]],
  "10": [...corners(33, 107), ...corners(57.5, 82.5), [50, 45], [50, 95]],
};

function corners(top: number, bottom: number): Pip[] {
  return [
    [34, top],
    [66, top],
    [34, bottom],
    [66, bottom],
  ];
}

function Pips({
  suit,
  x,
  y,
  scale,
  isTurned = false,
}: {
  suit: Suit;
  x: number;
  y: number;
  scale: number;
  isTurned?: boolean;
}) {
  const turn = isTurned ? " rotate(180)" : "";
  return <path d={SUIT[suit]} transform={`translate(${x} ${y})${turn} scale(${scale}) translate(-12 -12)`} />;
}

/** A wavy ring around the middle of a card. */
function ring(radius: number, lobes: number, depth: number, phase = 0): string {
  let path = "";
  for (let degree = 0; degree <= 360; degree += 3) {
    const angle = (degree * Math.PI) / 180;
    const at = radius + depth * Math.sin(lobes * angle + phase);
    const x = (50 + at * Math.sin(angle)).toFixed(1);
    const y = (70 - at * Math.cos(angle)).toFixed(1);
    path += `${degree ? "L" : "M"}${x} ${y}`;
  }
  return `${path}z`;
}

const LOBES: Record<string, number> = { J: 6, Q: 8, K: 12 };

function Crown({ rank }: { rank: string }) {
  if (rank === "K")
    return (
      <>
        <path d="M39 38l-2.200-10.500 6.700 5.500L50 22.500l6.500 10.500 6.700-5.500L61 38z" />
        <rect x="39" y="39.2" width="22" height="2.2" rx=".6" />
      </>
    );
  if (rank === "Q")
    return (
      <>
        <path d="M40 38l-2-8 6 3 6-7 6 7 6-3-2 8z" />
        <circle cx="50" cy="24" r="1.9" />
        <circle cx="37.5" cy="28.5" r="1.4" />
        <circle cx="62.5" cy="28.5" r="1.4" />
        <rect x="40" y="39.2" width="20" height="2.2" rx=".6" />
      </>
    );
  return (
    <>
      <path d="M40.500 38c0-7 3.500-10.500 9.500-10.500s9.500 3.500 9.500 10.500z" />
      <path d="M58 30c1.500-4.500 4.500-6.500 8-6.500-.5 4-2.500 7-6 9z" />
      <rect x="39" y="39.2" width="22" height="2.2" rx=".6" />
    </>
  );
}

function Court({ rank, suit }: { rank: string; suit: Suit }) {
  const lobes = LOBES[rank] ?? 6;
  return (
    <>
      <rect
        x="25"
        y="17"
        width="50"
        height="106"
        rx="4"
        fillOpacity=".05"
        stroke="currentColor"
        strokeOpacity=".55"
        strokeWidth=".9"
      />
      <rect
        x="27.2"
        y="19.2"
        width="45.6"
        height="101.6"
        rx="2.8"
        fill="none"
        stroke="currentColor"
        strokeOpacity=".3"
        strokeWidth=".5"
      />
      <g fill="none" stroke="currentColor" strokeOpacity=".42" strokeWidth=".55">
        <path d={ring(15.2, lobes, 1.7)} />
        <path d={ring(15.2, lobes, 1.7, Math.PI)} />
        <circle cx="50" cy="70" r="12.6" strokeOpacity=".25" />
      </g>
      <text x="50" y="80" fontSize="28" textAnchor="middle">
        {rank}
      </text>
      <Crown rank={rank} />
      <g transform="rotate(180 50 70)">
        <Crown rank={rank} />
      </g>
      <Pips suit={suit} x={31.5} y={70} scale={0.36} />
      <Pips suit={suit} x={68.5} y={70} scale={0.36} isTurned />
    </>
  );
}

function Index({ rank, suit }: { rank: string; suit: Suit }) {
  const isTen = rank === "10";
  return (
    <>
      <text
        x="13"
        y="24"
        fontSize={isTen ? 21 : 24}
        textAnchor="middle"
        {...(isTen ? { textLength: 20, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {rank}
      </text>
      <Pips suit={suit} x={13} y={35} scale={0.62} />
    </>
  );
}

function Joker() {
  const rays = [0, 1, 2, 3, 4, 5, 6, 7];
  return (
    <>
      {rays.map((ray) => (
        <path
          key={ray}
          d="M50 70l-5-14 5-16 5 16z"
          transform={`rotate(${ray * 45} 50 70)`}
          fillOpacity={ray % 2 ? 0.35 : 0.9}
        />
      ))}
      <circle cx="50" cy="70" r="34" fill="none" stroke="currentColor" />
      <circle cx="50" cy="70" r="31" fill="none" stroke="currentColor" strokeWidth=".5" />
      <g fontSize="9.5" letterSpacing="1.6">
        <text transform="translate(17 14) rotate(90)">JOKER</text>
        <text transform="rotate(180 50 70) translate(17 14) rotate(90)">JOKER</text>
      </g>
    </>
  );
}

function Sheet() {
  return (
    <rect
      x=".75"
      y=".75"
      width="98.5"
      height="138.5"
      rx="8"
      fill="#fffdf6"
      stroke="#2b2620"
      strokeOpacity=".22"
    />
  );
}

/** A card face up. `label` is false where the words beside it say what it is. */
export const PlayingCard = memo(function PlayingCard({
  face,
  isCompact = false,
  label = true,
}: {
  face: Face;
  isCompact?: boolean;
  label?: boolean;
}) {
  const t = useTranslation();
  const isFour = useSettings((settings) => settings.fourColours);
  const { rank, suit } = face;
  const colour = suit === null ? BLACK : (isFour ? FOUR : TWO)[suit];
  const named = label ? { role: "img", "aria-label": cardName(face, t) } : { "aria-hidden": true };
  return (
    <svg className="pc" viewBox="0 0 100 140" color={colour} {...named}>
      <Sheet />
      <g fill="currentColor" fontFamily="var(--serif)" fontWeight="640">
        {suit === null ? <Joker /> : <Suited rank={rank} suit={suit} isCompact={isCompact} />}
      </g>
    </svg>
  );
});

function Suited({ rank, suit, isCompact }: { rank: string; suit: Suit; isCompact: boolean }) {
  if (isCompact)
    return (
      <>
        <text x="50" y="70" fontSize="62" letterSpacing="-2" textAnchor="middle">
          {rank}
        </text>
        <Pips suit={suit} x={50} y={105} scale={2} />
      </>
    );
  const pips = PIPS[rank];
  return (
    <>
      <Index rank={rank} suit={suit} />
      <g transform="rotate(180 50 70)">
        <Index rank={rank} suit={suit} />
      </g>
      {pips === undefined ? (
        <Court rank={rank} suit={suit} />
      ) : (
        pips.map(([x, y, scale]) => (
          <Pips
            key={`${x},${y}`}
            suit={suit}
            x={x}
            y={y}
            scale={scale ? scale * 0.95 : 0.78}
            isTurned={y > 72}
          />
        ))
      )}
    </>
  );
}

/** A card that anybody wrote: a name on paper. */
export function NamedCard({ name }: { name: string }) {
  const longest = Math.max(4, ...name.split(/\s+/).map((word) => word.length));
  return (
    <svg className="pc" viewBox="0 0 100 140" aria-hidden="true">
      <Sheet />
      <foreignObject x="6" y="8" width="88" height="124">
        <div
          className="pc-name"
          style={{ fontSize: `${Math.max(9, Math.min(21, 142 / longest)).toFixed(1)}px` }}
        >
          {name}
        </div>
      </foreignObject>
    </svg>
  );
}

/** The one element that every hidden card is. It knows nothing, so it can tell nothing. */
export const HIDDEN_CARD = (
  <svg className="pc" viewBox="0 0 100 140" aria-hidden="true">
    <use href="#card-back" />
  </svg>
);

const SPARKS = [
  [16, 16],
  [84, 16],
  [16, 124],
  [84, 124],
] as const;
const RINGS = [0, 1, 2, 3, 4, 5].flatMap((step) => {
  const at = [9 + step * 5.6, 8 + step * 2, 2.6] as const;
  return [ring(...at, step * 0.5), ring(...at, step * 0.5 + Math.PI)];
});

/** What the back of a card looks like, once per page. */
export function CardBack() {
  return (
    <svg className="vh" aria-hidden="true" width="0" height="0">
      <symbol id="card-back" viewBox="0 0 100 140">
        <Sheet />
        <rect x="5" y="5" width="90" height="130" rx="5" fill="#6d2a33" />
        <rect
          x="8"
          y="8"
          width="84"
          height="124"
          rx="3"
          fill="none"
          stroke="#efe4c8"
          strokeOpacity=".75"
          strokeWidth=".8"
        />
        <g fill="none" stroke="#efe4c8" strokeOpacity=".6" strokeWidth=".6">
          {RINGS.map((path) => (
            <path key={path.slice(0, 40)} d={path} />
          ))}
        </g>
        <circle cx="50" cy="70" r="5.5" fill="#efe4c8" />
        <g fill="#efe4c8" fillOpacity=".9">
          {SPARKS.map(([x, y]) => (
            <path key={`${x},${y}`} d={`M${x} ${y - 5}l2 3 3 2-3 2-2 3-2-3-3-2 3-2z`} />
          ))}
        </g>
      </symbol>
    </svg>
  );
}

/** "Queen of Spades". */
export function cardName({ rank, suit }: Face, t: Translate): string {
  if (suit === null) return t("cards.joker");
  const named = /^[AJQK]$/.test(rank) ? t(`cards.rank.${rank}`) : rank;
  return t("cards.of", { rank: named, suit: t(`cards.suit.${suit}`) });
}

const SIGNS: Record<Suit, string> = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };

/** "9♥", as text. */
export function cardSign({ rank, suit }: Face, joker: string): string {
  return suit === null ? joker : `${rank}${SIGNS[suit]}\uFE0E`;
}

/** A card written as text: "10♥", "K♣"; anything else is no playing card. */
export function faceOf(name: string): Face | null {
  const found = /^(A|[2-9]|10|J|Q|K)([♠♥♦♣])$/.exec(name);
  if (found === null) return null;
  const suit = (Object.keys(SIGNS) as Suit[]).find((known) => SIGNS[known] === found[2]);
  return suit === undefined ? null : { rank: found[1] ?? "", suit };
}
