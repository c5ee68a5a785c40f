/** Where standing orders can be given: at a slow table, while it waits for others. */
import { lazy, Suspense } from "react";
import { type BoardProps, useBoardState } from "../../../play/board";
import type { ImperialProps } from "../acts";
import { paceOf } from "../pace";
import { isMine, viewOf } from "../view";

const Orders = lazy(() => import("./Orders"));

export function StandingOrders({
  table,
  state,
  perspective,
}: Pick<ImperialProps, "table" | "state" | "perspective">) {
  const view = viewOf(state);
  const isWaiting =
    perspective.mySeat !== null && !isMine(view, perspective.mySeat) && state.status === "active";
  if (!isWaiting || state.isPast || paceOf(view) !== "day") return null;
  return (
    <Suspense fallback={null}>
      <Orders table={table} state={state} perspective={perspective} />
    </Suspense>
  );
}

/** The same for the text view, which has a table and no board. */
export function OrdersInWords({ table, perspective }: Pick<BoardProps, "table" | "perspective">) {
  const state = useBoardState(table);
  return <StandingOrders table={table} state={state} perspective={perspective} />;
}
