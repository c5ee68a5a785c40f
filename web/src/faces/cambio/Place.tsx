/** A place in a hand: a button where pressing it does something. */
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import type { Card, Slot, SlotView, View } from "../../wire/cambio";
import type { Given } from "./given";
import { placeOf } from "./happening";
import { type Target, targetOf } from "./press";
import { Spot } from "./Spot";
import { legalOf, nameOf, position, sign } from "./words";

function isLookedAt(view: View, slot: Slot): boolean {
  return view.reveal?.slots.some((one) => one.seat === slot.seat && one.position === slot.position) ?? false;
}

function knownCard(view: View, slot: Slot): Card | null {
  return (
    view.memory?.find((seen) => seen.slot.seat === slot.seat && seen.slot.position === slot.position)?.card ??
    null
  );
}

export interface PlaceGiven {
  given: Given;
  slot: Slot;
  seen: SlotView;
  isShown: boolean;
  hotkey?: number;
  onPress: (target: Target) => void;
}

export function Place(of: PlaceGiven) {
  const { given, slot } = of;
  return (
    <Spot
      place={placeOf(slot)}
      marks={given.marks}
      looking={given.looking}
      isSeen={isLookedAt(given.view, slot)}
    >
      <Lying {...of} />
    </Spot>
  );
}

/** What a press on the card does, and how that is said. */
interface Press {
  words: string;
  onPress: () => void;
  hotkey: number | undefined;
  /** It may be chosen, and is or is not. */
  isPicked: boolean | undefined;
}

function pressOf({ given, slot, hotkey, onPress }: PlaceGiven): Press | null {
  const { view, state, looking, choosing } = given;
  const { say, you } = looking;
  const number = choosing ? [...choosing.targets.keys()].indexOf(placeOf(slot)) + 1 : 0;
  if (choosing && number > 0)
    return {
      words: say(`cambio:hand.${choosing.isAtOnce ? "look" : "choose"}`),
      onPress: () => choosing.press(slot),
      hotkey: number < 10 ? number : undefined,
      isPicked: choosing.isAtOnce ? undefined : choosing.picks.some((one) => placeOf(one) === placeOf(slot)),
    };
  const target = targetOf(legalOf(state), slot, you);
  const held = view.held?.card ? sign(view.held.card, looking) : "";
  return (
    target && {
      words: say(`cambio:hand.${target.verb}`, { card: held }),
      onPress: () => onPress(target),
      hotkey,
      isPicked: undefined,
    }
  );
}

/** What lies there, in words. */
function words({ given, slot }: PlaceGiven, face: Card | null, known: Card | null): string {
  const { view, looking } = given;
  const { say, you, name } = looking;
  const kind = slot.seat === you ? (face ? "slotOpen" : "slot") : face ? "rivalOpen" : "rival";
  const notes = [
    say(`cambio:hand.${kind}`, {
      position: position(slot.position, looking),
      name: name(slot.seat),
      card: face ? nameOf(face, looking) : "",
    }),
    known && !face ? say("cambio:hand.known", { card: nameOf(known, looking) }) : "",
    isLookedAt(view, slot) ? say("cambio:hand.looked") : "",
  ];
  return notes.filter(Boolean).join(", ");
}

/** What lies there. */
function Lying(of: PlaceGiven) {
  const { given, slot, seen, isShown } = of;
  const { view, state, looking } = given;
  if (seen.visibility === "empty") {
    const at = position(slot.position, looking);
    return (
      <span className="gap" role="img" aria-label={looking.say("cambio:hand.empty", { position: at })} />
    );
  }
  const face = isShown && seen.card ? seen.card : null;
  const known = knownCard(view, slot);
  const press = pressOf(of);
  const look = `slot${isLookedAt(view, slot) ? " slot-seen" : ""}${press?.isPicked ? " slot-picked" : ""}`;
  const inside = (
    <>
      {face ? <PlayingCard face={face as Face} label={false} /> : HIDDEN_CARD}
      {known && !face ? (
        <span className="known" aria-hidden="true">
          {sign(known, looking)}
        </span>
      ) : null}
      {press?.hotkey === undefined ? null : <kbd aria-hidden="true">{press.hotkey}</kbd>}
    </>
  );
  if (press === null)
    return (
      <span className={look} role="img" aria-label={words(of, face, known)}>
        {inside}
      </span>
    );
  return (
    <button
      type="button"
      className={`${look} slot-ok`}
      aria-disabled={state.pending !== null}
      aria-pressed={press.isPicked}
      onClick={press.onPress}
    >
      <span className="vh">{`${words(of, face, known)}. ${press.words}`}</span>
      {inside}
    </button>
  );
}
