/** The Deck Planner: discard, number, lock, end the turn. What may be done is what `legal` lists. */
import { useEffect, useRef } from "react";
import { isTyping } from "../../pages/Lobby";
import { Rematch } from "../../pages/TableMenu";
import { UndoButton } from "../../pages/Undo";
import { useSettings } from "../../settings";
import { type Table, type TableState, useTableState } from "../../table";
import { faceOf, NamedCard, PlayingCard } from "../../ui/PlayingCard";
import { Button, Chip, LinkButton } from "../../ui/parts";
import type { Action, SeenCard, View } from "../../wire/decks";
import type { Looking } from "..";
import { Panel } from "./Panel";
import { cardNotes, legalOf, spoken, strip, viewOf } from "./words";

export interface Given {
  table: Table;
  state: TableState;
  view: View;
  looking: Looking;
  act: (action: Action) => void;
}

export function Board({ table, looking }: { table: Table; looking: Looking }) {
  const state = useTableState(table, (one) => one);
  const view = viewOf(state);
  const act = (action: Action) => table.act(action);
  const given: Given = { table, state, view, looking, act };
  const { say } = looking;
  const told = strip(state, looking);
  useKeys(given);
  return (
    <section className="decks" aria-label={say("decks:title")}>
      <div className="decks-in">
        <div className="strip">
          <Chip kind={view.phaseLabel === "idle" ? undefined : "turn"}>
            {say(`decks:phase.${view.phaseLabel}`)}
          </Chip>
          <div className="sp">
            <b>{told?.title}</b> <span className="strip-text">{told?.text}</span>
          </div>
          {state.pending?.isSlow ? <Chip>{say("act.sending")}</Chip> : null}
        </div>
        {view.warning ? (
          <p className="decks-note" role="status">
            {view.warning}
          </p>
        ) : null}
        {view.error ? (
          <p className="decks-note decks-error" role="alert">
            {view.error}
          </p>
        ) : null}
        <Hand {...given} />
        <Piles view={view} looking={looking} />
        {looking.you === null || view.ending !== null || state.isPast ? null : <Panel {...given} />}
      </div>
      <Bar {...given} />
    </section>
  );
}

/** What pressing this card would do, if anything. */
export function pressOf(legal: Action[], id: string): Action | null {
  for (const action of legal) {
    if (
      action.type === "TOGGLE_CARD_SELECTION" ||
      action.type === "SELECT_FOR_PLAY_ORDER" ||
      action.type === "DESELECT_FROM_PLAY_ORDER"
    ) {
      const named = typeof action.payload === "string" ? action.payload : action.payload?.instanceId;
      if (named === id) return action;
    }
  }
  return null;
}

