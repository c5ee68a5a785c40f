/** How moves are made: at once, or after one more question, as the player has chosen for such a clock. */
import { type ReactNode, useCallback } from "react";
import { useConfirm } from "../../play/Confirm";
import type { Looking } from "../../play/face";
import type { Table, TableState } from "../../table";
import type { Action } from "../../wire/imperial";
import { type Chain, useChain } from "./acts";
import { paceOf } from "./pace";
import { actionText } from "./tell/actions";
import { viewOf } from "./view";
import { weigh } from "./weigh";

interface Moves {
  act: (action: Action) => void;
  begin: (chain: Chain) => void;
  confirming: ReactNode;
}

export function useMoves(table: Table, state: TableState, looking: Looking): Moves {
  const pace = paceOf(viewOf(state));
  const [act, confirming] = useConfirm<Action>({
    act: useCallback((action: Action) => table.act(action), [table]),
    legal: state.legal,
    pace,
    weigh,
    text: (action) => actionText(action, state, looking) ?? "",
  });
  const [begin, confirmingAll] = useConfirm<Chain>({
    act: useChain(table, state, looking),
    legal: state.legal,
    pace,
    // several moves with one press are asked about once
    weigh: ({ kind }) => (kind === "undo" ? null : "plain"),
    text: ({ kind }) => looking.say(`imperial:move.${kind === "stay" ? "stayAll" : "same"}`),
  });
  return { act, begin, confirming: confirmingAll ?? confirming };
}
