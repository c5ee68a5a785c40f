/** What is heard. */
import type { Event as AnyEvent } from "../../play/board";
import type { Sound } from "../../ui/sound";
import type { Event } from "../../wire/imperial";

export function sound(any: AnyEvent): Sound | null {
  const event = any as unknown as Event;
  switch (event.type) {
    case "WHEEL_MOVED":
      return "slide";
    case "UNIT_PLANNED":
    case "FACTORY_BUILT":
    case "UNITS_PRODUCED":
    case "UNITS_IMPORTED":
    case "MANEUVER_EXECUTED":
      return "place";
    case "TAXES_COLLECTED":
    case "INTEREST_PAID":
    case "STOCK_BOUGHT":
    case "BID_ACCEPTED":
      return "coin";
    case "PROPOSAL_MADE":
      return event.payload.slot === 2 ? "vote" : "slide";
    case "PEACE_OFFERED":
      return "vote";
    case "GAME_ENDED":
      return "over";
    default:
      return null;
  }
}
