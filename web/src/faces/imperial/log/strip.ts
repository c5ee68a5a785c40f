/** What is asked of whom, in the strip on top. */

import { type BoardState, endingText, type Perspective, type Strip } from "../../../play/board";
import type { View } from "../../../wire/imperial";
import { isMine, lossAt, money, nation, nationsOf, place, unitsLeft, viewOf } from "../view";
import { listed, UNIT, upNames } from "./common";

export function strip(state: BoardState, perspective: Perspective): Strip | null {
  const view = viewOf(state);
  const { t, mySeat } = perspective;
  if (view.mode === "game-over")
    return { title: t("imperial:strip.over"), text: ending(view, perspective), isMine: false };
  if (view.mode === null) return { title: t("imperial:strip.begin"), isMine: false };
  const mine = isMine(view, mySeat);
  const prompt = mine ? prompted(view, perspective) : awaited(view, perspective);
  const text = view.timer.pause > 0 ? t("imperial:strip.paused") : prompt.text;
  return { title: prompt.title, text, isMine: mine, ...timeOf(state, perspective) };
}

/** Rules 12.4, 12.8: to the lost point first, then to the move of the house. */
function timeOf(state: BoardState, { t, mySeat }: Perspective): Pick<Strip, "until" | "startMs" | "next"> {
  const view = viewOf(state);
  const { deadline } = state;
  if (view.timer.pause > 0 || state.status !== "active") return { until: deadline };
  const own = mySeat === null ? null : lossAt(view, mySeat);
  const losses = view.playerInfo.flatMap((_, seat) => lossAt(view, seat) ?? []);
  if (losses.length === 0 || (own === null && deadline === null)) return { until: deadline };
  return {
    until: own ?? Math.max(...losses),
    startMs: (view.timer.banked + view.timer.increment) * 1000,
    next: { text: t(deadline === null ? "imperial:strip.late" : "imperial:strip.house"), until: deadline },
  };
}

export function ending(view: View, perspective: Perspective): string {
  const [strongest] = nationsOf(view).toSorted((a, b) => b[1].points - a[1].points);
  return endingBy(view.ending ?? "abandoned", strongest?.[0] ?? null, perspective);
}

/** Why it ended, with the nation that ended it where one did. */
export function endingBy(
  ending: string,
  country: Parameters<typeof nation>[0] | null,
  perspective: Perspective,
): string {
  return ending === "power_25" && country
    ? perspective.t("imperial:power25", { nation: nation(country, perspective) })
    : endingText("imperial", ending, perspective.t);
}

interface Words {
  title: string;
  text?: string;
}

function values(view: View, perspective: Perspective): Record<string, unknown> {
  const up = view.playerInfo.findIndex((player) => player.myTurn);
  return {
    nation: view.countryUp ? nation(view.countryUp, perspective) : "",
    name: up < 0 ? "" : perspective.nameOf(up),
    names: upNames(view, perspective),
    // in the past nobody is asked, and yet one's own seat may be called "You"
    ...(up >= 0 && perspective.nameOf(up) === perspective.t("seat.you") ? { context: "you" } : {}),
  };
}

function peaceValues(view: View, perspective: Perspective): Record<string, unknown> {
  const { t } = perspective;
  const offer = view.peaceVote ?? view.currentManeuver?.pendingPeace;
  return {
    ...values(view, perspective),
    target: nation(offer?.targetCountry ?? "", perspective),
    unit: t(`imperial:unit.${UNIT[offer?.unitType ?? "army"]}`),
    origin: place(offer?.origin ?? "", perspective),
    place: place(offer?.destination ?? "", perspective),
  };
}

function moveValues(view: View, perspective: Perspective): Record<string, unknown> {
  const plan = view.currentManeuver;
  if (plan === null) return values(view, perspective);
  const [unit] = unitsLeft(plan);
  const pending = plan.phase === "fleet" ? plan.pendingFleets : plan.pendingArmies;
  return {
    ...values(view, perspective),
    nation: nation(plan.country, perspective),
    unit: perspective.t(`imperial:unit.${unit?.type ?? "army"}`),
    Unit: perspective.t(`imperial:unit.${UNIT[unit?.type ?? "army"]}`),
    place: place(unit?.territory ?? "", perspective),
    number: plan.unitIndex + 1,
    count: pending.length,
  };
}

