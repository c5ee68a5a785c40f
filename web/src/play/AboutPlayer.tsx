/** What one can do about somebody at a table: report, mute, block. */
import { useId, useState } from "react";
import type { Table } from "../table";
import { call } from "../table/api";
import { Dialog } from "../ui/Dialog";
import { tellError } from "../ui/errors";
import { Button, Field } from "../ui/parts";
import { toast } from "../ui/toasts";
import { useGameWords, useWords } from "../ui/words";

/** Who is meant: whoever said a line, or sits in a seat. */
export type Meant = { name: string; line?: number; seat?: number };

interface Props {
  table: Table;
  meant: Meant;
  onClose: () => void;
}

export default function AboutPlayer({ table, meant, onClose }: Props) {
  const say = useWords();
  const id = useId();
  const [text, setText] = useState("");
  if (!useGameWords("people")) return null;
  const { name, ...who } = meant;
  const send = async (path: string, body: object, done: string) => {
    try {
      await call("POST", `/tables/${table.id}/${path}${table.keyed}`, { ...who, ...body });
      await table.reloadChat();
      toast("people", { title: done });
      onClose();
    } catch (error) {
      tellError(error);
    }
  };
  const block = (kind: "mute" | "block") =>
    void send("blocks", { kind }, say(kind === "mute" ? "people:muted" : "people:blocked", { name }));
  return (
    <Dialog title={say("people:about", { name })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send("reports", { text }, say("people:reported"));
        }}
      >
        <Field id={id} label={say("people:what")} hint={say("people:reportText")}>
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
          {say("people:report")}
        </Button>
      </form>
      <div className="stack">
        <div>
          <Button onClick={() => block("mute")}>{say("people:mute")}</Button>
          <p className="mut sm">{say("people:muteText", { name })}</p>
        </div>
        <div>
          <Button onClick={() => block("block")}>{say("people:block")}</Button>
          <p className="mut sm">{say("people:blockText", { name })}</p>
        </div>
      </div>
      <div className="actions">
        <Button onClick={onClose}>{say("action.close")}</Button>
      </div>
    </Dialog>
  );
}
