/** How it ended: who won, and where everybody stands. */
import type { Looking } from "../../play/face";
import type { TableTold } from "../../wire/calls";
import type { Wording } from "./wording";

export function Results({ told, looking, wording }: { told: TableTold; looking: Looking; wording: Wording }) {
  const { say, name } = looking;
  const { outcome, ending } = told;
  const rows = (outcome?.standings ?? []).toSorted((one, other) => one.place - other.place);
  const reason = outcome?.ending ?? ending;
  return (
    <section className="gen-results" aria-labelledby="results">
      <h2 id="results">{winnerText(told, looking)}</h2>
      {reason ? <p className="mut sm">{wording.ending(reason)}</p> : null}
      <ol>
        {rows.map(({ seat, place, score }) => (
          <li key={seat} data-first={place === 1}>
            <span className="num">{place}.</span>
            <b>{name(seat)}</b>
            {score == null ? null : <span className="num">{say("result.points", { count: score })}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "Ana wins", "You win", "Ana and Ben win". */
export function winnerText({ outcome }: Pick<TableTold, "outcome">, { say, name, you }: Looking): string {
  const winners = outcome?.winners ?? [];
  if (winners.length === 0) return say("generic:over");
  if (winners.length === 1 && winners[0] === you) return say("result.won");
  return say("result.winner", { names: winners.map(name).join(", "), count: winners.length });
}
