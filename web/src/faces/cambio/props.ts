/** Props of every part of the table. */
import type { Perspective } from "../../play/face";
import type { BoardState, Table } from "../../table";
import type { Action, Slot, View } from "../../wire/cambio";
import type { Marks } from "./marks";

export interface Around {
  table: Table;
  state: BoardState;
  view: View;
  perspective: Perspective;
  /** What is marked for a while. */
  marks: Marks;
  /** Ask for it, unless a move is under way. */
  act: (action: Action) => void;
}

export interface CambioProps extends Around {
  /** The power whose cards are to be chosen now. */
  choosing: Choosing | null;
}

export interface Choosing {
  /** How many cards it meets. */
  needed: number;
  /** The cards it may meet, own ones first, by place. */
  targets: ReadonlyMap<string, Slot>;
  picks: Slot[];
  /** Pressing a card is enough. */
  isAtOnce: boolean;
  press: (slot: Slot) => void;
  clear: () => void;
  /** Use it on what is picked; null until that is enough. */
  use: (() => void) | null;
  skip: (() => void) | null;
}
