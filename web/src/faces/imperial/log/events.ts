/** What happened, as lines of the log; what is sealed has none. */

import type { Event as AnyEvent, Perspective } from "../../../play/board";
import type { Event } from "../../../wire/imperial";
import { money, nation, place, spotName, stepOf } from "../view";
import { listed, UNIT } from "./common";
import { counted, didText, planText, viaText } from "./plan";
import { endingBy } from "./strip";

function shares(amounts: number[], { t, nameOf }: Perspective): string {
  return amounts
    .flatMap((amount, seat) =>
      amount > 0 ? [t("imperial:log.share", { name: nameOf(seat), amount: money(amount) })] : [],
    )
    .join(", ");
}

function unitList(fleets: string[], armies: string[], perspective: Perspective): string {
  const { t } = perspective;
  const units = [...counted("fleet", fleets, perspective), ...counted("army", armies, perspective)];
  return units.length > 0 ? listed(units, perspective) : t("imperial:log.unitsNone");
}

/** ": Ana and Ben against Cleo", or who won alone. */
function sidesText(won: number[], lost: number[], perspective: Perspective): string {
  const { t, nameOf } = perspective;
  const [one, other] = [won, lost].map((seats) => listed(seats.map(nameOf), perspective));
  if (!one) return "";
  return `: ${other ? t("imperial:log.against", { one, other }) : one}`;
}

export function describe(any: AnyEvent, perspective: Perspective): string | null {
  const event = any as unknown as Event;
  return (
    describeStart(event, perspective) ?? describePlay(event, perspective) ?? describeMoney(event, perspective)
  );
}

type Teller = (key: string, seat: number, more?: Record<string, unknown>) => string;

function teller({ t, nameOf, mySeat }: Perspective): Teller {
  return (key, seat, more = {}) =>
    t(`imperial:log.${key}`, {
      name: nameOf(seat),
      ...more,
      ...(seat === mySeat ? { context: "you" } : {}),
    });
}

function describeStart(event: Event, perspective: Perspective): string | null {
  const { t, nameOf } = perspective;
  const phrases = teller(perspective);
  switch (event.type) {
    case "GAME_STARTED":
      return t("imperial:log.started", { cash: money(event.payload.cash) });
    case "BIDS_REVEALED": {
      const { country, bids } = event.payload;
      const made = bids
        .filter((bid) => bid.amount > 0)
        .toSorted((one, other) => other.amount - one.amount)
        .map((bid) => t("imperial:log.bidOne", { name: nameOf(bid.seat), amount: money(bid.amount) }));
      const key = made.length > 0 ? "imperial:log.revealed" : "imperial:log.revealedNone";
      return t(key, { nation: nation(country, perspective), bids: made.join(", ") });
    }
    case "BID_ACCEPTED": {
      const { seat, country, stock, paid } = event.payload;
      return phrases("accepted", seat, {
        nation: nation(country, perspective),
        interest: stock,
        paid: money(paid),
      });
    }
    case "BID_DECLINED": {
      const { seat, country, stock } = event.payload;
      return phrases("declined", seat, { nation: nation(country, perspective), interest: stock });
    }
    case "AUCTION_CLOSED":
      return t("imperial:log.closed", { nation: nation(event.payload.country, perspective) });
    case "AUCTION_REPEATED":
      return t("imperial:log.repeated");
    case "ORDER_SET":
      return event.payload.investor === null
        ? t("imperial:log.orderPlain")
        : phrases("order", event.payload.investor);
    case "LEADERSHIP_CHANGED": {
      const { country, leadership, gov } = event.payload;
      const [leader] = leadership;
      if (leader === undefined) return null;
      return phrases("leader", leader, {
        nation: nation(country, perspective),
        gov: t(`imperial:gov.${gov}`),
      });
    }
    case "COUNTRY_STARTED":
      return t("imperial:log.country", {
        nation: nation(event.payload.country, perspective),
        round: event.payload.round,
      });
    case "CLOCK_PAUSED":
      return event.payload.seat === null ? t("imperial:strip.paused") : phrases("paused", event.payload.seat);
    case "CLOCK_RESUMED":
      return t("imperial:log.resumed");
    case "SUBMITTED":
      return event.payload.auto ? phrases("auto", event.payload.seat) : null;
    case "TIME_CHARGED":
      return event.payload.flagged ? phrases("flagged", event.payload.seat) : null;
    case "UNDONE":
      return t("imperial:log.undone");
    case "GAME_ENDED":
      return endText(event.payload, perspective);
    default:
      return null;
  }
}

