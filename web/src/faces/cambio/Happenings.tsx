/** Shows what has just happened, as it happens. A page that is opened later shows the table as it is. */
import { useLayoutEffect, useRef, useState } from "react";
import { canTravel } from "../../ui/motion";
import { type Face, PlayingCard } from "../../ui/PlayingCard";
import { type Travel, Travels } from "../../ui/Travels";
import type { Card, Event, View } from "../../wire/cambio";
import { happening, type Trip } from "./animations";
import type { CambioProps } from "./props";

const NONE: Travel[] = [];

export function Happenings({ state, view, marks }: CambioProps) {
  const shown = useRef<{ version: number; view: View } | null>(null);
  const [travels, setTravels] = useState(NONE);
  const { version, fresh, isPast } = state;
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { version, view };
    if (before === null || before.version === version) return;
    const isNew = !isPast && fresh.some((event) => event.version === version);
    const animation = isNew ? happening(before.view, fresh as unknown as Event[], view) : null;
    if (animation === null) marks.clear();
    for (const mark of animation?.marks ?? []) marks.put(mark);
    setTravels(animation && canTravel() && animation.trips.length > 0 ? animation.trips.map(travelOf) : NONE);
  }, [version, view, fresh, isPast, marks]);
  useLayoutEffect(() => () => marks.clear(), [marks]);
  return <Travels of={travels} />;
}

function travelOf({ face, under, ...way }: Trip): Travel {
  return { ...way, face: face && drawn(face), under: under && drawn(under) };
}

const drawn = (card: Card) => <PlayingCard face={card as Face} label={false} />;
