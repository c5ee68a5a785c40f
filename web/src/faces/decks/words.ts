/** The Deck Planner in words. */

import type { Looking, Section, Strip } from "../../play/face";
import type { Action as AnyAction, Event as AnyEvent, TableState } from "../../table";
import { cardName, faceOf } from "../../ui/PlayingCard";
import type { Sound } from "../../ui/sound";
import type { Action, Event, View } from "../../wire/decks";

export function viewOf(state: TableState): View {
  return state.view as View;
}

export function legalOf(state: TableState): Action[] {
  return state.legal as Action[];
}

/** "10 of Hearts" for a playing card, the name itself for any other. */
export function spoken(card: string, { say }: Looking): string {
  const face = faceOf(card);
  return face === null ? card : cardName(face, say);
}

export function chosenCount(view: View): number {
  return view.selectedCardIds?.length ?? view.selectedCount ?? 0;
}

export function strip(state: TableState, looking: Looking): Strip | null {
  const view = viewOf(state);
  const { say, you, name } = looking;
  const isMine = state.legal.length > 0;
  if (view.ending !== null)
    return { title: say("decks:strip.closed"), text: say(`decks:ending.${view.ending}`), isMine: false };
  const told = phaseText(view, looking);
  return you === null
    ? { title: say("decks:strip.watching", { name: name(0) }), text: told.text, isMine: false }
    : { ...told, isMine };
}

function phaseText(view: View, { say }: Looking): { title: string; text: string } {
  switch (view.phaseLabel) {
    case "discard": {
      const values = { chosen: chosenCount(view), of: view.effectiveDiscardCount };
      const isReady = values.chosen === values.of;
      return {
        title: say("decks:strip.discard"),
        text: say(isReady ? "decks:strip.discardReady" : "decks:strip.discardText", values),
      };
    }
    case "planning": {
      const values = { chosen: view.playOrderSequence.length, of: view.handCards.length };
      return {
        title: say("decks:strip.planning"),
        text: say(
          view.isPlayOrderComplete ? "decks:strip.planningReady" : "decks:strip.planningText",
          values,
        ),
      };
    }
    case "executing":
      return { title: say("decks:strip.executing"), text: say("decks:strip.executingText") };
    default:
      return { title: say("decks:strip.idle"), text: say("decks:strip.idleText") };
  }
}

export function describe(any: AnyEvent, looking: Looking): string | null {
  const event = any as unknown as Event;
  const { say } = looking;
  switch (event.type) {
    case "GAME_STARTED":
      return say("decks:log.started");
    case "DECK_REPLACED":
      return say("decks:log.replaced", { count: event.payload.cards.length });
    case "PILE_RESHUFFLED":
      return say("decks:log.reshuffled", { count: event.payload.count });
    case "HAND_DEALT":
      return say("decks:log.dealt", { cards: event.payload.handCards.map((card) => card.card).join(", ") });
    case "CARDS_DISCARDED":
      return say("decks:log.discarded", { cards: event.payload.cards.join(", ") });
    case "PLAY_ORDER_LOCKED":
      return say("decks:log.locked");
    case "PLAY_ORDER_CLEARED":
      return say("decks:log.cleared");
    case "TURN_ENDED":
      return say("decks:log.turn", { number: event.payload.turnNumber });
    case "PARAMETERS_CHANGED":
      return say("decks:log.parameters", {
        hand: event.payload.handSize,
        discard: event.payload.discardCount,
      });
    case "STATE_IMPORTED": {
      const { repairs } = event.payload;
      const told = say("decks:log.imported");
      return repairs.length > 0
        ? `${told} ${say("decks:log.repaired", { repairs: repairs.join(", ") })}`
        : told;
    }
    case "WARNING_RAISED":
    case "ERROR_RAISED":
      return event.payload.text;
    case "UNDONE":
      return say("decks:log.undone");
    case "PLANNER_CLOSED":
      return say("decks:log.closed");
    default:
      return null;
  }
}

