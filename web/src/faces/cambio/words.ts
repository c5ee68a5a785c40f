/** Cambio in words: what is asked, what happened, what an action is called, and the whole state. */

import type { Looking, Section, Strip } from "../../play/face";
import type { Action as AnyAction, Event as AnyEvent, TableState } from "../../table";
import { cardName, cardSign, type Face } from "../../ui/PlayingCard";
import { plain } from "../../ui/words";
import type { Action, Card, Event, Slot, View } from "../../wire/cambio";

export function viewOf(state: TableState): View {
  return state.view as View;
}

export function legalOf(state: TableState): Action[] {
  return state.legal as Action[];
}

type Of<T extends Action["type"]> = Extract<Action, { type: T }>;

export function allOf<T extends Action["type"]>(legal: Action[], type: T): Of<T>[] {
  return legal.filter((action): action is Of<T> => action.type === type);
}

export function sign(card: Card, { say }: Looking): string {
  return cardSign(card as Face, say("cards.joker"));
}

export function nameOf(card: Card, { say }: Looking): string {
  return cardName(card as Face, say);
}

export function position(at: number, { say }: Looking): string {
  return say(`cambio:position.${at}`);
}

/** "your top left card", "Ife's bottom right card"; `by` is who does something with it: "their own top left card". */
export function place(slot: Slot, looking: Looking, by?: number): string {
  const { say, name, you } = looking;
  if (slot.seat === you) return say("cambio:place.own", { position: position(slot.position, looking) });
  if (slot.seat === by) return say("cambio:place.theirs", { position: position(slot.position, looking) });
  return say("cambio:place.other", { name: name(slot.seat), position: position(slot.position, looking) });
}

export function places(slots: Slot[], looking: Looking, by?: number): string {
  const [first, second] = slots.map((slot) => place(slot, looking, by));
  return second === undefined ? (first ?? "") : looking.say("cambio:place.and", { first, second });
}

/** Whether a King shows one of one's own cards that nobody chooses. */
export function isKingByChance({ options }: View): boolean {
  return (options.kingPower ?? "look_random") === "look_random";
}

export function powerWords(power: string, view: View, { say }: Looking): string {
  const isOther = power === "look_own" && !isKingByChance(view);
  return say(`cambio:power.${isOther ? view.options.kingPower : power}`);
}

export function strip(state: TableState, looking: Looking): Strip | null {
  const view = viewOf(state);
  const { say, you } = looking;
  if (view.status === "abandoned") return { title: say("cambio:strip.abandoned"), isMine: false };
  if (view.phase === "completed")
    return { title: say("cambio:strip.over"), text: ending(view, looking), isMine: false };
  const isMine = state.legal.length > 0;
  const told = isMine ? mine(view, state, looking) : theirs(view, looking, you);
  const notice = view.phase === "final_round" ? say("cambio:final.round") : undefined;
  return told && { ...told, notice, isMine, ...clock(view, state) };
}

export function ending(view: View, { say }: Looking): string {
  return say(`cambio:ending.${view.ending ?? "completed"}`);
}

function clock(view: View, state: TableState): Pick<Strip, "until" | "startMs"> {
  const { options } = view;
  if (view.step === "power_pending")
    return { until: view.power?.expiresAt ?? null, startMs: options.powerDecisionMs };
  if (view.step === "revealing") return { until: view.reveal?.until ?? null, startMs: options.peekMs };
  if (view.step === "snap_window")
    return { until: view.snap?.closesAt ?? null, startMs: options.snapWindowMs };
  if (view.step === "giving")
    return { until: view.giving?.expiresAt ?? null, startMs: options.powerDecisionMs };
  if (view.phase === "initial_view") return { until: state.deadline, startMs: options.initialViewMs };
  return { until: view.turnEndsAt, startMs: options.turnMs };
}

type Words = Pick<Strip, "title" | "text">;

