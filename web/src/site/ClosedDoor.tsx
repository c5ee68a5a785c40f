/** What somebody needs who wants to come in where not everybody may. */
import { useServer } from "../table/session";
import { useGameWords, useTranslation } from "../ui/locales";
import { LinkButton, Skeleton } from "../ui/parts";
import { REGISTRATION } from "../ui/server";

export default function ClosedDoor() {
  const t = useTranslation();
  const server = useServer();
  if (!useGameWords("server")) return <Skeleton lines={3} />;
  return (
    <div className="stack">
      <h2>{t(`server:${REGISTRATION as "invitation" | "allow-list"}.title`)}</h2>
      <p>{t(`server:${REGISTRATION as "invitation" | "allow-list"}.text`)}</p>
      {server?.canMail || server?.hasPasskeys || server?.provider ? (
        <LinkButton href="/sign-in">{t("signIn.title")}</LinkButton>
      ) : null}
    </div>
  );
}
