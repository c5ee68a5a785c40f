/** A game to begin: what it is, for how many, how long, and how to learn it. */
import { Link } from "wouter";
import { aboutOf, sizeText } from "../play/about";
import { useGameTitle } from "../play/names";
import { useTranslation } from "../ui/locales";
import type { GameResponse } from "../wire/calls";
import { GamePicture } from "./GamePicture";

export function Tile({ game }: { game: GameResponse }) {
  const t = useTranslation();
  const title = useGameTitle(game.name, [game]);
  const { blurb } = aboutOf(game);
  return (
    <div className="tile-box">
      <Link href={`/new/${game.name}`} className="tile">
        <GamePicture game={game.name} isTile />
        <b>{title}</b>
        <span className="mut">
          {blurb ? <span className="tile-about">{blurb}</span> : null}
          {sizeText(game, t)}
        </span>
      </Link>
      <p className="tile-ways">
        {game.lessonMinutes !== null ? (
          <Link href={`/learn/${game.name}`}>
            {t("learn.begin", { minutes: game.lessonMinutes })} <span className="vh">{title}</span>
          </Link>
        ) : null}
        {game.hasHow ? (
          <Link href={`/how/${game.name}`}>
            {t("learn.how")} <span className="vh">{title}</span>
          </Link>
        ) : null}
      </p>
    </div>
  );
}
