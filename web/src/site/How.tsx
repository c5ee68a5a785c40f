/** How a game is played: a page to read before, beside or after it, on a screen or on paper. */
import { type Faces, type Looking, type How as Told, useHow } from "../play/face";
import { seatName, useGameTitle } from "../play/names";
import { useGames } from "../table/session";
import { Button, LinkButton, Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { spoken, useGameWords, useWords } from "../ui/words";
import { GamePicture } from "./GamePicture";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";
import "./how.css";

export default function How({ game, faces }: { game: string; faces: Faces }) {
  const say = useWords();
  const games = useGames();
  const title = useGameTitle(game, games);
  const how = useHow(game, faces);
  const isHere = useGameWords("learn");
  const told = games?.find((one) => one.name === game);
  const hasLesson = told?.hasLesson ?? false;
  usePageTitle(say("learn.howTitle", { game: title }));
  if (how === null && told) return <Problem title={title} text={say("learn.noHow")} />;
  if (how === null) return <Problem title={say("new.noGame")} text={say("refusal.NO_SUCH_GAME")} />;
  return (
    <Shell>
      <article className="wrap narrow how">
        <div className="new-head">
          <GamePicture game={game} />
          <div>
            <h1>{say("learn.howTitle", { game: title })}</h1>
            <p className="mut">{say(`${game}:tagline`, { defaultValue: "" })}</p>
          </div>
        </div>
        {how && isHere ? <Chapters how={how} /> : <Skeleton lines={6} />}
        <p className="how-ways">
          {hasLesson ? (
            <LinkButton href={`/learn/${game}`} kind="primary">
              {say("learn.begin")}
            </LinkButton>
          ) : null}
          <LinkButton href={`/new/${game}`}>{say("learn:play")}</LinkButton>
          <Button onClick={() => window.print()}>{say("learn:print")}</Button>
        </p>
      </article>
    </Shell>
  );
}

function Chapters({ how }: { how: Told }) {
  const say = useWords();
  const { Picture } = how;
  const looking: Looking = {
    say,
    you: 0,
    name: (seat) =>
      seat === 0 ? say("seat.you") : seatName({ seat, name: "", kind: "bot", level: "easy" }, say),
  };
  return how.chapters[spoken()].map(({ title, text, list, picture, caption }) => (
    <section key={title}>
      <h2>{title}</h2>
      <div>
        {text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {list ? (
          <ul>
            {list.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {picture ? (
        <figure>
          <div className="how-picture" inert aria-hidden="true">
            <Picture of={picture} looking={looking} />
          </div>
          <figcaption>{caption}</figcaption>
        </figure>
      ) : null}
    </section>
  ));
}
