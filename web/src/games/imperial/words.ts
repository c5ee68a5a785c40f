/** Imperial in words: what is asked, what happened, what an action is called, and the whole state. */
import type { Action as AnyAction, Event as AnyEvent, TableState } from "../../table";
import type { Sound } from "../../ui/sound";
import type { Action, Event, Proposal, View } from "../../wire/imperial";
import type { Looking, Section, Strip } from "..";
import { TERRITORIES } from "./board";
import { boughtOf, madeOf, type Proposing } from "./draft";
import {
  isMine,
  money,
  nation,
  nationsOf,
  type Planned,
  place,
  plannedOf,
  planSteps,
  spotName,
  stepOf,
  unitsLeft,
  viewOf,
  warOf,
} from "./view";

const UNIT = { army: "Army", fleet: "Fleet" } as const;

/** "one, two and three". */
export function listed(names: string[], { say }: Looking): string {
  if (names.length < 2) return names[0] ?? "";
  return say("imperial:and", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
}

export function upNames(view: View, looking: Looking): string {
  const names = view.playerInfo.flatMap((player, seat) => (player.myTurn ? [looking.name(seat)] : []));
  return listed(names, looking);
}

export function strip(state: TableState, looking: Looking): Strip | null {
  const view = viewOf(state);
  const { say, you } = looking;
  if (view.mode === "game-over")
    return { title: say("imperial:strip.over"), text: ending(view, looking), isMine: false };
  if (view.mode === null) return { title: say("imperial:strip.begin"), isMine: false };
  const mine = isMine(view, you);
  const told = mine ? asked(view, looking) : awaited(view, looking);
  const text = view.timer.pause > 0 ? say("imperial:strip.paused") : told.text;
  return { title: told.title, text, isMine: mine, until: state.deadline };
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

/** What a bid of this seat is good for; the dearest bond whose price it covers. */
export function bondFor(view: View, cents: number): number | null {
  const free = view.countryInfo[view.countryUp ?? ""]?.availStock ?? [];
  const good = free.filter((stock) => (view.prices[stock] ?? Number.POSITIVE_INFINITY) <= cents);
  return good.at(-1) ?? null;
}

function values(view: View, looking: Looking): Record<string, unknown> {
  const up = view.playerInfo.findIndex((player) => player.myTurn);
  return {
    nation: view.countryUp ? nation(view.countryUp, looking) : "",
    name: up < 0 ? "" : looking.name(up),
    names: upNames(view, looking),
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
      const price = money(view.prices[bondFor(view, bid) ?? 0] ?? 0);
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
      return { title: say("imperial:strip.vote", all), text: say("imperial:strip.voteText") };
    case "peace-vote":
      return {
        title: say("imperial:strip.peaceVote", peaceValues(view, looking)),
        text: say("imperial:strip.peaceVoteText", peaceValues(view, looking)),
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
      return { title: say("imperial:strip.oppWait", all), text: say("imperial:strip.oppWaitText") };
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
  const at = (name: string) => ({ place: place(name, looking) });
  const types = data.import?.types ?? [];
  return [
    ...(data.factoryLoc ? [say("imperial:plan.factory", at(data.factoryLoc))] : []),
    ...(data.fleetProduce ?? []).map((name) => say("imperial:plan.fleet", at(name))),
    ...(data.armyProduce ?? []).map((name) => say("imperial:plan.army", at(name))),
    ...(data.import?.territories ?? []).map((name, index) =>
      say(types[index] === "fleet" ? "imperial:plan.importFleet" : "imperial:plan.importArmy", at(name)),
    ),
  ];
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

function shares(amounts: number[], { say, name }: Looking): string {
  return amounts
    .flatMap((amount, seat) =>
      amount > 0 ? [say("imperial:log.share", { name: name(seat), amount: money(amount) })] : [],
    )
    .join(", ");
}

function unitList(fleets: string[], armies: string[], looking: Looking): string {
  const { say } = looking;
  const told = [
    ...fleets.map((name) => say("imperial:plan.fleet", { place: place(name, looking) })),
    ...armies.map((name) => say("imperial:plan.army", { place: place(name, looking) })),
  ];
  return told.length > 0 ? listed(told, looking) : say("imperial:log.unitsNone");
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
    case "PROPOSAL_EXECUTED":
      return told("executed", event.payload.seat);
    case "UNIT_DEFERRED":
      return say("imperial:log.deferred", { unit: say(`imperial:unit.${UNIT[event.payload.unitType]}`) });
    case "MANEUVER_STARTED":
      return say("imperial:log.maneuver", { nation: nation(event.payload.country, looking) });
    case "UNIT_PLANNED": {
      const { tuple, unitType, via } = event.payload;
      const step = stepOf(tuple);
      const how = [
        didText(step.code, looking),
        via.length > 0
          ? say("imperial:did.via", {
              seas: listed(
                via.map((sea) => place(sea, looking)),
                looking,
              ),
            })
          : "",
      ].filter(Boolean);
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
      const { targetCountry, destination, accepted, acceptVotes, rejectVotes } = event.payload;
      return say(accepted ? "imperial:log.peaceYes" : "imperial:log.peaceNo", {
        target: nation(targetCountry, looking),
        place: place(destination, looking),
        yes: acceptVotes,
        no: rejectVotes,
      });
    }
    case "VOTE_RESOLVED": {
      const { country, winner, proposal1, proposal2 } = event.payload;
      const [one, other] = winner === 1 ? [proposal1, proposal2] : [proposal2, proposal1];
      return say("imperial:log.voted", {
        nation: nation(country, looking),
        winner,
        one: one.votes ?? 0,
        other: other.votes ?? 0,
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
      nation: say(`imperial:adjective.${loss.country}`),
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

export function actionText(any: AnyAction, state: TableState, looking: Looking): string | null {
  const action = any as Action;
  const view = viewOf(state);
  const { say, you } = looking;
  const price = (stock: number) => money(view.prices[stock] ?? 0);
  switch (action.type) {
    case "BID":
      return say("imperial:act.bid", { amount: money(action.payload.amount) });
    case "BUY_BID": {
      const bid = view.playerInfo[you ?? 0]?.bid ?? 0;
      if (!action.payload.accept) return say("imperial:buyBid.leave");
      return say("imperial:buyBid.take", { price: price(bondFor(view, bid) ?? 0), bid: money(bid) });
    }
    case "PROPOSE": {
      const fee = view.fees[action.payload.wheelSpot] ?? 0;
      const text = proposeText(action, looking);
      return fee > 0 ? `${text}, ${say("imperial:plan.fee", { fee: money(fee) })}` : text;
    }
    case "AGREE":
      return say("imperial:opp.agree");
    case "VOTE":
      return say(action.payload.proposal === 1 ? "imperial:act.proposal1" : "imperial:act.proposal2");
    case "MOVE_UNIT": {
      const { destination, actionCode } = action.payload;
      const [unit] = view.currentManeuver ? unitsLeft(view.currentManeuver) : [];
      return say("imperial:act.move", {
        place: place(destination, looking),
        does: doesText(actionCode, unit?.territory === destination, looking),
      });
    }
    case "DEFER_UNIT":
      return say("imperial:move.defer");
    case "ANSWER_PEACE":
    case "VOTE_PEACE":
      return say(action.payload.accept ? "imperial:peace.accept" : "imperial:peace.reject");
    case "BUY_STOCK": {
      const { country, stock, returnStock = 0 } = action.payload;
      const all = { nation: nation(country, looking), price: price(stock) };
      return returnStock > 0
        ? say("imperial:act.buyBack", { ...all, back: price(returnStock) })
        : say("imperial:act.buy", all);
    }
    case "PUNT_BUY":
      return say("imperial:buy.pass");
    case "PAUSE_CLOCK":
      return say("imperial:pause.pause");
    case "RESUME_CLOCK":
      return say("imperial:pause.resume");
    case "TAKE_BACK":
      return say("imperial:act.undo");
    default:
      return null;
  }
}

/** What stands in a place, in words. */
export function areaNotes(view: View, name: string, looking: Looking): string[] {
  const { say } = looking;
  const territory = TERRITORIES.get(name);
  const notes: string[] = [];
  if (territory?.country) notes.push(nation(territory.country, looking));
  else notes.push(say(territory?.kind === "sea" ? "imperial:map.sea" : "imperial:map.neutral"));
  const own = view.countryInfo[territory?.country ?? ""];
  if (own?.factories.includes(name))
    notes.push(say(own.openFactories.includes(name) ? "imperial:map.factory" : "imperial:map.closed"));
  if (territory?.port) notes.push(say("imperial:map.port"));
  for (const group of groupsOf(view, name)) notes.push(groupText(group, looking));
  for (const [country, info] of nationsOf(view))
    if (info.taxChips.includes(name))
      notes.push(say("imperial:map.chip", { nation: nation(country, looking) }));
  return notes;
}

export interface Group {
  country: string;
  type: "army" | "fleet";
  hostile: boolean;
  count: number;
}

/** The units in a place, alike ones together. */
export function groupsOf(view: View, name: string): Group[] {
  const groups: Group[] = [];
  for (const [country, info] of nationsOf(view))
    for (const [type, units] of [["fleet", info.fleets] as const, ["army", info.armies] as const])
      for (const unit of units)
        if (unit.territory === name) {
          const found = groups.find(
            (one) => one.country === country && one.type === type && one.hostile === unit.hostile,
          );
          if (found) found.count += 1;
          else groups.push({ country, type, hostile: unit.hostile, count: 1 });
        }
  return groups;
}

function groupText({ country, type, hostile, count }: Group, { say }: Looking): string {
  return say(hostile ? "imperial:map.units" : "imperial:map.guest", {
    count,
    nation: say(`imperial:adjective.${country}`),
    unit: say(
      count === 1 ? `imperial:unit.${type}` : `imperial:unit.${type === "army" ? "many" : "manyFleets"}`,
    ),
  });
}

export function sections(state: TableState, looking: Looking): Section[] {
  const view = viewOf(state);
  const { say, name } = looking;
  const told: Section[] = [];
  const proposals = [view.proposal1, view.proposal2].filter((one) => one !== null);
  if (proposals.length > 0)
    told.push({
      title: say("imperial:text.proposals"),
      lines: proposals.map((one) => `<b>${name(one.seat)}</b>: ${planText(one, looking)}`),
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

export function sound(any: AnyEvent, { you }: Looking): Sound | null {
  const event = any as unknown as Event;
  switch (event.type) {
    case "WHEEL_MOVED":
      return "slide";
    case "UNIT_PLANNED":
    case "FACTORY_BUILT":
    case "UNITS_PRODUCED":
    case "UNITS_IMPORTED":
    case "MANEUVER_EXECUTED":
      return "place";
    case "TAXES_COLLECTED":
    case "INTEREST_PAID":
    case "STOCK_BOUGHT":
    case "BID_ACCEPTED":
      return "flip";
    case "PROPOSAL_MADE":
    case "PEACE_OFFERED":
      return event.type === "PROPOSAL_MADE" && event.payload.proposal.seat === you ? null : "turn";
    case "GAME_ENDED":
      return "over";
    default:
      return null;
  }
}
