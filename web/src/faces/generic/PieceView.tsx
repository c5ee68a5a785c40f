/** One piece. What lies face down is drawn alike, whatever it is. */
import { type CSSProperties, memo } from "react";
import { useLeft } from "../../ui/Clock";
import { HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import type { PieceStyle } from "../../wire/calls";
import { Art, pathOf } from "./Art";
import { fitted } from "./hyphens";
import { Press } from "./Press";
import type { SceneProps } from "./props";
import { cardOf, isUp, type Kind, kindOf, type Piece, pieceId, type Zone } from "./scene";
import type { Placed } from "./track";
import type { Wording } from "./wording";

interface Props extends SceneProps {
  placed: Placed;
  zone: Zone;
  index: number;
  /** Whether it is named by itself, and not by its zone. */
  isNamed: boolean;
  /** It is shown once more in a dialog: nothing travels to it, and it is not dragged. */
  isCopy: boolean;
}

export function PieceView({ placed, zone, index, isNamed, isCopy, ...props }: Props) {
  const { wording, perspective, choosing } = props;
  const { id, was, isNews } = placed;
  const piece = useSight(placed.piece);
  const thing = pieceId(id);
  const live = choosing.live.get(thing) ?? null;
  const kind = kindOf(piece, zone);
  const up = isUp(piece);
  const face = piece.face ?? was;
  const look = wording.look(face);
  const text = piece.label ?? face;
  const named = wording.piece(piece, perspective);
  const isPicked = choosing.isPicked(thing);
  const classes = `gen-piece gen-${kind}${live ? ` gen-${live === "next" ? "live" : "again"}` : ""}${isPicked ? " gen-picked" : ""}${isNews ? " gen-news" : ""}`;
  return (
    <span
      className={classes}
      data-track={isCopy ? undefined : id}
      data-drop={live && !isCopy ? thing : undefined}
      style={{ "--i": index } as CSSProperties}
    >
      <Sides
        face={face}
        label={text === null ? null : wording.label(text)}
        kind={kind}
        isUp={up}
        isKnown={piece.face != null && !up}
        look={look}
        tone={piece.tone ?? look?.tone ?? "plain"}
        name={isNamed && live === null ? named : null}
      />
      {piece.mark ? <Mark mark={piece.mark} wording={wording} /> : null}
      <Press
        {...props}
        id={thing}
        label={zone.label ? `${named}, ${wording.label(zone.label)}` : named}
        isDraggable={!isCopy}
      />
    </span>
  );
}

/** A piece that is seen for a while only is face down again then, whatever the server says. */
function useSight(piece: Piece): Piece {
  const left = useLeft(piece.until ?? null);
  return left === 0 ? { ...piece, face: null, label: null } : piece;
}

function Mark({ mark, wording }: { mark: string; wording: Wording }) {
  const path = pathOf(wording.look(mark)?.art);
  return (
    <span className={path === null ? "gen-mark" : "gen-mark gen-mark-art"} aria-hidden="true">
      {path === null ? wording.label(mark) : <Art path={path} />}
    </span>
  );
}

interface SidesProps {
  face: string | null;
  label: string | null;
  kind: Kind;
  isUp: boolean;
  /** It lies face down, and whoever looks knows what it is. */
  isKnown: boolean;
  look: PieceStyle | null;
  tone: string;
  name: string | null;
}

/** Front and back, of which one is in sight. */
const Sides = memo(function Sides({ face, label, kind, isUp: up, isKnown, look, tone, name }: SidesProps) {
  const front =
    face === null && label === null ? null : <Front face={face} label={label} kind={kind} look={look} />;
  return (
    <span
      className="gen-sides"
      data-up={up || kind === "cell"}
      {...(name === null ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
    >
      <span className="gen-front" data-tone={tone}>
        {front}
      </span>
      {kind === "cell" ? null : (
        <span className="gen-back">
          {kind === "card" ? HIDDEN_CARD : null}
          {isKnown ? (
            <span className="gen-peek" data-tone={tone}>
              <Front face={face} label={label} kind="token" look={look} />
            </span>
          ) : null}
        </span>
      )}
    </span>
  );
});

function Front({
  face,
  label,
  kind,
  look,
}: {
  face: string | null;
  label: string | null;
  kind: Kind;
  look: PieceStyle | null;
}) {
  const text = label ?? face ?? "";
  const card = kind === "card" && face !== null && look === null ? cardOf(face) : null;
  if (card) return <PlayingCard face={card} label={false} />;
  if (kind === "die" && /^[1-6]$/.test(face ?? "")) return <Pips count={Number(face)} />;
  const path = pathOf(look?.art);
  if (path !== null)
    return (
      <>
        <Art path={path} />
        {kind === "card" ? <Word text={text} /> : null}
      </>
    );
  return text.length > 3 ? <Word text={text} /> : <span className="gen-sign">{text}</span>;
}

/** A word as large as its longest part lets it be. */
function Word({ text }: { text: string }) {
  const { text: shown, longest } = fitted(text);
  return (
    <span className="gen-word" style={{ "--longest": longest } as CSSProperties}>
      {shown}
    </span>
  );
}

const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: corners(),
  5: [...corners(), [12, 12]],
  6: [...corners(), [7, 12], [17, 12]],
};

function corners(): [number, number][] {
  return [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ];
}

function Pips({ count }: { count: number }) {
  return (
    <svg className="gen-pips" viewBox="0 0 24 24" aria-hidden="true">
      {(PIPS[count] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="2.1" fill="currentColor" />
      ))}
    </svg>
  );
}
