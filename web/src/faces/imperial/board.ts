/**
 * The board as data: what lies where, beside what. It is the file that the rules are made from, so there is no second
 * copy; other clients get it by `GET /api/games/imperial/setups/standard`. The wheel, the prices and every choice come
 * from the server.
 */
import data from "../../../../docs/rulebooks/imperial_board.json";

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

/** How many units of each kind a nation may have. */
export const LIMITS = new Map(
  data.countries.map(({ name, armyLimit, fleetLimit }) => [name, { army: armyLimit, fleet: fleetLimit }]),
);
