/** A name, and one is in. */
import { type FormEvent, useId, useState } from "react";
import { arrive } from "../session";
import { ApiError } from "../table/api";
import { Button } from "../ui/parts";
import { useWords } from "../words";
import { errorText } from "./errors";

export function NameField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (name: string) => void;
  error?: string | null;
}) {
  const say = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{say("name.label")}</label>
      <input
        id={id}
        className="input"
        value={value}
        maxLength={20}
        autoComplete="nickname"
        placeholder={say("name.placeholder")}
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

export function NameForm({ action, onDone }: { action: string; onDone?: () => void }) {
  const say = useWords();
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await arrive(name.trim());
      onDone?.();
    } catch (problem) {
      setError(errorText(problem instanceof ApiError ? problem : null, say));
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
