/** How it ended: who won, and where everybody stands. */

import { endingText, scoreText } from "../../play/about";
import type { Perspective } from "../../play/face";
import type { TableResponse } from "../../wire/calls";

export function Results({ summary, perspective }: { summary: TableResponse; perspective: Perspective }) {
  const { t, nameOf } = perspective;
  const { outcome, ending } = summary;
  const rows = (outcome?.standings ?? []).toSorted((one, other) => one.place - other.place);
  const reason = endingText(summary.game, outcome?.ending ?? ending, t);
  return (
    <section className="gen-results" aria-labelledby="results">
      <h2 id="results">{winnerText(summary, perspective)}</h2>
      {reason ? <p className="mut sm">{reason}</p> : null}
      <ol>
        {rows.map(({ seat, place, score }) => (
          <li key={seat} data-first={place === 1}>
            <span className="num">{place}.</span>
            <b>{nameOf(seat)}</b>
            {score == null ? null : <span className="num">{scoreText(summary.game, score, t)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "Ana wins", "You win", "Ana and Ben win". */
export function winnerText(
  { outcome }: Pick<TableResponse, "outcome">,
  { t, nameOf, mySeat }: Perspective,
): string {
  const winners = outcome?.winners ?? [];
  if (winners.length === 0) return t("generic:over");
  if (winners.length === 1 && winners[0] === mySeat) return t("result.won");
  return t("result.winner", { names: winners.map(nameOf).join(", "), count: winners.length });
}
