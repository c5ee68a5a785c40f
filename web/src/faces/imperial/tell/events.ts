/** What happened, as lines of the log; what is sealed has none. */

import type { Looking } from "../../../play/face";
import type { Event as AnyEvent } from "../../../table";
import type { Event } from "../../../wire/imperial";
import { money, nation, place, spotName, stepOf } from "../view";
import { listed, UNIT } from "./common";
import { counted, didText, planText, viaText } from "./plan";

function shares(amounts: number[], { say, name }: Looking): string {
  return amounts
    .flatMap((amount, seat) =>
      amount > 0 ? [say("imperial:log.share", { name: name(seat), amount: money(amount) })] : [],
    )
    .join(", ");
}

function unitList(fleets: string[], armies: string[], looking: Looking): string {
  const { say } = looking;
  const told = [...counted("fleet", fleets, looking), ...counted("army", armies, looking)];
  return told.length > 0 ? listed(told, looking) : say("imperial:log.unitsNone");
}

/** ": Ana and Ben against Cleo", or who won alone. */
function sidesText(won: number[], lost: number[], looking: Looking): string {
  const { say, name } = looking;
  const [one, other] = [won, lost].map((seats) => listed(seats.map(name), looking));
  if (!one) return "";
  return `: ${other ? say("imperial:log.against", { one, other }) : one}`;
}

export function describe(any: AnyEvent, looking: Looking): string | null {
  const event = any as unknown as Event;
  return describeStart(event, looking) ?? describePlay(event, looking) ?? describeMoney(event, looking);
}

type Teller = (key: string, seat: number, more?: Record<string, unknown>) => string;

function teller({ say, name, you }: Looking): Teller {
  return (key, seat, more = {}) =>
    say(`imperial:log.${key}`, { name: name(seat), ...more, ...(seat === you ? { context: "you" } : {}) });
}

function describeStart(event: Event, looking: Looking): string | null {
  const { say, name } = looking;
  const told = teller(looking);
  switch (event.type) {
    case "GAME_STARTED":
      return say("imperial:log.started", { cash: money(event.payload.cash) });
    case "BIDS_REVEALED": {
      const { country, bids } = event.payload;
      const made = bids
        .filter((bid) => bid.amount > 0)
        .toSorted((one, other) => other.amount - one.amount)
        .map((bid) => say("imperial:log.bidOne", { name: name(bid.seat), amount: money(bid.amount) }));
      const key = made.length > 0 ? "imperial:log.revealed" : "imperial:log.revealedNone";
      return say(key, { nation: nation(country, looking), bids: made.join(", ") });
    }
    case "BID_ACCEPTED": {
      const { seat, country, stock, paid } = event.payload;
      return told("accepted", seat, { nation: nation(country, looking), interest: stock, paid: money(paid) });
    }
    case "BID_DECLINED": {
      const { seat, country, stock } = event.payload;
      return told("declined", seat, { nation: nation(country, looking), interest: stock });
    }
    case "AUCTION_CLOSED":
      return say("imperial:log.closed", { nation: nation(event.payload.country, looking) });
    case "AUCTION_REPEATED":
      return say("imperial:log.repeated");
    case "ORDER_SET":
      return event.payload.investor === null
        ? say("imperial:log.orderPlain")
        : told("order", event.payload.investor);
    case "LEADERSHIP_CHANGED": {
      const { country, leadership, gov } = event.payload;
      const [leader] = leadership;
      if (leader === undefined) return null;
      return told("leader", leader, { nation: nation(country, looking), gov: say(`imperial:gov.${gov}`) });
    }
    case "COUNTRY_STARTED":
      return say("imperial:log.country", {
        nation: nation(event.payload.country, looking),
        round: event.payload.round,
      });
    case "CLOCK_PAUSED":
      return event.payload.seat === null ? say("imperial:strip.paused") : told("paused", event.payload.seat);
    case "CLOCK_RESUMED":
      return say("imperial:log.resumed");
    case "SUBMITTED":
      return event.payload.auto ? told("auto", event.payload.seat) : null;
    case "TIME_CHARGED":
      return event.payload.flagged ? told("flagged", event.payload.seat) : null;
    case "UNDONE":
      return say("imperial:log.undone");
    case "GAME_ENDED":
      return endText(event.payload, looking);
    default:
      return null;
  }
}

function endText(told: Extract<Event, { type: "GAME_ENDED" }>["payload"], looking: Looking): string {
  const { say, name } = looking;
  const why = say(`imperial:ending.${told.ending}`, { nation: nation(told.country ?? "Austria", looking) });
  const winners = told.standings.filter((one) => one.place === 1).map((one) => name(one.seat));
  if (winners.length === 0) return say("imperial:log.endedNone", { why });
  return say("imperial:log.ended", { why, names: listed(winners, looking) });
}

