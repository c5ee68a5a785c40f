/** What would be sent now, and what the server says it leads to: no figure of it is computed here. */
import { useEffect, useState } from "react";
import type { Action, Forecast } from "../../wire/imperial";
import { type ImperialProps, purchaseOf, wayOf } from "./acts";
import { entriesFor, entryOf } from "./draft";
import { allOf, isMine, legalOf } from "./view";

/** The action that is chosen and not sent; null if nothing is, or if it is for others to act. */
export function draftedAction({ view, state, perspective, draft }: ImperialProps): Action | null {
  if (!isMine(view, perspective.mySeat)) return null;
  const legal = legalOf(state);
  switch (view.mode) {
    case "bid":
      return draft.bid ? { type: "BID", payload: { amount: draft.bid } } : null;
    case "buy-bid":
      return allOf(legal, "BUY_BID").find(({ payload }) => payload.accept) ?? null;
    case "proposal":
    case "proposal-opp":
      return draft.spot ? entryOf(entriesFor(legal, draft), draft) : (allOf(legal, "AGREE")[0] ?? null);
    case "vote":
      return allOf(legal, "VOTE").find(({ payload }) => String(payload.proposal) === draft.code) ?? null;
    case "buy":
      return purchaseOf(legal, draft);
    case "continue-man":
      // the seas it takes change no figure
      return draft.destination ? wayOf(legal, { ...draft, via: undefined }) : null;
    default:
      return null;
  }
}

/** How long a draft must stand before the server is asked: a slider is not asked about on its way. */
const STILL_MS = 150;

interface ForecastState {
  of: string;
  forecast: Forecast | null;
}

/** What the server says of the action; null until it has answered, and where it has no answer. */
export function useForecast({ table, state, draft }: ImperialProps, action: Action | null): Forecast | null {
  const [answer, setAnswer] = useState<ForecastState | null>(null);
  const request = action === null ? null : JSON.stringify(action);
  const of = `${draft.step} ${request}`;
  const { version } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another version the answer may be another
  useEffect(() => {
    if (request === null) return;
    let isWanted = true;
    const still = setTimeout(() => {
      table
        .forecast(JSON.parse(request))
        .catch(() => null)
        .then((forecast) => isWanted && setAnswer({ of, forecast: forecast as Forecast | null }));
    }, STILL_MS);
    return () => {
      isWanted = false;
      clearTimeout(still);
    };
  }, [table, version, request, of]);
  return answer?.of === of ? answer.forecast : null;
}
