/** What is asked of whom, in the strip on top. */

import type { Looking, Strip } from "../../../play/face";
import type { TableState } from "../../../table";
import type { View } from "../../../wire/imperial";
import { isMine, lossAt, money, nation, nationsOf, place, unitsLeft, viewOf } from "../view";
import { listed, UNIT, upNames } from "./common";

export function strip(state: TableState, looking: Looking): Strip | null {
  const view = viewOf(state);
  const { say, you } = looking;
  if (view.mode === "game-over")
    return { title: say("imperial:strip.over"), text: ending(view, looking), isMine: false };
  if (view.mode === null) return { title: say("imperial:strip.begin"), isMine: false };
  const mine = isMine(view, you);
  const told = mine ? asked(view, looking) : awaited(view, looking);
  const text = view.timer.pause > 0 ? say("imperial:strip.paused") : told.text;
  return { title: told.title, text, isMine: mine, ...timeOf(state, looking) };
}

/** Rules 12.4, 12.8: to the lost point first, then to the move of the house. */
function timeOf(state: TableState, { say, you }: Looking): Pick<Strip, "until" | "startMs" | "next"> {
  const view = viewOf(state);
  const { deadline } = state;
  if (view.timer.pause > 0 || state.status !== "active") return { until: deadline };
  const own = you === null ? null : lossAt(view, you);
  const losses = view.playerInfo.flatMap((_, seat) => lossAt(view, seat) ?? []);
  if (losses.length === 0 || (own === null && deadline === null)) return { until: deadline };
  return {
    until: own ?? Math.max(...losses),
    startMs: (view.timer.banked + view.timer.increment) * 1000,
    next: { text: say(deadline === null ? "imperial:strip.late" : "imperial:strip.house"), until: deadline },
  };
}

export function ending(view: View, looking: Looking): string {
  const [strongest] = nationsOf(view).toSorted((a, b) => b[1].points - a[1].points);
  return looking.say(`imperial:ending.${view.ending ?? "abandoned"}`, {
    nation: nation(strongest?.[0] ?? "Austria", looking),
  });
}

interface Words {
  title: string;
  text?: string;
}

function values(view: View, looking: Looking): Record<string, unknown> {
  const up = view.playerInfo.findIndex((player) => player.myTurn);
  return {
    nation: view.countryUp ? nation(view.countryUp, looking) : "",
    name: up < 0 ? "" : looking.name(up),
    names: upNames(view, looking),
    // in the past nobody is asked, and yet one's own seat may be called "You"
    ...(up >= 0 && looking.name(up) === looking.say("seat.you") ? { context: "you" } : {}),
  };
}

function peaceValues(view: View, looking: Looking): Record<string, unknown> {
  const { say } = looking;
  const offer = view.peaceVote ?? view.currentManeuver?.pendingPeace;
  return {
    ...values(view, looking),
    target: nation(offer?.targetCountry ?? "", looking),
    unit: say(`imperial:unit.${UNIT[offer?.unitType ?? "army"]}`),
    origin: place(offer?.origin ?? "", looking),
    place: place(offer?.destination ?? "", looking),
  };
}

function moveValues(view: View, looking: Looking): Record<string, unknown> {
  const plan = view.currentManeuver;
  if (plan === null) return values(view, looking);
  const [unit] = unitsLeft(plan);
  const pending = plan.phase === "fleet" ? plan.pendingFleets : plan.pendingArmies;
  return {
    ...values(view, looking),
    nation: nation(plan.country, looking),
    unit: looking.say(`imperial:unit.${unit?.type ?? "army"}`),
    Unit: looking.say(`imperial:unit.${UNIT[unit?.type ?? "army"]}`),
    place: place(unit?.territory ?? "", looking),
    number: plan.unitIndex + 1,
    count: pending.length,
  };
}

function asked(view: View, looking: Looking): Words {
  const { say, you, name } = looking;
  const all = values(view, looking);
  switch (view.mode) {
    case "bid":
      return { title: say("imperial:strip.bid", all), text: say("imperial:strip.bidText") };
    case "buy-bid": {
      const bid = view.playerInfo[you ?? 0]?.bid ?? 0;
      const price = money(view.prices[view.offered ?? 0] ?? 0);
      const text = say("imperial:strip.buyBidText", { bid: money(bid), price });
      return { title: say("imperial:strip.buyBid", all), text };
    }
    case "proposal":
      return { title: say("imperial:strip.proposal", all), text: say("imperial:strip.proposalText") };
    case "proposal-opp": {
      const author = name(view.proposal1?.seat ?? 0);
      return {
        title: say("imperial:strip.opp", { ...all, name: author }),
        text: say("imperial:strip.oppText"),
      };
    }
    case "vote":
      return {
        title: say("imperial:strip.vote", all),
        text: say(view.options.openBallots ? "imperial:strip.voteTextOpen" : "imperial:strip.voteText"),
      };
    case "peace-vote":
      return {
        title: say("imperial:strip.peaceVote", peaceValues(view, looking)),
        text: say(
          view.options.openBallots ? "imperial:strip.peaceVoteTextOpen" : "imperial:strip.peaceVoteText",
          peaceValues(view, looking),
        ),
      };
    case "buy":
      return { title: say("imperial:strip.buy"), text: say("imperial:strip.buyText") };
    default:
      if (view.currentManeuver?.pendingPeace)
        return {
          title: say("imperial:strip.peace", peaceValues(view, looking)),
          text: say("imperial:strip.peaceText", peaceValues(view, looking)),
        };
      return {
        title: say("imperial:strip.move", moveValues(view, looking)),
        text: say("imperial:strip.moveText", moveValues(view, looking)),
      };
  }
}

function awaited(view: View, looking: Looking): Words {
  const { say, name } = looking;
  const all = values(view, looking);
  switch (view.mode) {
    case "bid":
      return { title: say("imperial:strip.bidWait", all), text: say("imperial:strip.bidWaitText", all) };
    case "buy-bid":
      return { title: say("imperial:strip.buyBidWait", all) };
    case "proposal":
      return {
        title: say("imperial:strip.proposalWait", all),
        text: say("imperial:strip.proposalWaitText"),
      };
    case "proposal-opp":
      return { title: say("imperial:strip.oppWait", all), text: say("imperial:strip.oppWaitText", all) };
    case "vote":
      return { title: say("imperial:strip.voteWait", all), text: say("imperial:strip.voteWaitText", all) };
    case "peace-vote":
      return {
        title: say("imperial:strip.peaceVote", peaceValues(view, looking)),
        text: say("imperial:strip.peaceVoteWaitText", peaceValues(view, looking)),
      };
    case "buy": {
      const names = listed(view.buyers.slice(1).map(name), looking);
      const title = say("imperial:strip.buyWait", all);
      return names ? { title, text: say("imperial:strip.buyWaitText", { names }) } : { title };
    }
    default:
      if (view.currentManeuver?.pendingPeace)
        return {
          title: say("imperial:strip.peaceWait", peaceValues(view, looking)),
          text: say("imperial:strip.peaceWaitText", peaceValues(view, looking)),
        };
      return {
        title: say("imperial:strip.moveWait", moveValues(view, looking)),
        text: say("imperial:strip.moveWaitText", moveValues(view, looking)),
      };
  }
}
