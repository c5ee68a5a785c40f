/** A game to begin: what it is, for how many, how long, and how to learn it. */
import { Link } from "wouter";
import { useGameTitle } from "../play/names";
import { hasHow } from "../play/written";
import { type Say, useWords } from "../ui/words";
import type { GameTold } from "../wire/calls";
import { GamePicture } from "./GamePicture";

export function Tile({ game }: { game: GameTold }) {
  const say = useWords();
  const title = useGameTitle(game.name, [game]);
  const about = say(`${game.name}:about`, { defaultValue: "" });
  return (
    <div className="tile-box">
      <Link href={`/new/${game.name}`} className="tile">
        <GamePicture game={game.name} isTile />
        <b>{title}</b>
        <span className="mut">
          {about ? <span className="tile-about">{about}</span> : null}
          {say(`${game.name}:tagline`, { defaultValue: players(game, say) })}
        </span>
      </Link>
      <p className="tile-ways">
        {game.hasLesson ? (
          <Link href={`/learn/${game.name}`}>
            {say("learn.begin")} <span className="vh">{title}</span>
          </Link>
        ) : null}
        {hasHow(game.name) ? (
          <Link href={`/how/${game.name}`}>
            {say("learn.how")} <span className="vh">{title}</span>
          </Link>
        ) : null}
      </p>
    </div>
  );
}

function players(game: GameTold, say: Say): string {
  if (game.maxSeats === 1) return say("game.solo");
  if (game.minSeats === game.maxSeats) return say("game.players", { count: game.maxSeats });
  return say("game.playersRange", { least: game.minSeats, most: game.maxSeats });
}
