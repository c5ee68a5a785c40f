/** An action that is written out: the list holds only some of what may be asked for, a bid or a deck for example. */
import { type FormEvent, useId, useState } from "react";
import type { Action } from "../table";
import { plainWords, useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";
import { type Blank, blanksOf, payloadFrom } from "./payload";

export function OpenAction({
  type,
  schema,
  onAct,
}: {
  type: string;
  /** The JSON Schema of the game's actions. */
  schema: unknown;
  onAct: (action: Action) => void;
}) {
  const t = useTranslation();
  const [written, setWritten] = useState<Record<string, string>>({});
  const blanks = blanksOf(schema, type);
  if (blanks.length === 0) return null;
  const ready = payloadFrom(blanks, written);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready === null) return;
    onAct({ type, payload: ready.payload });
    setWritten({});
  };
  return (
    <details className="open-action">
      <summary>{t("text.other")}</summary>
      <form className="stack" onSubmit={submit}>
        {blanks.map((blank) => (
          <BlankField
            key={blank.name}
            blank={blank}
            value={written[blank.name] ?? ""}
            onChange={(text) => setWritten((before) => ({ ...before, [blank.name]: text }))}
          />
        ))}
        <div>
          <Button type="submit" disabled={ready === null}>
            {t("text.do")}
          </Button>
        </div>
      </form>
    </details>
  );
}

function BlankField({
  blank,
  value,
  onChange,
}: {
  blank: Blank;
  value: string;
  onChange: (text: string) => void;
}) {
  const t = useTranslation();
  const id = useId();
  const { name, writing, min, max } = blank;
  const label = name === "" ? t("text.content") : plainWords(name);
  const options = writing === "oneOf" ? blank.oneOf : writing === "yesNo" ? ["true", "false"] : null;
  const word = (option: string) =>
    writing === "yesNo" ? t(option === "true" ? "options.yes" : "options.no") : plainWords(option);
  return (
    <div className="field">
      <label htmlFor={id}>{writing === "json" ? `${label} (JSON)` : label}</label>
      {options ? (
        <select
          id={id}
          className="input select"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="" />
          {options.map((option) => (
            <option key={option} value={option}>
              {word(option)}
            </option>
          ))}
        </select>
      ) : writing === "json" || name === "" ? (
        <textarea
          id={id}
          className="input mono"
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          id={id}
          className="input"
          type={writing === "number" ? "number" : "text"}
          min={min}
          max={max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
