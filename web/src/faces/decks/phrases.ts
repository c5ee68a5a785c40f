/** The Deck Planner in words. */

import {
  type Action as AnyAction,
  type Event as AnyEvent,
  type BoardState,
  endingText,
  type Perspective,
  type Section,
  type Strip,
} from "../../play/board";
import { cardName, faceOf } from "../../ui/PlayingCard";
import type { Sound } from "../../ui/sound";
import type { Action, Event, View } from "../../wire/decks";

export function viewOf(state: BoardState): View {
  return state.view as View;
}

export function legalOf(state: BoardState): Action[] {
  return state.legal as Action[];
}

/** "10 of Hearts" for a playing card, the name itself for any other. */
export function spoken(card: string, { t }: Perspective): string {
  const face = faceOf(card);
  return face === null ? card : cardName(face, t);
}

export function chosenCount(view: View): number {
  return view.selectedCardIds?.length ?? view.selectedCount ?? 0;
}

export function strip(state: BoardState, perspective: Perspective): Strip | null {
  const view = viewOf(state);
  const { t, mySeat, nameOf } = perspective;
  const isMine = state.legal.length > 0;
  if (view.ending !== null)
    return { title: t("decks:strip.closed"), text: endingText("decks", view.ending, t), isMine: false };
  const prompt = phaseText(view, perspective);
  return mySeat === null
    ? { title: t("decks:strip.watching", { name: nameOf(0) }), text: prompt.text, isMine: false }
    : { ...prompt, isMine };
}

function phaseText(view: View, { t }: Perspective): { title: string; text: string } {
  switch (view.phaseLabel) {
    case "discard": {
      const values = { chosen: chosenCount(view), of: view.effectiveDiscardCount };
      const isReady = values.chosen === values.of;
      return {
        title: t("decks:strip.discard"),
        text: t(isReady ? "decks:strip.discardReady" : "decks:strip.discardText", values),
      };
    }
    case "planning": {
      const values = { chosen: view.playOrderSequence.length, of: view.handCards.length };
      return {
        title: t("decks:strip.planning"),
        text: t(view.isPlayOrderComplete ? "decks:strip.planningReady" : "decks:strip.planningText", values),
      };
    }
    case "executing":
      return { title: t("decks:strip.executing"), text: t("decks:strip.executingText") };
    default:
      return { title: t("decks:strip.idle"), text: t("decks:strip.idleText") };
  }
}

export function describe(any: AnyEvent, perspective: Perspective): string | null {
  const event = any as unknown as Event;
  const { t } = perspective;
  switch (event.type) {
    case "GAME_STARTED":
      return t("decks:log.started");
    case "DECK_REPLACED":
      return t("decks:log.replaced", { count: event.payload.cards.length });
    case "PILE_RESHUFFLED":
      return t("decks:log.reshuffled", { count: event.payload.count });
    case "HAND_DEALT":
      return t("decks:log.dealt", { cards: event.payload.handCards.map((card) => card.card).join(", ") });
    case "CARDS_DISCARDED":
      return t("decks:log.discarded", { cards: event.payload.cards.join(", ") });
    case "PLAY_ORDER_LOCKED":
      return t("decks:log.locked");
    case "PLAY_ORDER_CLEARED":
      return t("decks:log.cleared");
    case "TURN_ENDED":
      return t("decks:log.turn", { number: event.payload.turnNumber });
    case "PARAMETERS_CHANGED":
      return t("decks:log.parameters", {
        hand: event.payload.handSize,
        discard: event.payload.discardCount,
      });
    case "STATE_IMPORTED": {
      const { repairs } = event.payload;
      const text = t("decks:log.imported");
      return repairs.length > 0
        ? `${text} ${t("decks:log.repaired", { repairs: repairs.join(", ") })}`
        : text;
    }
    case "WARNING_RAISED":
    case "ERROR_RAISED":
      return event.payload.text;
    case "UNDONE":
      return t("decks:log.undone");
    case "PLANNER_CLOSED":
      return t("decks:log.closed");
    default:
      return null;
  }
}

