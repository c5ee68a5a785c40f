/** Who comes for the first time: what this is, and two ways to begin. */
import { Link } from "wouter";
import { GameArt } from "../ui/art";
import { LinkButton } from "../ui/parts";
import { useWords } from "../ui/words";
import { NameForm } from "./NameForm";

export function Welcome() {
  const say = useWords();
  return (
    <section className="welcome" aria-labelledby="welcome">
      <div className="welcome-in">
        <GameArt game="cambio" isTile />
        <h2 id="welcome">{say("welcome.title")}</h2>
        <p>{say("welcome.text")}</p>
        <LinkButton href="/learn/cambio">{say("welcome.learn")}</LinkButton>
      </div>
      <div className="panel pad stack">
        <NameForm action={say("welcome.action")} />
        <Link href="/sign-in" className="sm center">
          {say("welcome.account")}
        </Link>
      </div>
    </section>
  );
}
