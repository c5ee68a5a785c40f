/** Cards that come into the hand from the draw pile, and those that go from it to the discards. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type Box, canTravel, placesIn } from "../../ui/motion";
import { faceOf, NamedCard, PlayingCard } from "../../ui/PlayingCard";
import { type Travel, Travels } from "../../ui/Travels";
import type { SeenCard } from "../../wire/decks";
import type { DecksProps } from "./props";

const NONE: Travel[] = [];
/** One card after the other. */
const NEXT_MS = 45;

export const placeOf = ({ instanceId }: SeenCard) => `card.${instanceId}`;

export function Face({ card }: { card: string }) {
  const face = faceOf(card);
  return face ? <PlayingCard face={face} label={false} /> : <NamedCard name={card} />;
}

export function Dealt({ state, view, board }: DecksProps & { board: RefObject<HTMLElement | null> }) {
  const shown = useRef<{ version: number; cards: SeenCard[]; places: Map<string, Box> } | null>(null);
  const [travels, setTravels] = useState(NONE);
  const { version, fresh, isPast } = state;
  const { handCards } = view;
  useLayoutEffect(() => {
    const before = shown.current;
    if (before?.version === version || board.current === null) return;
    shown.current = { version, cards: handCards, places: placesIn(board.current) };
    const isSeen = before !== null && !isPast && fresh.length > 0 && canTravel();
    const trips = isSeen ? between(before.cards, handCards, before.places) : NONE;
    setTravels(trips.length > 0 ? trips : NONE);
  }, [version, handCards, fresh, isPast, board]);
  return <Travels of={travels} />;
}

function between(before: SeenCard[], after: SeenCard[], places: Map<string, Box>): Travel[] {
  const isIn = (cards: SeenCard[]) => (card: SeenCard) =>
    cards.some(({ instanceId }) => instanceId === card.instanceId);
  const gone = before.filter((card) => !isIn(after)(card));
  const come = after.filter((card) => !isIn(before)(card));
  const going = gone.flatMap((card, index): Travel[] => {
    const from = places.get(placeOf(card));
    return from ? [{ from, to: "discard", afterMs: index * NEXT_MS, face: <Face card={card.card} /> }] : [];
  });
  const coming = come.map((card, index) => ({
    from: "draw",
    to: placeOf(card),
    afterMs: (gone.length + index) * NEXT_MS,
    face: <Face card={card.card} />,
    isTurned: true,
  }));
  return [...going, ...coming];
}