export function actionText(any: AnyAction, state: BoardState, perspective: Perspective): string | null {
  const action = any as Action;
  const view = viewOf(state);
  const { t } = perspective;
  const cardOf = (id: string | undefined) =>
    spoken(view.handCards.find((card) => card.instanceId === id)?.card ?? "", perspective);
  switch (action.type) {
    case "TOGGLE_CARD_SELECTION": {
      const id = typeof action.payload === "string" ? action.payload : action.payload?.instanceId;
      const isChosen = view.selectedCardIds?.includes(id ?? "") ?? false;
      return t(isChosen ? "decks:act.deselect" : "decks:act.select", { card: cardOf(id) });
    }
    case "CONFIRM_DISCARD":
      return t("decks:act.confirm");
    case "SELECT_FOR_PLAY_ORDER":
      return t("decks:act.order", { card: cardOf(action.payload?.instanceId) });
    case "DESELECT_FROM_PLAY_ORDER":
      return t("decks:act.unorder", { card: cardOf(action.payload?.instanceId) });
    case "CLEAR_PLAY_ORDER":
      return t("decks:act.clear");
    case "LOCK_PLAY_ORDER":
      return t("decks:act.lock");
    case "END_TURN":
      return t("decks:act.end");
    case "DEAL_NEXT_HAND":
      return t("decks:act.deal");
    case "LOAD_PRESET_DECK":
      return t("decks:act.preset", { name: presetName(action.payload.presetId, perspective) });
    case "START_CUSTOM_DECK":
      return t("decks:act.custom");
    case "RESET":
      return t("decks:act.reset");
    case "INIT":
      return t("decks:act.init");
    case "CLOSE_PLANNER":
      return t("decks:act.close");
    case "CHANGE_PARAMETERS": {
      const { handSize, discardCount, immediateReset } = action.payload;
      const when = t(immediateReset ? "decks:act.now" : "decks:act.later");
      return t("decks:act.parameters", { hand: String(handSize), discard: String(discardCount), when });
    }
    default:
      return null;
  }
}

export function presetName(id: string, { t }: Perspective): string {
  return t(`decks:preset.${id}`, { defaultValue: id });
}

export function sections(state: BoardState, perspective: Perspective): Section[] {
  const view = viewOf(state);
  const { t } = perspective;
  const cards = view.handCards.map(
    (card) => `<b>${spoken(card.card, perspective)}</b>${cardNotes(card.instanceId, view, perspective)}`,
  );
  return [
    { title: t("decks:text.hand"), lines: cards.length > 0 ? cards : [t("decks:hand.empty")] },
    {
      title: t("decks:text.piles"),
      lines: [
        `${t("decks:piles.draw")}: ${t("decks:piles.drawCount", { count: view.drawPileCount })}. ${view.drawPileCards.join(", ")}`,
        `${t("decks:piles.discard")}: ${view.discardPile.join(", ") || t("decks:piles.none")}`,
      ],
    },
    {
      title: t("decks:text.numbers"),
      lines: [
        t("decks:text.phaseLine", { phase: t(`decks:phase.${view.phaseLabel}`) }),
        t("decks:text.handLine", { hand: view.handSize, discard: view.discardCount }),
        ...[view.warning, view.error].filter((text) => text !== null),
      ],
    },
  ];
}

/** What a card says of itself besides its name. */
export function cardNotes(id: string, view: View, { t }: Perspective): string {
  const card = view.handCards.find((one) => one.instanceId === id);
  const notes = [
    view.selectedCardIds?.includes(id) ? t("decks:card.selected") : "",
    card?.sequenceNumber != null ? t("decks:card.number", { number: card.sequenceNumber }) : "",
    view.playOrderLocked ? t("decks:card.locked") : "",
  ].filter(Boolean);
  return notes.length > 0 ? `, ${notes.join(", ")}` : "";
}

export function standing(_seat: number, state: BoardState, { t }: Perspective): string {
  return t(`decks:phase.${viewOf(state).phaseLabel}`);
}

export function sound(any: AnyEvent, _perspective: Perspective): Sound | null {
  switch ((any as unknown as Event).type) {
    case "HAND_DEALT":
      return "slide";
    case "CARDS_DISCARDED":
    case "PLAY_ORDER_LOCKED":
      return "place";
    case "ERROR_RAISED":
      return "error";
    default:
      return null;
  }
}
