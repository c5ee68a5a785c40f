/** How a table ended, in words: who won, and where somebody stands. From the outcome that the server keeps. */
import type { Translate } from "../ui/locales";
import type { TableResponse } from "../wire/calls";
import { scoreText } from "./about";
import { seatName } from "./names";

type Ended = Pick<TableResponse, "game" | "outcome" | "players" | "seat">;

const nameOf = ({ players, seat: own }: Ended, seat: number, t: Translate): string => {
  const player = players.find((one) => one.seat === seat);
  if (seat === own) return t("seat.you");
  return player ? seatName(player, t) : t("seat.number", { number: seat + 1 });
};

/** "Winner: Ana, Ben"; null where nobody has won. */
export function winnersText(table: Ended, t: Translate): string | null {
  const winners = table.outcome?.winners ?? [];
  if (winners.length === 0) return null;
  if (table.seat !== null && winners.length === 1 && winners[0] === table.seat) return t("result.won");
  const names = winners.map((seat) => nameOf(table, seat, t)).join(", ");
  return t("result.winner", { names, count: winners.length });
}

/** "Place 2 of 4, 13 points"; null for somebody who did not play, or where there are no places. */
export function ownPlaceText(table: Ended, t: Translate): string | null {
  const standings = table.outcome?.standings ?? [];
  const own = standings.find(({ seat }) => seat === table.seat);
  if (own === undefined) return null;
  const place = t("result.place", { place: own.place, of: standings.length });
  return own.score == null ? place : `${place}, ${scoreText(table.game, own.score, t)}`;
}

/** Every seat in the order of places: "1. Ana, score 5". */
export function standingLines(table: Ended, t: Translate): string[] {
  const standings = [...(table.outcome?.standings ?? [])].sort((one, other) => one.place - other.place);
  return standings.map(({ seat, place, score }) => {
    const who = `${place}. ${nameOf(table, seat, t)}`;
    return score == null ? who : `${who}, ${scoreText(table.game, score, t)}`;
  });
}