function endText(ended: Extract<Event, { type: "GAME_ENDED" }>["payload"], perspective: Perspective): string {
  const { t, nameOf } = perspective;
  const why = endingBy(ended.ending, ended.country ?? null, perspective);
  const winners = ended.standings.filter((one) => one.place === 1).map((one) => nameOf(one.seat));
  if (winners.length === 0) return t("imperial:log.endedNone", { why });
  return t("imperial:log.ended", { why, names: listed(winners, perspective) });
}

function describePlay(event: Event, perspective: Perspective): string | null {
  const { t } = perspective;
  const phrases = teller(perspective);
  switch (event.type) {
    case "PROPOSAL_MADE": {
      const { slot, proposal } = event.payload;
      return phrases(slot === 1 ? "proposed" : "countered", proposal.seat, {
        plan: planText(proposal, perspective),
      });
    }
    case "PROPOSAL_AGREED":
      return phrases("agreed", event.payload.seat);
    case "UNIT_DEFERRED":
      return t("imperial:log.deferred", { unit: t(`imperial:unit.${UNIT[event.payload.unitType]}`) });
    case "MANEUVER_STARTED":
      return t("imperial:log.maneuver", { nation: nation(event.payload.country, perspective) });
    case "UNIT_PLANNED": {
      const { tuple, unitType, via } = event.payload;
      const step = stepOf(tuple);
      const how = [didText(step.code, perspective), via.length > 0 ? viaText(via, perspective) : ""].filter(
        Boolean,
      );
      const isStaying = step.origin === step.destination;
      return t(isStaying ? "imperial:log.stays" : "imperial:log.planned", {
        unit: t(`imperial:unit.${UNIT[unitType]}`),
        place: place(step.origin, perspective),
        origin: place(step.origin, perspective),
        destination: place(step.destination, perspective),
        how: how.length > 0 ? `, ${how.join(", ")}` : "",
      });
    }
    case "PEACE_OFFERED": {
      const { movingCountry, targetCountry, destination, moversVote } = event.payload;
      return t(moversVote === true ? "imperial:log.offeredToMovers" : "imperial:log.offered", {
        nation: nation(movingCountry, perspective),
        target: nation(targetCountry, perspective),
        place: place(destination, perspective),
      });
    }
    case "PEACE_SETTLED":
      return t(event.payload.accepted ? "imperial:log.settled" : "imperial:log.settledNot", {
        target: nation(event.payload.targetCountry, perspective),
      });
    case "PEACE_RESOLVED": {
      const { targetCountry, destination, accepted, acceptVotes, rejectVotes, votes } = event.payload;
      const side = (isFor: boolean) => votes.flatMap(({ seat, accept }) => (accept === isFor ? [seat] : []));
      return t(accepted ? "imperial:log.peaceYes" : "imperial:log.peaceNo", {
        target: nation(targetCountry, perspective),
        place: place(destination, perspective),
        yes: acceptVotes,
        no: rejectVotes,
        sides: sidesText(side(accepted), side(!accepted), perspective),
      });
    }
    case "VOTE_SHOWN":
      return phrases("voteShown", event.payload.seat, { proposal: event.payload.proposal });
    case "PEACE_VOTE_SHOWN":
      return phrases(event.payload.accept ? "peaceVoteYes" : "peaceVoteNo", event.payload.seat);
    case "VOTE_RESOLVED": {
      const { country, winner, proposal1, proposal2 } = event.payload;
      const [one, other] = winner === 1 ? [proposal1, proposal2] : [proposal2, proposal1];
      return t("imperial:log.voted", {
        nation: nation(country, perspective),
        winner,
        one: one.votes ?? 0,
        other: other.votes ?? 0,
        sides: sidesText(one.voters ?? [], other.voters ?? [], perspective),
      });
    }
    case "WHEEL_MOVED": {
      const { country, to, fee, payer } = event.payload;
      const all = { nation: nation(country, perspective), spot: spotName(to, perspective) };
      return fee > 0 ? phrases("wheelFee", payer, { ...all, fee: money(fee) }) : t("imperial:log.wheel", all);
    }
    case "MANEUVER_EXECUTED":
      return maneuverText(event.payload, perspective);
    default:
      return null;
  }
}

