/** Props of every part of the planner. */
import type { Board, BoardState, Perspective } from "../../play/board";
import type { Action, View } from "../../wire/decks";

export interface DecksProps {
  table: Board;
  state: BoardState;
  view: View;
  perspective: Perspective;
  act: (action: Action) => void;
}
