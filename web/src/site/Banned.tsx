/** What somebody sees who is banned: why, and until when. */
import type { Ban } from "../table/ban";
import { spoken, useGameWords, useTranslation } from "../ui/locales";

export default function Banned({ ban }: { ban: Ban }) {
  const t = useTranslation();
  if (!useGameWords("people")) return null;
  const when = ban.until === null ? null : new Date(ban.until).toLocaleString(spoken());
  return (
    <main className="veil">
      <div className="panel pad stack" role="alert">
        <h1>{t("people:bannedTitle")}</h1>
        <p>{when === null ? t("people:bannedForGood") : t("people:bannedUntil", { when })}</p>
        <p>{t("people:bannedReason", { reason: ban.reason })}</p>
        <p className="mut">{t("people:bannedNext")}</p>
      </div>
    </main>
  );
}
