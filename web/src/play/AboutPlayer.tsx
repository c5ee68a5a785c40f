/** What one can do about somebody at a table: report, mute, block. */
import { useId, useState } from "react";
import type { Table } from "../table";
import { call } from "../table/api";
import { Dialog } from "../ui/Dialog";
import { showError } from "../ui/errors";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button, Field } from "../ui/parts";
import { toast } from "../ui/toasts";

/** Who is meant: whoever said a line, or sits in a seat. */
export type ReportTarget = { name: string; line?: number; seat?: number };

interface Props {
  table: Table;
  target: ReportTarget;
  onClose: () => void;
}

export default function AboutPlayer({ table, target, onClose }: Props) {
  const t = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  if (!useGameWords("people")) return null;
  const { name, ...who } = target;
  const send = async (path: string, body: object, done: string) => {
    try {
      await call("POST", `/tables/${table.id}/${path}`, { ...who, ...body });
      await table.reloadChat();
      toast("people", { title: done });
      onClose();
    } catch (error) {
      showError(error);
    }
  };
  const block = (kind: "mute" | "block") =>
    void send("blocks", { kind }, t(kind === "mute" ? "people:muted" : "people:blocked", { name }));
  return (
    <Dialog title={t("people:about", { name })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send("reports", { text }, t("people:reported"));
        }}
      >
        <Field id={id} label={t("people:what")} hint={t("people:reportText")}>
          <textarea
            id={id}
            className="input"
            rows={3}
            maxLength={1000}
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="primary">
          {t("people:report")}
        </Button>
      </form>
      <div className="stack">
        <div>
          <Button onClick={() => block("mute")}>{t("people:mute")}</Button>
          <p className="mut sm">{t("people:muteText", { name })}</p>
        </div>
        <div>
          <Button onClick={() => block("block")}>{t("people:block")}</Button>
          <p className="mut sm">{t("people:blockText", { name })}</p>
        </div>
      </div>
      <div className="actions">
        <Button onClick={onClose}>{t("action.close")}</Button>
      </div>
    </Dialog>
  );
}
