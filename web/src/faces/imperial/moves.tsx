/** How moves are made: at once, or after one more question, as the player has chosen for such a clock. */
import { type ReactNode, useCallback } from "react";
import { type Board, type BoardState, type Perspective, useConfirm } from "../../play/board";
import type { Action } from "../../wire/imperial";
import { type Chain, useChain } from "./acts";
import { weigh } from "./confirmWeight";
import { actionText } from "./log/actions";
import { paceOf } from "./pace";
import { viewOf } from "./view";

interface Moves {
  act: (action: Action) => void;
  begin: (chain: Chain) => void;
  confirming: ReactNode;
}

export function useMoves(table: Board, state: BoardState, perspective: Perspective): Moves {
  const pace = paceOf(viewOf(state));
  const [act, confirming] = useConfirm<Action>({
    act: useCallback((action: Action) => void table.act(action), [table]),
    legal: state.legal,
    pace,
    weigh,
    text: (action) => actionText(action, state, perspective) ?? "",
  });
  const [begin, confirmingAll] = useConfirm<Chain>({
    act: useChain(table, state, perspective),
    legal: state.legal,
    pace,
    // several moves with one press are asked about once
    weigh: ({ kind }) => (kind === "undo" ? null : "plain"),
    text: ({ kind }) => perspective.t(`imperial:move.${kind === "stay" ? "stayAll" : "same"}`),
  });
  return { act, begin, confirming: confirmingAll ?? confirming };
}
