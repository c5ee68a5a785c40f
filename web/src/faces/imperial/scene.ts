/** What the map shows of the turn: what may be chosen, what is chosen, what is planned. */

import { nextOf, type Perspective } from "../../play/board";
import type { Action, Maneuver, Proposal, View } from "../../wire/imperial";
import { homeOf, TERRITORIES } from "./board";
import {
  type Bought,
  boughtOf,
  chosenOf,
  type Draft,
  entriesFor,
  entryOf,
  formOf,
  type madeOf,
  mostMade,
} from "./draft";
import type { Ghost } from "./map/props";
import {
  allOf,
  boardAfter,
  isGentle,
  isMine,
  type Planned,
  plannedOf,
  planSteps,
  unitsLeft,
  unitsToPick,
} from "./view";

export interface Scene {
  /** What stands where, once all that is planned is done. */
  board: View;
  targets: Set<string>;
  chosen: string | null;
  source: string | null;
  movable: Set<string>;
  ghosts: Ghost[];
  frame: string[];
  step: string;
}

export function sceneOf(view: View, legal: Action[], draft: Draft, { mySeat }: Perspective): Scene {
  const plan = view.currentManeuver;
  const home = [...TERRITORIES.values()]
    .filter((territory) => territory.country === view.countryUp)
    .map((territory) => territory.name);
  const scene: Scene = {
    board: view,
    targets: new Set(),
    chosen: null,
    source: null,
    movable: new Set(),
    ghosts: [],
    frame: view.mode === "game-over" ? [...TERRITORIES.keys()] : home,
    step: `${view.mode} ${view.countryUp} ${view.round}`,
  };
  if (plan) Object.assign(scene, maneuver(view, legal, draft));
  else if (view.mode === "proposal" || view.mode === "proposal-opp") {
    if (isMine(view, mySeat) && draft.spot) Object.assign(scene, proposing(view, legal, draft));
    else Object.assign(scene, proposed(view, "proposal1"));
  } else if (view.mode === "vote")
    Object.assign(scene, proposed(view, draft.code === "2" ? "proposal2" : "proposal1"));
  return scene;
}

function proposed(view: View, which: "proposal1" | "proposal2"): Partial<Scene> {
  const proposal = view[which];
  if (proposal === null) return {};
  return { board: boardAfter(view, which), ghosts: ghostsOf(view.countryUp ?? "", proposal) };
}

function proposing(view: View, legal: Action[], draft: Draft): Partial<Scene> {
  const entries = entriesFor(legal, draft);
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
      return { targets: new Set([...made, ...nextOf<string>(chosenOf(entries, draft), "made")]), ghosts };
    }
    case "bought": {
      const open = nextOf<Bought>(chosenOf(entries, draft), "bought");
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

/** Only what moves or fights is worth a ghost. */
function steps(country: string, planned: Planned[]): Ghost[] {
  return planned
    .filter((step) => step.origin !== step.destination || step.code !== "")
    .map(({ type, origin, destination, code }) => ({
      country,
      type,
      from: origin,
      to: destination,
      isLost: !isGentle(code),
      isGuest: code === "peace" && ![null, country].includes(homeOf(destination)),
    }));
}

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
    ...steps(country, planned),
  ];
}

/** Where other units stand that may be moved before the one whose turn it is. */
function movableOf(plan: Maneuver, legal: Action[]): Set<string> {
  if (allOf(legal, "DEFER_UNIT").length === 0) return new Set();
  const [unit, ...others] = unitsToPick(plan);
  const places = others.map(({ territory }) => territory);
  return new Set(places.filter((territory) => territory !== unit?.territory));
}

function maneuver(view: View, legal: Action[], draft: Draft): Partial<Scene> {
  const plan = view.currentManeuver;
  if (plan === null) return {};
  const offer = view.peaceVote ?? plan.pendingPeace;
  const [unit] = unitsLeft(plan);
  const step = `${plan.country} ${plan.phase} ${plan.unitIndex} ${plan.deferred} ${offer ? "peace" : ""}`;
  const chosen = draft.destination ?? null;
  const open: Planned[] = offer
    ? [{ type: offer.unitType, origin: offer.origin, destination: offer.destination, code: "peace" }]
    : unit && chosen && chosen !== unit.territory
      ? [{ type: unit.type, origin: unit.territory, destination: chosen, code: draft.code ?? "" }]
      : [];
  const shown = {
    board: boardAfter(view, "maneuver"),
    ghosts: [
      ...steps(plan.country, planSteps(plan)),
      ...steps(plan.country, open).map((ghost) => ({ ...ghost, isOpen: true })),
    ],
  };
  if (offer) return { ...shown, source: offer.origin, frame: [offer.origin, offer.destination], step };
  const targets = new Set(allOf(legal, "MOVE_UNIT").map(({ payload }) => payload.destination));
  return {
    ...shown,
    targets,
    chosen,
    source: unit?.territory ?? null,
    movable: movableOf(plan, legal),
    frame: unit ? [unit.territory, ...targets] : [],
    step,
  };
}
