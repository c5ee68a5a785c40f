/** Whether the luck of a finished game was fair: checked in this browser, with a sentence for each check. */
import { lazy, Suspense, useState } from "react";
import { type Table, useTableState } from "../../table";
import type { Judged } from "../../table/verdict";
import { isNonceRefused } from "../../table/witnesses";
import { useGameWords, useTranslation } from "../../ui/locales";
import { Button, Notice } from "../../ui/parts";
import type { TableResponse } from "../../wire/calls";
import { isGrave, reasonText } from "./proof";

const FairDialog = lazy(() => import("./FairDialog"));

/** What was found, in words, to whoever is there; and the way to all checks. */
export function FairResult({ summary, judged }: { summary: TableResponse; judged: Judged | undefined }) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isHere = useGameWords(judged === undefined ? undefined : "fair");
  if (!isHere || judged === undefined) return null;
  const { answer, checks, reasons } = judged;
  const isBroken = answer === "broken";
  const bad = checks.filter((check) => check.verdict === "bad");
  const sentences = isBroken
    ? [...bad.map(({ name, version = 0 }) => t(`fair:${name}.bad`, { version })), t("fair:wrongNext")]
    : [t("fair:answerText.consistent"), ...reasons.filter(isGrave).map((reason) => reasonText(reason, t))];
  return (
    <div className={isBroken ? "banner banner-whole" : "banner"} data-fair={answer}>
      <Notice
        kind={isBroken ? "bad" : "plain"}
        role={isBroken ? "alert" : "status"}
        title={t(`fair:answer.${answer}`)}
        action={
          <Button isSmall onClick={() => setOpen(true)}>
            {t("fair:details")}
          </Button>
        }
      >
        {sentences.join(" ")}
      </Notice>
      {isOpen ? (
        <Suspense>
          <FairDialog summary={summary} isOver onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What happened at this table that a player must know at once. */
export function FairNotices({ table, summary }: { table: Table; summary: TableResponse }) {
  const t = useTranslation();
  const putBack = useTableState(table, (state) => state.putBack);
  const isRefused = summary.lesson === null && isNonceRefused(summary);
  const isHere = useGameWords(putBack !== null || isRefused ? "fair" : undefined);
  if (!isHere) return null;
  return (
    <>
      {isRefused ? <NonceRefused /> : null}
      {putBack ? (
        <div className="banner banner-whole">
          <Notice
            kind="bad"
            role="alert"
            title={t("fair:putBack.title", putBack)}
            action={
              <Button isSmall onClick={() => table.clearPutBack()}>
                {t("fair:putBack.ok")}
              </Button>
            }
          >
            {t("fair:putBack.text")}
          </Notice>
        </div>
      ) : null}
    </>
  );
}

function NonceRefused() {
  const t = useTranslation();
  return (
    <div className="banner banner-whole">
      <Notice kind="bad" role="alert" title={t("fair:refused.title")}>
        {t("fair:refused.text")}
      </Notice>
    </div>
  );
}
