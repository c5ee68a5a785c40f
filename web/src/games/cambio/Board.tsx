/** The Cambio table. What may be done is what `legal` lists; nothing here knows a rule. */
import { memo, useCallback, useEffect, useState } from "react";
import { isTyping } from "../../pages/Lobby";
import { Rematch } from "../../pages/TableMenu";
import { useSettings } from "../../settings";
import { type Table, type TableState, useTableState } from "../../table";
import { Clock, useLeft } from "../../ui/Clock";
import { Dialog } from "../../ui/Dialog";
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import { Button, Chip, Dot, LinkButton } from "../../ui/parts";
import type { Action, Card, Slot, SlotView, View } from "../../wire/cambio";
import type { Looking } from "..";
import { PeekDialog, PowerDialog } from "./Power";
import { paceOf } from "./pace";
import { Results } from "./Results";
import { actionText, allOf, legalOf, nameOf, position, sign, strip, viewOf } from "./words";

export interface Given {
  table: Table;
  state: TableState;
  view: View;
  looking: Looking;
  /** Ask for it, unless a move is under way. */
  act: (action: Action) => void;
}

export function Board({ table, looking }: { table: Table; looking: Looking }) {
  const state = useTableState(table, (one) => one);
  const view = viewOf(state);
  const act = useCallback((action: Action) => table.act(action), [table]);
  const [isCalling, setCalling] = useState(false);
  const given: Given = { table, state, view, looking, act };
  const isOver = view.phase === "completed" || view.status !== "active";
  const legal = legalOf(state);
  const canCall = allOf(legal, "CALL_CAMBIO").length > 0;
  const seats = view.players.map((_, seat) => seat);
  const own = looking.you;
  const rivals = own === null ? seats : [...seats.slice(own + 1), ...seats.slice(0, own)];
  const isSure = useSettings((settings) => settings.confirm[paceOf(view)] === "never");
  const call = () => {
    const [action] = allOf(legal, "CALL_CAMBIO");
    if (isSure && action) act(action);
    else setCalling(true);
  };
  useKeys(given, call);
  return (
    <section className="cambio" data-hand={own !== null && !isOver} aria-label={looking.say("cambio:title")}>
      <TurnStrip {...given} />
      {isOver && view.scores.length > 0 ? (
        <Results view={view} looking={looking} />
      ) : (
        <>
          <ul className="rivals" data-count={rivals.length}>
            {rivals.map((seat) => (
              <Rival key={seat} {...given} seat={seat} />
            ))}
          </ul>
          <Piles {...given} />
          {own === null ? null : <Hand {...given} seat={own} />}
        </>
      )}
      {isOver ? (
        <div className="bar bar-over" id="actions">
          <Rematch table={table} />
          <LinkButton href="/">{looking.say("action.lobby")}</LinkButton>
        </div>
      ) : own === null ? null : (
        <Bar {...given} onCall={call} />
      )}
      <PowerDialog {...given} />
      <PeekDialog {...given} />
      {isCalling && canCall ? <CallDialog {...given} onClose={() => setCalling(false)} /> : null}
    </section>
  );
}

const TurnStrip = memo(function TurnStrip({ state, view, looking }: Given) {
  const { say, name, you } = looking;
  const told = strip(state, looking);
  const caller = view.cambioCallerSeat;
  const left = view.finalTurnsLeft.map(name);
  if (told === null) return null;
  return (
    <div className={`strip${told.isMine ? " strip-mine" : ""}`}>
      <div className="sp">
        <b>{told.title}</b>
        {told.text && view.phase !== "completed" ? <span className="strip-text">{told.text}</span> : null}
        {view.phase === "final_round" && caller !== null ? (
          <span className="strip-final">
            {told.isMine
              ? say("cambio:final.mine", { name: name(caller) })
              : `${say("cambio:final.banner", {
                  name: name(caller),
                  ...(caller === you ? { context: "you" } : {}),
                })} ${left.length > 0 ? say("cambio:final.left", { names: left.join(", ") }) : ""}`}
          </span>
        ) : null}
      </div>
      {state.pending?.isSlow ? <Chip>{say("act.sending")}</Chip> : null}
      <Clock
        until={state.isPast || state.status !== "active" ? null : (told.until ?? null)}
        isMine={told.isMine}
        {...(told.startMs ? { startMs: told.startMs } : {})}
      />
    </div>
  );
});

