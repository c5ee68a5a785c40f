/** A name, and one is in. */
import { type FormEvent, lazy, Suspense, useId, useState } from "react";
import { ApiError } from "../table/api";
import { readTab, writeTab } from "../table/keep";
import { createGuest, invite } from "../table/session";
import { errorText } from "../ui/errors";
import { spoken, useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";
import { REGISTRATION } from "../ui/server";

const ClosedDoor = lazy(() => import("./ClosedDoor"));
const SIT = "rondel.sit";
/** The address that the page was loaded for, of whose table its head speaks. */
const FIRST = location.pathname;

interface Naming {
  action: string;
  /** It was pressed: somebody will have a name in a moment. */
  onAsk?: () => void;
  onDone?: () => void;
}

export function NameField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (name: string) => void;
  error?: string | null;
}) {
  const t = useTranslation();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t("name.label")}</label>
      <input
        id={id}
        className="input"
        value={value}
        maxLength={20}
        autoComplete="nickname"
        placeholder={t("name.placeholder")}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error ? (
        <p className="error sm" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** A name and one press, and one sits at the table that one is invited to. */
export function InvitedForm() {
  const t = useTranslation();
  const meta = document.querySelector<HTMLMetaElement>('meta[property="og:title"]');
  const invitation = location.pathname === FIRST ? meta?.content : undefined;
  return (
    <div className="panel pad stack">
      <h1>{invitation ?? t("join.invited")}</h1>
      <p className="mut">{t("join.nameFirst")}</p>
      <NameForm action={t("join.sit")} onAsk={() => writeTab(SIT, true)} />
    </div>
  );
}

/** Whether whoever comes here has said on the invitation that they want to sit down; it counts once. */
export function wantsSeat(): boolean {
  const isWanted = readTab(SIT, false);
  writeTab(SIT, null);
  return isWanted;
}

/** Whether somebody without a session finds no way in by a name alone. */
export const isClosed = () => REGISTRATION !== "" && (REGISTRATION !== "invitation" || !invite());

export function NameForm(naming: Naming) {
  return isClosed() ? (
    <Suspense>
      <ClosedDoor />
    </Suspense>
  ) : (
    <OpenForm {...naming} />
  );
}

function OpenForm({ action, onAsk, onDone }: Naming) {
  const t = useTranslation();
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    onAsk?.();
    try {
      await createGuest(name.trim(), spoken());
      onDone?.();
    } catch (problem) {
      setError(errorText(problem instanceof ApiError ? problem : null, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={submit}>
      <NameField value={name} onChange={setName} error={error} />
      <Button kind="primary" type="submit" isBusy={isBusy} disabled={name.trim().length < 2}>
        {action}
      </Button>
    </form>
  );
}
