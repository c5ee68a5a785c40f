/** What is asked beside the board: whatever no press on the board can say. */
import type { Action } from "../../table";
import { type Bounds, canPick, choose, type Offer, type Pick, type Question } from "../../table/choose";

/** A button that plays a move. */
interface Move {
  is: "move";
  action: Action;
}

/** A button that chooses a kind of move. */
interface Kind {
  is: "kind";
  type: string;
  pick: Pick;
}

/** Values of one field, as buttons; where there are too many of them, as a number within bounds. */
interface Values {
  is: "values";
  type: string;
  field: string;
  /** It is the only thing that is asked of this kind of move. */
  isOnly: boolean;
  /** The fields that are the same in all moves that are left. */
  known: Readonly<Record<string, unknown>>;
  options: { value: unknown; pick: Pick; only: Action | null }[];
  bounds: Bounds | null;
}

export type MenuRow = Move | Kind | Values;

export interface Asking {
  /** Something on the board can be pressed, too. */
  isOnBoard: boolean;
  rows: MenuRow[];
  /** The one thing that is still asked after a first pick; the board may offer all its values. */
  last: Values | null;
}

/** What to ask, after what was picked; `offers` are the things on the board that can be pressed. */
export function asking(legal: readonly Action[], picked: readonly Offer[], offers: readonly Offer[]): Asking {
  const { left, questions } = choose(legal, picked);
  const narrows = (offer: Offer) => choose(legal, [...picked, offer]).left.length < left.length;
  const useful = picked.length === 0 ? offers : offers.filter(narrows);
  const isCovered = (action: Action) => useful.some((offer) => canPick([action], picked, offer));
  const kinds = grouped(left);
  if (kinds.size === 1 && picked.length > 0) {
    const [type = ""] = kinds.keys();
    const rows = questions.map((one) => values(type, one, left, isCovered, questions.length === 1));
    const open = rows.filter(({ options }) => options.length > 0);
    const [last = null] = rows.length === 1 ? rows : [];
    return { isOnBoard: left.some(isCovered), rows: open, last };
  }
  const open = [...kinds].map(([type, actions]) => ({
    type,
    actions: actions.filter((one) => !isCovered(one)),
  }));
  const groups = open.map(({ type, actions }) => ({ type, actions, of: choose(actions, []).questions }));
  const isAlone = groups.filter(({ of }) => of.length > 1).length === 1;
  const rows = groups.flatMap(({ type, actions, of }): MenuRow[] => {
    const [only, other] = actions;
    if (only === undefined) return [];
    if (other === undefined) return [{ is: "move", action: only }];
    if (of.length === 1 || isAlone)
      return of.map((one) => values(type, one, actions, () => false, of.length === 1));
    return [{ is: "kind", type, pick: { type } }];
  });
  return { isOnBoard: left.some(isCovered), rows, last: null };
}

/** The fields on which all of these agree. */
function agreed(actions: readonly Action[]): Values["known"] {
  const all = actions.map(({ payload }) => Object.entries((payload ?? {}) as object));
  const [first = [], ...others] = all.map((fields) => fields.map((field) => JSON.stringify(field)));
  const isSame = (_: unknown, at: number) => others.every((one) => one.includes(first[at] ?? ""));
  return Object.fromEntries((all[0] ?? []).filter(isSame));
}

function grouped(left: readonly Action[]): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of left) found.set(action.type, [...(found.get(action.type) ?? []), action]);
  return found;
}

/** The values of a question that the board does not offer. */
function values(
  type: string,
  { field, values: all, bounds }: Question,
  left: readonly Action[],
  isCovered: (action: Action) => boolean,
  isOnly: boolean,
): Values {
  const options = all.map((value) => {
    const pick: Pick = { type, [field]: value };
    const { left: those, complete } = choose(left, [[pick]]);
    return { value, pick, only: complete, isOpen: those.some((action) => !isCovered(action)) };
  });
  const known = agreed(left);
  return {
    is: "values",
    type,
    field,
    isOnly,
    known,
    options: options.filter(({ isOpen }) => isOpen),
    bounds,
  };
}