function describePlay(event: Event, looking: Looking): string | null {
  const { say } = looking;
  const told = teller(looking);
  switch (event.type) {
    case "PROPOSAL_MADE": {
      const { slot, proposal } = event.payload;
      return told(slot === 1 ? "proposed" : "countered", proposal.seat, {
        plan: planText(proposal, looking),
      });
    }
    case "PROPOSAL_AGREED":
      return told("agreed", event.payload.seat);
    case "UNIT_DEFERRED":
      return say("imperial:log.deferred", { unit: say(`imperial:unit.${UNIT[event.payload.unitType]}`) });
    case "MANEUVER_STARTED":
      return say("imperial:log.maneuver", { nation: nation(event.payload.country, looking) });
    case "UNIT_PLANNED": {
      const { tuple, unitType, via } = event.payload;
      const step = stepOf(tuple);
      const how = [didText(step.code, looking), via.length > 0 ? viaText(via, looking) : ""].filter(Boolean);
      const isStaying = step.origin === step.destination;
      return say(isStaying ? "imperial:log.stays" : "imperial:log.planned", {
        unit: say(`imperial:unit.${UNIT[unitType]}`),
        place: place(step.origin, looking),
        origin: place(step.origin, looking),
        destination: place(step.destination, looking),
        how: how.length > 0 ? `, ${how.join(", ")}` : "",
      });
    }
    case "PEACE_OFFERED": {
      const { movingCountry, targetCountry, destination } = event.payload;
      return say("imperial:log.offered", {
        nation: nation(movingCountry, looking),
        target: nation(targetCountry, looking),
        place: place(destination, looking),
      });
    }
    case "PEACE_SETTLED":
      return say(event.payload.accepted ? "imperial:log.settled" : "imperial:log.settledNot", {
        target: nation(event.payload.targetCountry, looking),
      });
    case "PEACE_RESOLVED": {
      const { targetCountry, destination, accepted, acceptVotes, rejectVotes, votes } = event.payload;
      const side = (isFor: boolean) => votes.flatMap(({ seat, accept }) => (accept === isFor ? [seat] : []));
      return say(accepted ? "imperial:log.peaceYes" : "imperial:log.peaceNo", {
        target: nation(targetCountry, looking),
        place: place(destination, looking),
        yes: acceptVotes,
        no: rejectVotes,
        sides: sidesText(side(accepted), side(!accepted), looking),
      });
    }
    case "VOTE_SHOWN":
      return told("voteShown", event.payload.seat, { proposal: event.payload.proposal });
    case "PEACE_VOTE_SHOWN":
      return told(event.payload.accept ? "peaceVoteYes" : "peaceVoteNo", event.payload.seat);
    case "VOTE_RESOLVED": {
      const { country, winner, proposal1, proposal2 } = event.payload;
      const [one, other] = winner === 1 ? [proposal1, proposal2] : [proposal2, proposal1];
      return say("imperial:log.voted", {
        nation: nation(country, looking),
        winner,
        one: one.votes ?? 0,
        other: other.votes ?? 0,
        sides: sidesText(one.voters ?? [], other.voters ?? [], looking),
      });
    }
    case "WHEEL_MOVED": {
      const { country, to, fee, payer } = event.payload;
      const all = { nation: nation(country, looking), spot: spotName(to, looking) };
      return fee > 0 ? told("wheelFee", payer, { ...all, fee: money(fee) }) : say("imperial:log.wheel", all);
    }
    case "MANEUVER_EXECUTED":
      return maneuverText(event.payload, looking);
    default:
      return null;
  }
}

function maneuverText(
  told: Extract<Event, { type: "MANEUVER_EXECUTED" }>["payload"],
  looking: Looking,
): string {
  const { say } = looking;
  const lost = told.losses.map((loss) =>
    say("imperial:log.loss", {
      nation: say(`imperial:aUnitOf.${loss.country}`),
      unit: say(`imperial:unit.${loss.unitType}`),
      place: place(loss.territory, looking),
    }),
  );
  const chips = told.chips.map((name) => place(name, looking));
  return [
    say("imperial:log.moved", { nation: nation(told.country, looking) }),
    ...(lost.length > 0 ? [say("imperial:log.losses", { losses: listed(lost, looking) })] : []),
    ...told.factoriesDestroyed.map((name) => say("imperial:log.destroyed", { place: place(name, looking) })),
    ...(chips.length > 0 ? [say("imperial:log.chips", { places: listed(chips, looking) })] : []),
  ].join(" ");
}

function describeMoney(event: Event, looking: Looking): string | null {
  const { say } = looking;
  const told = teller(looking);
  switch (event.type) {
    case "FACTORY_BUILT":
      return say("imperial:log.built", {
        nation: nation(event.payload.country, looking),
        place: place(event.payload.territory, looking),
      });
    case "UNITS_PRODUCED":
    case "UNITS_IMPORTED": {
      const { country, fleets, armies } = event.payload;
      const key = event.type === "UNITS_PRODUCED" ? "imperial:log.produced" : "imperial:log.imported";
      return say(key, { nation: nation(country, looking), units: unitList(fleets, armies, looking) });
    }
    case "TAXES_COLLECTED": {
      const { country, revenue, points, treasury, bonus } = event.payload;
      const paid = shares(bonus, looking);
      const line = say("imperial:log.taxed", {
        nation: nation(country, looking),
        revenue: money(revenue * 100),
        points,
        treasury: money(treasury),
      });
      return paid ? `${line} ${say("imperial:log.bonus", { shares: paid })}` : line;
    }
    case "INTEREST_PAID":
      return say("imperial:log.interest", {
        nation: nation(event.payload.country, looking),
        shares: shares(event.payload.interest, looking),
      });
    case "INVESTOR_STARTED": {
      const { holder, bonus } = event.payload;
      return holder === null
        ? say("imperial:log.investorNone")
        : told("investor", holder, { bonus: money(bonus) });
    }
    case "STOCK_BOUGHT": {
      const { seat, country, stock, returnStock, paid } = event.payload;
      const all = { nation: nation(country, looking), interest: stock, paid: money(paid) };
      return returnStock > 0
        ? told("traded", seat, { ...all, back: returnStock })
        : told("bought", seat, all);
    }
    case "BUY_PUNTED":
      return told(event.payload.automatic ? "puntedAuto" : "punted", event.payload.seat);
    case "INVESTOR_ENDED":
      return event.payload.nextHolder === null
        ? say("imperial:log.investorEnded")
        : told("card", event.payload.nextHolder);
    default:
      return null;
  }
}
