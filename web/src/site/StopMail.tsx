/** The link at the end of a mail: no more of them, from one table or at all. It needs no signing in. */
import { useState } from "react";
import { call } from "../table/api";
import { errorText } from "../ui/errors";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { Shell } from "./Shell";

/** A token that names a table is longer than one that does not. */
const WITH_TABLE = 60;

export default function StopMail() {
  const t = useTranslation();
  const isHere = useGameWords("people");
  const [done, setDone] = useState<"table" | "all" | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const token = location.hash.slice(1);
  usePageTitle(isHere ? t("people:stopMail.title") : "");
  const stop = async (what: "table" | "all") => {
    setBusy(true);
    setError(null);
    try {
      await call(
        "POST",
        `/stop-mail/${encodeURIComponent(token)}${what === "table" ? "?onlyTable=true" : ""}`,
      );
      setDone(what);
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  if (!isHere) return <Shell>{null}</Shell>;
  return (
    <Shell>
      <div className="wrap narrow">
        <div className="panel pad stack">
          <h1>{t("people:stopMail.title")}</h1>
          <p className="mut" role="status">
            {done ? t(`people:stopMail.done.${done}`) : t("people:stopMail.text")}
          </p>
          {error ? (
            <p className="error" role="alert">
              {errorText(error, t)}
            </p>
          ) : null}
          {done ? null : (
            <div className="row wrap-row">
              {token.length >= WITH_TABLE ? (
                <Button isBusy={isBusy} onClick={() => void stop("table")}>
                  {t("people:stopMail.table")}
                </Button>
              ) : null}
              <Button kind="primary" isBusy={isBusy} disabled={token === ""} onClick={() => void stop("all")}>
                {t("people:stopMail.all")}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Shell>
  );
}
