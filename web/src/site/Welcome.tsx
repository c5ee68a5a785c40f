/** Who comes for the first time: what this is, and two ways to begin. */
import { Link } from "wouter";
import { titleOf } from "../play/about";
import { useGames, useServer } from "../table/session";
import { useTranslation } from "../ui/locales";
import { LinkButton } from "../ui/parts";
import { GamePicture } from "./GamePicture";
import { isClosed, NameForm } from "./NameForm";

export function Welcome() {
  const t = useTranslation();
  const server = useServer();
  const games = useGames()?.filter((game) => game.isOffered);
  const first = games?.find((game) => game.lessonMinutes !== null) ?? games?.[0];
  return (
    <section className="welcome" aria-labelledby="welcome">
      <div className="welcome-in">
        {first ? <GamePicture game={first.name} isTile /> : null}
        <h2 id="welcome">{t("welcome.title")}</h2>
        {isClosed() ? null : <p>{t("welcome.text")}</p>}
        {first && first.lessonMinutes !== null && !isClosed() ? (
          <LinkButton href={`/learn/${first.name}`}>
            {t("learn.beginLong", { game: titleOf(first), minutes: first.lessonMinutes })}
          </LinkButton>
        ) : null}
      </div>
      <div className="panel pad stack">
        <NameForm action={t("welcome.action")} />
        {(server?.canMail || server?.hasPasskeys || server?.provider) && !isClosed() ? (
          <Link href="/sign-in" className="sm center">
            {t("welcome.account")}
          </Link>
        ) : null}
      </div>
    </section>
  );
}
