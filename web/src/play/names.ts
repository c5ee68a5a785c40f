/** What games and seats are called. */
import { type Translate, useTranslation } from "../ui/locales";
import type { GameResponse, TableResponse } from "../wire/calls";
import { titleOf } from "./about";
import { rungOf } from "./levels";

export function useGameTitle(game: string, games?: GameResponse[]): string {
  useTranslation(); // another language has another title
  const found = games?.find((one) => one.name === game);
  return found ? titleOf(found) : game;
}

/** What a table is called: by its host, or by its game and code. */
export function useTableTitle(
  table: Pick<TableResponse, "game" | "code" | "name">,
  games?: GameResponse[],
): string {
  const t = useTranslation();
  const game = useGameTitle(table.game, games);
  return table.name
    ? t("table.called", { name: table.name, game })
    : t("table.named", { game, code: table.code });
}

/** Bots have names by how well they play; at a table no two have the same. */
const BOTS: Record<string, string[]> = {
  easy: ["Bean", "Pip", "Dot", "Moss", "Fern", "Kip"],
  medium: ["Otto", "Juno", "Mara", "Finn", "Lena", "Arlo"],
  hard: ["Nova", "Vega", "Cato", "Iris", "Rook", "Zeno"],
};
const OTHERS = ["Alpha", "Beta", "Gamma", "Delta", "Kappa", "Omega"];

export function botName(level: string | null | undefined, seat: number): string {
  const names = BOTS[rungOf(level)] ?? OTHERS;
  return names[seat % names.length] ?? "";
}

interface SeatLine {
  seat: number;
  name: string;
  kind: string;
  level?: string | null;
}

/** What the seats of a table are called. */
export function seatName({ seat, name, kind, level }: SeatLine, t: Translate): string {
  return kind === "bot" ? t("seat.bot", { name: botName(level, seat) }) : name;
}
