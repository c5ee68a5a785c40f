/** The powers: choosing whom they meet, and five seconds of looking. */
import { useEffect, useState } from "react";
import { useSettings } from "../../settings";
import { spanText, timeText, useLeft } from "../../ui/Clock";
import { Dialog } from "../../ui/Dialog";
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import { Button, Rich } from "../../ui/parts";
import type { Slot, View } from "../../wire/cambio";
import type { Looking } from "..";
import type { Given } from "./Board";
import { allOf, legalOf, nameOf, place, position } from "./words";

const keyOf = (slot: Slot) => `${slot.seat}.${slot.position}`;

/** The slots that may be chosen next, given what is chosen, and the use that is complete. */
export function choices(uses: Slot[][], picks: Slot[]): { next: Slot[]; isComplete: boolean } {
  const chosen = picks.map(keyOf);
  const fitting = uses.filter((use) => chosen.every((pick) => use.some((slot) => keyOf(slot) === pick)));
  const next = new Map<string, Slot>();
  for (const use of fitting)
    for (const slot of use) if (!chosen.includes(keyOf(slot))) next.set(keyOf(slot), slot);
  const isComplete = fitting.some((use) => use.length === picks.length);
  return { next: [...next.values()], isComplete };
}

export function PowerDialog(given: Given) {
  const { state, view } = given;
  const isMine =
    allOf(legalOf(state), "USE_POWER").length > 0 || allOf(legalOf(state), "SKIP_POWER").length > 0;
  if (view.step !== "power_pending" || !isMine) return null;
  return <Choosing key={`${view.turnNumber}`} {...given} />;
}

function Choosing({ table, state, view, looking, act }: Given) {
  const { say, name, you } = looking;
  const legal = legalOf(state);
  const actions = allOf(legal, "USE_POWER");
  const skip = allOf(legal, "SKIP_POWER")[0];
  const uses = actions.map((action) => action.payload.slots ?? []);
  const needed = Math.max(0, ...uses.map((use) => use.length));
  const [picks, setPicks] = useState<Slot[]>(() => draftOf(state.draft, view.turnNumber, uses));
  const { next, isComplete } = choices(uses, picks);
  const use = actions.find((action) => sameSlots(action.payload.slots ?? [], picks));
  const isBusy = state.pending !== null;
  const power = view.power?.powerType ?? "peek_own";
  const choose = (chosen: Slot[]) => {
    setPicks(chosen);
    table.setDraft(chosen.length > 0 ? { turn: view.turnNumber, picks: chosen } : null);
  };
  const toggle = (slot: Slot) => {
    const key = keyOf(slot);
    if (picks.some((pick) => keyOf(pick) === key)) choose(picks.filter((pick) => keyOf(pick) !== key));
    else if (needed === 1) choose([slot]);
    else if (next.some((one) => keyOf(one) === key)) choose([...picks, slot]);
    else
      choose([...picks.filter((pick) => (pick.seat === you) !== (slot.seat === you)), slot].slice(-needed));
  };
  const commit = () => {
    if (use === undefined) return;
    table.setDraft(null);
    act(use);
  };
  const targets = new Set(uses.flat().map(keyOf));
  const seats = view.players
    .map((_, seat) => seat)
    .filter((seat) => uses.flat().some((slot) => slot.seat === seat));
  const ordered = seats.sort((a, b) => Number(b === you) - Number(a === you) || a - b);
  const numbered = ordered.flatMap((seat) => uses.flat().filter((slot) => slot.seat === seat));
  const numbers = new Map(
    [...new Map(numbered.map((slot) => [keyOf(slot), slot])).values()].map((slot, index) => [
      keyOf(slot),
      { slot, number: index + 1 },
    ]),
  );
  useDialogKeys(
    [...numbers.values()].map(({ slot }) => slot),
    toggle,
    skip ? () => act(skip) : null,
  );
  return (
    <Dialog
      title={say(`cambio:powerTitle.${power}`)}
      kind={ordered.length > 3 ? "wide" : "dialog"}
      canCancel={picks.length > 0}
      onClose={() => choose([])}
    >
      <p className="mut center">{explain(view, needed, looking)}</p>
      {needed > 0 ? (
        <div className="pick" data-seats={ordered.length}>
          {ordered.map((seat) => (
            <div key={seat} role="group" aria-label={name(seat)}>
              <b className="sm">{name(seat)}</b>
              <div className="hand22">
                {(view.players[seat]?.slots ?? []).map((seen, at) => {
                  const slot = { seat, position: at };
                  const key = keyOf(slot);
                  const isPicked = picks.some((pick) => keyOf(pick) === key);
                  if (seen.visibility === "empty") return <span key={at} className="gap" />;
                  return (
                    <button
                      key={at}
                      type="button"
                      className={`slot${isPicked ? " slot-picked" : ""}`}
                      aria-pressed={isPicked}
                      disabled={!targets.has(key)}
                      onClick={() => toggle(slot)}
                    >
                      <span className="vh">{place(slot, looking)}</span>
                      {HIDDEN_CARD}
                      {(numbers.get(key)?.number ?? 10) < 10 ? (
                        <kbd aria-hidden="true">{numbers.get(key)?.number}</kbd>
                      ) : null}
                    </button>
                  );
                })}
              </div>
            </div>
          ))}
        </div>
      ) : null}
      <div className="actions">
        {skip ? (
          <Button aria-disabled={isBusy} onClick={() => act(skip)}>
            {say("cambio:act.skip")}
          </Button>
        ) : null}
        <Button
          kind="primary"
          disabled={!isComplete || use === undefined}
          aria-disabled={isBusy}
          onClick={commit}
        >
          {say(power === "blind_swap" ? "cambio:act.swapTwo" : "cambio:act.look")}
        </Button>
      </div>
      <Expires until={view.power?.expiresAt ?? null} looking={looking} />
    </Dialog>
  );
}

