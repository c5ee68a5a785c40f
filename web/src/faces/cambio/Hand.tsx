import { memo, useState } from "react";
import { useLeft } from "../../ui/Clock";
import { Dialog } from "../../ui/Dialog";
import { Button } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Action } from "../../wire/cambio";
import { Place } from "./Place";
import { paceOf } from "./pace";
import { actionText } from "./phrases";
import type { CambioProps } from "./props";

/** One's own cards. */
export const Hand = memo(function Hand({ seat, ...props }: CambioProps & { seat: number }) {
  const { view, state, perspective, act } = props;
  const { t } = perspective;
  const isAlways = useSettings((settings) => settings.confirm[paceOf(view)] === "always");
  const [confirming, setConfirming] = useState<Action | null>(null);
  const isFirst = view.phase === "initial_view";
  const left = useLeft(isFirst ? state.deadline : null);
  const isShown = view.phase === "completed" || state.isPast || (isFirst && left !== null && left > 0);
  const slots = view.players[seat]?.slots ?? [];
  const isLooking = isShown && slots.some((slot) => slot.card !== null);
  const press = ({ action }: { action: Action }) =>
    isAlways && state.pending === null ? setConfirming(action) : act(action);
  const isTurn = view.currentTurnSeat === seat && view.step !== "snap_window";
  return (
    <section
      className={`own${isTurn ? " own-turn" : ""}`}
      aria-label={t("cambio:hand.title")}
      data-count={slots.length}
    >
      <div className="own-label">
        <span>{t("cambio:hand.title")}</span>
        {view.players[seat]?.isCambioCaller ? <span className="tag">{t("cambio:final.caller")}</span> : null}
      </div>
      <div className={`hand22 hand-own${isLooking ? " hand-looking" : ""}`}>
        {slots.map((seen, at) => (
          <Place
            key={at}
            props={props}
            slot={{ seat, position: at }}
            seen={seen}
            isShown={isShown}
            hotkey={at + 1}
            onPress={press}
          />
        ))}
        {isLooking && left !== null ? (
          <LookRing left={left} of={view.options.initialViewMs ?? 10_000} />
        ) : null}
      </div>
      {confirming ? (
        <Dialog title={actionText(confirming, state, perspective) ?? ""} onClose={() => setConfirming(null)}>
          <div className="actions">
            <Button onClick={() => setConfirming(null)}>{t("action.cancel")}</Button>
            <Button
              kind="primary"
              onClick={() => {
                act(confirming);
                setConfirming(null);
              }}
            >
              {t("cambio:confirm.yes")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
});

function LookRing({ left, of }: { left: number; of: number }) {
  return (
    <span className="look-ring" aria-hidden="true">
      <span style={{ transform: `scaleX(${Math.max(0, Math.min(1, left / of))})` }} />
    </span>
  );
}
