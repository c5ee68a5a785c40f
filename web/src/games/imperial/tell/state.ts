/** The whole state in words, and how each seat stands. */
import type { TableState } from "../../../table";
import type { View } from "../../../wire/imperial";
import { plain } from "../../../words";
import type { Looking, Section } from "../..";
import { TERRITORIES } from "../board";
import { money, nation, nationsOf, place, planSteps, spotName, viewOf } from "../view";
import { areaNotes } from "./areas";
import { planText, stepText } from "./plan";

export function sections(state: TableState, looking: Looking): Section[] {
  const view = viewOf(state);
  const { say, name } = looking;
  const told: Section[] = [];
  const proposals = [view.proposal1, view.proposal2].filter((one) => one !== null);
  if (proposals.length > 0)
    told.push({
      title: say("imperial:text.proposals"),
      lines: proposals.map((one) => `<b>${plain(name(one.seat))}</b>: ${planText(one, looking)}`),
    });
  if (view.currentManeuver)
    told.push({
      title: say("imperial:text.plan"),
      lines: planSteps(view.currentManeuver).map((step) => stepText(step, looking)),
    });
  told.push({ title: say("imperial:text.nations"), lines: nationLines(view, looking) });
  told.push({
    title: say("imperial:text.players"),
    lines: view.playerInfo.map((player, seat) =>
      say("imperial:text.player", {
        name: name(seat),
        cash: money(player.money),
        bonds: bondsText(view, seat, looking),
      }),
    ),
  });
  const full = [...TERRITORIES.keys()].filter((area) => areaNotes(view, area, looking).length > 1);
  told.push({
    title: say("imperial:text.map"),
    lines: full.map((area) =>
      say("imperial:text.area", {
        place: place(area, looking),
        what: areaNotes(view, area, looking).join(", "),
      }),
    ),
  });
  return told;
}

function nationLines(view: View, looking: Looking): string[] {
  const { say, name } = looking;
  return nationsOf(view).map(([country, info]) => {
    const [leader] = info.leadership;
    return say("imperial:nations.line", {
      nation: nation(country, looking),
      leader: leader === undefined ? say("imperial:nations.nobody") : name(leader),
      treasury: money(info.money),
      revenue: money(info.revenue * 100),
      power: info.points,
      spot: spotName(info.wheelSpot, looking),
    });
  });
}

export function bondsText(view: View, seat: number, looking: Looking): string {
  const { say } = looking;
  const bonds = (view.playerInfo[seat]?.stock ?? []).map(
    (bond) => `${nation(bond.country, looking)} ${money(view.prices[bond.stock] ?? 0)}`,
  );
  return bonds.length > 0
    ? say("imperial:players.bonds", { bonds: bonds.join(", ") })
    : say("imperial:players.noBonds");
}

export function standing(seat: number, state: TableState, looking: Looking): string {
  const view = viewOf(state);
  const player = view.playerInfo[seat];
  const { say } = looking;
  if (player === undefined) return "";
  const told = [money(player.money), say("imperial:players.score", { score: money(player.score) })];
  if (player.myTurn && view.mode !== "game-over") told.push(say("imperial:players.up"));
  return told.join(", ");
}