export function actionText(any: AnyAction, state: TableState, looking: Looking): string | null {
  const action = any as Action;
  const view = viewOf(state);
  const { say } = looking;
  const cardOf = (id: string | undefined) =>
    spoken(view.handCards.find((card) => card.instanceId === id)?.card ?? "", looking);
  switch (action.type) {
    case "TOGGLE_CARD_SELECTION": {
      const id = typeof action.payload === "string" ? action.payload : action.payload?.instanceId;
      const isChosen = view.selectedCardIds?.includes(id ?? "") ?? false;
      return say(isChosen ? "decks:act.deselect" : "decks:act.select", { card: cardOf(id) });
    }
    case "CONFIRM_DISCARD":
      return say("decks:act.confirm");
    case "SELECT_FOR_PLAY_ORDER":
      return say("decks:act.order", { card: cardOf(action.payload?.instanceId) });
    case "DESELECT_FROM_PLAY_ORDER":
      return say("decks:act.unorder", { card: cardOf(action.payload?.instanceId) });
    case "CLEAR_PLAY_ORDER":
      return say("decks:act.clear");
    case "LOCK_PLAY_ORDER":
      return say("decks:act.lock");
    case "END_TURN":
      return say("decks:act.end");
    case "DEAL_NEXT_HAND":
      return say("decks:act.deal");
    case "LOAD_PRESET_DECK":
      return say("decks:act.preset", { name: presetName(action.payload.presetId, looking) });
    case "START_CUSTOM_DECK":
      return say("decks:act.custom");
    case "RESET":
      return say("decks:act.reset");
    case "INIT":
      return say("decks:act.init");
    case "CLOSE_PLANNER":
      return say("decks:act.close");
    case "CHANGE_PARAMETERS": {
      const { handSize, discardCount, immediateReset } = action.payload;
      const when = say(immediateReset ? "decks:act.now" : "decks:act.later");
      return say("decks:act.parameters", { hand: String(handSize), discard: String(discardCount), when });
    }
    default:
      return null;
  }
}

export function presetName(id: string, { say }: Looking): string {
  return say(`decks:preset.${id}`, { defaultValue: id });
}

export function sections(state: TableState, looking: Looking): Section[] {
  const view = viewOf(state);
  const { say } = looking;
  const cards = view.handCards.map(
    (card) => `<b>${spoken(card.card, looking)}</b>${cardNotes(card.instanceId, view, looking)}`,
  );
  return [
    { title: say("decks:text.hand"), lines: cards.length > 0 ? cards : [say("decks:hand.empty")] },
    {
      title: say("decks:text.piles"),
      lines: [
        `${say("decks:piles.draw")}: ${say("decks:piles.drawCount", { count: view.drawPileCount })}. ${view.drawPileCards.join(", ")}`,
        `${say("decks:piles.discard")}: ${view.discardPile.join(", ") || say("decks:piles.none")}`,
      ],
    },
    {
      title: say("decks:text.numbers"),
      lines: [
        say("decks:text.phaseLine", { phase: say(`decks:phase.${view.phaseLabel}`) }),
        say("decks:text.handLine", { hand: view.handSize, discard: view.discardCount }),
        ...[view.warning, view.error].filter((text) => text !== null),
      ],
    },
  ];
}

/** What a card says of itself besides its name. */
export function cardNotes(id: string, view: View, { say }: Looking): string {
  const card = view.handCards.find((one) => one.instanceId === id);
  const notes = [
    view.selectedCardIds?.includes(id) ? say("decks:card.selected") : "",
    card?.sequenceNumber != null ? say("decks:card.number", { number: card.sequenceNumber }) : "",
    view.playOrderLocked ? say("decks:card.locked") : "",
  ].filter(Boolean);
  return notes.length > 0 ? `, ${notes.join(", ")}` : "";
}

export function standing(_seat: number, state: TableState, { say }: Looking): string {
  return say(`decks:phase.${viewOf(state).phaseLabel}`);
}

export function sound(any: AnyEvent, _looking: Looking): Sound | null {
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