function explain(view: View, needed: number, { say }: Looking): string {
  const time = spanText(view.options.peekMs ?? 5000);
  if (view.power?.powerType === "blind_swap") return say("cambio:dialog.chooseTwo");
  if (needed === 0) return say("cambio:dialog.random", { time });
  return say(needed === 2 ? "cambio:dialog.chooseLook" : "cambio:dialog.chooseOne", { time });
}

function Expires({ until, looking }: { until: number | null; looking: Looking }) {
  const left = useLeft(until);
  if (left === null) return null;
  return (
    <p className="sm mut center" role="timer" aria-live="off">
      {looking.say("cambio:dialog.skips")} <b className="num">{timeText(left)}</b>
    </p>
  );
}

function draftOf(draft: unknown, turn: number, uses: Slot[][]): Slot[] {
  const kept = draft as { turn?: number; picks?: Slot[] } | null;
  if (kept?.turn !== turn || !Array.isArray(kept.picks)) return [];
  const known = new Set(uses.flat().map(keyOf));
  return kept.picks.every((pick) => known.has(keyOf(pick))) ? kept.picks : [];
}

function sameSlots(one: Slot[], other: Slot[]): boolean {
  return (
    one.length === other.length && one.every((slot) => other.some((pick) => keyOf(pick) === keyOf(slot)))
  );
}

function useDialogKeys(slots: Slot[], toggle: (slot: Slot) => void, skip: (() => void) | null): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const slot = /^[1-9]$/.test(event.key) ? slots[Number(event.key) - 1] : undefined;
      if (slot) toggle(slot);
      else if (event.key.toLowerCase() === "s") skip?.();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

/** What only this seat is shown. The faces leave the page when the time is over, whatever the server says. */
export function PeekDialog({ state, view, looking, act }: Given) {
  const { say, you, name } = looking;
  const reveal = view.reveal;
  const isMine = reveal !== null && reveal.seat === you;
  const left = useLeft(isMine ? reveal.until : null);
  const answers = allOf(legalOf(state), "ACKNOWLEDGE_REVEAL");
  if (!isMine || left === null || left <= 0) return null;
  const cards = reveal.slots.flatMap((slot) => {
    const card = view.players[slot.seat]?.slots[slot.position]?.card;
    return card ? [{ slot, card }] : [];
  });
  if (cards.length === 0) return null;
  const got = answers.find((action) => !action.payload?.swap);
  const exchange = answers.find((action) => action.payload?.swap);
  const isBusy = state.pending !== null;
  const title = (slot: Slot) => {
    const at = position(slot.position, looking);
    return slot.seat === you
      ? say("cambio:dialog.yours", { position: at })
      : say("cambio:dialog.theirs", { name: name(slot.seat), position: at });
  };
  const total = view.options.peekMs ?? 5000;
  return (
    <Dialog title={cards.map(({ slot }) => title(slot)).join(" · ")} onClose={() => got && act(got)}>
      <div className="peek">
        {cards.map(({ slot, card }) => (
          <div key={keyOf(slot)} className="peek-ring">
            <svg viewBox="0 0 200 236" fill="none" aria-hidden="true">
              <rect x="4" y="4" width="192" height="228" rx="22" stroke="var(--surface-3)" strokeWidth="6" />
              <rect
                x="4"
                y="4"
                width="192"
                height="228"
                rx="22"
                stroke="var(--turn-line)"
                strokeWidth="6"
                pathLength="100"
                strokeDasharray={`${Math.max(0, Math.min(100, (left / total) * 100)).toFixed(1)} 100`}
                strokeLinecap="round"
              />
            </svg>
            <PlayingCard face={card as Face} />
            <span className="vh">{nameOf(card, looking)}</span>
          </div>
        ))}
      </div>
      <p className="mut center" role="timer" aria-live="off">
        <Rich text={say("cambio:dialog.onlyYou", { count: Math.ceil(left / 1000) })} />
      </p>
      <div className="actions">
        {exchange ? (
          <Button aria-disabled={isBusy} onClick={() => act(exchange)}>
            {say("cambio:act.exchange")}
          </Button>
        ) : null}
        {got ? (
          <Button kind="primary" data-safe aria-disabled={isBusy} onClick={() => act(got)}>
            {say(exchange ? "cambio:act.keep" : "cambio:act.got")}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
