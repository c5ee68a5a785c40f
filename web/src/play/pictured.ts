/** Pictures for the page on how a game is played: a recorded View, drawn by the parts of the board itself. */
import { Link } from "../table/link";
import { type BoardState, unheard } from "../table/state";
import { Table } from "../table/table";

/** A View that was recorded, with what could be done then. */
export interface Recorded {
  view: unknown;
  legal: unknown[];
}

/** A table that shows a recorded View and does nothing. */
export function pictured(game: string, { view, legal }: Recorded): Table {
  const table = new Table(`picture-${game}`, new Link(() => ""));
  const state: BoardState = {
    ...unheard(table.id),
    game,
    status: "active",
    seat: 0,
    view,
    legal: legal as BoardState["legal"],
    version: 1,
    isHere: true,
    isPast: true,
  };
  table.store.setState(state);
  table.gate = () => false;
  return table;
}