/** What pressing this slot would do. */
export function targetOf(
  legal: Action[],
  slot: Slot,
  you: number | null,
): { action: Action; verb: "swap" | "snap" | "give" } | null {
  for (const action of legal) {
    if (
      action.type === "SNAP" &&
      action.payload.targetSeat === slot.seat &&
      action.payload.position === slot.position
    )
      return { action, verb: "snap" };
    if (slot.seat !== you) continue;
    if (action.type === "SWAP_CARD" && action.payload.position === slot.position)
      return { action, verb: "swap" };
    if (action.type === "GIVE_CARD" && action.payload.position === slot.position)
      return { action, verb: "give" };
  }
  return null;
}

function isLookedAt(view: View, slot: Slot): boolean {
  return view.reveal?.slots.some((one) => one.seat === slot.seat && one.position === slot.position) ?? false;
}

function knownCard(view: View, slot: Slot): Card | null {
  return (
    view.memory?.find((seen) => seen.slot.seat === slot.seat && seen.slot.position === slot.position)?.card ??
    null
  );
}

/** A place in a hand: a button where pressing it does something. */
function Place({
  given,
  slot,
  seen,
  isShown,
  hotkey,
  onPress,
}: {
  given: Given;
  slot: Slot;
  seen: SlotView;
  isShown: boolean;
  hotkey?: number;
  onPress: (target: { action: Action; verb: "swap" | "snap" | "give" }) => void;
}) {
  const { view, state, looking } = given;
  const { say, you, name } = looking;
  const at = position(slot.position, looking);
  if (seen.visibility === "empty")
    return (
      <span className="gap" role="img" aria-label={say("cambio:hand.empty", { position: at })}>
        {null}
      </span>
    );
  const face = isShown && seen.card ? seen.card : null;
  const known = knownCard(view, slot);
  const target = targetOf(legalOf(state), slot, you);
  const isSeen = isLookedAt(view, slot);
  const kind = slot.seat === you ? (face ? "slotOpen" : "slot") : face ? "rivalOpen" : "rival";
  const notes = [
    say(`cambio:hand.${kind}`, {
      position: at,
      name: name(slot.seat),
      card: face ? nameOf(face, looking) : "",
    }),
    known && !face ? say("cambio:hand.known", { card: nameOf(known, looking) }) : "",
    isSeen ? say("cambio:hand.looked") : "",
  ].filter(Boolean);
  const inside = (
    <>
      {face ? <PlayingCard face={face as Face} label={false} /> : HIDDEN_CARD}
      {known && !face ? (
        <span className="known" aria-hidden="true">
          {sign(known, looking)}
        </span>
      ) : null}
      {target && hotkey !== undefined ? <kbd aria-hidden="true">{hotkey}</kbd> : null}
    </>
  );
  const look = `slot${isSeen ? " slot-seen" : ""}`;
  if (target === null)
    return (
      <span className={look} role="img" aria-label={notes.join(", ")}>
        {inside}
      </span>
    );
  const held = view.held?.card ? sign(view.held.card, looking) : "";
  const label = `${notes.join(", ")}. ${say(`cambio:hand.${target.verb}`, { card: held })}`;
  return (
    <button
      type="button"
      className={`${look} slot-ok`}
      aria-disabled={state.pending !== null}
      onClick={() => onPress(target)}
    >
      <span className="vh">{label}</span>
      {inside}
    </button>
  );
}

