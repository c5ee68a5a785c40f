/** A place in a hand: a button where pressing it does something. */
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import type { Card, Slot, SlotView, View } from "../../wire/cambio";
import { placeOf } from "./animations";
import { cardText, legalOf, position, sign } from "./phrases";
import { type Target, targetOf } from "./press";
import type { CambioProps } from "./props";
import { Spot } from "./Spot";

function isLookedAt(view: View, slot: Slot): boolean {
  return view.reveal?.slots.some((one) => one.seat === slot.seat && one.position === slot.position) ?? false;
}

function knownCard(view: View, slot: Slot): Card | null {
  return (
    view.memory?.find((seen) => seen.slot.seat === slot.seat && seen.slot.position === slot.position)?.card ??
    null
  );
}

export interface PlaceProps {
  props: CambioProps;
  slot: Slot;
  seen: SlotView;
  isShown: boolean;
  hotkey?: number;
  onPress: (target: Target) => void;
}

export function Place(of: PlaceProps) {
  const { props, slot } = of;
  return (
    <Spot
      place={placeOf(slot)}
      marks={props.marks}
      perspective={props.perspective}
      isSeen={isLookedAt(props.view, slot)}
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

function pressOf({ props, slot, hotkey, onPress }: PlaceProps): Press | null {
  const { view, state, perspective, choosing } = props;
  const { t, mySeat } = perspective;
  const number = choosing ? [...choosing.targets.keys()].indexOf(placeOf(slot)) + 1 : 0;
  if (choosing && number > 0)
    return {
      words: t(`cambio:hand.${choosing.isAtOnce ? "look" : "choose"}`),
      onPress: () => choosing.press(slot),
      hotkey: number < 10 ? number : undefined,
      isPicked: choosing.isAtOnce ? undefined : choosing.picks.some((one) => placeOf(one) === placeOf(slot)),
    };
  const target = targetOf(legalOf(state), slot, mySeat);
  const held = view.held?.card ? sign(view.held.card, perspective) : "";
  return (
    target && {
      words: t(`cambio:hand.${target.verb}`, { card: held }),
      onPress: () => onPress(target),
      hotkey,
      isPicked: undefined,
    }
  );
}

/** What lies there, in words. */
function words({ props, slot }: PlaceProps, face: Card | null, known: Card | null): string {
  const { view, perspective } = props;
  const { t, mySeat, nameOf } = perspective;
  const kind = slot.seat === mySeat ? (face ? "slotOpen" : "slot") : face ? "rivalOpen" : "rival";
  const notes = [
    t(`cambio:hand.${kind}`, {
      position: position(slot.position, perspective),
      name: nameOf(slot.seat),
      card: face ? cardText(face, perspective) : "",
    }),
    known && !face ? t("cambio:hand.known", { card: cardText(known, perspective) }) : "",
    isLookedAt(view, slot) ? t("cambio:hand.looked") : "",
  ];
  return notes.filter(Boolean).join(", ");
}

/** What lies there. */
function Lying(of: PlaceProps) {
  const { props, slot, seen, isShown } = of;
  const { view, state, perspective } = props;
  if (seen.visibility === "empty") {
    const at = position(slot.position, perspective);
    return (
      <span className="gap" role="img" aria-label={perspective.t("cambio:hand.empty", { position: at })} />
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
          {sign(known, perspective)}
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
