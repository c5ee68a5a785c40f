/** Cambio in words: what is asked, what happened, what an action is called, and the whole state. */

import { endingText } from "../../play/about";
import type { Perspective, Section, Strip } from "../../play/face";
import type { Action as AnyAction, Event as AnyEvent, BoardState } from "../../table";
import { plain } from "../../ui/locales";
import { cardName, cardSign, type Face } from "../../ui/PlayingCard";
import type { Action, Card, Event, Slot, View } from "../../wire/cambio";

export function viewOf(state: BoardState): View {
  return state.view as View;
}

export function legalOf(state: BoardState): Action[] {
  return state.legal as Action[];
}

type Of<T extends Action["type"]> = Extract<Action, { type: T }>;

export function allOf<T extends Action["type"]>(legal: Action[], type: T): Of<T>[] {
  return legal.filter((action): action is Of<T> => action.type === type);
}

export function sign(card: Card, { t }: Perspective): string {
  return cardSign(card as Face, t("cards.joker"));
}

export function cardText(card: Card, { t }: Perspective): string {
  return cardName(card as Face, t);
}

export function position(at: number, { t }: Perspective): string {
  return t(`cambio:position.${at}`);
}

/** "your top left card", "Ife's bottom right card"; `by` is who does something with it: "their own top left card". */
export function place(slot: Slot, perspective: Perspective, by?: number): string {
  const { t, nameOf, mySeat } = perspective;
  if (slot.seat === mySeat) return t("cambio:place.own", { position: position(slot.position, perspective) });
  if (slot.seat === by) return t("cambio:place.theirs", { position: position(slot.position, perspective) });
  return t("cambio:place.other", {
    name: nameOf(slot.seat),
    position: position(slot.position, perspective),
  });
}

export function places(slots: Slot[], perspective: Perspective, by?: number): string {
  const [first, second] = slots.map((slot) => place(slot, perspective, by));
  return second === undefined ? (first ?? "") : perspective.t("cambio:place.and", { first, second });
}

/** Whether a King shows one of one's own cards that nobody chooses. */
export function isKingByChance({ options }: View): boolean {
  return (options.kingPower ?? "look_random") === "look_random";
}

export function powerWords(power: string, view: View, { t }: Perspective): string {
  const isOther = power === "look_own" && !isKingByChance(view);
  return t(`cambio:power.${isOther ? view.options.kingPower : power}`);
}

export function strip(state: BoardState, perspective: Perspective): Strip | null {
  const view = viewOf(state);
  const { t, mySeat } = perspective;
  if (view.status === "abandoned") return { title: t("cambio:strip.abandoned"), isMine: false };
  if (view.phase === "completed")
    return { title: t("cambio:strip.over"), text: ending(view, perspective), isMine: false };
  const isMine = state.legal.length > 0;
  const prompt = isMine ? mine(view, state, perspective) : theirs(view, perspective, mySeat);
  const notice = view.phase === "final_round" ? t("cambio:final.round") : undefined;
  return prompt && { ...prompt, notice, isMine, ...clock(view, state) };
}

export function ending(view: View, { t }: Perspective): string {
  return endingText("cambio", view.ending, t, "completed");
}

