/** What would be sent now, and what the server says it leads to: no figure of it is computed here. */
import { useEffect, useState } from "react";
import type { Action, Forecast } from "../../wire/imperial";
import { type Given, purchaseOf, wayOf } from "./acts";
import { entriesFor, entryOf } from "./draft";
import { allOf, isMine, legalOf } from "./view";

/** The action that is chosen and not sent; null if nothing is, or if it is for others to act. */
export function draftedAction({ view, state, looking, draft }: Given): Action | null {
  if (!isMine(view, looking.you)) return null;
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
      return draft.destination ? wayOf(legal, draft) : null;
    default:
      return null;
  }
}

/** How long a draft must stand before the server is asked: a slider is not asked about on its way. */
const STILL_MS = 150;

interface Told {
  of: string;
  forecast: Forecast | null;
}

/** What the server says of the action; null until it has answered, and where it has no answer. */
export function useForecast({ table, state, draft }: Given, action: Action | null): Forecast | null {
  const [told, setTold] = useState<Told | null>(null);
  const asked = action === null ? null : JSON.stringify(action);
  const of = `${draft.step} ${asked}`;
  const { version } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another version the answer may be another
  useEffect(() => {
    if (asked === null) return;
    let isWanted = true;
    const still = setTimeout(() => {
      table
        .forecast(JSON.parse(asked))
        .catch(() => null)
        .then((forecast) => isWanted && setTold({ of, forecast: forecast as Forecast | null }));
    }, STILL_MS);
    return () => {
      isWanted = false;
      clearTimeout(still);
    };
  }, [table, version, asked, of]);
  return told?.of === of ? told.forecast : null;
}
