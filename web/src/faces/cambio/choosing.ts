/** A power that waits for its cards: which ones it may meet, which are picked, and what then happens. */
import { useEffect, useMemo, useState } from "react";
import { canPick, choose, picksOf } from "../../play/choose";
import { isDoublePress } from "../../table/pressGate";
import { useSettings } from "../../ui/settings";
import type { Action, Slot } from "../../wire/cambio";
import { placeOf } from "./animations";
import { paceOf } from "./pace";
import { allOf, legalOf } from "./phrases";
import { slotsOf } from "./press";
import type { Around, Choosing } from "./props";

const NONE: Slot[] = [];

/** The power that this seat is to use now, if its cards are to be chosen. */
export function useChoosing(props: Around): Choosing | null {
  const { table, state, view, perspective, act } = props;
  const isByItself = useByItself(props);
  const [picked, setPicked] = useState<{ turn: number; slots: Slot[] } | null>(null);
  const isAlways = useSettings((settings) => settings.confirm[paceOf(view)] === "always");
  return useMemo(() => {
    const legal = legalOf(state);
    const uses = allOf(legal, "USE_POWER");
    const [skip] = allOf(legal, "SKIP_POWER");
    if (view.step !== "power_pending" || (uses.length === 0 && !skip) || isByItself) return null;
    const turn = view.turnNumber;
    const targets = targetsOf(uses, perspective.mySeat ?? 0, view.players.length);
    const needed = Math.max(0, ...uses.map((use) => use.payload.slots?.length ?? 0));
    const picks = picked?.turn === turn ? picked.slots : draftOf(state.draft, turn, targets);
    const pick = (slots: Slot[]) => {
      setPicked({ turn, slots });
      table.setDraft(slots.length > 0 ? { turn, picks: slots } : null);
    };
    const using = (slots: Slot[]) => choose(uses, slotsOf, picksOf("slot", slots));
    const send = (action: Action) => {
      pick(NONE);
      act(action);
    };
    const isAtOnce = needed === 1 && !isAlways;
    const { complete } = using(picks);
    return {
      needed,
      targets,
      picks,
      isAtOnce,
      press: (slot) => {
        const only = isAtOnce ? using([slot]).complete : null;
        if (only) send(only);
        else pick(toggled(picks, slot, needed, canPick(using(picks), "slot", slot), perspective.mySeat));
      },
      clear: () => pick(NONE),
      use: complete && !isAtOnce ? () => send(complete) : null,
      skip: skip ? () => send(skip) : null,
    };
  }, [table, state, view, perspective, act, isByItself, isAlways, picked]);
}

/** What is picked once this card has been pressed: a second press takes it back, one too many replaces its like. */
function toggled(picks: Slot[], slot: Slot, needed: number, fits: boolean, you: number | null): Slot[] {
  const place = placeOf(slot);
  if (picks.some((one) => placeOf(one) === place))
    return isDoublePress() ? picks : picks.filter((one) => placeOf(one) !== place);
  if (needed === 1) return [slot];
  if (fits) return [...picks, slot];
  return [...picks.filter((one) => (one.seat === you) !== (slot.seat === you)), slot].slice(-needed);
}

/** As they lie on the table: own cards first, then those of the others, one after the other. */
function targetsOf(
  uses: Extract<Action, { type: "USE_POWER" }>[],
  you: number,
  seats: number,
): Map<string, Slot> {
  const slots = uses.flatMap((use) => use.payload.slots ?? []);
  const turn = ({ seat }: Slot) => (seat - you + seats) % seats;
  const ordered = slots.toSorted((a, b) => turn(a) - turn(b) || a.position - b.position);
  return new Map(ordered.map((slot) => [placeOf(slot), slot]));
}

/** What was picked before the page was loaded anew. */
function draftOf(draft: unknown, turn: number, targets: ReadonlyMap<string, Slot>): Slot[] {
  const stored = draft as { turn?: number; picks?: Slot[] } | null;
  if (stored?.turn !== turn || !Array.isArray(stored.picks)) return NONE;
  return stored.picks.every((pick) => targets.has(placeOf(pick))) ? stored.picks : NONE;
}

/** A King that looks at a card picked by chance leaves nothing to choose: it is used without asking, once. */
function useByItself({ table, state, view, perspective }: Around): boolean {
  const use = view.step === "power_pending" ? onlyUse(legalOf(state)) : null;
  const isIt = use !== null && !isBotPlaying(state, view, perspective.mySeat);
  const [sent, setSent] = useState<number | null>(null);
  const isFree = state.pending === null;
  const isSent = sent === view.turnNumber;
  useEffect(() => {
    if (!isIt || use === null || isSent || !isFree) return;
    setSent(view.turnNumber);
    table.actByItself(use);
  }, [isIt, isSent, isFree, use, table, view.turnNumber]);
  return isIt && !(isSent && isFree); // if it came to nothing, there is the bar to try again or to skip
}

function onlyUse(legal: Action[]): Action | null {
  const [use, ...others] = allOf(legal, "USE_POWER");
  return use && others.length === 0 && (use.payload.slots ?? []).length === 0 ? use : null;
}

/** A bot has this seat for now, and decides itself. */
function isBotPlaying(state: Around["state"], view: Around["view"], you: number | null): boolean {
  const line = state.seats.find((one) => one.seat === you);
  return (line?.level ?? null) !== null || view.players[you ?? -1]?.controller === "bot";
}
