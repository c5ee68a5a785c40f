/** How a game is played: a page to read before, beside or after it, on a screen or on paper. */
import { sizeText, spokenAbout } from "../play/about";
import { type Faces, type Perspective, type Pictures, usePictures } from "../play/face";
import { seatName, useGameTitle } from "../play/names";
import { useAbout, useGames } from "../table/session";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button, LinkButton, Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { GamePicture } from "./GamePicture";
import { Markdown } from "./Markdown";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";
import "./how.css";

export default function How({ game, faces }: { game: string; faces: Faces }) {
  const t = useTranslation();
  const games = useGames();
  const title = useGameTitle(game, games);
  const isHere = useGameWords("learn");
  const details = games?.find((one) => one.name === game);
  const text = spokenAbout(useAbout(details?.hasHow ? game : undefined)).how;
  const pictures = usePictures(game, faces);
  usePageTitle(isHere ? t("learn:howTitle", { game: title }) : title);
  if (!isHere) return <Shell>{null}</Shell>;
  if (details?.hasHow === false) return <Problem title={title} text={t("learn:noHow")} />;
  if (games && !details) return <Problem title={t("new.noGame")} text={t("refusal.NO_SUCH_GAME")} />;
  return (
    <Shell>
      <article className="wrap narrow how">
        <div className="new-head">
          <GamePicture game={game} />
          <div>
            <h1>{t("learn:howTitle", { game: title })}</h1>
            <p className="mut">{details ? sizeText(details, t) : null}</p>
          </div>
        </div>
        {text !== undefined && pictures !== undefined ? (
          <Sections text={text} pictures={pictures} />
        ) : (
          <Skeleton lines={6} />
        )}
        <p className="how-ways">
          {details && details.lessonMinutes !== null ? (
            <LinkButton href={`/learn/${game}`} kind="primary">
              {t("learn.begin", { minutes: details.lessonMinutes })}
            </LinkButton>
          ) : null}
          <LinkButton href={`/new/${game}`}>{t("learn:play")}</LinkButton>
          <Button onClick={() => window.print()}>{t("learn:print")}</Button>
        </p>
      </article>
    </Shell>
  );
}

/** A picture in the text: what it shows, and its name. */
const PICTURE = /^!\[([^\]]*)\]\(([\w.-]+)\)$/m;

/** Each section beside its picture, if the client has that. */
function Sections({ text, pictures }: { text: string; pictures: Pictures | null }) {
  return text.split(/^(?=## )/m).map((section) => {
    const [picture = "", caption, name] = PICTURE.exec(section) ?? [];
    const [heading = ""] = /^## .*$/m.exec(section) ?? [];
    return (
      <section key={section}>
        <Markdown text={heading} />
        <div>
          <Markdown text={section.replace(heading, "").replace(picture, "")} />
        </div>
        {pictures && name ? (
          <figure>
            <Picture of={name} pictures={pictures} />
            <figcaption>{caption}</figcaption>
          </figure>
        ) : null}
      </section>
    );
  });
}

function Picture({ of, pictures }: { of: string; pictures: Pictures }) {
  const t = useTranslation();
  const perspective: Perspective = {
    t,
    mySeat: 0,
    nameOf: (seat) =>
      seat === 0 ? t("seat.you") : seatName({ seat, name: "", kind: "bot", level: "easy" }, t),
  };
  return (
    <div className="how-picture" inert aria-hidden="true">
      <pictures.Picture of={of} perspective={perspective} />
    </div>
  );
}
