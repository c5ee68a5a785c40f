import { useEffect } from "react";
import { isHotkey } from "../../ui/hotkeys";
import { useSettings } from "../../ui/settings";
import type { Action } from "../../wire/cambio";
import { paceOf } from "./pace";
import { allOf, legalOf } from "./phrases";
import { targetOf } from "./press";
import type { CambioProps, Choosing } from "./props";

/** While a power's cards are chosen: 1 to 9 press them, Enter uses it, S skips it, Escape unchooses. */
function pressFor(event: KeyboardEvent, choosing: Choosing): (() => void) | null {
  if (/^[1-9]$/.test(event.key)) {
    const slot = [...choosing.targets.values()][Number(event.key) - 1];
    return slot ? () => choosing.press(slot) : null;
  }
  const isOnButton = document.activeElement instanceof HTMLButtonElement;
  if (event.key === "Enter") return isOnButton ? null : choosing.use;
  if (event.key === "Escape") return choosing.picks.length > 0 ? choosing.clear : null;
  return event.key.toLowerCase() === "s" ? choosing.skip : null;
}

/** 1 to 6 press a card, D draws or discards, T takes, C calls, S passes; Space does what comes first. */
export function useKeys(props: CambioProps, onCall: () => void): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const confirm = useSettings((settings) => settings.confirm[paceOf(props.view)]);
  const { state, perspective, act, choosing } = props;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isHotkey(event)) return;
      const doing = choosing && pressFor(event, choosing);
      if (doing) {
        event.preventDefault();
        doing();
        return;
      }
      const action = actionFor(event, legalOf(state), perspective.mySeat);
      if (action === null) return;
      event.preventDefault();
      if (action.type === "CALL_CAMBIO") onCall();
      else if (confirm !== "always" || !/^[1-6]$/.test(event.key)) act(action);
      else
        document
          .querySelectorAll<HTMLElement>(".hand-own .slot, .hand-own .gap")
          [Number(event.key) - 1]?.click();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn, confirm, state, perspective, act, choosing, onCall]);
}

function actionFor(event: KeyboardEvent, legal: Action[], you: number | null): Action | null {
  const key = event.key.toLowerCase();
  if (/^[1-6]$/.test(key) && you !== null)
    return targetOf(legal, { seat: you, position: Number(key) - 1 }, you)?.action ?? null;
  const draws = allOf(legal, "DRAW_CARD");
  const first = (type: Action["type"]) => legal.find((action) => action.type === type) ?? null;
  switch (key) {
    case "d":
      return draws.find((action) => action.payload.source === "deck") ?? first("DISCARD_CARD");
    case "t":
      return draws.find((action) => action.payload.source === "discard") ?? null;
    case "c":
      return first("CALL_CAMBIO");
    case "s":
      return first("PASS_SNAP");
    case " ": {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(focused.tagName)) return null;
      return (
        first("CONFIRM_INITIAL_VIEW") ?? draws.find((action) => action.payload.source === "deck") ?? null
      );
    }
    default:
      return null;
  }
}
