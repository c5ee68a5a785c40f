/** The Deck Planner: discard, number, lock, end the turn. What may be done is what `legal` lists. */
import { useCallback, useEffect, useRef } from "react";
import {
  type BoardProps,
  type Perspective,
  Rematch,
  titleNamed,
  UndoButton,
  useBoardState,
  useConfirm,
} from "../../play/board";
import { isHotkey } from "../../ui/hotkeys";
import { useGlide } from "../../ui/motion";
import { HIDDEN_CARD } from "../../ui/PlayingCard";
import { Button, Chip, LinkButton } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Action, SeenCard, View } from "../../wire/decks";
import { weigh } from "./confirmWeight";
import { Dealt, Face, placeOf } from "./Dealt";
import { Panel } from "./Panel";
import { actionText, cardNotes, legalOf, spoken, strip, viewOf } from "./phrases";
import type { DecksProps } from "./props";
import { SavedOffer } from "./Saved";
import { isOffered, useAutosave, useSaved } from "./storage";

export function Board({ table, perspective }: BoardProps) {
  const state = useBoardState(table);
  const view = viewOf(state);
  const [act, confirming] = useConfirm<Action>({
    act: useCallback((action: Action) => void table.act(action), [table]),
    legal: state.legal,
    pace: "live",
    weigh,
    text: (action) => actionText(action, state, perspective) ?? "",
  });
  const props: DecksProps = { table, state, view, perspective, act };
  const { t } = perspective;
  const prompt = strip(state, perspective);
  const saving = useSaved(table);
  const isMine = perspective.mySeat !== null && view.ending === null && !state.isPast;
  const isOffering = isOffered(saving.saved, view);
  useAutosave(table, state.version, isMine && !isOffering && !table.isLesson);
  const board = useRef<HTMLElement>(null);
  useKeys(props);
  return (
    <section className="decks" aria-label={titleNamed("decks")} ref={board}>
      <div className="decks-in">
        <div className="strip">
          <Chip kind={view.phaseLabel === "idle" ? undefined : "turn"}>
            {t(`decks:phase.${view.phaseLabel}`)}
          </Chip>
          <div className="sp">
            <b>{prompt?.title}</b> <span className="strip-text">{prompt?.text}</span>
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
        {isMine && isOffering ? <SavedOffer {...props} saving={saving} /> : null}
        <Hand {...props} />
        <Piles view={view} perspective={perspective} />
        {isMine ? <Panel {...props} saving={saving} /> : null}
      </div>
      <Bar {...props} />
      {confirming}
      <Dealt {...props} board={board} />
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

export function Hand({ state, view, perspective, act }: DecksProps) {
  const { t } = perspective;
  const legal = legalOf(state);
  const list = useRef<HTMLUListElement>(null);
  useGlide(list, view.handCards.map(placeOf).join(" "));
  return (
    <section className="decks-hand" aria-labelledby="hand">
      <h2 id="hand">{perspective.mySeat === null ? t("decks:hand.of") : t("decks:hand.title")}</h2>
      {view.handCards.length === 0 ? <p className="mut">{t("decks:hand.empty")}</p> : null}
      <ul ref={list}>
        {view.handCards.map((card, index) => (
          <li key={card.instanceId} data-place={placeOf(card)} data-glide={card.instanceId}>
            <HandCard
              card={card}
              press={pressOf(legal, card.instanceId)}
              view={view}
              perspective={perspective}
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
  perspective,
  act,
  index,
}: {
  card: SeenCard;
  press: Action | null;
  view: View;
  perspective: Perspective;
  act: (action: Action) => void;
  index: number;
}) {
  const { t } = perspective;
  const isSelected = view.selectedCardIds?.includes(card.instanceId) ?? false;
  const isNumbered = card.sequenceNumber !== null;
  const isFull = press === null && view.discardPhase.active && !isSelected;
  const notes =
    cardNotes(card.instanceId, view, perspective) + (isFull ? `, ${t("decks:card.unavailable")}` : "");
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
        {spoken(card.card, perspective)}
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

function Piles({ view, perspective }: { view: View; perspective: Perspective }) {
  const { t } = perspective;
  return (
    <div className="decks-piles">
      <details className="panel">
        <summary>
          <span className="heap" data-place="draw">
            {view.drawPileCount > 0 ? HIDDEN_CARD : null}
          </span>
          <b>{t("decks:piles.draw")}</b>{" "}
          <span className="mut">{t("decks:piles.drawCount", { count: view.drawPileCount })}</span>
        </summary>
        <p className="mut sm">{t("decks:piles.inside")}</p>
        <p className="names">{view.drawPileCards.join(", ") || t("decks:piles.none")}</p>
      </details>
      <details className="panel">
        <summary>
          <span className="heap" data-place="discard">
            {view.discardPile.length > 0 ? <Face card={view.discardPile.at(-1) ?? ""} /> : null}
          </span>
          <b>{t("decks:piles.discard")}</b>{" "}
          <span className="mut">{t("decks:piles.drawCount", { count: view.discardPile.length })}</span>
        </summary>
        <p className="names">{view.discardPile.join(", ") || t("decks:piles.none")}</p>
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

function Bar({ table, state, view, perspective, act }: DecksProps) {
  const { t, mySeat } = perspective;
  const hasKeys = useSettings((settings) => settings.hotkeys);
  const legal = legalOf(state);
  if (view.ending !== null)
    return (
      <div className="decks-bar" id="actions" tabIndex={-1}>
        <Rematch table={table} />
        <LinkButton href="/">{t("action.lobby")}</LinkButton>
      </div>
    );
  if (mySeat === null || state.isPast) return null;
  return (
    <div className="decks-bar" id="actions" tabIndex={-1}>
      <UndoButton table={table} hotkey={hasKeys ? t("decks:keys.undo") : null} />
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
            {t(`decks:act.${name}`)}
            {hasKeys ? <kbd aria-hidden="true">{t(`decks:keys.${name}`)}</kbd> : null}
          </Button>
        );
      })}
    </div>
  );
}

/** 1 to 0 press a card, Enter discards, C clears, L locks, E ends, U takes back. */
function useKeys({ state, view, act }: DecksProps): void {
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
