/**
 * All that a board may use of the page of a table: Imperial's, Decks' and those of packages (their facade is made of
 * it). They import nothing else of `table`, `play` and `site`; the linter holds that.
 */
import type { Board } from "../table";
import type { BoardProps as PageProps } from "./face";

export interface BoardProps extends Omit<PageProps, "table"> {
  table: Board;
}

export {
  type Action,
  type Board,
  type BoardState,
  type Event,
  useBoardState,
  useLink,
  useTableState,
} from "../table";
export { call } from "../table/api";
export { read, write } from "../table/keep";
export { isDoublePress } from "../table/pressGate";
export { NOT_SENT } from "../table/state";
export { endingText, titleNamed } from "./about";
export { useConfirm, type Weight } from "./Confirm";
export { type Choice, canPick, choose, nextOf, type Pick, picksOf } from "./choose";
export {
  FaceFailed,
  type Filter,
  type GameModule,
  type Perspective,
  type Pictures,
  type Section,
  type Strip,
} from "./face";
export { pictured, type Recorded } from "./pictured";
export { Rematch } from "./Rematch";
export { Result } from "./TextView";
export { UndoButton } from "./Undo";
