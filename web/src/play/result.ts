/** How a table ended, in words: who won, and where somebody stands. From the outcome that the server keeps. */
import type { Say } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { seatName } from "./names";

type Ended = Pick<TableTold, "outcome" | "players" | "seat">;

const nameOf = ({ players, seat: own }: Ended, seat: number, say: Say): string => {
  const player = players.find((one) => one.seat === seat);
  if (seat === own) return say("seat.you");
  return player ? seatName(player, say) : say("seat.number", { number: seat + 1 });
};

/** "Winner: Ana, Ben"; null where nobody has won. */
export function winnersText(table: Ended, say: Say): string | null {
  const winners = table.outcome?.winners ?? [];
  if (winners.length === 0) return null;
  if (table.seat !== null && winners.length === 1 && winners[0] === table.seat) return say("result.won");
  const names = winners.map((seat) => nameOf(table, seat, say)).join(", ");
  return say("result.winner", { names, count: winners.length });
}

/** "Place 2 of 4, 13 points"; null for somebody who did not play, or where there are no places. */
export function ownPlaceText(table: Ended, say: Say): string | null {
  const standings = table.outcome?.standings ?? [];
  const own = standings.find(({ seat }) => seat === table.seat);
  if (own === undefined) return null;
  const place = say("result.place", { place: own.place, of: standings.length });
  return own.score == null ? place : `${place}, ${say("result.points", { count: own.score })}`;
}

/** Every seat in the order of places: "1. Ana, 5 points". */
export function standingLines(table: Ended, say: Say): string[] {
  const standings = [...(table.outcome?.standings ?? [])].sort((one, other) => one.place - other.place);
  return standings.map(({ seat, place, score }) => {
    const who = `${place}. ${nameOf(table, seat, say)}`;
    return score == null ? who : `${who}, ${say("result.points", { count: score })}`;
  });
}
