import { useGameWords, useWords } from "../ui/words";
import type { GameTold, TableTold } from "../wire/calls";
import { type Options, sentences } from "./options";

/** What is played by, in plain sentences; what differs from the book comes first. */
export function Rules({ game, told }: { game: GameTold; told: TableTold }) {
  const say = useWords();
  useGameWords(game.name);
  const { own, standard } = sentences(game, told.options as Options, say);
  if (own.length + standard.length === 0) return null;
  return (
    <section className="panel pad stack" aria-labelledby="rules">
      <h2 id="rules">{say("seating.rules")}</h2>
      {own.length > 0 ? (
        <ul className="sentences">
          {own.map((line) => (
            <li key={line}>
              <b>{line}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mut">{say("seating.standard")}</p>
      )}
      <details>
        <summary>{say("seating.allRules")}</summary>
        <ul className="sentences">
          {standard.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