const Rival = memo(function Rival({ seat, ...given }: Given & { seat: number }) {
  const { view, state, looking, act } = given;
  const { say, name } = looking;
  const player = view.players[seat];
  if (player === undefined) return null;
  const isTurn = view.currentTurnSeat === seat && view.status === "active" && view.step !== "snap_window";
  const count = player.slots.filter((slot) => slot.visibility !== "empty").length;
  return (
    <li className={`rival${isTurn ? " rival-turn" : ""}`}>
      <div className="rival-who">
        <Dot isOn={player.isConnected} label={player.isConnected ? "" : say("cambio:seat.away")} />
        <b>{name(seat)}</b>
        {isTurn ? <span className="vh">{say("cambio:seat.turn")}</span> : null}
      </div>
      <div className="hand22">
        {player.slots.map((seen, at) => (
          <Place
            key={at}
            given={given}
            slot={{ seat, position: at }}
            seen={seen}
            isShown
            onPress={({ action }) => act(action)}
          />
        ))}
      </div>
      <div className="rival-meta">
        {player.isCambioCaller ? <span className="tag">{say("cambio:final.caller")}</span> : null}
        {player.hasTakenFinalTurn && !player.isCambioCaller ? <span>{say("cambio:final.taken")}</span> : null}
        {player.controller === "bot" && player.kind === "human" ? (
          <span>{say("cambio:seat.botPlays")}</span>
        ) : null}
        {player.isConnected && player.kind === "human" && state.here?.includes(seat) === false ? (
          <Waiting seat={seat} state={state} looking={looking} />
        ) : null}
        {player.isConnected || player.controller === "bot" ? null : (
          <Away seat={seat} view={view} looking={looking} />
        )}
        <span className="rival-count">{say("cambio:seat.cards", { count })}</span>
      </div>
    </li>
  );
});

/** Somebody has lost the connection: how long that makes no difference. */
function Waiting({ seat, state, looking }: { seat: number; state: TableState; looking: Looking }) {
  const { say } = looking;
  const left = useLeft(state.away.find((one) => one.seat === seat)?.until ?? null);
  return (
    <span className="tag tag-bad">
      {left === null || left <= 0
        ? say("cambio:seat.grace")
        : say("cambio:seat.graceFor", { seconds: Math.ceil(left / 1000) })}
    </span>
  );
}

/** Somebody is away: what the table will do about it, and when. */
function Away({ seat, view, looking }: { seat: number; view: View; looking: Looking }) {
  const { say, name } = looking;
  const left = useLeft(view.players[seat]?.botAt ?? null);
  if (left === null || left <= 0) return <span className="tag tag-bad">{say("cambio:seat.away")}</span>;
  return (
    <span className="tag tag-bad">
      {say("cambio:seat.awayBot", { name: name(seat) })}{" "}
      <span className="num">{Math.ceil(left / 1000)} s</span>
    </span>
  );
}

const Piles = memo(function Piles({ state, view, looking, act }: Given) {
  const { say, name, you } = looking;
  const legal = legalOf(state);
  const draws = allOf(legal, "DRAW_CARD");
  const deck = draws.find((action) => action.payload.source === "deck");
  const discard = draws.find((action) => action.payload.source === "discard");
  const isBusy = state.pending !== null;
  const { held, discardTop } = view;
  return (
    <div className="mid">
      <div className="piles">
        <div className="pile">
          {deck ? (
            <button
              type="button"
              className="slot slot-ok deck"
              aria-disabled={isBusy}
              onClick={() => act(deck)}
            >
              <span className="vh">{say("cambio:pile.drawAction", { count: view.drawPileCount })}</span>
              {HIDDEN_CARD}
            </button>
          ) : (
            <span
              className={`slot deck${view.drawPileCount === 0 ? " deck-empty" : ""}`}
              role="img"
              aria-label={say("cambio:pile.drawLabel", { count: view.drawPileCount })}
            >
              {view.drawPileCount > 0 ? HIDDEN_CARD : <span className="gap" />}
            </span>
          )}
          <span aria-hidden="true" className="num">
            {say("cambio:pile.draw", { count: view.drawPileCount })}
          </span>
        </div>
        {held ? (
          <div className="pile drawn" key={`${view.turnNumber}.${held.source}`}>
            {held.card ? (
              <PlayingCard face={held.card as Face} />
            ) : (
              <span
                className="slot"
                role="img"
                aria-label={say("cambio:pile.drawnHidden", { name: name(held.seat) })}
              >
                {HIDDEN_CARD}
              </span>
            )}
            <span>{held.seat === you ? say("cambio:pile.drawn") : name(held.seat)}</span>
          </div>
        ) : (
          <div className="pile drawn drawn-none" aria-hidden="true">
            <span className="gap" />
            <span>&nbsp;</span>
          </div>
        )}
        <div className="pile">
          {discardTop === null ? (
            <span className="gap" role="img" aria-label={say("cambio:pile.discardEmpty")} />
          ) : discard ? (
            <button
              type="button"
              className="slot slot-ok"
              aria-disabled={isBusy}
              onClick={() => act(discard)}
            >
              <span className="vh">
                {say("cambio:pile.discardAction", { card: nameOf(discardTop, looking) })}
              </span>
              <PlayingCard face={discardTop as Face} label={false} />
            </button>
          ) : (
            <span
              className="slot landed"
              key={view.discardVersion}
              role="img"
              aria-label={say("cambio:pile.discardLabel", { card: nameOf(discardTop, looking) })}
            >
              <PlayingCard face={discardTop as Face} label={false} />
            </span>
          )}
          <span aria-hidden="true">{say("cambio:pile.discard")}</span>
        </div>
      </div>
    </div>
  );
});

