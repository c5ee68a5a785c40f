/** Time: what a seat has banked, and the clock of the table. */
import { type BoardState, useLink } from "../../play/board";
import { timeText, useLeft } from "../../ui/Clock";
import type { View } from "../../wire/imperial";
import { lossAt } from "./view";

/** A seat's time; the one that is up runs down, the others wait. Without a connection it is a guess. */
export function SeatClock({ state, view, seat }: { state: BoardState; view: View; seat: number }) {
  const loss = state.status === "active" ? lossAt(view, seat) : null;
  const { timer } = view;
  const until = timer.pause > 0 ? null : loss;
  const left = useLeft(until);
  const isSure = useLink((link) => link.status === "live") || until === null;
  const player = view.playerInfo[seat];
  if (!timer.timed || player === undefined) return null;
  const still = loss === null ? player.banked * 1000 : loss - timer.pause;
  const looks = ["num", "seat-clock", until !== null && "seat-clock-on", !isSure && "seat-clock-unsure"];
  return (
    <span className={looks.filter(Boolean).join(" ")}>
      {timeText(Math.max(0, left ?? still))}
      {isSure ? "" : " ?"}
    </span>
  );
}
