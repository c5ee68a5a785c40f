/** What games and seats are called. */
import { type Say, useGameWords, useWords } from "../ui/words";
import type { GameTold, TableTold } from "../wire/calls";
import { rungOf } from "./levels";

export function useGameTitle(game: string, games?: GameTold[]): string {
  const say = useWords();
  useGameWords(game);
  const title = games?.find((one) => one.name === game)?.title ?? game;
  return say(`${game}:title`, { defaultValue: title });
}

/** What a table is called: by its host, or by its game and code. */
export function useTableTitle(table: Pick<TableTold, "game" | "code" | "name">, games?: GameTold[]): string {
  const say = useWords();
  const game = useGameTitle(table.game, games);
  return table.name
    ? say("table.called", { name: table.name, game })
    : say("table.named", { game, code: table.code });
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
export function seatName({ seat, name, kind, level }: SeatLine, say: Say): string {
  return kind === "bot" ? say("seat.bot", { name: botName(level, seat) }) : name;
}
