/**
 * Any game, in words: the state as headings and lists, every legal action as a button. It knows no rules and
 * no game; what there is comes from the server's lists. A game may say it better, through its module.
 */
import { type FormEvent, useId, useState } from "react";
import type { GameModule, Looking, Section } from "../games";
import { type Action, type Table, type TableState, useTableState } from "../table";
import { Clock } from "../ui/Clock";
import { announce } from "../ui/live";
import { Button, Rich } from "../ui/parts";
import type { TableTold } from "../wire/calls";
import { has, plain, plainWords, type Say, useWords } from "../words";
import { eventText } from "./log";
import { Rematch } from "./TableMenu";
import { UndoButton } from "./Undo";

interface Given {
  table: Table;
  game: GameModule | null;
  looking: Looking;
  told?: TableTold;
  hasUndo?: boolean;
}

export function TextView({ table, game, looking, told, hasUndo = false }: Given) {
  const say = useWords();
  const state = useTableState(table, (one) => one);
  const strip = game?.strip(state, looking) ?? null;
  const sections = game ? game.sections(state, looking) : plainSections(state, looking);
  const isOver = state.status === "completed" || state.status === "abandoned";
  return (
    <div className="text-view">
      <section aria-labelledby="now">
        <h2 id="now">{say("text.now")}</h2>
        <p>
          {strip ? (
            <>
              <b>{strip.title}</b> {strip.text}
            </>
          ) : (
            say(state.legal.length > 0 ? "text.yours" : "text.theirs")
          )}
        </p>
        {state.deadline !== null && state.status === "active" ? (
          <p className="row">
            {say("text.time")}{" "}
            <Clock
              until={strip?.until ?? state.deadline}
              isMine={state.legal.length > 0}
              {...(strip?.startMs ? { startMs: strip.startMs } : {})}
            />
          </p>
        ) : null}
        {state.pending?.isSlow ? <p role="status">{say("act.sending")}</p> : null}
        {isOver && told ? <Rematch table={table} told={told} /> : null}
      </section>
      {hasUndo && !state.isPast && !isOver && state.seat !== null ? <UndoButton table={table} /> : null}
      <Actions table={table} state={state} game={game} looking={looking} />
      <Commands table={table} state={state} game={game} looking={looking} sections={sections} />
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

interface Acting {
  table: Table;
  state: TableState;
  game: GameModule | null;
  looking: Looking;
}

function Actions({ table, state, game, looking }: Acting) {
  const say = useWords();
  const groups = new Map<string, { action: Action; number: number }[]>();
  for (const [index, action] of state.legal.entries()) {
    const group = groups.get(action.type) ?? [];
    group.push({ action, number: index + 1 });
    groups.set(action.type, group);
  }
  return (
    <section aria-labelledby="actions" className="text-actions">
      <h2 id="actions" tabIndex={-1}>
        {say("text.actions", { count: state.legal.length })}
      </h2>
      {state.legal.length === 0 ? <p className="mut">{say("text.noActions")}</p> : null}
      {[...groups].map(([type, group]) => (
        <ActionGroup key={type} title={groupTitle(state.game, type, say)} isOpen={group.length <= 12}>
          {group.map(({ action, number }) => (
            <li key={number}>
              <Button aria-disabled={state.pending !== null} onClick={() => table.act(action)}>
                <kbd>{number}</kbd> {actionName(action, state, game, looking)}
              </Button>
            </li>
          ))}
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
      <ul>{children}</ul>
    </details>
  );
}

function groupTitle(game: string, type: string, say: (key: string) => string): string {
  return has(`${game}:action.${type}`) ? say(`${game}:action.${type}`) : plainWords(type);
}

export function actionName(
  action: Action,
  state: TableState,
  game: GameModule | null,
  looking: Looking,
): string {
  const named = game?.actionText(action, state, looking);
  if (named) return named;
  const payload = action.payload;
  if (payload === undefined || payload === null || JSON.stringify(payload) === "{}")
    return plainWords(action.type);
  return `${plainWords(action.type)}: ${valueWords("", payload, looking)}`;
}

/** Type a number to act, or a letter to hear something. */
function Commands({ table, state, game, looking, sections }: Acting & { sections: Section[] }) {
  const say = useWords();
  const id = useId();
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState("");
  const own = `${state.game}:text.answers`;
  const help = has(own) ? `${say("text.commandHelp")} ${say(own)}` : say("text.commandHelp");
  const tell = (told: string) => {
    setAnswer(told);
    announce(told);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim().toLowerCase();
    setText("");
    const action = /^\d+$/.test(said) ? state.legal[Number(said) - 1] : undefined;
    if (action) {
      tell(actionName(action, state, game, looking));
      table.act(action);
    } else if (said === "l") tell(lastLine(state, game, looking) ?? say("side.nothing"));
    else if (said === "c") tell(clockLine(state, say));
    else if (said === "a")
      tell(
        state.legal.map((one, index) => `${index + 1} ${actionName(one, state, game, looking)}`).join(". ") ||
          say("text.noActions"),
      );
    else if (game?.answer?.(said, state, looking)) tell(game.answer(said, state, looking) ?? "");
    else {
      const section = sections.find((one) => one.title.toLowerCase().startsWith(said) && said !== "");
      tell(section ? `${section.title}: ${section.lines.join(". ").replaceAll(/<\/?b>/g, "")}` : help);
    }
  };
  return (
    <form className="commands" onSubmit={submit}>
      <label htmlFor={id}>{say("text.command")}</label>
      <div className="join">
        <input
          id={id}
          className="input"
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          aria-describedby={`${id}-help`}
        />
        <Button type="submit">{say("text.do")}</Button>
      </div>
      <p className="mut sm" id={`${id}-help`}>
        {help}
      </p>
      {answer ? <p>{answer}</p> : null}
    </form>
  );
}

function lastLine(state: TableState, game: GameModule | null, looking: Looking): string | null {
  for (const event of state.events.toReversed()) {
    const text = eventText(event, game, looking);
    if (text) return text.replaceAll(/<\/?b>/g, "");
  }
  return null;
}

function clockLine(state: TableState, say: Say): string {
  if (state.deadline === null) return say("text.noClock");
  return say("text.until", {
    time: new Date(state.deadline).toLocaleTimeString(document.documentElement.lang),
  });
}

// Any View, without knowing it

/** Scalars of the View first, then a heading for each list or part of it. */
export function plainSections(state: TableState, looking: Looking): Section[] {
  const view = state.view as Record<string, unknown> | null;
  if (view === null || typeof view !== "object") return [];
  const scalars: string[] = [];
  const parts: Section[] = [];
  for (const [key, value] of Object.entries(view)) {
    if (key === "options" || value === null || value === undefined) continue;
    if (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null))
      parts.push({
        title: plainWords(key),
        lines: value.map(
          (one, index) =>
            `<b>${plain(itemName(key, index, looking))}</b>: ${plain(valueWords(key, one, looking))}`,
        ),
      });
    else if (typeof value === "object" && !Array.isArray(value))
      parts.push({
        title: plainWords(key),
        lines: Object.entries(value).map(([name, one]) => lineOf(name, one, looking)),
      });
    else scalars.push(lineOf(key, value, looking));
  }
  return [{ title: looking.say("text.state"), lines: scalars }, ...parts];
}

function itemName(key: string, index: number, looking: Looking): string {
  return /^(players|seats)$/.test(key) ? looking.name(index) : String(index + 1);
}

function lineOf(key: string, value: unknown, looking: Looking): string {
  return `${plainWords(key)}: ${valueWords(key, value, looking)}`;
}

function valueWords(key: string, value: unknown, looking: Looking): string {
  const { say } = looking;
  if (value === null || value === undefined) return say("options.none");
  if (typeof value === "boolean") return say(value ? "options.yes" : "options.no");
  if (typeof value === "number") {
    if (/(^|[a-z])seat$/i.test(key)) return looking.name(value);
    if (/(At|until|Ms)$/.test(key) && value > 1e12)
      return new Date(value).toLocaleTimeString(document.documentElement.lang);
    return String(value);
  }
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.length === 0
      ? say("options.none")
      : value.map((one) => valueWords(key, one, looking)).join("; ");
  return Object.entries(value as object)
    .filter(([, one]) => one !== null && one !== undefined)
    .map(([name, one]) => `${plainWords(name).toLowerCase()} ${valueWords(name, one, looking)}`)
    .join(", ");
}
