/** The end: every hand face up, points per card, what a wrong call cost, and who won. */
import { useEffect, useRef, useState } from "react";
import type { Looking } from "../../play/face";
import type { Event } from "../../table";
import { useGlide } from "../../ui/motion";
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import { Avatar, Button, Chip } from "../../ui/parts";
import { play } from "../../ui/sound";
import { useTurns } from "../../ui/turns";
import type { Score, View } from "../../wire/cambio";
import { ending, nameOf } from "./words";

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

export function Results({ view, looking, fresh }: { view: View; looking: Looking; fresh: Event[] }) {
  const { say } = looking;
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
          <h2 id="results">{isTurning ? say("cambio:result.turning") : title(view, looking)}</h2>
          {isTurning ? (
            <Button isSmall kind="quiet" onClick={showAll}>
              {say("cambio:result.showAll")}
            </Button>
          ) : null}
        </div>
        <p className="mut sm">{ending(view, looking)}</p>
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
                looking={looking}
              />
            );
          })}
        </ol>
        <p className="vh">{say("cambio:rules.aim")}</p>
      </div>
    </section>
  );
}

function title(view: View, { say, name, you }: Looking): string {
  const [first] = view.winners;
  if (first === undefined) return say("cambio:result.none");
  if (view.winners.length > 1)
    return say("cambio:result.shared", { names: view.winners.map(name).join(", ") });
  return say("cambio:result.title", { name: name(first), ...(first === you ? { context: "you" } : {}) });
}

interface RowGiven {
  score: Score;
  /** How many of its cards are face up. */
  open: number;
  /** Null as long as it is open who won. */
  place: number | null;
  view: View;
  looking: Looking;
}

function Row({ score, open, place, view, looking }: RowGiven) {
  const { say, name } = looking;
  const isWinner = place !== null && score.isWinner;
  return (
    <li className={isWinner ? "result-winner" : undefined} data-glide={score.seat}>
      <div className="result-who">
        <span className="result-place num">
          {place === null ? "" : say("cambio:result.place", { place })}
        </span>
        <Avatar name={name(score.seat)} isSmall />
        <b>{name(score.seat)}</b>
        {isWinner ? <Chip kind="turn">{say("cambio:result.winner")}</Chip> : null}
        {score.isCambioCaller ? <Chip>{say("cambio:result.caller")}</Chip> : null}
      </div>
      <ul className="result-cards">
        {score.cards.map((card, index) => (
          <li
            key={index}
            aria-label={say("cambio:result.card", {
              card: nameOf(card, looking),
              points: say("cambio:result.points", { count: card.pointValue }),
            })}
          >
            {index < open ? <PlayingCard face={card as Face} label={false} isCompact /> : HIDDEN_CARD}
            <span className="num" aria-hidden="true">
              {index < open ? card.pointValue : "\u00a0"}
            </span>
          </li>
        ))}
        {score.cards.length === 0 ? <li className="mut">{say("cambio:result.empty")}</li> : null}
      </ul>
      <Sum score={score} open={open} isOver={place !== null} view={view} looking={looking} />
    </li>
  );
}

/** The points, as far as they are in sight; what a wrong call costs comes last. */
function Sum({ score, open, isOver, view, looking: { say } }: Omit<RowGiven, "place"> & { isOver: boolean }) {
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
        <span className="vh">{say("cambio:result.points", { count: score.finalScore })}</span>
      </div>
      {hasPenalty ? (
        <p className="result-note sm">
          {say(penalty === "plus10" ? "cambio:result.plus10" : "cambio:result.double")}
        </p>
      ) : null}
    </>
  );
}
