/**
 * Any game, in words: the state as headings and lists, every legal action as a button. It knows no rules and
 * no game; what there is comes from the server's lists. A game may say it better, through its module.
 */
import { type FormEvent, useId, useState } from "react";
import { type Action, type BoardState, type Table, useBoardState } from "../table";
import { Clock } from "../ui/Clock";
import { announce } from "../ui/live";
import { has, plainWords, type Translate, useTranslation } from "../ui/locales";
import { Button, Rich } from "../ui/parts";
import type { TableResponse } from "../wire/calls";
import { endingText } from "./about";
import { useConfirm } from "./Confirm";
import type { GameModule, Perspective, Section } from "./face";
import { textsOf } from "./log";
import { OpenAction } from "./OpenAction";
import { textKinds } from "./payload";
import { plainSections, valueWords } from "./plain";
import { Rematch } from "./Rematch";
import { standingLines, winnersText } from "./result";
import { UndoButton } from "./Undo";

interface Props {
  table: Table;
  game: GameModule | null;
  perspective: Perspective;
  summary?: TableResponse;
  hasUndo?: boolean;
  /** The JSON Schema of the game's actions: what may be asked for beside what is listed. */
  schema?: unknown;
}

export function TextView({ table, game, perspective, summary, hasUndo = false, schema = null }: Props) {
  const t = useTranslation();
  const state = useBoardState(table);
  const strip = game?.strip(state, perspective) ?? null;
  const until = strip?.until ?? state.deadline;
  const sections = game ? game.sections(state, perspective) : plainSections(state, perspective);
  const isOver = state.status === "completed" || state.status === "abandoned";
  const [act, confirming] = useConfirm({
    act: (action: Action) => table.act(action),
    legal: state.legal,
    pace: game?.pace?.(state) ?? "live",
    weigh: game?.weigh ?? unweighed,
    text: (action) => actionName(action, state, game, perspective),
  });
  return (
    <div className="text-view">
      <section aria-labelledby="now">
        <h2 id="now">{t("text.now")}</h2>
        <p>
          {strip ? (
            <>
              <b>
                {strip.notice ? `${strip.notice}. ` : null}
                {strip.title}
              </b>{" "}
              {strip.text}
            </>
          ) : (
            plainNow(state, summary, t)
          )}
        </p>
        {until !== null && state.status === "active" ? (
          <p className="row">
            {t("text.time")}{" "}
            <Clock
              until={until}
              isMine={state.legal.length > 0}
              startMs={strip?.startMs}
              next={strip?.next}
            />
          </p>
        ) : null}
        {isOver && summary && game === null ? <Result summary={summary} /> : null}
        {isOver && summary ? <Rematch table={table} summary={summary} /> : null}
      </section>
      {hasUndo && !state.isPast && !isOver && state.seat !== null ? <UndoButton table={table} /> : null}
      <Actions act={act} state={state} game={game} perspective={perspective} schema={schema} />
      {game?.Orders ? <game.Orders table={table} perspective={perspective} /> : null}
      <Commands act={act} state={state} game={game} perspective={perspective} sections={sections} />
      {confirming}
      {sections.map((section) => (
        <section key={section.title} aria-label={section.title}>
          <h2>{section.title}</h2>
          <ul>
            {section.lines.map((line, index) => (
              <li key={index}>
                <Rich text={line} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What is asked at a table whose game says nothing of it, or how it ended. */
function plainNow(state: BoardState, summary: TableResponse | undefined, t: Translate): string {
  if (state.status === "active") return t(state.legal.length > 0 ? "text.yours" : "text.theirs");
  const why = endingText(state.game, summary?.ending, t);
  return why || t("text.over", { ending: plainWords(summary?.ending ?? state.status) });
}

/** Who won, and where everybody stands, of a game that has no face to say it. */
export function Result({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  const lines = standingLines(summary, t);
  const won = winnersText(summary, t);
  return (
    <>
      {won ? (
        <p>
          <b>{won}</b>
        </p>
      ) : null}
      {lines.length > 0 ? (
        <ul aria-label={t("result.standings")}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** A game without a face: every move is as good as any. */
const unweighed = () => "plain" as const;

interface Acting {
  act: (action: Action) => void;
  state: BoardState;
  game: GameModule | null;
  perspective: Perspective;
}

function Actions({ act, state, game, perspective, schema }: Acting & { schema: unknown }) {
  const t = useTranslation();
  const groups = new Map<string, { action: Action; number: number }[]>();
  for (const [index, action] of state.legal.entries()) {
    const group = groups.get(action.type) ?? [];
    group.push({ action, number: index + 1 });
    groups.set(action.type, group);
  }
  if (state.legal.length > 0)
    for (const type of textKinds(schema)) if (!groups.has(type)) groups.set(type, []);
  return (
    <section aria-labelledby="actions" className="text-actions">
      <h2 id="actions" tabIndex={-1}>
        {t("text.actions", { count: state.legal.length })}
      </h2>
      {state.legal.length === 0 ? <p className="mut">{t("text.noActions")}</p> : null}
      {[...groups].map(([type, group]) => (
        <ActionGroup
          key={type}
          title={groupTitle(state.game, type, t)}
          isOpen={group.length > 0 && group.length <= 12}
        >
          <ul>
            {group.map(({ action, number }) => (
              <li key={number}>
                <Button aria-disabled={state.pending !== null} onClick={() => act(action)}>
                  <kbd>{number}</kbd> {actionName(action, state, game, perspective)}
                </Button>
              </li>
            ))}
          </ul>
          <OpenAction type={type} schema={schema} onAct={act} />
        </ActionGroup>
      ))}
    </section>
  );
}

function ActionGroup({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen: boolean;
  children: React.ReactNode;
}) {
  return (
    <details open={isOpen}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {children}
    </details>
  );
}

function groupTitle(game: string, type: string, t: (key: string) => string): string {
  return has(`${game}:action.${type}`) ? t(`${game}:action.${type}`) : plainWords(type);
}

export function actionName(
  action: Action,
  state: BoardState,
  game: GameModule | null,
  perspective: Perspective,
): string {
  const named = game?.actionText(action, state, perspective);
  if (named) return named;
  const payload = action.payload;
  if (payload === undefined || payload === null || JSON.stringify(payload) === "{}")
    return plainWords(action.type);
  return `${plainWords(action.type)}: ${valueWords("", payload, perspective)}`;
}

/** Type a number to act, or a letter to hear something. */
function Commands({ act, state, game, perspective, sections }: Acting & { sections: Section[] }) {
  const t = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState("");
  const own = `${state.game}:text.answers`;
  const help = has(own) ? `${t("text.commandHelp")} ${t(own)}` : t("text.commandHelp");
  const reply = (line: string) => {
    setAnswer(line);
    announce(line);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const command = text.trim().toLowerCase();
    setText("");
    const action = /^\d+$/.test(command) ? state.legal[Number(command) - 1] : undefined;
    if (action) {
      reply(actionName(action, state, game, perspective));
      act(action);
    } else if (command === "l") reply(lastLine(state, game, perspective) ?? t("side.nothing"));
    else if (command === "c") reply(clockLine(game?.strip(state, perspective)?.until ?? state.deadline, t));
    else if (command === "a")
      reply(
        state.legal
          .map((one, index) => `${index + 1} ${actionName(one, state, game, perspective)}`)
          .join(". ") || t("text.noActions"),
      );
    else if (game?.answer?.(command, state, perspective))
      reply(game.answer(command, state, perspective) ?? "");
    else {
      const section = sections.find((one) => one.title.toLowerCase().startsWith(command) && command !== "");
      reply(section ? `${section.title}: ${section.lines.join(". ").replaceAll(/<\/?b>/g, "")}` : help);
    }
  };
  return (
    <form className="commands" onSubmit={submit}>
      <label htmlFor={id}>{t("text.command")}</label>
      <div className="join">
        <input
          id={id}
          className="input"
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          aria-describedby={`${id}-help`}
        />
        <Button type="submit">{t("text.do")}</Button>
      </div>
      <p className="mut sm" id={`${id}-help`}>
        {help}
      </p>
      {answer ? <p>{answer}</p> : null}
    </form>
  );
}

function lastLine(state: BoardState, game: GameModule | null, perspective: Perspective): string | null {
  const text = textsOf(state.events, game, perspective).findLast(Boolean);
  return text?.replaceAll(/<\/?b>/g, "") ?? null;
}

function clockLine(until: number | null, t: Translate): string {
  if (until === null) return t("text.noClock");
  return t("text.until", { time: new Date(until).toLocaleTimeString(document.documentElement.lang) });
}