function mine(view: View, state: TableState, looking: Looking): Words | null {
  const { say } = looking;
  if (view.phase === "initial_view")
    return { title: say("cambio:strip.initial"), text: say("cambio:strip.initialText") };
  switch (view.step) {
    case "awaiting_draw": {
      const canCall = allOf(legalOf(state), "CALL_CAMBIO").length > 0;
      return {
        title: say("cambio:strip.draw"),
        text: say(canCall ? "cambio:strip.drawText" : "cambio:strip.drawOnlyText"),
      };
    }
    case "holding": {
      const held = view.held;
      const how = held?.source === "discard" ? "took" : "drew";
      return {
        title: say(`cambio:strip.${how}`, { card: held?.card ? sign(held.card, looking) : "" }),
        text: say(`cambio:strip.${how}Text`),
      };
    }
    case "power_pending":
      return {
        title: say("cambio:strip.power", { power: powerWords(view.power?.powerType ?? "", view, looking) }),
        text: say("cambio:strip.powerText"),
      };
    case "revealing":
      return { title: say("cambio:strip.reveal"), text: say("cambio:strip.revealText") };
    case "snap_window":
      return {
        title: say("cambio:strip.snap", { rank: view.discardTop?.rank ?? "" }),
        text: say("cambio:strip.snapText"),
      };
    case "giving":
      return {
        title: say("cambio:strip.give", { name: looking.name(view.giving?.targetSeat ?? 0) }),
        text: say("cambio:strip.giveText"),
      };
    default:
      return null;
  }
}

function theirs(view: View, looking: Looking, you: number | null): Words | null {
  const { say, name } = looking;
  if (view.phase === "initial_view") {
    const waiting = view.players.flatMap((player, seat) => (player.confirmed ? [] : [name(seat)]));
    if (you === null) return { title: say("cambio:strip.initialWatch") };
    return {
      title: say("cambio:strip.initialWait"),
      text: say("cambio:strip.initialWaitText", { names: waiting.join(", ") }),
    };
  }
  const seat = view.currentTurnSeat;
  if (seat === null) return null;
  const values = { name: name(seat) };
  if (view.giving)
    return {
      title: say("cambio:strip.theirsGive", {
        name: name(view.giving.seat),
        other: name(view.giving.targetSeat),
      }),
    };
  if (view.snap) return { title: say("cambio:strip.snapWait") };
  if (view.reveal) {
    const [first, second] = view.reveal.slots.map((slot) => place(slot, looking, seat));
    return {
      title: say(second ? "cambio:strip.theirsRevealTwo" : "cambio:strip.theirsReveal", {
        ...values,
        place: first,
        second,
      }),
    };
  }
  if (view.power) return { title: say("cambio:strip.theirsPower", values) };
  if (view.held?.card)
    return { title: say("cambio:strip.theirsTook", { ...values, card: sign(view.held.card, looking) }) };
  if (view.held) return { title: say("cambio:strip.theirsHeld", values) };
  return { title: say("cambio:strip.theirs", values) };
}

