/** The end: every hand face up, points per card, what a wrong call cost, and who won. */

import { type Face, PlayingCard } from "../../ui/PlayingCard";
import { Avatar, Chip } from "../../ui/parts";
import type { Score, View } from "../../wire/cambio";
import type { Looking } from "..";
import { ending, nameOf } from "./words";

export function Results({ view, looking }: { view: View; looking: Looking }) {
  const { say } = looking;
  const scores = view.scores.toSorted(
    (a, b) => a.finalScore - b.finalScore || Number(b.isWinner) - Number(a.isWinner),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section className="results" aria-labelledby="results" tabIndex={0}>
      <div className="panel results-in">
        <h2 id="results">{title(view, looking)}</h2>
        <p className="mut sm">{ending(view, looking)}</p>
        <ol className="result-list">
          {scores.map((score) => (
            <Row
              key={score.seat}
              score={score}
              place={1 + scores.filter((other) => other.finalScore < score.finalScore).length}
              view={view}
              looking={looking}
            />
          ))}
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

function Row({ score, place, view, looking }: { score: Score; place: number; view: View; looking: Looking }) {
  const { say, name } = looking;
  const { penalty } = view.options;
  return (
    <li className={score.isWinner ? "result-winner" : undefined}>
      <div className="result-who">
        <span className="result-place num">{say("cambio:result.place", { place })}</span>
        <Avatar name={name(score.seat)} isSmall />
        <b>{name(score.seat)}</b>
        {score.isWinner ? <Chip kind="turn">{say("cambio:result.winner")}</Chip> : null}
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
            <PlayingCard face={card as Face} label={false} isCompact />
            <span className="num" aria-hidden="true">
              {card.pointValue}
            </span>
          </li>
        ))}
        {score.cards.length === 0 ? <li className="mut">{say("cambio:result.empty")}</li> : null}
      </ul>
      <div className="result-sum num">
        {score.penaltyApplied ? (
          <span className="mut">
            {score.baseScore} {penalty === "plus10" ? "+ 10" : "× 2"} =
          </span>
        ) : null}
        <b>{score.finalScore}</b>
        <span className="vh">{say("cambio:result.points", { count: score.finalScore })}</span>
      </div>
      {score.penaltyApplied ? (
        <p className="result-note sm">
          {say(penalty === "plus10" ? "cambio:result.plus10" : "cambio:result.double")}
        </p>
      ) : null}
    </li>
  );
}
