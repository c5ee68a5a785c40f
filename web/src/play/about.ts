/** What a game says about itself, in the language that is read here, else in English; all of it comes from the server. */
import { gameNamed } from "../table/session";
import { plainWords, spoken, type Translate } from "../ui/locales";
import type { About, AboutResponse, GameResponse } from "../wire/calls";
import { rungOf } from "./levels";

const NOTHING: About = {};

export function aboutOf(game: GameResponse | undefined): About {
  return spokenAbout(game?.about);
}

/** What a game says in the language that is read here, of all that it says. */
export function spokenAbout(about: AboutResponse["about"] | undefined): About {
  return about?.[spoken()] ?? about?.en ?? NOTHING;
}

/** What a bot is called: in the game's own words, else by how well it plays. */
export function botText(game: string, level: string | null | undefined, t: Translate): string {
  if (!level) return "";
  const own = aboutOf(gameNamed(game)).bots?.[level];
  return own?.name ?? t(`level.${rungOf(level)}`, { defaultValue: plainWords(level) });
}

export function titleOf(game: GameResponse): string {
  return aboutOf(game).title || game.title;
}

/** What a game is called, whether the server has said it yet or not. */
export function titleNamed(name: string): string {
  const game = gameNamed(name);
  return game ? titleOf(game) : plainWords(name);
}

/** Why a game ended; what became of its table, if the game has no sentence for it. */
export function endingText(
  name: string,
  ending: string | null | undefined,
  t: Translate,
  status = "",
): string {
  const own = ending ? aboutOf(gameNamed(name)).endings?.[ending] : undefined;
  return own ?? (status ? t(`status.${status}`) : "");
}

/** "13 points", in the game's own unit. */
export function scoreText(name: string, score: number, t: Translate): string {
  const { unit } = aboutOf(gameNamed(name));
  const form = unit?.[new Intl.PluralRules(spoken()).select(score)] ?? unit?.other;
  return form ? `${score} ${form}` : t("result.points", { count: score });
}

/** "2–6 players, about 10 min". */
export function sizeText(game: GameResponse, t: Translate): string {
  const { minSeats, maxSeats } = game;
  const players =
    maxSeats === 1
      ? t("game.solo")
      : minSeats === maxSeats
        ? t("game.players", { count: maxSeats })
        : t("game.playersRange", { least: minSeats, most: maxSeats });
  return [players, aboutOf(game).duration].filter(Boolean).join(", ");
}
