/**
 * Any game, in words: the state as headings and lists, every legal action as a button. It knows no rules and
 * no game; what there is comes from the server's lists. A game may say it better, through its module.
 */
import { type FormEvent, useId, useState } from "react";
import { type Action, type Table, type TableState, useTableState } from "../table";
import { Clock } from "../ui/Clock";
import { announce } from "../ui/live";
import { Button, Rich } from "../ui/parts";
import { has, plainWords, type Say, useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { useConfirm } from "./Confirm";
import type { GameModule, Looking, Section } from "./face";
import { textsOf } from "./log";
import { OpenAction } from "./OpenAction";
import { textKinds } from "./payload";
import { plainSections, valueWords } from "./plain";
import { Rematch } from "./Rematch";
import { standingLines, winnersText } from "./result";
import { UndoButton } from "./Undo";

interface Given {
  table: Table;
  game: GameModule | null;
  looking: Looking;
  told?: TableTold;
  hasUndo?: boolean;
  /** The JSON Schema of the game's actions: what may be asked for beside what is listed. */
  schema?: unknown;
}

export function TextView({ table, game, looking, told, hasUndo = false, schema = null }: Given) {
  const say = useWords();
  const state = useTableState(table, (one) => one);
  const strip = game?.strip(state, looking) ?? null;
  const until = strip?.until ?? state.deadline;
  const sections = game ? game.sections(state, looking) : plainSections(state, looking);
  const isOver = state.status === "completed" || state.status === "abandoned";
  const [act, confirming] = useConfirm({
    act: (action: Action) => table.act(action),
    legal: state.legal,
    pace: game?.pace?.(state) ?? "live",
    weigh: game?.weigh ?? unweighed,
    text: (action) => actionName(action, state, game, looking),
  });
  return (
    <div className="text-view">
      <section aria-labelledby="now">
        <h2 id="now">{say("text.now")}</h2>
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
            plainNow(state, told, say)
          )}
        </p>
        {until !== null && state.status === "active" ? (
          <p className="row">
            {say("text.time")}{" "}
            <Clock
              until={until}
              isMine={state.legal.length > 0}
              startMs={strip?.startMs}
              next={strip?.next}
            />
          </p>
        ) : null}
        {isOver && told && game === null ? <Result told={told} /> : null}
        {isOver && told ? <Rematch table={table} told={told} /> : null}
      </section>
      {hasUndo && !state.isPast && !isOver && state.seat !== null ? <UndoButton table={table} /> : null}
      <Actions act={act} state={state} game={game} looking={looking} schema={schema} />
      {game?.Orders ? <game.Orders table={table} looking={looking} /> : null}
      <Commands act={act} state={state} game={game} looking={looking} sections={sections} />
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
function plainNow(state: TableState, told: TableTold | undefined, say: Say): string {
  if (state.status === "active") return say(state.legal.length > 0 ? "text.yours" : "text.theirs");
  return say("text.over", { ending: plainWords(told?.ending ?? state.status) });
}

/** Who won, and where everybody stands, of a game that has no face to say it. */
export function Result({ told }: { told: TableTold }) {
  const say = useWords();
  const lines = standingLines(told, say);
  const won = winnersText(told, say);
  return (
    <>
      {won ? (
        <p>
          <b>{won}</b>
        </p>
      ) : null}
      {lines.length > 0 ? (
        <ul aria-label={say("result.standings")}>
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
  state: TableState;
  game: GameModule | null;
  looking: Looking;
}

function Actions({ act, state, game, looking, schema }: Acting & { schema: unknown }) {
  const say = useWords();
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
        {say("text.actions", { count: state.legal.length })}
      </h2>
      {state.legal.length === 0 ? <p className="mut">{say("text.noActions")}</p> : null}
      {[...groups].map(([type, group]) => (
        <ActionGroup
          key={type}
          title={groupTitle(state.game, type, say)}
          isOpen={group.length > 0 && group.length <= 12}
        >
          <ul>
            {group.map(({ action, number }) => (
              <li key={number}>
                <Button aria-disabled={state.pending !== null} onClick={() => act(action)}>
                  <kbd>{number}</kbd> {actionName(action, state, game, looking)}
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
function Commands({ act, state, game, looking, sections }: Acting & { sections: Section[] }) {
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
      act(action);
    } else if (said === "l") tell(lastLine(state, game, looking) ?? say("side.nothing"));
    else if (said === "c") tell(clockLine(game?.strip(state, looking)?.until ?? state.deadline, say));
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
  const text = textsOf(state.events, game, looking).findLast(Boolean);
  return text?.replaceAll(/<\/?b>/g, "") ?? null;
}

function clockLine(until: number | null, say: Say): string {
  if (until === null) return say("text.noClock");
  return say("text.until", { time: new Date(until).toLocaleTimeString(document.documentElement.lang) });
}
