/** Below the board: what no press on it can say. */
import { type ReactNode, useState } from "react";
import { OpenAction } from "../../play/OpenAction";
import { blanksOf, textKinds } from "../../play/payload";
import type { Action } from "../../table";
import type { Bounds, Pick } from "../../table/choose";
import { plainWords } from "../../ui/locales";
import { NumberField } from "../../ui/NumberField";
import { Button } from "../../ui/parts";
import { asking, type MenuRow } from "./prompts";
import type { SceneProps } from "./props";
import type { Question, Wording } from "./wording";

interface Props extends SceneProps {
  isBusy: boolean;
  /** The JSON Schema of the game's actions. */
  schema: unknown;
  /** What is said where nothing can be done. */
  idle?: string;
  undo?: ReactNode;
  isInDialog?: boolean;
}

export function Bar({ isBusy, schema, idle = "", undo = null, isInDialog = false, ...props }: Props) {
  const { choosing, perspective } = props;
  const { legal, picked, choice, live } = choosing;
  const { t } = perspective;
  const offers = [...live].flatMap(([id, how]) =>
    how === "next" && !choosing.isPicked(id) ? [choosing.offerOf(id)] : [],
  );
  const { isOnBoard, rows, last } = asking(
    legal,
    picked.map(({ offer }) => offer),
    offers,
  );
  // two cards that are chosen are confirmed by a button that names both
  const ready = choice.ready ?? (picked.length > 1 ? choice.complete : null);
  return (
    <div
      className={isInDialog ? "gen-bar gen-bar-dialog" : "gen-bar"}
      {...(isInDialog ? {} : { id: "actions", tabIndex: -1 })}
      role="group"
      aria-label={t("generic:actions")}
    >
      {isOnBoard ? (
        <p className="gen-hint">
          {(last && rows.length === 0 && promptText(last, props)) ||
            t(picked.length > 0 ? "generic:pressNext" : "generic:press")}
        </p>
      ) : null}
      {legal.length === 0 ? <p className="gen-hint">{isBusy ? t("act.sending") : idle}</p> : null}
      {picked
        .filter(({ id }) => id.startsWith("bar "))
        .map(({ id, offer }) => (
          <Button key={id} isSmall aria-pressed="true" onClick={() => choosing.press(id, offer)}>
            {pickText(offer[0] ?? {}, props)} <span aria-hidden="true">✕</span>
          </Button>
        ))}
      {rows.map((row) => (
        <Row
          key={
            row.is === "move"
              ? JSON.stringify(row.action)
              : row.is === "kind"
                ? row.type
                : row.type + row.field
          }
          {...props}
          row={row}
          isMain={!isOnBoard && ready === null && rows.length === 1}
        />
      ))}
      {ready ? (
        <Button kind="primary" data-live="next" onClick={() => choosing.act(ready)}>
          {choice.ready ? t("generic:done") : props.wording.action(ready, perspective)}
        </Button>
      ) : null}
      {picked.length > 0 ? (
        <Button kind="quiet" onClick={choosing.clear}>
          {t("generic:clear")}
        </Button>
      ) : null}
      {openKinds(legal, schema).map((type) => (
        <div key={type} className="gen-open">
          <b>{props.wording.kind(type)}</b>
          <OpenAction type={type} schema={schema} onAct={choosing.act} />
        </div>
      ))}
      {undo}
    </div>
  );
}

/** The kinds of moves that hold something which no list can name. */
function openKinds(legal: readonly Action[], schema: unknown): string[] {
  if (legal.length === 0) return [];
  const listed = [...new Set(legal.map(({ type }) => type))];
  const isOpen = (type: string) =>
    blanksOf(schema, type).some(({ writing }) => writing === "text" || writing === "json");
  return [...new Set([...listed.filter(isOpen), ...textKinds(schema)])];
}

function pickText(pick: Pick, { wording, perspective }: SceneProps): string {
  const parts = Object.entries(pick).filter(([field]) => field !== "type");
  if (parts.length === 0) return wording.kind(String(pick.type));
  return parts
    .map(([field, value]) => `${fieldText(field, wording)}: ${wording.value(field, value, perspective)}`)
    .join(", ");
}

const fieldText = (field: string, wording: Wording) => wording.label(plainWords(field.replace(/\[\]$/, "")));

type Values = Extract<MenuRow, { is: "values" }>;

/** The words around the values; where the game's sentence has none, the name of the move or of the field. */
function questionOf({ type, field, known, isOnly }: Values, { wording, perspective }: SceneProps): Question {
  const before = isOnly ? wording.kind(type) : fieldText(field, wording);
  return wording.question(type, field, known, perspective) ?? { before, after: "" };
}

/** "Bid … × 6". */
function promptText({ type, field, known }: Values, { wording, perspective }: SceneProps): string | null {
  const question = wording.question(type, field, known, perspective);
  return question && withValue(question, "…");
}

const withValue = ({ before, after }: Question, value: string) =>
  [before, value, after].filter(Boolean).join(" ");

const barId = (pick: Pick) => `bar ${JSON.stringify(pick)}`;

function Row({ row, isMain, ...props }: SceneProps & { row: MenuRow; isMain: boolean }) {
  const { choosing, wording, perspective } = props;
  if (row.is === "move")
    return (
      <Button kind={isMain ? "primary" : "plain"} data-live="next" onClick={() => choosing.act(row.action)}>
        {wording.action(row.action, perspective)}
      </Button>
    );
  if (row.is === "kind")
    return (
      <Button data-live="next" onClick={() => choosing.press(barId(row.pick), [row.pick])}>
        {wording.kind(row.type)}…
      </Button>
    );
  const question = questionOf(row, props);
  if (row.bounds) return <NumberRow {...props} question={question} row={row} bounds={row.bounds} />;
  return (
    <ValuesGroup question={question}>
      {row.options.map(({ value, pick, only }) => {
        const text = wording.value(row.field, value, perspective);
        return (
          <Button
            key={JSON.stringify(value)}
            className="num"
            data-live="next"
            data-key={typeof value === "number" ? value : undefined}
            aria-label={only ? wording.action(only, perspective) : withValue(question, text)}
            onClick={() => choosing.press(barId(pick), [pick])}
          >
            {text}
          </Button>
        );
      })}
    </ValuesGroup>
  );
}

function ValuesGroup({ question, children }: { question: Question; children: ReactNode }) {
  const { before, after } = question;
  return (
    <div className="gen-values" role="group" aria-label={withValue(question, after ? "…" : "")}>
      {before ? <span className="gen-stem">{before}</span> : null}
      {children}
      {after ? <span className="gen-stem">{after}</span> : null}
    </div>
  );
}

interface NumberProps extends SceneProps {
  question: Question;
  row: Values;
  bounds: Bounds;
}

/** Too many numbers for buttons: one is typed, or stepped to. */
function NumberRow({ question, row, bounds: { min, max, step }, choosing }: NumberProps) {
  const [typed, setTyped] = useState(min);
  const value = Math.min(max, Math.max(min, typed));
  const pick: Pick = { type: row.type, [row.field]: value };
  const isOffered = row.options.some((option) => option.value === value);
  const stem = question.before || question.after;
  return (
    <ValuesGroup question={{ before: stem, after: "" }}>
      <NumberField
        aria-label={stem}
        value={value}
        least={min}
        most={max}
        step={step ?? 1}
        onChange={setTyped}
      />
      <Button
        kind="primary"
        className="num"
        data-live="next"
        disabled={!isOffered}
        onClick={() => choosing.press(barId(pick), [pick])}
      >
        {withValue(question, String(value))}
      </Button>
    </ValuesGroup>
  );
}
