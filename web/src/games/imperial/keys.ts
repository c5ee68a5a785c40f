/** What keys do at the table. */
import { useEffect, useRef } from "react";
import { isTyping } from "../../pages/Lobby";
import { useSettings } from "../../settings";
import { chosenSpot, type Given, type Press } from "./acts";
import { allOf, isMine, legalOf } from "./view";

/** M and R go to map and rondel, digits choose on the rondel, the rest is on the buttons; Enter is the main one. */
export function useKeys(given: Given, presses: Press[]): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const now = useRef({ given, presses });
  now.current = { given, presses };
  useEffect(() => {
    if (!isOn) return;
    const down = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      if (press(event.key.toLowerCase(), event.target, now.current)) event.preventDefault();
    };
    window.addEventListener("keydown", down);
    return () => window.removeEventListener("keydown", down);
  }, [isOn]);
}

function press(
  key: string,
  target: EventTarget | null,
  { given, presses }: { given: Given; presses: Press[] },
): boolean {
  if (key === "m") {
    document.querySelector<SVGElement>(".m-map [tabindex='0']")?.focus();
    return true;
  }
  if (key === "r") {
    given.open("rondel");
    requestAnimationFrame(() => document.querySelector<SVGElement>(".rondel [tabindex='0']")?.focus());
    return true;
  }
  if (/^[1-8]$/.test(key)) return chooseNumber(Number(key), given);
  if (key === "enter") {
    if (target instanceof Element && target.closest("button, a, [role=button], [role=tab], summary"))
      return false;
    const main = presses.find((one) => one.kind === "primary" && !one.isOff);
    main?.press();
    return main !== undefined;
  }
  const found = presses.find((one) => one.hotkey === key && !one.isOff);
  if (found && given.state.pending === null) found.press();
  return found !== undefined;
}

function chooseNumber(number: number, { view, state, looking, setDraft, open }: Given): boolean {
  if (!isMine(view, looking.you) || (view.mode !== "proposal" && view.mode !== "proposal-opp")) return false;
  const reach = new Set(allOf(legalOf(state), "PROPOSE").map(({ payload }) => payload.wheelSpot));
  const stands = view.countryInfo[view.countryUp ?? ""]?.wheelSpot ?? "center";
  const at = (view.wheel as string[]).indexOf(stands);
  const spot = view.wheel[(at + number + view.wheel.length) % view.wheel.length];
  if (spot === undefined || !reach.has(spot)) return false;
  setDraft(chosenSpot(spot));
  open("turn");
  return true;
}
