/**
 * What of a step is seen, and where: cards that travel, slots that are ringed. It is made from what the viewer was told
 * of the step and shown before and after it, and from nothing else.
 */
import { TRAVEL_MS } from "../../ui/motion";
import type { Card, Event, Slot, View } from "../../wire/cambio";

/** A card on its way; without a face it is seen from behind. */
export interface Trip {
  from: string;
  to: string;
  afterMs: number;
  face: Card | null;
  /** It sets off face down, and turns over on the way. */
  isTurned: boolean;
  /** The top discard that it comes to lie on. */
  under: Card | null;
}

/** What is marked for a while. */
export interface Mark {
  isRinged: boolean;
  /** Somebody looks, or has just looked, at this card. */
  isSeen?: boolean;
  note?: { key: "snapped" | "wrong"; count: number };
  /** The face that a snap turns up. */
  face?: Card;
}

export interface Marked {
  place: string;
  mark: Mark;
  forMs: number;
}

export interface Happening {
  trips: Trip[];
  marks: Marked[];
}

export const RING_MS = 3000;
export const SNAP_MS = 2000;

export const placeOf = ({ seat, position }: Slot) => `${seat}.${position}`;

/** What happens in a step, one event after the other. */
export function happening(before: View | null, events: Event[], after: View): Happening {
  const animation: Happening = { trips: [], marks: [] };
  let afterMs = 0;
  for (const [index, event] of events.entries()) {
    const { trips, marks, takesMs } = seen(event, before, after, events.slice(index + 1));
    animation.trips.push(...trips.map((trip) => ({ ...trip, afterMs: afterMs + trip.afterMs })));
    animation.marks.push(...marks);
    afterMs += takesMs;
  }
  return animation;
}

interface Seen extends Happening {
  takesMs: number;
}

const NOTHING: Seen = { trips: [], marks: [], takesMs: 0 };

function seen(event: Event, before: View | null, after: View, later: Event[]): Seen {
  const top = before?.discardTop ?? null;
  switch (event.type) {
    case "CARD_DRAWN": {
      const { source, card } = event.payload;
      const own = source === "deck" ? (after.held?.card ?? null) : null;
      return moved([trip(source, "held", { face: card ?? own, isTurned: own !== null })]);
    }
    case "CARD_SWAPPED": {
      const { seat, position, discarded } = event.payload;
      const slot = placeOf({ seat, position });
      return moved(
        [trip("held", slot), trip(slot, "discard", { face: discarded, isTurned: true, under: top })],
        [slot, "discard"],
      );
    }
    case "CARD_DISCARDED": {
      const wasOpen = (before?.held?.card ?? null) !== null;
      return moved([trip("held", "discard", { face: event.payload.card, isTurned: !wasOpen, under: top })]);
    }
    case "SWAP_COMPLETED": {
      const [one, other] = event.payload.slots.map(placeOf);
      if (one === undefined || other === undefined) return NOTHING;
      return moved([trip(one, other), trip(other, one)], [one, other]);
    }
    case "POWER_ACTIVATED":
      return event.payload.powerType === "blind_swap" ? NOTHING : lookedAt(event.payload.slots);
    case "SNAP_SUCCEEDED":
    case "SNAP_FAILED":
      return snapped(event, top, later);
    case "PENALTY_DEALT": {
      const { seat, positions } = event.payload;
      const places = positions.map((position) => placeOf({ seat, position }));
      return moved(
        places.map((place) => trip("deck", place)),
        places,
      );
    }
    case "CARD_GIVEN": {
      const { seat, position, targetSeat, targetPosition } = event.payload;
      const from = placeOf({ seat, position });
      const to = placeOf({ seat: targetSeat, position: targetPosition });
      return moved([trip(from, to)], [from, to]);
    }
    case "DECK_RESHUFFLED":
      return moved([trip("discard", "deck")]);
    default:
      return NOTHING;
  }
}

type Snapped = Extract<Event, { type: "SNAP_SUCCEEDED" | "SNAP_FAILED" }>;

/** The card is turned up where it lies; one that matches goes to the discards afterwards. */
function snapped({ type, payload }: Snapped, top: Card | null, later: Event[]): Seen {
  const slot = placeOf({ seat: payload.targetSeat, position: payload.position });
  const isRight = type === "SNAP_SUCCEEDED";
  const penalty = later.find((event) => event.type === "PENALTY_DEALT");
  const note = isRight
    ? { key: "snapped" as const, count: 0 }
    : { key: "wrong" as const, count: penalty?.payload.positions.length ?? 0 };
  const mark = { isRinged: true, note, face: payload.card };
  const going = trip(slot, "discard", { face: payload.card, under: top, afterMs: SNAP_MS });
  return {
    trips: isRight ? [going] : [],
    marks: [{ place: slot, mark, forMs: SNAP_MS }],
    takesMs: isRight ? SNAP_MS + TRAVEL_MS : TRAVEL_MS,
  };
}

function lookedAt(slots: Slot[]): Seen {
  const mark = { isRinged: true, isSeen: true };
  return { ...NOTHING, marks: slots.map((slot) => ({ place: placeOf(slot), mark, forMs: RING_MS })) };
}

function trip(from: string, to: string, more: Partial<Trip> = {}): Trip {
  return { from, to, afterMs: 0, face: null, isTurned: false, under: null, ...more };
}

function moved(trips: Trip[], ringed: string[] = []): Seen {
  const marks = ringed.map((place) => ({ place, mark: { isRinged: true }, forMs: RING_MS }));
  return { trips, marks, takesMs: TRAVEL_MS };
}