function Hand({ state, view, looking, act }: Given) {
  const { say } = looking;
  const legal = legalOf(state);
  return (
    <section className="decks-hand" aria-labelledby="hand">
      <h2 id="hand">{looking.you === null ? say("decks:hand.of") : say("decks:hand.title")}</h2>
      {view.handCards.length === 0 ? <p className="mut">{say("decks:hand.empty")}</p> : null}
      <ul>
        {view.handCards.map((card, index) => (
          <li key={card.instanceId}>
            <HandCard
              card={card}
              press={pressOf(legal, card.instanceId)}
              view={view}
              looking={looking}
              act={act}
              index={index}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function HandCard({
  card,
  press,
  view,
  looking,
  act,
  index,
}: {
  card: SeenCard;
  press: Action | null;
  view: View;
  looking: Looking;
  act: (action: Action) => void;
  index: number;
}) {
  const { say } = looking;
  const face = faceOf(card.card);
  const isSelected = view.selectedCardIds?.includes(card.instanceId) ?? false;
  const isNumbered = card.sequenceNumber !== null;
  const isFull = press === null && view.discardPhase.active && !isSelected;
  const notes =
    cardNotes(card.instanceId, view, looking) + (isFull ? `, ${say("decks:card.unavailable")}` : "");
  const look = [
    "dcard",
    isSelected && "dcard-selected",
    isNumbered && "dcard-numbered",
    view.playOrderLocked && "dcard-locked",
    isFull && "dcard-full",
  ].filter(Boolean);
  return (
    <button
      type="button"
      className={look.join(" ")}
      aria-pressed={isSelected || isNumbered}
      aria-disabled={press === null}
      onClick={() => press && act(press)}
    >
      <span className="vh">
        {spoken(card.card, looking)}
        {notes}
      </span>
      {face ? <PlayingCard face={face} label={false} /> : <NamedCard name={card.card} />}
      {isNumbered ? (
        <span className="disc num" aria-hidden="true">
          {card.sequenceNumber}
        </span>
      ) : null}
      {isSelected ? (
        <span className="disc disc-cross" aria-hidden="true">
          ×
        </span>
      ) : null}
      {press !== null && index < 10 ? <kbd aria-hidden="true">{(index + 1) % 10}</kbd> : null}
    </button>
  );
}

function Piles({ view, looking }: { view: View; looking: Looking }) {
  const { say } = looking;
  return (
    <div className="decks-piles">
      <details className="panel">
        <summary>
          <b>{say("decks:piles.draw")}</b>{" "}
          <span className="mut">{say("decks:piles.drawCount", { count: view.drawPileCount })}</span>
        </summary>
        <p className="mut sm">{say("decks:piles.inside")}</p>
        <p className="names">{view.drawPileCards.join(", ") || say("decks:piles.none")}</p>
      </details>
      <details className="panel">
        <summary>
          <b>{say("decks:piles.discard")}</b>{" "}
          <span className="mut">{say("decks:piles.drawCount", { count: view.discardPile.length })}</span>
        </summary>
        <p className="names">{view.discardPile.join(", ") || say("decks:piles.none")}</p>
      </details>
    </div>
  );
}

const BAR = [
  { type: "CONFIRM_DISCARD", name: "confirm", phase: "discard" },
  { type: "CLEAR_PLAY_ORDER", name: "clear", phase: "planning" },
  { type: "LOCK_PLAY_ORDER", name: "lock", phase: "planning" },
  { type: "END_TURN", name: "end", phase: null },
] as const;

/** Which button is the next step. */
function isMain(name: (typeof BAR)[number]["name"], view: View): boolean {
  if (view.phaseLabel === "discard") return name === "confirm";
  return view.phaseLabel === "planning" ? name === "lock" : name === "end";
}

function Bar({ table, state, view, looking, act }: Given) {
  const { say, you } = looking;
  const hasKeys = useSettings((settings) => settings.hotkeys);
  const legal = legalOf(state);
  if (view.ending !== null)
    return (
      <div className="decks-bar" id="actions" tabIndex={-1}>
        <Rematch table={table} />
        <LinkButton href="/">{say("action.lobby")}</LinkButton>
      </div>
    );
  if (you === null || state.isPast) return null;
  return (
    <div className="decks-bar" id="actions" tabIndex={-1}>
      <UndoButton table={table} hotkey={hasKeys ? say("decks:keys.undo") : null} />
      <span className="sp" />
      {BAR.filter(({ phase }) => phase === null || phase === view.phaseLabel).map(({ type, name }) => {
        const action = legal.find((one) => one.type === type);
        return (
          <Button
            key={type}
            kind={isMain(name, view) ? "primary" : "plain"}
            disabled={action === undefined}
            onClick={() => action && act(action)}
          >
            {say(`decks:act.${name}`)}
            {hasKeys ? <kbd aria-hidden="true">{say(`decks:keys.${name}`)}</kbd> : null}
          </Button>
        );
      })}
    </div>
  );
}

/** 1 to 0 press a card, Enter discards, C clears, L locks, E ends, U takes back. */
function useKeys({ state, view, act }: Given): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const now = useRef({ state, view, act });
  now.current = { state, view, act };
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        isTyping(event.target) ||
        document.querySelector("dialog[open]")
      )
        return;
      const { state: table, view: seen, act: ask } = now.current;
      const legal = legalOf(table);
      const one = (type: Action["type"]) => legal.find((action) => action.type === type) ?? null;
      const focused = document.activeElement?.tagName;
      let action: Action | null = null;
      if (/^[0-9]$/.test(event.key)) {
        const card = seen.handCards[(Number(event.key) + 9) % 10];
        action = card ? pressOf(legal, card.instanceId) : null;
      } else if (event.key === "Enter" && focused !== "BUTTON" && focused !== "A" && focused !== "SUMMARY")
        action = one("CONFIRM_DISCARD");
      else if (event.key.toLowerCase() === "c") action = one("CLEAR_PLAY_ORDER");
      else if (event.key.toLowerCase() === "l") action = one("LOCK_PLAY_ORDER");
      else if (event.key.toLowerCase() === "e") action = one("END_TURN");
      else if (event.key.toLowerCase() === "u") action = { type: "TAKE_BACK" };
      if (action === null) return;
      event.preventDefault();
      ask(action);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}
