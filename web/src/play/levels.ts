/** The bots of a game: which to choose from, and which was chosen last. */
import { useState } from "react";
import { read, write } from "../table/keep";
import type { GameResponse } from "../wire/calls";

const LADDER = ["easy", "medium", "hard"];

/** The rung of bots that have another name, from weak to strong. */
const RUNGS: Record<string, string> = { random: "easy", ismcts: "medium", greedy: "hard" };

export function rungOf(level: string | null | undefined): string {
  return RUNGS[level ?? ""] ?? level ?? "";
}

/** Easy, medium, hard where a game has them; else all its bots. */
export function levels(bots: string[]): string[] {
  const ladder = LADDER.filter((level) => bots.includes(level));
  return ladder.length > 0 ? ladder : bots;
}

/** The level that was chosen last for this game, wherever that was, and how to choose another. */
export function useLevel(game: GameResponse | undefined): [string, (level: string) => void] {
  const key = `rondel.level.${game?.name ?? ""}`;
  const [chosen, setChosen] = useState<string | null>(null);
  const bots = game?.bots ?? [];
  const known = chosen ?? read<string>(key, "");
  const usual = bots.includes("medium") ? "medium" : (bots[0] ?? "");
  const choose = (level: string) => {
    setChosen(level);
    write(key, level);
  };
  return [bots.includes(known) ? known : usual, choose];
}