export function describe(any: AnyEvent, looking: Looking): string | null {
  const event = any as unknown as Event;
  const { say, name, you } = looking;
  const told = (key: string, seat: number, more: Record<string, unknown> = {}) =>
    say(`cambio:log.${key}`, { name: name(seat), ...more, ...(seat === you ? { context: "you" } : {}) });
  switch (event.type) {
    case "CARDS_DEALT":
      return say("cambio:log.dealt", { card: sign(event.payload.discardTop, looking) });
    case "INITIAL_VIEW_ENDED":
      return say("cambio:log.begins");
    case "CARD_DRAWN": {
      const { seat, card } = event.payload;
      return card ? told("took", seat, { card: sign(card, looking) }) : told("drew", seat);
    }
    case "CARD_SWAPPED": {
      const { seat, position: at, discarded } = event.payload;
      return told("swapped", seat, { position: position(at, looking), card: sign(discarded, looking) });
    }
    case "CARD_DISCARDED": {
      const { seat, card, reason } = event.payload;
      const key = { chosen: "discarded", time: "discardedTime", disconnected: "discardedGone" }[reason];
      return told(key, seat, { card: sign(card, looking) });
    }
    case "POWER_ACTIVATED": {
      const { seat, powerType, slots } = event.payload;
      return powerType === "blind_swap"
        ? null
        : told("looked", seat, { place: places(slots, looking, seat) });
    }
    case "SWAP_COMPLETED":
      return told("exchanged", event.payload.seat, {
        place: places(event.payload.slots, looking, event.payload.seat),
      });
    case "POWER_SKIPPED":
      return event.payload.reason === "no_target"
        ? say("cambio:log.noTarget")
        : told("skipped", event.payload.seat);
    case "POWER_CANCELLED":
      return told("cancelled", event.payload.seat);
    case "CAMBIO_CALLED":
      return told(event.payload.automatic ? "calledAuto" : "called", event.payload.seat);
    case "TURN_PASSED":
      return told("passed", event.payload.seat);
    case "FINAL_TURN_TAKEN":
      return event.payload.forfeited ? told("forfeited", event.payload.seat) : null;
    case "SNAP_SUCCEEDED":
    case "SNAP_FAILED": {
      const { seat, targetSeat, position: at, card } = event.payload;
      const key = event.type === "SNAP_FAILED" ? "snapFailed" : "snapped";
      return told(key, seat, {
        place: place({ seat: targetSeat, position: at }, looking, seat),
        card: sign(card, looking),
      });
    }
    case "PENALTY_DEALT":
      return event.payload.positions.length > 0 ? told("penalty", event.payload.seat) : null;
    case "CARD_GIVEN":
      return told("gave", event.payload.seat, { other: name(event.payload.targetSeat) });
    case "DECK_RESHUFFLED":
      return say("cambio:log.reshuffled", { count: event.payload.count });
    case "CONNECTION_CHANGED":
      return told(event.payload.connected ? "back" : "away", event.payload.seat);
    case "CONTROLLER_CHANGED":
      return told(event.payload.controller, event.payload.seat);
    case "GAME_COMPLETED": {
      const { winners } = event.payload;
      if (winners.length === 1 && winners[0] === you) return say("cambio:log.won", { context: "you" });
      return say("cambio:log.won", { names: winners.map(name).join(", ") });
    }
    case "GAME_ABANDONED":
      return say("cambio:log.abandoned");
    default:
      return null;
  }
}

export function actionText(any: AnyAction, state: TableState, looking: Looking): string | null {
  const action = any as Action;
  const view = viewOf(state);
  const { say } = looking;
  const held = view.held?.card ? sign(view.held.card, looking) : "";
  switch (action.type) {
    case "CONFIRM_INITIAL_VIEW":
      return say("cambio:act.have");
    case "DRAW_CARD":
      if (action.payload.source === "deck") return say("cambio:act.draw");
      return say("cambio:act.take", { card: view.discardTop ? sign(view.discardTop, looking) : "" });
    case "SWAP_CARD":
      return say("cambio:act.swap", { card: held, position: position(action.payload.position, looking) });
    case "DISCARD_CARD": {
      const power = view.held?.power;
      if (!power) return say("cambio:act.discard", { card: held });
      return say("cambio:act.discardPower", { card: held, power: powerWords(power, view, looking) });
    }
    case "USE_POWER": {
      const slots = action.payload.slots ?? [];
      return slots.length === 0
        ? say("cambio:act.useRandom")
        : say("cambio:act.use", { place: places(slots, looking) });
    }
    case "SKIP_POWER":
      return say("cambio:act.skip");
    case "ACKNOWLEDGE_REVEAL":
      return say(action.payload?.swap ? "cambio:act.exchange" : "cambio:act.got");
    case "CALL_CAMBIO":
      return say("cambio:act.call");
    case "SNAP":
      return say("cambio:act.snap", {
        place: place({ seat: action.payload.targetSeat, position: action.payload.position }, looking),
      });
    case "PASS_SNAP":
      return say("cambio:act.pass");
    case "GIVE_CARD":
      return say("cambio:act.give", { position: position(action.payload.position, looking) });
    default:
      return null;
  }
}

