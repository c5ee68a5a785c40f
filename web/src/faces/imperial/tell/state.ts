/** The whole state in words, and how each seat stands. */

import type { Looking, Section } from "../../../play/face";
import type { TableState } from "../../../table";
import { plain } from "../../../ui/words";
import type { View } from "../../../wire/imperial";
import { TERRITORIES } from "../board";
import { bondsOf, money, nation, nationsOf, openSides, place, planSteps, spotName, viewOf } from "../view";
import { areaNotes } from "./areas";
import { listed } from "./common";
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
  const votes = voteLines(view, looking);
  if (votes.length > 0) told.push({ title: say("imperial:text.votes"), lines: votes });
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

/** Each side of a vote whose ballots are open. */
function voteLines(view: View, looking: Looking): string[] {
  const { say, name } = looking;
  const names = (seats: number[]) => listed(seats.map(name), looking) || say("imperial:text.nobody");
  const peace = view.peaceVote;
  if (peace?.votes) {
    const side = (isFor: boolean) =>
      (peace.votes ?? []).flatMap(({ seat, accept }) => (accept === isFor ? [seat] : []));
    const total = peace.totalStock;
    return [
      say("imperial:text.votePeace", { votes: peace.acceptVotes ?? 0, total, names: names(side(true)) }),
      say("imperial:text.voteWar", { votes: peace.rejectVotes ?? 0, total, names: names(side(false)) }),
    ];
  }
  const country = view.voting?.country ?? "";
  const total = view.playerInfo.reduce((sum, player) => sum + (player.holdings[country] ?? 0), 0);
  return (openSides(view) ?? []).map(({ votes, voters }, index) =>
    say("imperial:text.voteFor", { proposal: index + 1, votes, total, names: names(voters) }),
  );
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
  const bonds = bondsOf(view, seat).map(
    ({ country, bonds: held }) =>
      `${nation(country, looking)} ${held.map((bond) => money(view.prices[bond] ?? 0)).join(" + ")}`,
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
