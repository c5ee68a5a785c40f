/** The board as a plan leaves it (rule 8.4), and who must agree to a unit that comes in peace. */
import type { CountryView, Maneuver, View } from "../../wire/imperial";
import { COUNTRIES, homeOf, TERRITORIES } from "./board";
import { groupsOf } from "./tell/areas";
import { type Planned, warOf } from "./view";

interface Piece {
  country: string;
  type: "army" | "fleet";
  territory: string;
  hostile: boolean;
  isDone: boolean;
}

/** Rules 8.9, 8.11: units are where they go, and what falls or is blown up is gone. */
export function boardAfter(view: View, country: string, steps: Planned[]): View {
  let pieces = COUNTRIES.flatMap((name) => piecesOf(name, view.countryInfo[name]));
  let destroyed: string[] = [];
  for (const { type, origin, destination, code } of steps) {
    const unit = pieces.find(
      (one) => one.country === country && one.type === type && one.territory === origin && !one.isDone,
    );
    if (unit === undefined) continue;
    const isForeign = ![null, country].includes(homeOf(destination));
    const isHostile = code === "" ? unit.hostile || origin !== destination : code !== "peace" || !isForeign;
    Object.assign(unit, { territory: destination, hostile: isHostile, isDone: true });
    const fallen = code.startsWith("blow up ") ? sappers(pieces, unit) : fighters(pieces, unit, code);
    pieces = pieces.filter((one) => !fallen.includes(one));
    if (code.startsWith("blow up ")) destroyed = [...destroyed, destination];
  }
  const found = Object.entries(view.countryInfo).map(([name, info]) => {
    const own = pieces.filter((one) => one.country === name);
    const of = (type: Piece["type"]) =>
      own.filter((one) => one.type === type).map(({ territory, hostile }) => ({ territory, hostile }));
    const factories = info.factories.filter((one) => !destroyed.includes(one));
    return [name, { ...info, factories, fleets: of("fleet"), armies: of("army") }] as const;
  });
  return { ...view, countryInfo: Object.fromEntries(found) };
}

function piecesOf(country: string, info: CountryView | undefined): Piece[] {
  const all = (type: Piece["type"], units: CountryView["armies"] = []) =>
    units.map(({ territory, hostile }) => ({ country, type, territory, hostile, isDone: false }));
  return [...all("fleet", info?.fleets), ...all("army", info?.armies)];
}

/** A war costs the unit and one that it attacks, those that resist first. */
function fighters(pieces: Piece[], unit: Piece, code: string): Piece[] {
  const war = warOf(code);
  if (war === null) return [];
  const facing = pieces.filter(
    (one) => one.country === war.country && one.type === war.type && one.territory === unit.territory,
  );
  const victim = facing.find(({ hostile }) => hostile) ?? facing[0];
  return victim ? [unit, victim] : [unit];
}

/** A factory costs the army and the first two that have come before it. */
function sappers(pieces: Piece[], unit: Piece): Piece[] {
  const there = pieces.filter(
    (one) =>
      one !== unit &&
      one.country === unit.country &&
      one.type === "army" &&
      one.territory === unit.territory &&
      one.hostile &&
      one.isDone,
  );
  return [unit, ...there.slice(0, 2)];
}

export interface Consent {
  /** Who is asked, one after the other. */
  asked: string[];
  /** Who has refused in this turn already. */
  refused: string | null;
}

/** Rules 9.1 to 9.3: who must agree before a unit comes in peace; `board` is the one that the plan leaves. */
export function consentFor(view: View, plan: Maneuver, board: View, destination: string): Consent {
  const there = groupsOf(board, destination);
  const asked: string[] = [];
  if (there.some(({ country }) => country === plan.country)) return { asked, refused: null };
  const owner = homeOf(destination);
  const resisting = COUNTRIES.filter((name) =>
    there.some(({ country, hostile }) => country === name && hostile),
  ).toSorted((one, other) => Number(other === owner) - Number(one === owner));
  for (const name of resisting) {
    const answer = view.peaceAnswers.find(
      ({ targetCountry, territory }) => targetCountry === name && territory === destination,
    );
    if (answer?.accepted === false) return { asked, refused: name };
    if (answer === undefined && mustBeAsked(view.countryInfo[name], plan.player)) asked.push(name);
  }
  return { asked, refused: null };
}

function mustBeAsked(info: CountryView | undefined, planner: number): boolean {
  const { gov, leadership } = info ?? { gov: "dictatorship", leadership: [] };
  const asked = gov === "dictatorship" ? leadership.slice(0, 1) : leadership;
  return asked.some((seat) => seat !== planner);
}

/** Rule 8.7: the seas that a convoy may go over next; a fleet of its own is there, and carries nobody yet. */
export function seasAfter(via: string[], plan: Maneuver, board: View): string[] {
  const last = via.at(-1);
  const fleets = board.countryInfo[plan.country]?.fleets ?? [];
  const seas = [...TERRITORIES.values()].filter(({ name, kind, adjacencies }) => {
    const here = fleets.filter(({ territory }) => territory === name).length;
    const used = (plan.carried[name] ?? 0) + via.filter((sea) => sea === name).length;
    return kind === "sea" && here > used && (last === undefined || adjacencies.includes(last));
  });
  return seas.map(({ name }) => name);
}
