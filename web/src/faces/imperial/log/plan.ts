/** A plan in words: what a unit does, what a proposal holds. */

import type { Perspective } from "../../../play/board";
import type { Proposal } from "../../../wire/imperial";
import { boughtOf, madeOf, type Proposing } from "../draft";
import { money, type Planned, place, plannedOf, spotName, warOf } from "../view";
import { listed, UNIT } from "./common";

/** What a unit does where it goes, as a choice. */
export function doesText(code: string, isStaying: boolean, { t }: Perspective): string {
  const war = warOf(code);
  if (war)
    return t("imperial:does.war", {
      nation: t(`imperial:adjective.${war.country}`),
      unit: t(`imperial:unit.${war.type}`),
    });
  if (code.startsWith("blow up "))
    return t("imperial:does.blow", { nation: t(`imperial:adjective.${code.slice(8)}`) });
  if (code === "") return t(isStaying ? "imperial:does.stay" : "imperial:does.plain");
  return t(`imperial:does.${code}`);
}

/** What a unit did, as part of a sentence; nothing for a plain move. */
export function didText(code: string, { t }: Perspective): string {
  const war = warOf(code);
  if (war)
    return t("imperial:did.war", {
      nation: t(`imperial:adjective.${war.country}`),
      unit: t(`imperial:unit.${war.type}`),
    });
  if (code.startsWith("blow up ")) return t("imperial:did.blow");
  return code === "" ? "" : t(`imperial:did.${code}`);
}

/** Over which seas an army is carried. */
export function viaText(via: string[], perspective: Perspective): string {
  const seas = via.map((sea) => place(sea, perspective));
  return perspective.t("imperial:did.via", { seas: listed(seas, perspective) });
}

export function stepText(step: Planned, perspective: Perspective): string {
  const { t } = perspective;
  const unit = t(`imperial:unit.${UNIT[step.type]}`);
  if (step.origin === step.destination)
    return t("imperial:move.stay", { unit, place: place(step.origin, perspective) });
  return t("imperial:move.to", {
    unit,
    origin: place(step.origin, perspective),
    destination: place(step.destination, perspective),
  });
}

/** A proposal, from its own data. */
export function planText(proposal: Proposal, perspective: Perspective): string {
  return [spotName(proposal.wheelSpot, perspective), ...planParts(proposal, perspective)].join(", ");
}

/** What it does beside moving on the rondel. */
export function planParts(proposal: Proposal, perspective: Perspective): string[] {
  const { t } = perspective;
  const parts = dataText(proposal, perspective);
  const steps = plannedOf({ fleets: proposal.fleetMan, armies: proposal.armyMan });
  const going = steps.filter((step) => step.origin !== step.destination || step.code !== "");
  for (const step of going) {
    const how = didText(step.code, perspective);
    parts.push(how ? `${stepText(step, perspective)} (${how})` : stepText(step, perspective));
  }
  const staying = steps.length - going.length;
  if (staying > 0) parts.push(t("imperial:plan.stays", { count: staying }));
  if (proposal.fee > 0) parts.push(t("imperial:plan.fee", { fee: money(proposal.fee) }));
  return parts;
}

type Data = Pick<Proposal, "factoryLoc" | "fleetProduce" | "armyProduce" | "import">;

function dataText(data: Partial<Data>, perspective: Perspective): string[] {
  const { t } = perspective;
  const { territories = [], types = [] } = data.import ?? {};
  return [
    ...(data.factoryLoc ? [t("imperial:plan.factory", { place: place(data.factoryLoc, perspective) })] : []),
    ...counted("fleet", data.fleetProduce ?? [], perspective),
    ...counted("army", data.armyProduce ?? [], perspective),
    ...counted(
      "importFleet",
      territories.filter((_, index) => types[index] === "fleet"),
      perspective,
    ),
    ...counted(
      "importArmy",
      territories.filter((_, index) => types[index] !== "fleet"),
      perspective,
    ),
  ];
}

/** The number of units at each place: "2 armies in Rome", "an army in Naples". */
export function counted(
  what: "fleet" | "army" | "importFleet" | "importArmy",
  names: string[],
  perspective: Perspective,
): string[] {
  return [...new Set(names)].map((name) =>
    perspective.t(`imperial:plan.${what}`, {
      count: names.filter((one) => one === name).length,
      place: place(name, perspective),
    }),
  );
}

/** The sentence before it is sent. */
export function proposeText(entry: Proposing, perspective: Perspective): string {
  const { payload } = entry;
  const parts = dataText(payload as Partial<Data>, perspective);
  return [spotName(payload.wheelSpot, perspective), ...parts].join(", ");
}

export function isEmpty(entry: Proposing): boolean {
  return !entry.payload.factoryLoc && madeOf(entry).length === 0 && boughtOf(entry).length === 0;
}
