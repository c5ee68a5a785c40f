/** All checks of a game's luck, each with a sentence; and what this browser saw, to compare and to save. */
import { Check as CheckMark, CircleHelp, TriangleAlert } from "lucide-react";
import { canDigest } from "../../table/bytes";
import type { Judged } from "../../table/verdict";
import { witnessOf } from "../../table/witnesses";
import { Dialog } from "../../ui/Dialog";
import { errorText } from "../../ui/errors";
import { useGameWords, useTranslation } from "../../ui/locales";
import { Button, Notice, Skeleton } from "../../ui/parts";
import type { TableResponse } from "../../wire/calls";
import { reasonText, useProof } from "./proof";

const MARKS = { good: CheckMark, bad: TriangleAlert, unseen: CircleHelp };

export default function FairDialog({
  summary,
  isOver,
  onClose,
}: {
  summary: TableResponse;
  isOver: boolean;
  onClose: () => void;
}) {
  const t = useTranslation();
  const proof = useProof(summary.id, isOver);
  if (!useGameWords("fair")) return null;
  return (
    <Dialog title={t("fair.title")} onClose={onClose}>
      <div className="stack">
        {/* read from its beginning: what can be pressed is at the end */}
        <p tabIndex={-1} data-safe>
          {t(isOver ? "fair:text" : "fair:later")}
        </p>
        {isOver && !canDigest() ? <Notice kind="info" title={t("fair:cannot")} /> : null}
        {proof.error ? <Notice kind="bad" role="alert" title={errorText(proof.error, t)} /> : null}
        {proof.isLoading ? <Skeleton lines={5} /> : null}
        {proof.data ? <Found judged={proof.data} /> : null}
        {isOver ? null : <Code id={summary.id} />}
        <Seen summary={summary} />
        <p className="mut sm">{t("fair:yourself")}</p>
        <div className="menu-ways">
          <Button onClick={() => saveWitness(summary)}>{t("fair:save")}</Button>
          <Button kind="primary" onClick={onClose}>
            {t("action.close")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Found({ judged }: { judged: Judged }) {
  const t = useTranslation();
  const { answer, checks, reasons, unseen, nonces, vouched, times } = judged;
  return (
    <>
      <Notice kind={answer === "broken" ? "bad" : "plain"} title={t(`fair:answer.${answer}`)}>
        {t(`fair:answerText.${answer}`)}
      </Notice>
      {answer === "broken" ? null : (
        <>
          <h3>{t("fair:why")}</h3>
          <ul className="fair-reasons">
            {reasons.map((reason, index) => (
              <li key={index} data-reason={reason.code}>
                {reasonText(reason, t)}
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="fair-checks">
        {checks.map(({ name, verdict, version = 0 }) => {
          const Mark = MARKS[verdict];
          return (
            <li key={name} data-check={name} data-verdict={verdict}>
              <Mark size={18} aria-hidden="true" />
              <span>
                <b>{t(`fair:verdict.${verdict}`)}</b> {t(`fair:${name as string}.${verdict}`, { version })}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="sm">
        {t("fair:vouched", { nonces, vouched })} {unseen > 0 ? t("fair:unseen", { count: unseen }) : ""}
      </p>
      {times.map(([version, at, clock]) => (
        <p key={version} className="sm">
          {t("fair:time", { version, seconds: Math.round(Math.abs(at - clock) / 1000) })}
        </p>
      ))}
    </>
  );
}

/** The first eight characters of the newest seal: two players who see the same game have the same. */
function Code({ id }: { id: string }) {
  const t = useTranslation();
  const newest = witnessOf(id).epochs.at(-1);
  const code = newest?.seal?.slice(0, 8);
  return (
    <>
      <h3>{t("fair:code.title")}</h3>
      {code === undefined ? (
        <p>{t("fair:code.none")}</p>
      ) : (
        <>
          <p className="fair-code">
            {t("fair:code.move", { version: newest?.version ?? 0 })}{" "}
            <code>{`${code.slice(0, 4)} ${code.slice(4)}`}</code>
          </p>
          <p>{t("fair:code.text")}</p>
        </>
      )}
    </>
  );
}

function Seen({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  const { commitment, nonce, epochs } = witnessOf(summary.id);
  const newest = epochs.findLast((epoch) => epoch.seal !== null);
  const seen = {
    commitment,
    nonce,
    header: epochs.findLast((epoch) => epoch.header !== null)?.header ?? null,
    seal: newest ? `${newest.version}:${newest.seal}` : null,
  };
  return (
    <>
      <h3>{t("fair:seen")}</h3>
      <dl className="fair-seen">
        {(["commitment", "nonce", "header", "seal"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`fair:${name}.name`)}</dt>
            <dd>
              <code>{seen[name] ?? t("fair:notSeen")}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The file that `rondel verify --witness` takes. */
function saveWitness(summary: TableResponse): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(witnessOf(summary.id))], { type: "application/json" }),
  );
  link.download = `rondel-${summary.code}.witness.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
