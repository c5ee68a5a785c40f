import { useTranslation } from "../ui/locales";
import type { GameResponse, TableResponse } from "../wire/calls";
import { hasOptions, type Options, sentences, useOptionWords } from "./options";

/** The rules of a table in plain sentences; what differs from the standard comes first. */
export function Rules({ game, summary }: { game: GameResponse; summary: TableResponse }) {
  const t = useTranslation();
  const words = useOptionWords(hasOptions(game) ? game.name : undefined);
  const { own, standard } = sentences(game, summary.options as Options, words, t);
  if (own.length + standard.length === 0) return null;
  return (
    <section className="panel pad stack" aria-labelledby="rules">
      <h2 id="rules">{t("seating.rules")}</h2>
      {own.length > 0 ? (
        <ul className="sentences">
          {own.map((line) => (
            <li key={line}>
              <b>{line}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mut">{t("seating.standard")}</p>
      )}
      <details>
        <summary>{t("seating.allRules")}</summary>
        <ul className="sentences">
          {standard.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
