/** Time: what a seat has banked, and the clock of the table. */
import type { TableState } from "../../table";
import { timeText, useLeft } from "../../ui/Clock";
import type { View } from "../../wire/imperial";

/** A seat's time; the one that is up runs down, the others wait. */
export function SeatClock({ state, view, seat }: { state: TableState; view: View; seat: number }) {
  const { timer } = view;
  const player = view.playerInfo[seat];
  const isRunning = timer.timed && timer.pause === 0 && player?.myTurn === true && state.status === "active";
  const left = useLeft(isRunning ? timer.lastMove + (player?.banked ?? 0) * 1000 : null);
  if (!timer.timed || player === undefined) return null;
  const shown = isRunning && left !== null ? left : player.banked * 1000;
  return (
    <span className={`num seat-clock${isRunning ? " seat-clock-on" : ""}`}>
      {timeText(Math.max(0, shown))}
    </span>
  );
}
