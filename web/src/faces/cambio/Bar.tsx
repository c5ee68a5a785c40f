import type { ReactNode } from "react";
import type { Perspective } from "../../play/face";
import { timeText, useLeft } from "../../ui/Clock";
import { Button } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Action, View } from "../../wire/cambio";
import { actionText, allOf, legalOf } from "./phrases";
import type { CambioProps, Choosing } from "./props";

/** What can be done beside pressing a card. Each button has its own place, so that none comes to lie where one was. */
export function Bar({ onCall, ...props }: CambioProps & { onCall: () => void }) {
  const { state, view, perspective, act, choosing } = props;
  if (choosing) return <PowerBar {...props} choosing={choosing} />;
  const isBusy = state.pending !== null;
  const shown = buttonsOf(legalOf(state));
  return (
    <div className="bar" id="actions" tabIndex={-1} data-buttons={shown.length}>
      {shown.map(({ action, key, isMain }) => (
        <Button
          key={key}
          kind={isMain ? "primary" : "plain"}
          className={`bar-${key}`}
          aria-disabled={isBusy}
          onClick={() => (key === "call" ? onCall() : act(action))}
        >
          {actionText(action, state, perspective)}
          <Key name={key} perspective={perspective} />
        </Button>
      ))}
      <span className="bar-hint">{hint(view, shown.length, perspective)}</span>
    </div>
  );
}

interface Shown {
  action: Action;
  key: "ok" | "draw" | "take" | "call" | "discard" | "pass";
  isMain: boolean;
}

function buttonsOf(legal: Action[]): Shown[] {
  const one = (type: Action["type"]) => legal.find((action) => action.type === type);
  const draws = allOf(legal, "DRAW_CARD");
  const all: [Shown["key"], Action | undefined, boolean][] = [
    ["ok", one("CONFIRM_INITIAL_VIEW"), true],
    ["draw", draws.find((action) => action.payload.source === "deck"), true],
    ["take", draws.find((action) => action.payload.source === "discard"), false],
    ["call", one("CALL_CAMBIO"), false],
    ["discard", one("DISCARD_CARD"), true],
    ["pass", one("PASS_SNAP"), true],
  ];
  return all.flatMap(([key, action, isMain]) => (action ? [{ action, key, isMain }] : []));
}

function Key({ name, perspective }: { name: string; perspective: Perspective }): ReactNode {
  const hasKeys = useSettings((settings) => settings.hotkeys);
  return hasKeys ? <kbd aria-hidden="true">{perspective.t(`cambio:keys.${name}`)}</kbd> : null;
}

function hint(view: View, buttons: number, { t, mySeat }: Perspective): string {
  if (view.step === "snap_window" && buttons > 0) return t("cambio:bar.snapHint");
  if (view.step === "giving" && view.giving?.seat === mySeat) return t("cambio:strip.giveText");
  if (view.step === "holding" && view.held?.seat === mySeat)
    return t(buttons > 0 ? "cambio:strip.drewText" : "cambio:strip.tookText");
  if (buttons > 0 || mySeat === null) return "";
  return view.phase === "playing" ? t("cambio:bar.callHint") : "";
}

/** A power waits for its cards, which are pressed where they lie. */
function PowerBar({ state, view, perspective, choosing }: CambioProps & { choosing: Choosing }) {
  const { t } = perspective;
  const isBusy = state.pending !== null;
  const { skip, use, isAtOnce } = choosing;
  return (
    <div className="bar bar-power" id="actions" tabIndex={-1}>
      <span className="bar-hint">
        {explain(view, choosing.needed, perspective)}{" "}
        <Expires until={view.power?.expiresAt ?? null} perspective={perspective} />
      </span>
      {skip ? (
        <Button className="bar-skip" aria-disabled={isBusy} onClick={skip}>
          {t("cambio:act.skip")}
          <Key name="skip" perspective={perspective} />
        </Button>
      ) : null}
      {isAtOnce ? null : (
        <Button
          kind="primary"
          className="bar-use"
          disabled={use === null}
          aria-disabled={isBusy}
          onClick={() => use?.()}
        >
          {t(view.power?.powerType === "blind_swap" ? "cambio:act.swapTwo" : "cambio:act.look")}
        </Button>
      )}
    </div>
  );
}

function explain({ power }: View, needed: number, { t }: Perspective): string {
  if (needed === 0) return t("cambio:dialog.random");
  if (needed === 2) return t("cambio:dialog.chooseTwo");
  return t(power?.powerType === "peek_opponent" ? "cambio:dialog.chooseTheirs" : "cambio:dialog.chooseOwn");
}

function Expires({ until, perspective }: { until: number | null; perspective: Perspective }) {
  const left = useLeft(until);
  if (left === null) return null;
  return (
    <span role="timer" aria-live="off">
      {perspective.t("cambio:dialog.skips")} <b className="num">{timeText(left)}</b>
    </span>
  );
}
