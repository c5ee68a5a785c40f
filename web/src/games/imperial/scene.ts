/** What the map shows of the turn: what may be chosen, what is chosen, what is planned. */
import type { Action, Proposal, View } from "../../wire/imperial";
import type { Looking } from "..";
import { TERRITORIES } from "./board";
import {
  boughtOf,
  canBuy,
  canMake,
  type Draft,
  entryOf,
  formOf,
  madeOf,
  mostMade,
  unitsToBuy,
} from "./draft";
import type { Ghost } from "./map/Map";
import { allOf, isMine, type Planned, plannedOf, planSteps, unitsLeft, warOf } from "./view";

export interface Scene {
  targets: Set<string>;
  chosen: string | null;
  source: string | null;
  ghosts: Ghost[];
  frame: string[];
  step: string;
}

export function sceneOf(view: View, legal: Action[], draft: Draft, { you }: Looking): Scene {
  const plan = view.currentManeuver;
  const home = [...TERRITORIES.values()]
    .filter((territory) => territory.country === view.countryUp)
    .map((territory) => territory.name);
  const scene: Scene = {
    targets: new Set(),
    chosen: null,
    source: null,
    ghosts: [],
    frame: view.mode === "game-over" ? [...TERRITORIES.keys()] : home,
    step: `${view.mode} ${view.countryUp} ${view.round}`,
  };
  if (plan) Object.assign(scene, maneuver(view, legal, draft));
  else if (view.mode === "proposal" || view.mode === "proposal-opp") {
    if (isMine(view, you) && draft.spot) Object.assign(scene, proposing(view, legal, draft));
    else if (view.proposal1) scene.ghosts = ghostsOf(view.countryUp ?? "", view.proposal1);
  } else if (view.mode === "vote") {
    const shown = draft.code === "2" ? view.proposal2 : view.proposal1;
    if (shown) scene.ghosts = ghostsOf(view.countryUp ?? "", shown);
  }
  return scene;
}

function proposing(view: View, legal: Action[], draft: Draft): Partial<Scene> {
  const entries = allOf(legal, "PROPOSE").filter(({ payload }) => payload.wheelSpot === draft.spot);
  const country = view.countryUp ?? "";
  const entry = entryOf(entries, draft);
  const ghosts = entry ? draftGhosts(country, entry) : [];
  switch (formOf(entries)) {
    case "site": {
      const sites = entries.flatMap(({ payload }) => (payload.factoryLoc ? [payload.factoryLoc] : []));
      return { targets: new Set(sites), chosen: draft.site ?? null, ghosts };
    }
    case "made": {
      const made = draft.made ?? mostMade(entries);
      const all = new Set(entries.flatMap(madeOf));
      return {
        targets: new Set([...all].filter((one) => made.includes(one) || canMake(entries, [...made, one]))),
        ghosts,
      };
    }
    case "bought": {
      const bought = draft.bought ?? [];
      const { units } = unitsToBuy(entries);
      const open = units.filter((one) => canBuy(entries, [...bought, one]));
      return {
        targets: new Set(open.map((one) => one.territory)),
        chosen: draft.destination ?? null,
        ghosts,
      };
    }
    default:
      return {};
  }
}

function draftGhosts(country: string, entry: Parameters<typeof madeOf>[0]): Ghost[] {
  const { payload } = entry;
  return [
    ...(payload.factoryLoc ? [{ country, type: "factory" as const, to: payload.factoryLoc }] : []),
    ...(payload.fleetProduce ?? []).map((to) => ({ country, type: "fleet" as const, to })),
    ...(payload.armyProduce ?? []).map((to) => ({ country, type: "army" as const, to })),
    ...boughtOf(entry).map(({ type, territory }) => ({ country, type, to: territory })),
  ];
}

function steps(country: string, planned: Planned[]): Ghost[] {
  return planned.map(({ type, origin, destination, code }) => ({
    country,
    type,
    from: origin,
    to: destination,
    isWar: warOf(code) !== null,
  }));
}

/** Only what moves is worth a ghost; a plan in progress keeps all, so that those who stay are not asked again. */
export function ghostsOf(country: string, proposal: Proposal): Ghost[] {
  const planned = plannedOf({ fleets: proposal.fleetMan, armies: proposal.armyMan });
  const types = proposal.import.types ?? [];
  return [
    ...(proposal.factoryLoc ? [{ country, type: "factory" as const, to: proposal.factoryLoc }] : []),
    ...proposal.fleetProduce.map((to) => ({ country, type: "fleet" as const, to })),
    ...proposal.armyProduce.map((to) => ({ country, type: "army" as const, to })),
    ...(proposal.import.territories ?? []).map((to, index) => ({
      country,
      type: types[index] ?? ("army" as const),
      to,
    })),
    ...steps(
      country,
      planned.filter((step) => step.origin !== step.destination || step.code !== ""),
    ),
  ];
}

function maneuver(view: View, legal: Action[], draft: Draft): Partial<Scene> {
  const plan = view.currentManeuver;
  if (plan === null) return {};
  const moving = planSteps(plan).filter((step) => step.origin !== step.destination || step.code !== "");
  const ghosts = steps(plan.country, moving);
  const offer = view.peaceVote ?? plan.pendingPeace;
  const [unit] = unitsLeft(plan);
  const step = `${plan.country} ${plan.phase} ${plan.unitIndex} ${plan.deferred} ${offer ? "peace" : ""}`;
  if (offer)
    return {
      ghosts: [
        ...ghosts,
        { country: plan.country, type: offer.unitType, from: offer.origin, to: offer.destination },
      ],
      source: offer.origin,
      frame: [offer.origin, offer.destination],
      step,
    };
  const targets = new Set(allOf(legal, "MOVE_UNIT").map(({ payload }) => payload.destination));
  const chosen = draft.destination ?? null;
  const going: Ghost[] =
    chosen && unit && chosen !== unit.territory
      ? [{ country: plan.country, type: unit.type, from: unit.territory, to: chosen }]
      : [];
  return {
    ghosts: [...ghosts, ...going],
    targets,
    chosen,
    source: unit?.territory ?? null,
    frame: unit ? [unit.territory, ...targets] : [],
    step,
  };
}