function clock(view: View, state: BoardState): Pick<Strip, "until" | "startMs"> {
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

function mine(view: View, state: BoardState, perspective: Perspective): Words | null {
  const { t } = perspective;
  if (view.phase === "initial_view")
    return { title: t("cambio:strip.initial"), text: t("cambio:strip.initialText") };
  switch (view.step) {
    case "awaiting_draw": {
      const canCall = allOf(legalOf(state), "CALL_CAMBIO").length > 0;
      return {
        title: t("cambio:strip.draw"),
        text: t(canCall ? "cambio:strip.drawText" : "cambio:strip.drawOnlyText"),
      };
    }
    case "holding": {
      const held = view.held;
      const how = held?.source === "discard" ? "took" : "drew";
      return {
        title: t(`cambio:strip.${how}`, { card: held?.card ? sign(held.card, perspective) : "" }),
        text: t(`cambio:strip.${how}Text`),
      };
    }
    case "power_pending":
      return {
        title: t("cambio:strip.power", {
          power: powerWords(view.power?.powerType ?? "", view, perspective),
        }),
        text: t("cambio:strip.powerText"),
      };
    case "revealing":
      return { title: t("cambio:strip.reveal"), text: t("cambio:strip.revealText") };
    case "snap_window":
      return {
        title: t("cambio:strip.snap", { rank: view.discardTop?.rank ?? "" }),
        text: t("cambio:strip.snapText"),
      };
    case "giving":
      return {
        title: t("cambio:strip.give", { name: perspective.nameOf(view.giving?.targetSeat ?? 0) }),
        text: t("cambio:strip.giveText", { name: perspective.nameOf(view.giving?.targetSeat ?? 0) }),
      };
    default:
      return null;
  }
}

function theirs(view: View, perspective: Perspective, you: number | null): Words | null {
  const { t, nameOf } = perspective;
  if (view.phase === "initial_view") {
    const waiting = view.players.flatMap((player, seat) => (player.confirmed ? [] : [nameOf(seat)]));
    if (you === null) return { title: t("cambio:strip.initialWatch") };
    return {
      title: t("cambio:strip.initialWait"),
      text: t("cambio:strip.initialWaitText", { names: waiting.join(", ") }),
    };
  }
  const seat = view.currentTurnSeat;
  if (seat === null) return null;
  const values = { name: nameOf(seat) };
  if (view.giving)
    return {
      title: t("cambio:strip.theirsGive", {
        name: nameOf(view.giving.seat),
        other: nameOf(view.giving.targetSeat),
      }),
    };
  if (view.snap) return { title: t("cambio:strip.snapWait") };
  if (view.reveal) {
    const [first, second] = view.reveal.slots.map((slot) => place(slot, perspective, seat));
    return {
      title: t(second ? "cambio:strip.theirsRevealTwo" : "cambio:strip.theirsReveal", {
        ...values,
        place: first,
        second,
      }),
    };
  }
  if (view.power) return { title: t("cambio:strip.theirsPower", values) };
  if (view.held?.card)
    return { title: t("cambio:strip.theirsTook", { ...values, card: sign(view.held.card, perspective) }) };
  if (view.held) return { title: t("cambio:strip.theirsHeld", values) };
  return { title: t("cambio:strip.theirs", values) };
}

export function describe(any: AnyEvent, perspective: Perspective): string | null {
  const event = any as unknown as Event;
  const { t, nameOf, mySeat } = perspective;
  const line = (key: string, seat: number, more: Record<string, unknown> = {}) =>
    t(`cambio:log.${key}`, { name: nameOf(seat), ...more, ...(seat === mySeat ? { context: "you" } : {}) });
  switch (event.type) {
    case "CARDS_DEALT":
      return t("cambio:log.dealt", { card: sign(event.payload.discardTop, perspective) });
    case "INITIAL_VIEW_ENDED":
      return t("cambio:log.begins");
    case "CARD_DRAWN": {
      const { seat, card } = event.payload;
      return card ? line("took", seat, { card: sign(card, perspective) }) : line("drew", seat);
    }
    case "CARD_SWAPPED": {
      const { seat, position: at, discarded } = event.payload;
      return line("swapped", seat, {
        position: position(at, perspective),
        card: sign(discarded, perspective),
      });
    }
    case "CARD_DISCARDED": {
      const { seat, card, reason } = event.payload;
      const key = { chosen: "discarded", time: "discardedTime", disconnected: "discardedGone" }[reason];
      return line(key, seat, { card: sign(card, perspective) });
    }
    case "POWER_ACTIVATED": {
      const { seat, powerType, slots } = event.payload;
      return powerType === "blind_swap"
        ? null
        : line("looked", seat, { place: places(slots, perspective, seat) });
    }
    case "SWAP_COMPLETED":
      return line("exchanged", event.payload.seat, {
        place: places(event.payload.slots, perspective, event.payload.seat),
      });
    case "POWER_SKIPPED":
      return event.payload.reason === "no_target"
        ? t("cambio:log.noTarget")
        : line("skipped", event.payload.seat);
    case "POWER_CANCELLED":
      return line("cancelled", event.payload.seat);
    case "CAMBIO_CALLED":
      return line(event.payload.automatic ? "calledAuto" : "called", event.payload.seat);
    case "TURN_PASSED":
      return line("passed", event.payload.seat);
    case "FINAL_TURN_TAKEN":
      return event.payload.forfeited ? line("forfeited", event.payload.seat) : null;
    case "SNAP_SUCCEEDED":
    case "SNAP_FAILED": {
      const { seat, targetSeat, position: at, card } = event.payload;
      const key = event.type === "SNAP_FAILED" ? "snapFailed" : "snapped";
      return line(key, seat, {
        place: place({ seat: targetSeat, position: at }, perspective, seat),
        card: sign(card, perspective),
      });
    }
    case "PENALTY_DEALT":
      return event.payload.positions.length > 0 ? line("penalty", event.payload.seat) : null;
    case "CARD_GIVEN":
      return line("gave", event.payload.seat, { other: nameOf(event.payload.targetSeat) });
    case "DECK_RESHUFFLED":
      return t("cambio:log.reshuffled", { count: event.payload.count });
    case "CONNECTION_CHANGED":
      return line(event.payload.connected ? "back" : "away", event.payload.seat);
    case "CONTROLLER_CHANGED":
      return line(event.payload.controller, event.payload.seat);
    case "GAME_COMPLETED": {
      const { winners } = event.payload;
      if (winners.length === 1 && winners[0] === mySeat) return t("cambio:log.won", { context: "you" });
      return t("cambio:log.won", { names: winners.map(nameOf).join(", ") });
    }
    case "GAME_ABANDONED":
      return t("cambio:log.abandoned");
    default:
      return null;
  }
}

export function actionText(any: AnyAction, state: BoardState, perspective: Perspective): string | null {
  const action = any as Action;
  const view = viewOf(state);
  const { t } = perspective;
  const held = view.held?.card ? sign(view.held.card, perspective) : "";
  switch (action.type) {
    case "CONFIRM_INITIAL_VIEW":
      return t("cambio:act.have");
    case "DRAW_CARD":
      if (action.payload.source === "deck") return t("cambio:act.draw");
      return t("cambio:act.take", { card: view.discardTop ? sign(view.discardTop, perspective) : "" });
    case "SWAP_CARD":
      return t("cambio:act.swap", { card: held, position: position(action.payload.position, perspective) });
    case "DISCARD_CARD": {
      const power = view.held?.power;
      if (!power) return t("cambio:act.discard", { card: held });
      return t("cambio:act.discardPower", { card: held, power: powerWords(power, view, perspective) });
    }
    case "USE_POWER": {
      const slots = action.payload.slots ?? [];
      return slots.length === 0
        ? t("cambio:act.useRandom")
        : t("cambio:act.use", { place: places(slots, perspective) });
    }
    case "SKIP_POWER":
      return t("cambio:act.skip");
    case "ACKNOWLEDGE_REVEAL":
      return t(action.payload?.swap ? "cambio:act.exchange" : "cambio:act.got");
    case "CALL_CAMBIO":
      return t("cambio:act.call");
    case "SNAP":
      return t("cambio:act.snap", {
        place: place({ seat: action.payload.targetSeat, position: action.payload.position }, perspective),
      });
    case "PASS_SNAP":
      return t("cambio:act.pass");
    case "GIVE_CARD":
      return t("cambio:act.give", { position: position(action.payload.position, perspective) });
    default:
      return null;
  }
}

export function sections(state: BoardState, perspective: Perspective): Section[] {
  const view = viewOf(state);
  const { t, nameOf, mySeat } = perspective;
  const rivals = view.players.flatMap((_, seat) => (seat === mySeat ? [] : [seat]));
  const piles = [
    t("cambio:pile.drawLabel", { count: view.drawPileCount }),
    view.discardTop
      ? t("cambio:pile.discardLabel", { card: cardText(view.discardTop, perspective) })
      : t("cambio:pile.discardEmpty"),
    ...(view.held ? [heldLine(view, perspective)] : []),
  ];
  const parts: Section[] = [];
  if (view.scores.length > 0)
    parts.push({ title: t("cambio:text.results"), lines: scoreLines(view, perspective) });
  if (mySeat !== null)
    parts.push({ title: t("cambio:text.hand"), lines: handLines(view, mySeat, perspective) });
  parts.push({ title: t("cambio:text.piles"), lines: piles });
  parts.push({
    title: t("cambio:text.rivals"),
    lines: rivals.map(
      (seat) =>
        `<b>${plain(nameOf(seat))}</b>: ${standing(seat, state, perspective)}. ${handLines(view, seat, perspective).join("; ")}`,
    ),
  });
  return parts;
}

function heldLine(view: View, perspective: Perspective): string {
  const held = view.held;
  if (held?.card && held.seat === perspective.mySeat)
    return perspective.t(`cambio:strip.${held.source === "discard" ? "took" : "drew"}`, {
      card: cardText(held.card, perspective),
    });
  if (held?.card)
    return perspective.t("cambio:strip.theirsTook", {
      name: perspective.nameOf(held.seat),
      card: cardText(held.card, perspective),
    });
  return perspective.t("cambio:pile.drawnHidden", { name: perspective.nameOf(held?.seat ?? 0) });
}

function handLines(view: View, seat: number, perspective: Perspective): string[] {
  const { t } = perspective;
  return (view.players[seat]?.slots ?? []).map((slot, at) => {
    const values = { position: position(at, perspective) };
    if (slot.visibility === "empty") return t("cambio:text.empty", values);
    if (slot.card) return t("cambio:text.open", { ...values, card: cardText(slot.card, perspective) });
    const known = view.memory?.find((seen) => seen.slot.seat === seat && seen.slot.position === at);
    return known
      ? t("cambio:text.known", { ...values, card: cardText(known.card, perspective) })
      : t("cambio:text.hidden", values);
  });
}

function scoreLines(view: View, perspective: Perspective): string[] {
  const { t, nameOf } = perspective;
  return view.scores
    .toSorted((a, b) => a.finalScore - b.finalScore)
    .map((score) =>
      t("cambio:text.score", {
        name: nameOf(score.seat),
        cards: score.cards.map((card) => cardText(card, perspective)).join(", ") || t("cambio:result.empty"),
        sum: score.baseScore,
        total: score.finalScore,
      }),
    );
}

export function standing(seat: number, state: BoardState, perspective: Perspective): string {
  const view = viewOf(state);
  const player = view.players[seat];
  const { t } = perspective;
  if (player === undefined) return "";
  if (player.score !== null) return t("cambio:result.points", { count: player.score });
  const lines: string[] = [];
  if (player.isCambioCaller) lines.push(t("cambio:final.caller"));
  else if (player.hasTakenFinalTurn) lines.push(t("cambio:final.taken"));
  if (player.controller === "bot" && player.kind === "human") lines.push(t("cambio:seat.botPlays"));
  else if (!player.isConnected) lines.push(t("cambio:seat.away"));
  else if (state.away.some((one) => one.seat === seat)) lines.push(t("cambio:seat.grace"));
  if (view.currentTurnSeat === seat && view.status === "active") lines.push(t("cambio:seat.turn"));
  const count = player.slots.filter((slot) => slot.visibility !== "empty").length;
  return lines.length > 0 ? lines.join(", ") : t("cambio:seat.cards", { count });
}
