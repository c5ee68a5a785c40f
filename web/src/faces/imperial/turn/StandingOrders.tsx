/** Where standing orders can be given: at a slow table, while it waits for others. */
import { lazy, Suspense } from "react";
import type { BoardGiven } from "../../../play/face";
import { useTableState } from "../../../table";
import type { Given } from "../acts";
import { paceOf } from "../pace";
import { isMine, viewOf } from "../view";

const Orders = lazy(() => import("./Orders"));

export function StandingOrders({ table, state, looking }: Pick<Given, "table" | "state" | "looking">) {
  const view = viewOf(state);
  const isWaiting = looking.you !== null && !isMine(view, looking.you) && state.status === "active";
  if (!isWaiting || state.isPast || paceOf(view) !== "day") return null;
  return (
    <Suspense fallback={null}>
      <Orders table={table} state={state} looking={looking} />
    </Suspense>
  );
}

/** The same for the text view, which has a table and no board. */
export function OrdersInWords({ table, looking }: Pick<BoardGiven, "table" | "looking">) {
  const state = useTableState(table, (one) => one);
  return <StandingOrders table={table} state={state} looking={looking} />;
}