function prompted(view: View, perspective: Perspective): Words {
  const { t, mySeat, nameOf } = perspective;
  const all = values(view, perspective);
  switch (view.mode) {
    case "bid":
      return { title: t("imperial:strip.bid", all), text: t("imperial:strip.bidText") };
    case "buy-bid": {
      const bid = view.playerInfo[mySeat ?? 0]?.bid ?? 0;
      const price = money(view.prices[view.offered ?? 0] ?? 0);
      const text = t("imperial:strip.buyBidText", { bid: money(bid), price });
      return { title: t("imperial:strip.buyBid", all), text };
    }
    case "proposal":
      return { title: t("imperial:strip.proposal", all), text: t("imperial:strip.proposalText") };
    case "proposal-opp": {
      const author = nameOf(view.proposal1?.seat ?? 0);
      return {
        title: t("imperial:strip.opp", { ...all, name: author }),
        text: t("imperial:strip.oppText"),
      };
    }
    case "vote":
      return {
        title: t("imperial:strip.vote", all),
        text: t(view.options.openBallots ? "imperial:strip.voteTextOpen" : "imperial:strip.voteText"),
      };
    case "peace-vote":
      return {
        title: t("imperial:strip.peaceVote", peaceValues(view, perspective)),
        text: t(
          view.options.openBallots ? "imperial:strip.peaceVoteTextOpen" : "imperial:strip.peaceVoteText",
          peaceValues(view, perspective),
        ),
      };
    case "buy":
      return { title: t("imperial:strip.buy"), text: t("imperial:strip.buyText") };
    default:
      if (view.currentManeuver?.pendingPeace)
        return {
          title: t("imperial:strip.peace", peaceValues(view, perspective)),
          text: t("imperial:strip.peaceText", peaceValues(view, perspective)),
        };
      return {
        title: t("imperial:strip.move", moveValues(view, perspective)),
        text: t("imperial:strip.moveText", moveValues(view, perspective)),
      };
  }
}

function awaited(view: View, perspective: Perspective): Words {
  const { t, nameOf } = perspective;
  const all = values(view, perspective);
  switch (view.mode) {
    case "bid":
      return { title: t("imperial:strip.bidWait", all), text: t("imperial:strip.bidWaitText", all) };
    case "buy-bid":
      return { title: t("imperial:strip.buyBidWait", all) };
    case "proposal":
      return {
        title: t("imperial:strip.proposalWait", all),
        text: t("imperial:strip.proposalWaitText"),
      };
    case "proposal-opp":
      return { title: t("imperial:strip.oppWait", all), text: t("imperial:strip.oppWaitText", all) };
    case "vote":
      return { title: t("imperial:strip.voteWait", all), text: t("imperial:strip.voteWaitText", all) };
    case "peace-vote":
      return {
        title: t("imperial:strip.peaceVote", peaceValues(view, perspective)),
        text: t("imperial:strip.peaceVoteWaitText", peaceValues(view, perspective)),
      };
    case "buy": {
      const names = listed(view.buyers.slice(1).map(nameOf), perspective);
      const title = t("imperial:strip.buyWait", all);
      return names ? { title, text: t("imperial:strip.buyWaitText", { names }) } : { title };
    }
    default:
      if (view.currentManeuver?.pendingPeace)
        return {
          title: t("imperial:strip.peaceWait", peaceValues(view, perspective)),
          text: t("imperial:strip.peaceWaitText", peaceValues(view, perspective)),
        };
      return {
        title: t("imperial:strip.moveWait", moveValues(view, perspective)),
        text: t("imperial:strip.moveWaitText", moveValues(view, perspective)),
      };
  }
}