function maneuverText(
  maneuver: Extract<Event, { type: "MANEUVER_EXECUTED" }>["payload"],
  perspective: Perspective,
): string {
  const { t } = perspective;
  const lost = maneuver.losses.map((loss) =>
    t("imperial:log.loss", {
      nation: t(`imperial:aUnitOf.${loss.country}`),
      unit: t(`imperial:unit.${loss.unitType}`),
      place: place(loss.territory, perspective),
    }),
  );
  const chips = maneuver.chips.map((name) => place(name, perspective));
  return [
    t("imperial:log.moved", { nation: nation(maneuver.country, perspective) }),
    ...(lost.length > 0 ? [t("imperial:log.losses", { losses: listed(lost, perspective) })] : []),
    ...maneuver.factoriesDestroyed.map((name) =>
      t("imperial:log.destroyed", { place: place(name, perspective) }),
    ),
    ...(chips.length > 0 ? [t("imperial:log.chips", { places: listed(chips, perspective) })] : []),
  ].join(" ");
}

function describeMoney(event: Event, perspective: Perspective): string | null {
  const { t } = perspective;
  const phrases = teller(perspective);
  switch (event.type) {
    case "FACTORY_BUILT":
      return t("imperial:log.built", {
        nation: nation(event.payload.country, perspective),
        place: place(event.payload.territory, perspective),
      });
    case "UNITS_PRODUCED":
    case "UNITS_IMPORTED": {
      const { country, fleets, armies } = event.payload;
      const key = event.type === "UNITS_PRODUCED" ? "imperial:log.produced" : "imperial:log.imported";
      return t(key, { nation: nation(country, perspective), units: unitList(fleets, armies, perspective) });
    }
    case "TAXES_COLLECTED": {
      const { country, revenue, points, treasury, bonus } = event.payload;
      const paid = shares(bonus, perspective);
      const line = t("imperial:log.taxed", {
        nation: nation(country, perspective),
        revenue: money(revenue * 100),
        points,
        treasury: money(treasury),
      });
      return paid ? `${line} ${t("imperial:log.bonus", { shares: paid })}` : line;
    }
    case "INTEREST_PAID":
      return t("imperial:log.interest", {
        nation: nation(event.payload.country, perspective),
        shares: shares(event.payload.interest, perspective),
      });
    case "INVESTOR_STARTED": {
      const { holder, bonus } = event.payload;
      return holder === null
        ? t("imperial:log.investorNone")
        : phrases("investor", holder, { bonus: money(bonus) });
    }
    case "STOCK_BOUGHT": {
      const { seat, country, stock, returnStock, paid } = event.payload;
      const all = { nation: nation(country, perspective), interest: stock, paid: money(paid) };
      return returnStock > 0
        ? phrases("traded", seat, { ...all, back: returnStock })
        : phrases("bought", seat, all);
    }
    case "BUY_PUNTED":
      return phrases(event.payload.automatic ? "puntedAuto" : "punted", event.payload.seat);
    case "INVESTOR_ENDED":
      return event.payload.nextHolder === null
        ? t("imperial:log.investorEnded")
        : phrases("card", event.payload.nextHolder);
    default:
      return null;
  }
}
