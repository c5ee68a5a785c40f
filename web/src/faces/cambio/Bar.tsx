import type { ReactNode } from "react";
import type { Looking } from "../../play/face";
import { timeText, useLeft } from "../../ui/Clock";
import { Button } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Action, View } from "../../wire/cambio";
import type { Choosing, Given } from "./given";
import { actionText, allOf, legalOf } from "./words";

/** What can be done beside pressing a card. Each button has its own place, so that none comes to lie where one was. */
export function Bar({ onCall, ...given }: Given & { onCall: () => void }) {
  const { state, view, looking, act, choosing } = given;
  if (choosing) return <PowerBar {...given} choosing={choosing} />;
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
          {actionText(action, state, looking)}
          <Key name={key} looking={looking} />
        </Button>
      ))}
      <span className="bar-hint">{hint(view, shown.length, looking)}</span>
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

function Key({ name, looking }: { name: string; looking: Looking }): ReactNode {
  const hasKeys = useSettings((settings) => settings.hotkeys);
  return hasKeys ? <kbd aria-hidden="true">{looking.say(`cambio:keys.${name}`)}</kbd> : null;
}

function hint(view: View, buttons: number, { say, you }: Looking): string {
  if (view.step === "snap_window" && buttons > 0) return say("cambio:bar.snapHint");
  if (view.step === "giving" && view.giving?.seat === you) return say("cambio:strip.giveText");
  if (view.step === "holding" && view.held?.seat === you)
    return say(buttons > 0 ? "cambio:strip.drewText" : "cambio:strip.tookText");
  if (buttons > 0 || you === null) return "";
  return view.phase === "playing" ? say("cambio:bar.callHint") : "";
}

/** A power waits for its cards, which are pressed where they lie. */
function PowerBar({ state, view, looking, choosing }: Given & { choosing: Choosing }) {
  const { say } = looking;
  const isBusy = state.pending !== null;
  const { skip, use, isAtOnce } = choosing;
  return (
    <div className="bar bar-power" id="actions" tabIndex={-1}>
      <span className="bar-hint">
        {explain(view, choosing.needed, looking)}{" "}
        <Expires until={view.power?.expiresAt ?? null} looking={looking} />
      </span>
      {skip ? (
        <Button className="bar-skip" aria-disabled={isBusy} onClick={skip}>
          {say("cambio:act.skip")}
          <Key name="skip" looking={looking} />
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
          {say(view.power?.powerType === "blind_swap" ? "cambio:act.swapTwo" : "cambio:act.look")}
        </Button>
      )}
    </div>
  );
}

function explain({ power }: View, needed: number, { say }: Looking): string {
  if (needed === 0) return say("cambio:dialog.random");
  if (needed === 2) return say("cambio:dialog.chooseTwo");
  return say(power?.powerType === "peek_opponent" ? "cambio:dialog.chooseTheirs" : "cambio:dialog.chooseOwn");
}

function Expires({ until, looking }: { until: number | null; looking: Looking }) {
  const left = useLeft(until);
  if (left === null) return null;
  return (
    <span role="timer" aria-live="off">
      {looking.say("cambio:dialog.skips")} <b className="num">{timeText(left)}</b>
    </span>
  );
}
