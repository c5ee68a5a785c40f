/** What every part of the planner is given. */
import type { Looking } from "../../play/face";
import type { Table, TableState } from "../../table";
import type { Action, View } from "../../wire/decks";

export interface Given {
  table: Table;
  state: TableState;
  view: View;
  looking: Looking;
  act: (action: Action) => void;
}
