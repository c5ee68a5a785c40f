/** The whole state in words, and how each seat stands. */

import type { BoardState, Perspective, Section } from "../../../play/board";
import { plain } from "../../../ui/locales";
import type { View } from "../../../wire/imperial";
import { TERRITORIES } from "../board";
import { bondsOf, money, nation, nationsOf, openSides, place, planSteps, spotName, viewOf } from "../view";
import { areaNotes } from "./areas";
import { listed } from "./common";
import { planText, stepText } from "./plan";

export function sections(state: BoardState, perspective: Perspective): Section[] {
  const view = viewOf(state);
  const { t, nameOf } = perspective;
  const parts: Section[] = [];
  const proposals = [view.proposal1, view.proposal2].filter((one) => one !== null);
  if (proposals.length > 0)
    parts.push({
      title: t("imperial:text.proposals"),
      lines: proposals.map((one) => `<b>${plain(nameOf(one.seat))}</b>: ${planText(one, perspective)}`),
    });
  const votes = voteLines(view, perspective);
  if (votes.length > 0) parts.push({ title: t("imperial:text.votes"), lines: votes });
  if (view.currentManeuver)
    parts.push({
      title: t("imperial:text.plan"),
      lines: planSteps(view.currentManeuver).map((step) => stepText(step, perspective)),
    });
  parts.push({ title: t("imperial:text.nations"), lines: nationLines(view, perspective) });
  parts.push({
    title: t("imperial:text.players"),
    lines: view.playerInfo.map((player, seat) =>
      t("imperial:text.player", {
        name: nameOf(seat),
        cash: money(player.money),
        bonds: bondsText(view, seat, perspective),
      }),
    ),
  });
  const full = [...TERRITORIES.keys()].filter((area) => areaNotes(view, area, perspective).length > 1);
  parts.push({
    title: t("imperial:text.map"),
    lines: full.map((area) =>
      t("imperial:text.area", {
        place: place(area, perspective),
        what: areaNotes(view, area, perspective).join(", "),
      }),
    ),
  });
  return parts;
}

/** Each side of a vote whose ballots are open. */
function voteLines(view: View, perspective: Perspective): string[] {
  const { t, nameOf } = perspective;
  const names = (seats: number[]) => listed(seats.map(nameOf), perspective) || t("imperial:text.nobody");
  const peace = view.peaceVote;
  if (peace?.votes) {
    const side = (isFor: boolean) =>
      (peace.votes ?? []).flatMap(({ seat, accept }) => (accept === isFor ? [seat] : []));
    const total = peace.totalStock;
    return [
      t("imperial:text.votePeace", { votes: peace.acceptVotes ?? 0, total, names: names(side(true)) }),
      t("imperial:text.voteWar", { votes: peace.rejectVotes ?? 0, total, names: names(side(false)) }),
    ];
  }
  const country = view.voting?.country ?? "";
  const total = view.playerInfo.reduce((sum, player) => sum + (player.holdings[country] ?? 0), 0);
  return (openSides(view) ?? []).map(({ votes, voters }, index) =>
    t("imperial:text.voteFor", { proposal: index + 1, votes, total, names: names(voters) }),
  );
}

function nationLines(view: View, perspective: Perspective): string[] {
  const { t, nameOf } = perspective;
  return nationsOf(view).map(([country, info]) => {
    const [leader] = info.leadership;
    return t("imperial:nations.line", {
      nation: nation(country, perspective),
      leader: leader === undefined ? t("imperial:nations.nobody") : nameOf(leader),
      treasury: money(info.money),
      revenue: money(info.revenue * 100),
      power: info.points,
      spot: spotName(info.wheelSpot, perspective),
    });
  });
}

export function bondsText(view: View, seat: number, perspective: Perspective): string {
  const { t } = perspective;
  const bonds = bondsOf(view, seat).map(
    ({ country, bonds: held }) =>
      `${nation(country, perspective)} ${held.map((bond) => money(view.prices[bond] ?? 0)).join(" + ")}`,
  );
  return bonds.length > 0
    ? t("imperial:players.bonds", { bonds: bonds.join(", ") })
    : t("imperial:players.noBonds");
}

export function standing(seat: number, state: BoardState, perspective: Perspective): string {
  const view = viewOf(state);
  const player = view.playerInfo[seat];
  const { t } = perspective;
  if (player === undefined) return "";
  const lines = [money(player.money), t("imperial:players.score", { score: money(player.score) })];
  if (player.myTurn && view.mode !== "game-over") lines.push(t("imperial:players.up"));
  return lines.join(", ");
}