export function sections(state: TableState, looking: Looking): Section[] {
  const view = viewOf(state);
  const { say, name, you } = looking;
  const rivals = view.players.flatMap((_, seat) => (seat === you ? [] : [seat]));
  const piles = [
    say("cambio:pile.drawLabel", { count: view.drawPileCount }),
    view.discardTop
      ? say("cambio:pile.discardLabel", { card: nameOf(view.discardTop, looking) })
      : say("cambio:pile.discardEmpty"),
    ...(view.held ? [heldLine(view, looking)] : []),
  ];
  const told: Section[] = [];
  if (view.scores.length > 0)
    told.push({ title: say("cambio:text.results"), lines: scoreLines(view, looking) });
  if (you !== null) told.push({ title: say("cambio:text.hand"), lines: handLines(view, you, looking) });
  told.push({ title: say("cambio:text.piles"), lines: piles });
  told.push({
    title: say("cambio:text.rivals"),
    lines: rivals.map(
      (seat) =>
        `<b>${plain(name(seat))}</b>: ${standing(seat, state, looking)}. ${handLines(view, seat, looking).join("; ")}`,
    ),
  });
  return told;
}

function heldLine(view: View, looking: Looking): string {
  const held = view.held;
  if (held?.card && held.seat === looking.you)
    return looking.say(`cambio:strip.${held.source === "discard" ? "took" : "drew"}`, {
      card: nameOf(held.card, looking),
    });
  if (held?.card)
    return looking.say("cambio:strip.theirsTook", {
      name: looking.name(held.seat),
      card: nameOf(held.card, looking),
    });
  return looking.say("cambio:pile.drawnHidden", { name: looking.name(held?.seat ?? 0) });
}

function handLines(view: View, seat: number, looking: Looking): string[] {
  const { say } = looking;
  return (view.players[seat]?.slots ?? []).map((slot, at) => {
    const values = { position: position(at, looking) };
    if (slot.visibility === "empty") return say("cambio:text.empty", values);
    if (slot.card) return say("cambio:text.open", { ...values, card: nameOf(slot.card, looking) });
    const known = view.memory?.find((seen) => seen.slot.seat === seat && seen.slot.position === at);
    return known
      ? say("cambio:text.known", { ...values, card: nameOf(known.card, looking) })
      : say("cambio:text.hidden", values);
  });
}

function scoreLines(view: View, looking: Looking): string[] {
  const { say, name } = looking;
  return view.scores
    .toSorted((a, b) => a.finalScore - b.finalScore)
    .map((score) =>
      say("cambio:text.score", {
        name: name(score.seat),
        cards: score.cards.map((card) => nameOf(card, looking)).join(", ") || say("cambio:result.empty"),
        sum: score.baseScore,
        total: score.finalScore,
      }),
    );
}

export function standing(seat: number, state: TableState, looking: Looking): string {
  const view = viewOf(state);
  const player = view.players[seat];
  const { say } = looking;
  if (player === undefined) return "";
  if (player.score !== null) return say("cambio:result.points", { count: player.score });
  const told: string[] = [];
  if (player.isCambioCaller) told.push(say("cambio:final.caller"));
  else if (player.hasTakenFinalTurn) told.push(say("cambio:final.taken"));
  if (player.controller === "bot" && player.kind === "human") told.push(say("cambio:seat.botPlays"));
  else if (!player.isConnected) told.push(say("cambio:seat.away"));
  else if (state.away.some((one) => one.seat === seat)) told.push(say("cambio:seat.grace"));
  if (view.currentTurnSeat === seat && view.status === "active") told.push(say("cambio:seat.turn"));
  const count = player.slots.filter((slot) => slot.visibility !== "empty").length;
  return told.length > 0 ? told.join(", ") : say("cambio:seat.cards", { count });
}
