/** A plan in words: what a unit does, what a proposal holds. */

import type { Looking } from "../../../play/face";
import type { Proposal } from "../../../wire/imperial";
import { boughtOf, madeOf, type Proposing } from "../draft";
import { money, type Planned, place, plannedOf, spotName, warOf } from "../view";
import { listed, UNIT } from "./common";

/** What a unit does where it goes, as a choice. */
export function doesText(code: string, isStaying: boolean, { say }: Looking): string {
  const war = warOf(code);
  if (war)
    return say("imperial:does.war", {
      nation: say(`imperial:adjective.${war.country}`),
      unit: say(`imperial:unit.${war.type}`),
    });
  if (code.startsWith("blow up "))
    return say("imperial:does.blow", { nation: say(`imperial:adjective.${code.slice(8)}`) });
  if (code === "") return say(isStaying ? "imperial:does.stay" : "imperial:does.plain");
  return say(`imperial:does.${code}`);
}

/** What a unit did, as part of a sentence; nothing for a plain move. */
export function didText(code: string, { say }: Looking): string {
  const war = warOf(code);
  if (war)
    return say("imperial:did.war", {
      nation: say(`imperial:adjective.${war.country}`),
      unit: say(`imperial:unit.${war.type}`),
    });
  if (code.startsWith("blow up ")) return say("imperial:did.blow");
  return code === "" ? "" : say(`imperial:did.${code}`);
}

/** Over which seas an army is carried. */
export function viaText(via: string[], looking: Looking): string {
  const seas = via.map((sea) => place(sea, looking));
  return looking.say("imperial:did.via", { seas: listed(seas, looking) });
}

export function stepText(step: Planned, looking: Looking): string {
  const { say } = looking;
  const unit = say(`imperial:unit.${UNIT[step.type]}`);
  if (step.origin === step.destination)
    return say("imperial:move.stay", { unit, place: place(step.origin, looking) });
  return say("imperial:move.to", {
    unit,
    origin: place(step.origin, looking),
    destination: place(step.destination, looking),
  });
}

/** A proposal, from its own data. */
export function planText(proposal: Proposal, looking: Looking): string {
  return [spotName(proposal.wheelSpot, looking), ...planParts(proposal, looking)].join(", ");
}

/** What it does beside moving on the rondel. */
export function planParts(proposal: Proposal, looking: Looking): string[] {
  const { say } = looking;
  const parts = dataText(proposal, looking);
  const steps = plannedOf({ fleets: proposal.fleetMan, armies: proposal.armyMan });
  const going = steps.filter((step) => step.origin !== step.destination || step.code !== "");
  for (const step of going) {
    const how = didText(step.code, looking);
    parts.push(how ? `${stepText(step, looking)} (${how})` : stepText(step, looking));
  }
  const staying = steps.length - going.length;
  if (staying > 0) parts.push(say("imperial:plan.stays", { count: staying }));
  if (proposal.fee > 0) parts.push(say("imperial:plan.fee", { fee: money(proposal.fee) }));
  return parts;
}

type Data = Pick<Proposal, "factoryLoc" | "fleetProduce" | "armyProduce" | "import">;

function dataText(data: Partial<Data>, looking: Looking): string[] {
  const { say } = looking;
  const { territories = [], types = [] } = data.import ?? {};
  return [
    ...(data.factoryLoc ? [say("imperial:plan.factory", { place: place(data.factoryLoc, looking) })] : []),
    ...counted("fleet", data.fleetProduce ?? [], looking),
    ...counted("army", data.armyProduce ?? [], looking),
    ...counted(
      "importFleet",
      territories.filter((_, index) => types[index] === "fleet"),
      looking,
    ),
    ...counted(
      "importArmy",
      territories.filter((_, index) => types[index] !== "fleet"),
      looking,
    ),
  ];
}

/** So many units for each place: "2 armies in Rome", "an army in Naples". */
export function counted(
  what: "fleet" | "army" | "importFleet" | "importArmy",
  names: string[],
  looking: Looking,
): string[] {
  return [...new Set(names)].map((name) =>
    looking.say(`imperial:plan.${what}`, {
      count: names.filter((one) => one === name).length,
      place: place(name, looking),
    }),
  );
}

/** The sentence before it is sent. */
export function proposeText(entry: Proposing, looking: Looking): string {
  const { payload } = entry;
  const parts = dataText(payload as Partial<Data>, looking);
  return [spotName(payload.wheelSpot, looking), ...parts].join(", ");
}

export function isEmpty(entry: Proposing): boolean {
  return !entry.payload.factoryLoc && madeOf(entry).length === 0 && boughtOf(entry).length === 0;
}
