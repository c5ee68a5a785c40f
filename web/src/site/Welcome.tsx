/** Who comes for the first time: what this is, and two ways to begin. */
import { Link } from "wouter";
import { useGames, useServer } from "../table/session";
import { GameArt } from "../ui/art";
import { LinkButton } from "../ui/parts";
import { useWords } from "../ui/words";
import { isClosed, NameForm } from "./NameForm";

export function Welcome() {
  const say = useWords();
  const server = useServer();
  const canLearn = useGames()?.some((game) => game.name === "cambio" && game.isOffered);
  return (
    <section className="welcome" aria-labelledby="welcome">
      <div className="welcome-in">
        <GameArt game="cambio" isTile />
        <h2 id="welcome">{say("welcome.title")}</h2>
        {isClosed() ? null : <p>{say("welcome.text")}</p>}
        {canLearn && !isClosed() ? (
          <LinkButton href="/learn/cambio">{say("welcome.learn")}</LinkButton>
        ) : null}
      </div>
      <div className="panel pad stack">
        <NameForm action={say("welcome.action")} />
        {(server?.canMail || server?.hasPasskeys || server?.provider) && !isClosed() ? (
          <Link href="/sign-in" className="sm center">
            {say("welcome.account")}
          </Link>
        ) : null}
      </div>
    </section>
  );
}
