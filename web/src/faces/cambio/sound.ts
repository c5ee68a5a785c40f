/** What is heard: a card that sets off slides, one that arrives is laid down, one that is turned up is turned. */
import type { Perspective } from "../../play/face";
import type { Event as AnyEvent } from "../../table";
import { canTravel, paced, TRAVEL_MS } from "../../ui/motion";
import type { Sound } from "../../ui/sound";
import type { Event } from "../../wire/cambio";

export function sound(any: AnyEvent, { mySeat }: Perspective): Sound | null {
  const event = any as unknown as Event;
  switch (event.type) {
    case "CARDS_DEALT":
    case "CARD_DRAWN":
    case "DECK_RESHUFFLED":
    case "PENALTY_DEALT":
      return "slide";
    case "CARD_SWAPPED":
    case "CARD_DISCARDED":
    case "CARD_GIVEN":
    case "SWAP_COMPLETED":
      return "place";
    case "CARD_REVEALED":
    case "SNAP_SUCCEEDED":
      return "flip";
    case "POWER_ACTIVATED":
      return event.payload.seat !== mySeat && event.payload.powerType !== "blind_swap" ? "flip" : null;
    case "SNAP_FAILED":
      return "error";
    case "CAMBIO_CALLED":
      return "turn";
    case "GAME_COMPLETED":
      return "over";
    default:
      return null;
  }
}

const ARRIVING = ["CARD_SWAPPED", "CARD_DISCARDED", "CARD_GIVEN", "SWAP_COMPLETED"];

export function soundAfterMs({ type }: AnyEvent): number {
  return canTravel() && ARRIVING.includes(type) ? paced(TRAVEL_MS * 0.8) : 0;
}
