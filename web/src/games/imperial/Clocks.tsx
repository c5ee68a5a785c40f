/** Time: what a seat has banked, and the clock of the table. */
import { type TableState, useLink } from "../../table";
import { Clock, timeText, useLeft } from "../../ui/Clock";
import type { View } from "../../wire/imperial";

/** When a seat's time is over; null while it does not run. */
function runsOut(state: TableState, view: View, seat: number): number | null {
  const { timer } = view;
  const player = view.playerInfo[seat];
  const isRunning = timer.timed && timer.pause === 0 && player?.myTurn === true && state.status === "active";
  return isRunning ? timer.lastMove + player.banked * 1000 : null;
}

/** A seat's time; the one that is up runs down, the others wait. Without a connection it is a guess. */
export function SeatClock({ state, view, seat }: { state: TableState; view: View; seat: number }) {
  const until = runsOut(state, view, seat);
  const left = useLeft(until);
  const isSure = useLink((link) => link.status === "live") || until === null;
  const player = view.playerInfo[seat];
  if (!view.timer.timed || player === undefined) return null;
  const looks = ["num", "seat-clock", until !== null && "seat-clock-on", !isSure && "seat-clock-unsure"];
  return (
    <span className={looks.filter(Boolean).join(" ")}>
      {timeText(Math.max(0, left ?? player.banked * 1000))}
      {isSure ? "" : " ?"}
    </span>
  );
}

/** The own time, in the strip: it warns and is spoken when it runs short. */
export function OwnClock({ state, view, seat }: { state: TableState; view: View; seat: number }) {
  const until = runsOut(state, view, seat);
  if (until === null) return <SeatClock state={state} view={view} seat={seat} />;
  return <Clock until={until} isMine startMs={view.timer.banked * 1000} />;
}
