/** The board as data: what lies where, beside what. The wheel, the prices and every choice come from the server. */
import data from "./board.json";

export interface Territory {
  name: string;
  kind: "home" | "neutral" | "sea";
  country: string | null;
  port: string | null;
  adjacencies: string[];
}

export const COUNTRIES: string[] = data.countries
  .toSorted((one, other) => one.order - other.order)
  .map((country) => country.name);

export const TERRITORIES = new Map(
  (data.territories as Territory[]).map((territory) => [territory.name, territory]),
);

export function homeOf(name: string): string | null {
  return TERRITORIES.get(name)?.country ?? null;
}

/** Borders that an option closes. */
export const MOUNTAINS = data.variants.mountains.removeEdges as [string, string][];
