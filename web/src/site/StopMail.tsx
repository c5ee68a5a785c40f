/** The link at the end of a mail: no more of them, from one table or at all. It needs no signing in. */
import { useState } from "react";
import { call } from "../table/api";
import { errorText } from "../ui/errors";
import { Button } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { useGameWords, useWords } from "../ui/words";
import { Shell } from "./Shell";

/** A token that names a table is longer than one that does not. */
const WITH_TABLE = 60;

export default function StopMail() {
  const say = useWords();
  const isHere = useGameWords("people");
  const [done, setDone] = useState<"table" | "all" | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const token = location.hash.slice(1);
  usePageTitle(isHere ? say("people:stopMail.title") : "");
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
          <h1>{say("people:stopMail.title")}</h1>
          <p className="mut" role="status">
            {done ? say(`people:stopMail.done.${done}`) : say("people:stopMail.text")}
          </p>
          {error ? (
            <p className="error" role="alert">
              {errorText(error, say)}
            </p>
          ) : null}
          {done ? null : (
            <div className="row wrap-row">
              {token.length >= WITH_TABLE ? (
                <Button isBusy={isBusy} onClick={() => void stop("table")}>
                  {say("people:stopMail.table")}
                </Button>
              ) : null}
              <Button kind="primary" isBusy={isBusy} disabled={token === ""} onClick={() => void stop("all")}>
                {say("people:stopMail.all")}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Shell>
  );
}
