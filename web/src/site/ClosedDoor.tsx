/** What somebody needs who wants to come in where not everybody may. */
import { useServer } from "../table/session";
import { LinkButton, Skeleton } from "../ui/parts";
import { REGISTRATION } from "../ui/server";
import { useGameWords, useWords } from "../ui/words";

export default function ClosedDoor() {
  const say = useWords();
  const server = useServer();
  if (!useGameWords("server")) return <Skeleton lines={3} />;
  return (
    <div className="stack">
      <h2>{say(`server:${REGISTRATION}.title`)}</h2>
      <p>{say(`server:${REGISTRATION}.text`)}</p>
      {server?.canMail || server?.hasPasskeys || server?.provider ? (
        <LinkButton href="/sign-in">{say("signIn.title")}</LinkButton>
      ) : null}
    </div>
  );
}
