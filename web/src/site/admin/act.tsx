/** What every act of a moderator asks for: why, and sometimes for how long or which name. */
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../table/api";
import { Dialog } from "../../ui/Dialog";
import { showError } from "../../ui/errors";
import { spoken, useTranslation } from "../../ui/locales";
import { Button, Choice, Field } from "../../ui/parts";
import { toast } from "../../ui/toasts";

const HOUR_MS = 3_600_000;
const SPANS = { hour: 1, day: 24, week: 168, month: 720, ever: null } as const;
type Span = keyof typeof SPANS;

export interface Act {
  title: string;
  path: string;
  body?: Record<string, unknown>;
  /** Ask for how long. */
  hasEnd?: boolean;
  /** Ask for a new name. */
  hasName?: boolean;
}

/** When a span that begins now ends; null is never. */
export function endOf(span: Span): number | null {
  const hours = SPANS[span];
  return hours === null ? null : Date.now() + hours * HOUR_MS;
}

export function moment(at: number): string {
  return new Date(at).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" });
}

export function SpanChoice({ value, onChange }: { value: Span; onChange: (span: Span) => void }) {
  const t = useTranslation();
  return (
    <Choice
      legend={t("admin:until")}
      name="span"
      value={value}
      of={(Object.keys(SPANS) as Span[]).map((span) => ({ value: span, label: t(`admin:spans.${span}`) }))}
      onChange={onChange}
    />
  );
}

/** Do something, tell it, and look again at everything. */
export function useDo(): (path: string, body: object) => Promise<boolean> {
  const t = useTranslation();
  const client = useQueryClient();
  return async (path, body) => {
    try {
      await call("POST", `/admin/${path}`, body);
      toast("admin", { title: t("admin:done") });
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: ["admin"] });
    }
  };
}

export function ReasonField(props: { hint: string; value: string; onChange: (text: string) => void }) {
  const t = useTranslation();
  const id = useId();
  return (
    <Field id={id} label={t("admin:reason")} hint={props.hint}>
      <input
        id={id}
        className="input"
        value={props.value}
        maxLength={500}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  );
}

export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const t = useTranslation();
  const id = useId();
  const run = useDo();
  const [reason, setReason] = useState("");
  const [name, setName] = useState("");
  const [span, setSpan] = useState<Span>("day");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const end = act.hasEnd ? { until: endOf(span) } : {};
    const named = act.hasName ? { name: name.trim() } : {};
    if (await run(act.path, { reason: reason.trim(), ...act.body, ...end, ...named })) onClose();
  };
  return (
    <Dialog title={act.title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {act.hasName ? (
          <Field id={`${id}-name`} label={t("admin:accounts.name")}>
            <input
              id={`${id}-name`}
              className="input"
              value={name}
              maxLength={20}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        ) : null}
        <ReasonField
          hint={t(act.hasEnd ? "admin:bannedHint" : "admin:reasonHint")}
          value={reason}
          onChange={setReason}
        />
        {act.hasEnd ? <SpanChoice value={span} onChange={setSpan} /> : null}
        <div className="actions">
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            type="submit"
            kind="primary"
            disabled={reason.trim() === "" || (act.hasName === true && name.trim().length < 2)}
          >
            {t("admin:do")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
