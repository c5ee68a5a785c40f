/** Some seconds of looking, for one seat alone. */
import { useEffect } from "react";
import { useLeft } from "../../ui/Clock";
import { Dialog } from "../../ui/Dialog";
import { type Face, PlayingCard } from "../../ui/PlayingCard";
import { Button, Rich } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Card, Slot } from "../../wire/cambio";
import { placeOf } from "./animations";
import { allOf, cardText, isKingByChance, legalOf, position } from "./phrases";
import type { CambioProps } from "./props";

interface Shown {
  slot: Slot;
  card: Card;
}

/** S closes it. */
function useCloseKey(close: () => void): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key.toLowerCase() === "s") close();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

/** What only this seat is shown. The faces leave the page when the time is over, whatever the server says. */
export function PeekDialog(props: CambioProps) {
  const { view, perspective } = props;
  const { reveal } = view;
  const isMine = reveal !== null && reveal.seat === perspective.mySeat;
  const left = useLeft(isMine ? reveal.until : null);
  if (!isMine || left === null || left <= 0) return null;
  const cards = reveal.slots.flatMap((slot) => {
    const card = view.players[slot.seat]?.slots[slot.position]?.card;
    return card ? [{ slot, card }] : [];
  });
  return cards.length === 0 ? null : <Peek {...props} cards={cards} left={left} />;
}

function Peek({
  state,
  view,
  perspective,
  act,
  cards,
  left,
}: CambioProps & { cards: Shown[]; left: number }) {
  const { t, mySeat, nameOf } = perspective;
  const answers = allOf(legalOf(state), "ACKNOWLEDGE_REVEAL");
  const got = answers.find((action) => !action.payload?.swap);
  const exchange = answers.find((action) => action.payload?.swap);
  const isBusy = state.pending !== null;
  const isByChance = view.reveal?.powerType === "look_own" && isKingByChance(view);
  const close = () => got && act(got);
  useCloseKey(close);
  const title = (slot: Slot) => {
    const at = position(slot.position, perspective);
    return slot.seat === mySeat
      ? t("cambio:dialog.yours", { position: at })
      : t("cambio:dialog.theirs", { name: nameOf(slot.seat), position: at });
  };
  return (
    <Dialog title={cards.map(({ slot }) => title(slot)).join(" · ")} onClose={close}>
      {isByChance ? <p className="mut center">{t("cambio:dialog.byChance")}</p> : null}
      <div className="peek">
        {cards.map(({ slot, card }) => (
          <div key={placeOf(slot)} className="peek-ring">
            <TimeRing share={left / (view.options.peekMs ?? 5000)} />
            <PlayingCard face={card as Face} />
            <span className="vh">{cardText(card, perspective)}</span>
          </div>
        ))}
      </div>
      <p className="mut center" role="timer" aria-live="off">
        <Rich text={t("cambio:dialog.onlyYou", { count: Math.ceil(left / 1000) })} />
      </p>
      <div className="actions">
        {exchange ? (
          <Button aria-disabled={isBusy} onClick={() => act(exchange)}>
            {t("cambio:act.exchange")}
          </Button>
        ) : null}
        {got ? (
          <Button kind="primary" data-safe aria-disabled={isBusy} onClick={close}>
            {t(isByChance ? "action.close" : exchange ? "cambio:act.keep" : "cambio:act.got")}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

function TimeRing({ share }: { share: number }) {
  const box = { x: 4, y: 4, width: 192, height: 228, rx: 22, strokeWidth: 6 };
  return (
    <svg viewBox="0 0 200 236" fill="none" aria-hidden="true">
      <rect {...box} stroke="var(--surface-3)" />
      <rect
        {...box}
        stroke="var(--turn-line)"
        pathLength="100"
        strokeDasharray={`${Math.max(0, Math.min(100, share * 100)).toFixed(1)} 100`}
        strokeLinecap="round"
      />
    </svg>
  );
}
