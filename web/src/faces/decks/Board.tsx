/** The Deck Planner: discard, number, lock, end the turn. What may be done is what `legal` lists. */
import { useCallback, useEffect, useRef } from "react";
import { useConfirm } from "../../play/Confirm";
import type { Looking } from "../../play/face";
import { Rematch } from "../../play/Rematch";
import { UndoButton } from "../../play/Undo";
import { type Table, useTableState } from "../../table";
import { isHotkey } from "../../ui/hotkeys";
import { useGlide } from "../../ui/motion";
import { HIDDEN_CARD } from "../../ui/PlayingCard";
import { Button, Chip, LinkButton } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Action, SeenCard, View } from "../../wire/decks";
import { Dealt, Face, placeOf } from "./Dealt";
import type { Given } from "./given";
import { Panel } from "./Panel";
import { SavedOffer } from "./Saved";
import { useSaved } from "./storage";
import { weigh } from "./weigh";
import { actionText, cardNotes, legalOf, spoken, strip, viewOf } from "./words";

export function Board({ table, looking }: { table: Table; looking: Looking }) {
  const state = useTableState(table, (one) => one);
  const view = viewOf(state);
  const [act, confirming] = useConfirm<Action>({
    act: useCallback((action: Action) => table.act(action), [table]),
    legal: state.legal,
    pace: "live",
    weigh,
    text: (action) => actionText(action, state, looking) ?? "",
  });
  const given: Given = { table, state, view, looking, act };
  const { say } = looking;
  const told = strip(state, looking);
  const saving = useSaved();
  const isMine = looking.you !== null && view.ending === null && !state.isPast;
  const board = useRef<HTMLElement>(null);
  useKeys(given);
  return (
    <section className="decks" aria-label={say("decks:title")} ref={board}>
      <div className="decks-in">
        <div className="strip">
          <Chip kind={view.phaseLabel === "idle" ? undefined : "turn"}>
            {say(`decks:phase.${view.phaseLabel}`)}
          </Chip>
          <div className="sp">
            <b>{told?.title}</b> <span className="strip-text">{told?.text}</span>
          </div>
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
        {isMine ? <SavedOffer {...given} saving={saving} /> : null}
        <Hand {...given} />
        <Piles view={view} looking={looking} />
        {isMine ? <Panel {...given} saving={saving} /> : null}
      </div>
      <Bar {...given} />
      {confirming}
      <Dealt {...given} board={board} />
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

export function Hand({ state, view, looking, act }: Given) {
  const { say } = looking;
  const legal = legalOf(state);
  const list = useRef<HTMLUListElement>(null);
  useGlide(list, view.handCards.map(placeOf).join(" "));
  return (
    <section className="decks-hand" aria-labelledby="hand">
      <h2 id="hand">{looking.you === null ? say("decks:hand.of") : say("decks:hand.title")}</h2>
      {view.handCards.length === 0 ? <p className="mut">{say("decks:hand.empty")}</p> : null}
      <ul ref={list}>
        {view.handCards.map((card, index) => (
          <li key={card.instanceId} data-place={placeOf(card)} data-glide={card.instanceId}>
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
      <Face card={card.card} />
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
          <span className="heap" data-place="draw">
            {view.drawPileCount > 0 ? HIDDEN_CARD : null}
          </span>
          <b>{say("decks:piles.draw")}</b>{" "}
          <span className="mut">{say("decks:piles.drawCount", { count: view.drawPileCount })}</span>
        </summary>
        <p className="mut sm">{say("decks:piles.inside")}</p>
        <p className="names">{view.drawPileCards.join(", ") || say("decks:piles.none")}</p>
      </details>
      <details className="panel">
        <summary>
          <span className="heap" data-place="discard">
            {view.discardPile.length > 0 ? <Face card={view.discardPile.at(-1) ?? ""} /> : null}
          </span>
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
      if (!isHotkey(event)) return;
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
