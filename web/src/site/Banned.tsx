/** What somebody sees who is banned: why, and until when. */
import type { Ban } from "../table/ban";
import { spoken, useGameWords, useWords } from "../ui/words";

export default function Banned({ ban }: { ban: Ban }) {
  const say = useWords();
  if (!useGameWords("people")) return null;
  const when = ban.until === null ? null : new Date(ban.until).toLocaleString(spoken());
  return (
    <main className="veil">
      <div className="panel pad stack" role="alert">
        <h1>{say("people:bannedTitle")}</h1>
        <p>{when === null ? say("people:bannedForGood") : say("people:bannedUntil", { when })}</p>
        <p>{say("people:bannedReason", { reason: ban.reason })}</p>
        <p className="mut">{say("people:bannedNext")}</p>
      </div>
    </main>
  );
}