const Hand = memo(function Hand({ seat, ...given }: Given & { seat: number }) {
  const { view, state, looking, act } = given;
  const { say } = looking;
  const isAlways = useSettings((settings) => settings.confirm[paceOf(view)] === "always");
  const [asked, setAsked] = useState<Action | null>(null);
  const isFirst = view.phase === "initial_view";
  const left = useLeft(isFirst ? state.deadline : null);
  const isShown = view.phase === "completed" || state.isPast || (isFirst && left !== null && left > 0);
  const slots = view.players[seat]?.slots ?? [];
  const isLooking = isShown && slots.some((slot) => slot.card !== null);
  const press = ({ action }: { action: Action }) =>
    isAlways && state.pending === null ? setAsked(action) : act(action);
  const isTurn = view.currentTurnSeat === seat && view.step !== "snap_window";
  return (
    <section
      className={`own${isTurn ? " own-turn" : ""}`}
      aria-label={say("cambio:hand.title")}
      data-count={slots.length}
    >
      <div className="own-label">
        <span>{say("cambio:hand.title")}</span>
        {view.players[seat]?.isCambioCaller ? (
          <span className="tag">{say("cambio:final.caller")}</span>
        ) : null}
      </div>
      <div className={`hand22 hand-own${isLooking ? " hand-looking" : ""}`}>
        {slots.map((seen, at) => (
          <Place
            key={at}
            given={given}
            slot={{ seat, position: at }}
            seen={seen}
            isShown={isShown}
            hotkey={at + 1}
            onPress={press}
          />
        ))}
        {isLooking && left !== null ? (
          <LookRing left={left} of={view.options.initialViewMs ?? 10_000} />
        ) : null}
      </div>
      {asked ? (
        <Dialog title={actionText(asked, state, looking) ?? ""} onClose={() => setAsked(null)}>
          <div className="actions">
            <Button onClick={() => setAsked(null)}>{say("action.cancel")}</Button>
            <Button
              kind="primary"
              onClick={() => {
                act(asked);
                setAsked(null);
              }}
            >
              {say("cambio:confirm.yes")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
});

function LookRing({ left, of }: { left: number; of: number }) {
  return (
    <span className="look-ring" aria-hidden="true">
      <span style={{ transform: `scaleX(${Math.max(0, Math.min(1, left / of))})` }} />
    </span>
  );
}

function Bar({ onCall, ...given }: Given & { onCall: () => void }) {
  const { state, view, looking, act } = given;
  const { say } = looking;
  const hasKeys = useSettings((settings) => settings.hotkeys);
  const legal = legalOf(state);
  const isBusy = state.pending !== null;
  const one = (type: Action["type"]) => legal.find((action) => action.type === type);
  const draws = allOf(legal, "DRAW_CARD");
  const take = draws.find((action) => action.payload.source === "discard");
  const deck = draws.find((action) => action.payload.source === "deck");
  const call = one("CALL_CAMBIO");
  const shown: { action: Action; key: string; isMain: boolean; onPress?: () => void }[] = [];
  const confirm = one("CONFIRM_INITIAL_VIEW");
  const discard = one("DISCARD_CARD");
  const pass = one("PASS_SNAP");
  if (confirm) shown.push({ action: confirm, key: "ok", isMain: true });
  if (deck) shown.push({ action: deck, key: "draw", isMain: true });
  if (take) shown.push({ action: take, key: "take", isMain: false });
  if (call) shown.push({ action: call, key: "call", isMain: false, onPress: onCall });
  if (discard) shown.push({ action: discard, key: "discard", isMain: true });
  if (pass) shown.push({ action: pass, key: "pass", isMain: true });
  return (
    <div className="bar" id="actions" tabIndex={-1} data-buttons={shown.length}>
      {shown.map(({ action, key, isMain, onPress }) => (
        <Button
          key={action.type + key}
          kind={isMain ? "primary" : "plain"}
          className={isMain ? "big" : ""}
          aria-disabled={isBusy}
          onClick={onPress ?? (() => act(action))}
        >
          {actionText(action, state, looking)}
          {hasKeys ? <kbd aria-hidden="true">{say(`cambio:keys.${key}`)}</kbd> : null}
        </Button>
      ))}
      <span className="bar-hint">{hint(view, shown.length, looking)}</span>
    </div>
  );
}

function hint(view: View, buttons: number, { say, you }: Looking): string {
  if (view.step === "snap_window" && buttons > 0) return say("cambio:bar.snapHint");
  if (view.step === "holding" && view.held?.seat === you) return "";
  if (buttons > 0 || you === null) return "";
  return view.phase === "playing" ? say("cambio:bar.callHint") : "";
}

function CallDialog({ onClose, ...given }: Given & { onClose: () => void }) {
  const { state, view, looking, act } = given;
  const { say } = looking;
  const call = allOf(legalOf(state), "CALL_CAMBIO")[0];
  const { penalty } = view.options;
  return (
    <Dialog title={say("cambio:call.title")} onClose={onClose}>
      <p>{say("cambio:call.text")}</p>
      {penalty === "double" || penalty === "plus10" ? (
        <p className="mut">
          {say(penalty === "double" ? "cambio:call.warnDouble" : "cambio:call.warnPlus10")}
        </p>
      ) : null}
      <div className="actions">
        <Button onClick={onClose}>{say("cambio:call.no")}</Button>
        <Button
          kind="primary"
          onClick={() => {
            onClose();
            if (call) act(call);
          }}
        >
          {say("cambio:call.yes")}
        </Button>
      </div>
    </Dialog>
  );
}

/** 1 to 6 press a card, D draws or discards, T takes, C calls, S passes; Space does what comes first. */
function useKeys(given: Given, onCall: () => void): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const confirm = useSettings((settings) => settings.confirm[paceOf(given.view)]);
  const { state, looking, act } = given;
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
      const action = actionFor(event, legalOf(state), looking.you);
      if (action === null) return;
      event.preventDefault();
      if (action.type === "CALL_CAMBIO") onCall();
      else if (confirm !== "always" || !/^[1-6]$/.test(event.key)) act(action);
      else
        document
          .querySelectorAll<HTMLElement>(".hand-own .slot, .hand-own .gap")
          [Number(event.key) - 1]?.click();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn, confirm, state, looking, act, onCall]);
}

function actionFor(event: KeyboardEvent, legal: Action[], you: number | null): Action | null {
  const key = event.key.toLowerCase();
  if (/^[1-6]$/.test(key) && you !== null)
    return targetOf(legal, { seat: you, position: Number(key) - 1 }, you)?.action ?? null;
  const draws = allOf(legal, "DRAW_CARD");
  const first = (type: Action["type"]) => legal.find((action) => action.type === type) ?? null;
  switch (key) {
    case "d":
      return draws.find((action) => action.payload.source === "deck") ?? first("DISCARD_CARD");
    case "t":
      return draws.find((action) => action.payload.source === "discard") ?? null;
    case "c":
      return first("CALL_CAMBIO");
    case "s":
      return first("PASS_SNAP");
    case " ": {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(focused.tagName)) return null;
      return (
        first("CONFIRM_INITIAL_VIEW") ?? draws.find((action) => action.payload.source === "deck") ?? null
      );
    }
    default:
      return null;
  }
}
