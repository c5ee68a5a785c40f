/** What keys do at the table. */
import { useEffect, useRef } from "react";
import { isHotkey } from "../../ui/hotkeys";
import { useSettings } from "../../ui/settings";
import { chosenSpot, type ImperialProps, type Press, WHOLE_TURN } from "./acts";
import { allOf, isMine, legalOf } from "./view";

const JUMP_MS = 1500;

/**
 * G, then M, R, H or L: to the map, the rondel, what one holds, the log. M and R go there by themselves, too. Digits
 * choose on the rondel, Escape unchooses, Shift and U take the whole turn back; the rest is on the buttons, Enter is
 * the main one.
 */
export function useKeys(props: ImperialProps, presses: Press[]): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const now = useRef({ props, presses });
  const jumpAt = useRef(Number.NEGATIVE_INFINITY);
  now.current = { props, presses };
  useEffect(() => {
    if (!isOn) return;
    const down = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isHotkey(event)) return;
      const key = event.key.toLowerCase();
      const isJump = event.timeStamp - jumpAt.current < JUMP_MS;
      jumpAt.current = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const isDone =
        key === "g" ||
        (isJump && jump(key, now.current.props)) ||
        (event.shiftKey && key === "u" && undoTurn(now.current.props)) ||
        press(key, event.target, now.current);
      if (isDone) event.preventDefault();
    };
    window.addEventListener("keydown", down);
    return () => window.removeEventListener("keydown", down);
  }, [isOn]);
}

const JUMPS: Record<string, { tab: string | null; to: string }> = {
  m: { tab: null, to: ".m-map [tabindex='0']" },
  r: { tab: "rondel", to: ".rondel [tabindex='0']" },
  h: { tab: "stocks", to: ".stocks-scroll" },
  l: { tab: "log", to: ".log" },
};

/** To a part of the table, wherever it is now. */
function jump(key: string, { open }: ImperialProps): boolean {
  const found = JUMPS[key];
  if (found === undefined) return false;
  if (found.tab) open(found.tab);
  requestAnimationFrame(() => document.querySelector<HTMLElement>(found.to)?.focus());
  return true;
}

/** All that was planned of this turn, and the place on the rondel with it. */
function undoTurn({ view, perspective, table, begin }: ImperialProps): boolean {
  if (perspective.mySeat === null) return false;
  if (view.currentManeuver && view.undo === perspective.mySeat) begin({ kind: "undo", left: WHOLE_TURN });
  else table.undo();
  return true;
}

/** What is chosen and not sent is chosen no more. */
function unchoose({ draft, setDraft }: ImperialProps): boolean {
  const hasChoice = Object.keys(draft).length > 1;
  if (hasChoice) setDraft(null);
  return hasChoice;
}

function press(
  key: string,
  target: EventTarget | null,
  { props, presses }: { props: ImperialProps; presses: Press[] },
): boolean {
  if (key === "m" || key === "r") return jump(key, props);
  if (key === "escape") return unchoose(props);
  if (/^[1-8]$/.test(key)) return chooseNumber(Number(key), props);
  if (key === "enter") {
    if (target instanceof Element && target.closest("button, a, [role=button], [role=tab], summary"))
      return false;
    const main = presses.find((one) => one.kind === "primary" && !one.isOff);
    main?.press();
    return main !== undefined;
  }
  const found = presses.find((one) => one.hotkey === key && !one.isOff);
  found?.press();
  // nothing to take back: the server says why
  if (!found && key === "u" && props.perspective.mySeat !== null) props.table.undo();
  return found !== undefined || key === "u";
}

function chooseNumber(number: number, { view, state, perspective, setDraft, open }: ImperialProps): boolean {
  if (!isMine(view, perspective.mySeat) || (view.mode !== "proposal" && view.mode !== "proposal-opp"))
    return false;
  const reach = new Set(allOf(legalOf(state), "PROPOSE").map(({ payload }) => payload.wheelSpot));
  const stands = view.countryInfo[view.countryUp ?? ""]?.wheelSpot ?? "center";
  const at = (view.wheel as string[]).indexOf(stands);
  const spot = view.wheel[(at + number + view.wheel.length) % view.wheel.length];
  if (spot === undefined || !reach.has(spot)) return false;
  setDraft(chosenSpot(spot));
  open("turn");
  return true;
}
