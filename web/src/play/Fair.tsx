/** Whether the luck of a finished game was fair: checked in this browser, with a sentence for each check. */
import { useQuery } from "@tanstack/react-query";
import { Check as CheckMark, CircleHelp, TriangleAlert } from "lucide-react";
import { callForText } from "../table/api";
import { type Check, canCheck, checkTranscript } from "../table/proof";
import { witnessOf } from "../table/witness";
import { Dialog } from "../ui/Dialog";
import { errorText } from "../ui/errors";
import { Button, Notice, Skeleton } from "../ui/parts";
import { useGameWords, useWords } from "../ui/words";

/** The checks of a table that was played to its end; once for each visit. */
export function useProof(id: string, secret: string | null, isOver: boolean) {
  return useQuery({
    queryKey: ["proof", id],
    enabled: isOver && canCheck(),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const key = secret ? `?key=${encodeURIComponent(secret)}` : "";
      return checkTranscript(await callForText(`/tables/${id}/transcript${key}`), witnessOf(id));
    },
  });
}

/** Nothing, unless a check has failed: then it is said at the table, to whoever is there. */
export function FairAlert({ checks }: { checks: Check[] | undefined }) {
  const say = useWords();
  const bad = (checks ?? []).filter((check) => check.verdict === "bad");
  const isHere = useGameWords(bad.length > 0 ? "fair" : undefined);
  if (!isHere) return null;
  return (
    <div className="banner">
      <Notice kind="bad" role="alert" title={say("fair:wrong")}>
        {bad.map((check) => say(`fair:${check.name}.bad`)).join(" ")} {say("fair:wrongNext")}
      </Notice>
    </div>
  );
}

const MARKS = { good: CheckMark, bad: TriangleAlert, unseen: CircleHelp };

export function FairDialog({
  id,
  secret,
  isOver,
  onClose,
}: {
  id: string;
  secret: string | null;
  isOver: boolean;
  onClose: () => void;
}) {
  const say = useWords();
  const proof = useProof(id, secret, isOver);
  const seen = witnessOf(id);
  if (!useGameWords("fair")) return null;
  return (
    <Dialog title={say("fair.title")} onClose={onClose}>
      <div className="stack">
        <p>{say(isOver ? "fair:text" : "fair:later")}</p>
        {isOver && !canCheck() ? <Notice kind="info" title={say("fair:cannot")} /> : null}
        {proof.error ? <Notice kind="bad" role="alert" title={errorText(proof.error, say)} /> : null}
        {proof.isLoading ? <Skeleton lines={5} /> : null}
        {proof.data ? (
          <ul className="fair-checks">
            {proof.data.map(({ name, verdict }) => {
              const Mark = MARKS[verdict];
              return (
                <li key={name} data-check={name} data-verdict={verdict}>
                  <Mark size={18} aria-hidden="true" />
                  <span>
                    <b>{say(`fair:verdict.${verdict}`)}</b> {say(`fair:${name}.${verdict}`)}
                  </span>
                </li>
              );
            })}
          </ul>
        ) : null}
        <h3>{say("fair:seen")}</h3>
        <dl className="fair-seen">
          {(["commitment", "nonce", "header"] as const).map((name) => (
            <div key={name}>
              <dt>{say(`fair:${name}.name`)}</dt>
              <dd>
                <code>{seen[name] ?? say("fair:notSeen")}</code>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mut sm">{say("fair:yourself")}</p>
        <Button kind="primary" onClick={onClose}>
          {say("action.close")}
        </Button>
      </div>
    </Dialog>
  );
}
