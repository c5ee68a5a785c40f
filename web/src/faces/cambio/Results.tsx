/** The end: every hand face up, points per card, what a wrong call cost, and who won. */
import { useEffect, useRef, useState } from "react";
import type { Perspective } from "../../play/face";
import type { Event } from "../../table";
import { useGlide } from "../../ui/motion";
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import { Avatar, Button, Chip } from "../../ui/parts";
import { play } from "../../ui/sound";
import { useTurns } from "../../ui/turns";
import type { Score, View } from "../../wire/cambio";
import { cardText, ending } from "./phrases";

/** How long it takes until the next card is turned over, and at most until the last one is. */
const CARD_MS = 260;
const ALL_MS = 4500;

/** The steps whose cards have been turned over: nobody sees that twice. */
const seen = new WeakSet<Event[]>();

/** Whether the cards are turned over before the eyes of who looks: only of whoever was there when it ended. */
function useIsNew(fresh: Event[]): boolean {
  const [isNew] = useState(() => !seen.has(fresh) && fresh.some(({ type }) => type === "GAME_COMPLETED"));
  useEffect(() => {
    seen.add(fresh);
  }, [fresh]);
  return isNew;
}

export function Results({
  view,
  perspective,
  fresh,
}: {
  view: View;
  perspective: Perspective;
  fresh: Event[];
}) {
  const { t } = perspective;
  const ranked = view.scores.toSorted(
    (a, b) => a.finalScore - b.finalScore || Number(b.isWinner) - Number(a.isWinner),
  );
  const cards = ranked.reduce((sum, score) => sum + score.cards.length, 0);
  const everyMs = Math.min(CARD_MS, ALL_MS / Math.max(1, cards));
  const [turned, showAll] = useTurns(cards, useIsNew(fresh), everyMs);
  const isTurning = turned < cards;
  const list = useRef<HTMLOListElement>(null);
  useGlide(list, isTurning);
  useEffect(() => {
    if (turned > 0 && isTurning) play("flip");
  }, [turned, isTurning]);
  // by seats as long as it is open who won
  const rows = isTurning ? ranked.toSorted((a, b) => a.seat - b.seat) : ranked;
  let before = 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section className="results" aria-labelledby="results" tabIndex={0} data-turning={isTurning || undefined}>
      <div className="panel results-in">
        <div className="results-head">
          <h2 id="results">{isTurning ? t("cambio:result.turning") : title(view, perspective)}</h2>
          {isTurning ? (
            <Button isSmall kind="quiet" onClick={showAll}>
              {t("cambio:result.showAll")}
            </Button>
          ) : null}
        </div>
        <p className="mut sm">{ending(view, perspective)}</p>
        <ol className="result-list" ref={list}>
          {rows.map((score) => {
            const open = Math.max(0, Math.min(score.cards.length, turned - before));
            before += score.cards.length;
            const place = 1 + ranked.filter((other) => other.finalScore < score.finalScore).length;
            return (
              <Row
                key={score.seat}
                score={score}
                open={open}
                place={isTurning ? null : place}
                view={view}
                perspective={perspective}
              />
            );
          })}
        </ol>
        <p className="vh">{t("cambio:rules.aim")}</p>
      </div>
    </section>
  );
}

function title(view: View, { t, nameOf, mySeat }: Perspective): string {
  const [first] = view.winners;
  if (first === undefined) return t("cambio:result.none");
  if (view.winners.length > 1)
    return t("cambio:result.shared", { names: view.winners.map(nameOf).join(", ") });
  return t("cambio:result.title", { name: nameOf(first), ...(first === mySeat ? { context: "you" } : {}) });
}

interface RowProps {
  score: Score;
  /** How many of its cards are face up. */
  open: number;
  /** Null as long as it is open who won. */
  place: number | null;
  view: View;
  perspective: Perspective;
}

function Row({ score, open, place, view, perspective }: RowProps) {
  const { t, nameOf } = perspective;
  const isWinner = place !== null && score.isWinner;
  return (
    <li className={isWinner ? "result-winner" : undefined} data-glide={score.seat}>
      <div className="result-who">
        <span className="result-place num">{place === null ? "" : t("cambio:result.place", { place })}</span>
        <Avatar name={nameOf(score.seat)} isSmall />
        <b>{nameOf(score.seat)}</b>
        {isWinner ? <Chip kind="turn">{t("cambio:result.winner")}</Chip> : null}
        {score.isCambioCaller ? <Chip>{t("cambio:result.caller")}</Chip> : null}
      </div>
      <ul className="result-cards">
        {score.cards.map((card, index) => (
          <li
            key={index}
            aria-label={t("cambio:result.card", {
              card: cardText(card, perspective),
              points: t("cambio:result.points", { count: card.pointValue }),
            })}
          >
            {index < open ? <PlayingCard face={card as Face} label={false} isCompact /> : HIDDEN_CARD}
            <span className="num" aria-hidden="true">
              {index < open ? card.pointValue : "\u00a0"}
            </span>
          </li>
        ))}
        {score.cards.length === 0 ? <li className="mut">{t("cambio:result.empty")}</li> : null}
      </ul>
      <Sum score={score} open={open} isOver={place !== null} view={view} perspective={perspective} />
    </li>
  );
}

/** The points, as far as they are in sight; what a wrong call costs comes last. */
function Sum({
  score,
  open,
  isOver,
  view,
  perspective: { t },
}: Omit<RowProps, "place"> & { isOver: boolean }) {
  const { penalty } = view.options;
  const counted = score.cards.slice(0, open).reduce((sum, card) => sum + card.pointValue, 0);
  const hasPenalty = isOver && score.penaltyApplied;
  return (
    <>
      <div className="result-sum num">
        {hasPenalty ? (
          <span className="mut">
            {score.baseScore} {penalty === "plus10" ? "+ 10" : "× 2"} =
          </span>
        ) : null}
        <b>{isOver ? score.finalScore : counted}</b>
        <span className="vh">{t("cambio:result.points", { count: score.finalScore })}</span>
      </div>
      {hasPenalty ? (
        <p className="result-note sm">
          {t(penalty === "plus10" ? "cambio:result.plus10" : "cambio:result.double")}
        </p>
      ) : null}
    </>
  );
}
