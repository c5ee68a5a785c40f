// Made by `npm run wire` from the server's own types. Do not edit.

export type Action =
  | BidFrame
  | BuyBidFrame
  | ProposeFrame
  | AgreeFrame
  | VoteFrame
  | MoveUnitFrame
  | DeferUnitFrame
  | AnswerPeaceFrame
  | VotePeaceFrame
  | BuyStockFrame
  | PuntBuyFrame
  | PauseClockFrame
  | ResumeClockFrame
  | StartGameFrame
  | AutoActFrame
  | AbandonFrame
  | TakeBackFrame;
export type Event =
  | GameStartedFrame
  | SubmittedFrame
  | TimeChargedFrame
  | BidPlacedFrame
  | BidSealedFrame
  | BidsRevealedFrame
  | BidAcceptedFrame
  | BidDeclinedFrame
  | AuctionClosedFrame
  | AuctionRepeatedFrame
  | OrderSetFrame
  | LeadershipChangedFrame
  | CountryStartedFrame
  | ProposalMadeFrame
  | ProposalAgreedFrame
  | ManeuverStartedFrame
  | UnitPlannedFrame
  | UnitDeferredFrame
  | PeaceOfferedFrame
  | PeaceSettledFrame
  | PeaceVoteCastFrame
  | PeaceVoteSealedFrame
  | PeaceVoteShownFrame
  | PeaceResolvedFrame
  | VoteCastFrame
  | VoteSealedFrame
  | VoteShownFrame
  | VoteResolvedFrame
  | ProposalExecutedFrame
  | WheelMovedFrame
  | FactoryBuiltFrame
  | UnitsProducedFrame
  | UnitsImportedFrame
  | TaxesCollectedFrame
  | InterestPaidFrame
  | ManeuverExecutedFrame
  | InvestorStartedFrame
  | InvestorEndedFrame
  | StockBoughtFrame
  | BuyPuntedFrame
  | ClockPausedFrame
  | ClockResumedFrame
  | GameEndedFrame
  | UndoneFrame
  | TimeReturnedFrame;
/**
 * 8.3 One unit's part in a maneuver; on the wire a list of three.
 *
 * @minItems 3
 * @maxItems 3
 */
export type Move = [unknown, unknown, unknown];
export type Order = AgreeWith | PassBuying | VoteFor;

export interface Nothing {
  [k: string]: unknown;
}
/**
 * 12.9 The table is given up.
 */
export interface Abandon {}
export interface AbandonFrame {
  type: "ABANDON";
  payload?: Abandon;
}
export interface BidFrame {
  type: "BID";
  payload: Bid;
}
/**
 * 4.6 A sealed bid in whole cents.
 */
export interface Bid {
  amount: number;
}
export interface BuyBidFrame {
  type: "BUY_BID";
  payload: BuyBid;
}
/**
 * 4.8 Take the stock that the bid is good for, or leave it.
 */
export interface BuyBid {
  accept: boolean;
}
export interface ProposeFrame {
  type: "PROPOSE";
  payload: Propose;
}
/**
 * 5.2 A wheel spot, and the data its action needs.
 */
export interface Propose {
  wheelSpot:
    "Factory" | "Import" | "Investor" | "L-Maneuver" | "L-Produce" | "R-Maneuver" | "R-Produce" | "Taxation";
  factoryLoc?: string | null;
  fleetProduce?: string[];
  armyProduce?: string[];
  import?: Import;
}
/**
 * 7.5 Units to buy: the kind of each and its place.
 */
export interface Import {
  types?: ("army" | "fleet")[];
  territories?: string[];
}
export interface AgreeFrame {
  type: "AGREE";
  payload?: Agree;
}
/**
 * 5.8 The opposition lets the leader's proposal pass.
 */
export interface Agree {}
export interface VoteFrame {
  type: "VOTE";
  payload: Vote;
}
/**
 * 5.9 A sealed vote for one of the two proposals.
 */
export interface Vote {
  proposal: 1 | 2;
}
export interface MoveUnitFrame {
  type: "MOVE_UNIT";
  payload: MoveUnit;
}
/**
 * 8.3 Where the unit goes and what it does there; `via` names the seas of a convoy.
 */
export interface MoveUnit {
  destination: string;
  actionCode: string;
  via?: string[] | null;
}
export interface DeferUnitFrame {
  type: "DEFER_UNIT";
  payload?: DeferUnit;
}
/**
 * 8.3 The other units of the phase first.
 */
export interface DeferUnit {}
export interface AnswerPeaceFrame {
  type: "ANSWER_PEACE";
  payload: AnswerPeace;
}
/**
 * 9.4 A dictator's answer to an offer of peace.
 */
export interface AnswerPeace {
  accept: boolean;
}
export interface VotePeaceFrame {
  type: "VOTE_PEACE";
  payload: VotePeace;
}
/**
 * 9.5 A sealed vote on an offer of peace.
 */
export interface VotePeace {
  accept: boolean;
}
export interface BuyStockFrame {
  type: "BUY_STOCK";
  payload: BuyStock;
}
/**
 * 10.6 Buy a stock; 0, or a lower one of the same country in return.
 */
export interface BuyStock {
  country: string;
  stock: number;
  returnStock?: number;
}
export interface PuntBuyFrame {
  type: "PUNT_BUY";
  payload?: PuntBuy;
}
/**
 * 10.7 Buy nothing.
 */
export interface PuntBuy {}
export interface PauseClockFrame {
  type: "PAUSE_CLOCK";
  payload?: PauseClock;
}
/**
 * 12.6 Stop the clock.
 */
export interface PauseClock {}
export interface ResumeClockFrame {
  type: "RESUME_CLOCK";
  payload?: ResumeClock;
}
/**
 * 12.6 Let the clock run again.
 */
export interface ResumeClock {}
export interface StartGameFrame {
  type: "START_GAME";
  payload?: StartGame;
}
/**
 * 4.1 The house begins.
 */
export interface StartGame {}
export interface AutoActFrame {
  type: "AUTO_ACT";
  payload?: AutoAct;
}
/**
 * 12.8 The house acts for those who do not.
 */
export interface AutoAct {}
export interface TakeBackFrame {
  type: "TAKE_BACK";
  payload?: TakeBack;
}
/**
 * A seat asks to take back its last move. The table's own Action, for every game that has undo.
 */
export interface TakeBack {}
/**
 * Agree with this government of a nation: let its proposals pass, and vote for the leader's.
 */
export interface AgreeWith {
  type: "AGREE_WITH";
  country: string;
  leader: number;
  opposition: number;
}
/**
 * 4.8 The country's auction is over; the next country's is open.
 */
export interface AuctionClosed {
  country: string;
}
export interface AuctionClosedFrame {
  type: "AUCTION_CLOSED";
  version: number;
  at: number;
  payload: AuctionClosed;
}
/**
 * 4.9 Nobody bought anything; once more from the first country.
 */
export interface AuctionRepeated {}
export interface AuctionRepeatedFrame {
  type: "AUCTION_REPEATED";
  version: number;
  at: number;
  payload?: AuctionRepeated;
}
/**
 * 4.8 The seat pays its whole bid and takes the stock.
 */
export interface BidAccepted {
  seat: number;
  country: string;
  stock: number;
  paid: number;
}
export interface BidAcceptedFrame {
  type: "BID_ACCEPTED";
  version: number;
  at: number;
  payload: BidAccepted;
}
/**
 * 4.8 The seat leaves the stock.
 */
export interface BidDeclined {
  seat: number;
  country: string;
  stock: number;
}
export interface BidDeclinedFrame {
  type: "BID_DECLINED";
  version: number;
  at: number;
  payload: BidDeclined;
}
/**
 * 4.6 The seat has bid.
 */
export interface BidPlaced {
  seat: number;
}
export interface BidPlacedFrame {
  type: "BID_PLACED";
  version: number;
  at: number;
  payload: BidPlaced;
}
/**
 * 4.6 How much the seat has bid; for that seat alone.
 */
export interface BidSealed {
  seat: number;
  amount: number;
}
export interface BidSealedFrame {
  type: "BID_SEALED";
  version: number;
  at: number;
  payload: BidSealed;
}
/**
 * 4.7 All bids, and who is asked in which order.
 */
export interface BidsRevealed {
  country: string;
  bids: Bid1[];
  bidBuyOrder: number[];
}
/**
 * 4.7 A bid laid open.
 */
export interface Bid1 {
  seat: number;
  amount: number;
}
export interface BidsRevealedFrame {
  type: "BIDS_REVEALED";
  version: number;
  at: number;
  payload: BidsRevealed;
}
/**
 * 10.7 The seat buys nothing.
 */
export interface BuyPunted {
  seat: number;
  automatic: boolean;
}
export interface BuyPuntedFrame {
  type: "BUY_PUNTED";
  version: number;
  at: number;
  payload: BuyPunted;
}
/**
 * 12.6 The clock stands still; without a seat it was the house.
 */
export interface ClockPaused {
  seat: number | null;
}
export interface ClockPausedFrame {
  type: "CLOCK_PAUSED";
  version: number;
  at: number;
  payload: ClockPaused;
}
/**
 * 12.6 The clock runs again.
 */
export interface ClockResumed {
  seat: number | null;
  pausedMs: number;
}
export interface ClockResumedFrame {
  type: "CLOCK_RESUMED";
  version: number;
  at: number;
  payload: ClockResumed;
}
/**
 * 7.1, 7.2 What the payer pays for the way and beside it, and what the treasury pays.
 */
export interface Cost {
  payer: number;
  fee: number;
  price: number;
  fromTreasury: number;
}
/**
 * 5.1 The country's turn begins.
 */
export interface CountryStarted {
  country: string;
  round: number;
}
export interface CountryStartedFrame {
  type: "COUNTRY_STARTED";
  version: number;
  at: number;
  payload: CountryStarted;
}
/**
 * 16.3, 17.1 A country as everybody sees it; `factor` is how often what a stock pays counts (11.2).
 *
 *     `upkeep` is what its units cost at Taxation (7.7), `lead_at` the holding that takes its lead (6.3).
 */
export interface CountryView {
  money: number;
  points: number;
  factor: number;
  factories: string[];
  openFactories: string[];
  wheelSpot:
    | (
        | "Factory"
        | "Import"
        | "Investor"
        | "L-Maneuver"
        | "L-Produce"
        | "R-Maneuver"
        | "R-Produce"
        | "Taxation"
      )
    | "center";
  gov: "democracy" | "dictatorship";
  leadership: number[];
  availStock: number[];
  offLimits: boolean;
  lastTax: number;
  revenue: number;
  taxChips: string[];
  fleets: Unit[];
  armies: Unit[];
  upkeep: number;
  leadAt: number;
}
/**
 * 3.4 A fleet or an army; an army that is not hostile is a guest.
 */
export interface Unit {
  territory: string;
  hostile: boolean;
}
export interface GameStartedFrame {
  type: "GAME_STARTED";
  version: number;
  at: number;
  payload: GameStarted;
}
/**
 * 4.1 How many sit, by which options, with how much money each; the flags of a fixed start by seat.
 */
export interface GameStarted {
  seats: number;
  options: Options;
  cash: number;
  flags: string[][];
}
/**
 * 2 The house rules; the defaults are the plainest reading of the book.
 */
export interface Options {
  setup: "classic" | "standard";
  ninthStock: boolean;
  start: "fixed" | "sealed-bid";
  governance: "democracy" | "dictator";
  openBallots: boolean;
  investorCard: boolean;
  swissOrder: "backward" | "forward";
  endgameAutoPass: boolean;
  mountains: boolean;
  maxRounds: number;
  timed: boolean;
  banked: number;
  increment: number;
  bankCap: boolean;
  pauseBy: "anyone" | "house";
  autoActionSeconds: number | null;
  mailAtOnce: boolean;
}
export interface SubmittedFrame {
  type: "SUBMITTED";
  version: number;
  at: number;
  payload: Submitted;
}
/**
 * 15.1 A seat has acted, or the house for it.
 */
export interface Submitted {
  seat: number;
  turnID: number;
  auto: boolean;
}
export interface TimeChargedFrame {
  type: "TIME_CHARGED";
  version: number;
  at: number;
  payload: TimeCharged;
}
/**
 * 12.3 What the move took, and what is left.
 */
export interface TimeCharged {
  seat: number;
  elapsed: number;
  banked: number;
  flagged: boolean;
}
export interface OrderSetFrame {
  type: "ORDER_SET";
  version: number;
  at: number;
  payload: OrderSet;
}
/**
 * 4.10 The order by seat, and who takes the investor card.
 */
export interface OrderSet {
  order: number[];
  investor: number | null;
}
export interface LeadershipChangedFrame {
  type: "LEADERSHIP_CHANGED";
  version: number;
  at: number;
  payload: LeadershipChanged;
}
/**
 * 6.3 Who leads the country, and how it is governed.
 */
export interface LeadershipChanged {
  country: string;
  leadership: number[];
  gov: "democracy" | "dictatorship";
}
export interface ProposalMadeFrame {
  type: "PROPOSAL_MADE";
  version: number;
  at: number;
  payload: ProposalMade;
}
/**
 * 5.8 A complete proposal is on the table.
 */
export interface ProposalMade {
  slot: 1 | 2;
  proposal: Proposal;
}
/**
 * 16.4 What a country would do. `guests` are the army moves whose army was a guest before.
 */
export interface Proposal {
  seat: number;
  wheelSpot:
    "Factory" | "Import" | "Investor" | "L-Maneuver" | "L-Produce" | "R-Maneuver" | "R-Produce" | "Taxation";
  factoryLoc: string | null;
  fleetProduce: string[];
  armyProduce: string[];
  fleetMan: Move[];
  armyMan: Move[];
  import: Import;
  steps: number;
  fee: number;
  guests: number[];
}
export interface ProposalAgreedFrame {
  type: "PROPOSAL_AGREED";
  version: number;
  at: number;
  payload: ProposalAgreed;
}
/**
 * 5.8 The opposition lets the leader's proposal pass.
 */
export interface ProposalAgreed {
  seat: number;
}
export interface ManeuverStartedFrame {
  type: "MANEUVER_STARTED";
  version: number;
  at: number;
  payload: ManeuverStarted;
}
/**
 * 8.1 A maneuver is planned, unit by unit.
 */
export interface ManeuverStarted {
  country: string;
  player: number;
  wheelSpot:
    "Factory" | "Import" | "Investor" | "L-Maneuver" | "L-Produce" | "R-Maneuver" | "R-Produce" | "Taxation";
  phase: "army" | "fleet";
  unitIndex: number;
  pendingFleets: Unit[];
  pendingArmies: Unit[];
  completedFleetMoves: Move[];
  completedArmyMoves: Move[];
  returnMode: "execute" | "proposal-opp" | "vote";
  proposalSlot: 0 | 1 | 2;
  pendingPeace: PendingPeace | null;
  waitingTargets: string[];
  deferred: number;
  carried: {
    [k: string]: number;
  };
}
/**
 * 9.4 An offer that the target's leader has to answer.
 */
export interface PendingPeace {
  origin: string;
  destination: string;
  targetCountry: string;
  unitType: "army" | "fleet";
  tuple: Move;
  via: string[];
}
export interface UnitPlannedFrame {
  type: "UNIT_PLANNED";
  version: number;
  at: number;
  payload: UnitPlanned;
}
/**
 * 8.3 One unit's part is settled; `via` are the seas of its convoy.
 */
export interface UnitPlanned {
  tuple: Move;
  unitType: "army" | "fleet";
  via: string[];
}
export interface UnitDeferredFrame {
  type: "UNIT_DEFERRED";
  version: number;
  at: number;
  payload: UnitDeferred;
}
/**
 * 8.3 The unit comes last in its phase.
 */
export interface UnitDeferred {
  unitType: "army" | "fleet";
  unitIndex: number;
}
export interface PeaceOfferedFrame {
  type: "PEACE_OFFERED";
  version: number;
  at: number;
  payload: PeaceOffered;
}
/**
 * 9.4, 9.5 A country is asked to let a unit come in peace.
 */
export interface PeaceOffered {
  movingCountry: string;
  targetCountry: string;
  unitType: "army" | "fleet";
  origin: string;
  destination: string;
  tuple: Move;
  answeredBy: "leader" | "vote";
  electorate: number[];
  totalStock: number;
  via: string[];
  waitingTargets: string[];
  moversVote: boolean;
}
export interface PeaceSettledFrame {
  type: "PEACE_SETTLED";
  version: number;
  at: number;
  payload: PeaceSettled;
}
/**
 * 9.3 Consent or rejection without asking.
 */
export interface PeaceSettled {
  targetCountry: string;
  destination: string;
  accepted: boolean;
  why: "answered_before" | "no_electorate" | "no_holders" | "same_player";
}
export interface PeaceVoteCastFrame {
  type: "PEACE_VOTE_CAST";
  version: number;
  at: number;
  payload: PeaceVoteCast;
}
/**
 * 9.5 The seat has voted on the offer.
 */
export interface PeaceVoteCast {
  seat: number;
}
export interface PeaceVoteSealedFrame {
  type: "PEACE_VOTE_SEALED";
  version: number;
  at: number;
  payload: PeaceVoteSealed;
}
/**
 * 9.5 What the seat has voted, while the vote stays open; for that seat alone.
 */
export interface PeaceVoteSealed {
  seat: number;
  accept: boolean;
}
export interface PeaceVoteShownFrame {
  type: "PEACE_VOTE_SHOWN";
  version: number;
  at: number;
  payload: PeaceVoteShown;
}
/**
 * 9.5 What the seat has voted, where ballots are open; for everyone.
 */
export interface PeaceVoteShown {
  seat: number;
  accept: boolean;
}
export interface PeaceResolvedFrame {
  type: "PEACE_RESOLVED";
  version: number;
  at: number;
  payload: PeaceResolved;
}
/**
 * 9.6 The offer is accepted or rejected; the votes are open.
 */
export interface PeaceResolved {
  targetCountry: string;
  destination: string;
  accepted: boolean;
  acceptVotes: number;
  rejectVotes: number;
  votes: PeaceBallot[];
}
/**
 * 9.5 One seat's answer to an offer of peace.
 */
export interface PeaceBallot {
  seat: number;
  accept: boolean;
}
export interface VoteCastFrame {
  type: "VOTE_CAST";
  version: number;
  at: number;
  payload: VoteCast;
}
/**
 * 5.9 The seat has voted.
 */
export interface VoteCast {
  seat: number;
}
export interface VoteSealedFrame {
  type: "VOTE_SEALED";
  version: number;
  at: number;
  payload: VoteSealed;
}
/**
 * 5.9 What the seat has voted, while the vote stays open; for that seat alone.
 */
export interface VoteSealed {
  seat: number;
  proposal: 1 | 2;
}
export interface VoteShownFrame {
  type: "VOTE_SHOWN";
  version: number;
  at: number;
  payload: VoteShown;
}
/**
 * 5.9 What the seat has voted, where ballots are open; for everyone.
 */
export interface VoteShown {
  seat: number;
  proposal: 1 | 2;
}
export interface VoteResolvedFrame {
  type: "VOTE_RESOLVED";
  version: number;
  at: number;
  payload: VoteResolved;
}
/**
 * 5.10 A proposal has won; the votes are open.
 */
export interface VoteResolved {
  country: string;
  winner: 1 | 2;
  proposal1: Tally;
  proposal2: Tally;
}
/**
 * 16.6 What a side of a vote has; null to all while the vote is sealed.
 */
export interface Tally {
  votes: number | null;
  voters: number[] | null;
}
export interface ProposalExecutedFrame {
  type: "PROPOSAL_EXECUTED";
  version: number;
  at: number;
  payload: ProposalExecuted;
}
/**
 * 5.13 The proposal comes about.
 */
export interface ProposalExecuted {
  slot: 0 | 1 | 2;
  seat: number;
  proposal: Proposal;
}
export interface WheelMovedFrame {
  type: "WHEEL_MOVED";
  version: number;
  at: number;
  payload: WheelMoved;
}
/**
 * 5.3 The country moves on the wheel; the author pays.
 */
export interface WheelMoved {
  country: string;
  from:
    | (
        | "Factory"
        | "Import"
        | "Investor"
        | "L-Maneuver"
        | "L-Produce"
        | "R-Maneuver"
        | "R-Produce"
        | "Taxation"
      )
    | "center";
  to:
    "Factory" | "Import" | "Investor" | "L-Maneuver" | "L-Produce" | "R-Maneuver" | "R-Produce" | "Taxation";
  steps: number;
  fee: number;
  payer: number;
  investorDue: boolean;
}
export interface FactoryBuiltFrame {
  type: "FACTORY_BUILT";
  version: number;
  at: number;
  payload: FactoryBuilt;
}
/**
 * 7.3 A factory stands there now.
 */
export interface FactoryBuilt {
  country: string;
  territory: string;
  fromTreasury: number;
  fromSeat: number;
  payer: number;
}
export interface UnitsProducedFrame {
  type: "UNITS_PRODUCED";
  version: number;
  at: number;
  payload: UnitsProduced;
}
/**
 * 7.4 Factories have made units.
 */
export interface UnitsProduced {
  country: string;
  fleets: string[];
  armies: string[];
}
export interface UnitsImportedFrame {
  type: "UNITS_IMPORTED";
  version: number;
  at: number;
  payload: UnitsImported;
}
/**
 * 7.5 Units have been bought.
 */
export interface UnitsImported {
  country: string;
  fleets: string[];
  armies: string[];
  fromTreasury: number;
  fromSeat: number;
  payer: number;
}
export interface TaxesCollectedFrame {
  type: "TAXES_COLLECTED";
  version: number;
  at: number;
  payload: TaxesCollected;
}
/**
 * 7.7 Revenue and lastTax in dollars; points and treasury as they are now; the bonus by seat in cents.
 */
export interface TaxesCollected {
  country: string;
  revenue: number;
  units: number;
  points: number;
  treasury: number;
  lastTax: number;
  bonus: number[];
}
export interface InterestPaidFrame {
  type: "INTEREST_PAID";
  version: number;
  at: number;
  payload: InterestPaid;
}
/**
 * 7.9 What each seat receives, and who pays it.
 */
export interface InterestPaid {
  country: string;
  interest: number[];
  fromTreasury: number;
  fromSeat: number;
  payer: number;
}
export interface ManeuverExecutedFrame {
  type: "MANEUVER_EXECUTED";
  version: number;
  at: number;
  payload: ManeuverExecuted;
}
/**
 * 8.4, 8.12 Where the country's units stand now, what is gone, and where it lays new chips.
 */
export interface ManeuverExecuted {
  country: string;
  fleetMan: Move[];
  armyMan: Move[];
  fleets: Unit[];
  armies: Unit[];
  losses: Loss[];
  factoriesDestroyed: string[];
  chips: string[];
}
/**
 * 8.9, 8.11 A unit that is gone.
 */
export interface Loss {
  country: string;
  unitType: "army" | "fleet";
  territory: string;
  hostile: boolean;
}
export interface InvestorStartedFrame {
  type: "INVESTOR_STARTED";
  version: number;
  at: number;
  payload: InvestorStarted;
}
/**
 * 10.2 Who may buy, in order. Those of `swiss` are no leaders, or punted before.
 */
export interface InvestorStarted {
  holder: number | null;
  bonus: number;
  buyers: number[];
  swiss: number[];
}
export interface InvestorEndedFrame {
  type: "INVESTOR_ENDED";
  version: number;
  at: number;
  payload: InvestorEnded;
}
/**
 * 10.8 The card passes; these seats punted.
 */
export interface InvestorEnded {
  nextHolder: number | null;
  swiss: number[];
}
export interface StockBoughtFrame {
  type: "STOCK_BOUGHT";
  version: number;
  at: number;
  payload: StockBought;
}
/**
 * 10.6 The seat has bought a stock.
 */
export interface StockBought {
  seat: number;
  country: string;
  stock: number;
  returnStock: number;
  paid: number;
}
export interface GameEndedFrame {
  type: "GAME_ENDED";
  version: number;
  at: number;
  payload: GameEnded;
}
/**
 * 20 How it ended, who stands where; the country that reached the end of its points.
 */
export interface GameEnded {
  ending: "abandoned" | "power_25" | "round_limit" | "unsold";
  country: string | null;
  scores: number[];
  standings: Standing[];
}
/**
 * One seat's place, from 1; equal places are shared.
 */
export interface Standing {
  seat: number;
  place: number;
  score: number | null;
}
export interface UndoneFrame {
  type: "UNDONE";
  version: number;
  at: number;
  payload: Undone;
}
/**
 * The State is that of `to_version` again. The table's own Event, for everyone.
 */
export interface Undone {
  toVersion: number;
}
export interface TimeReturnedFrame {
  type: "TIME_RETURNED";
  version: number;
  at: number;
  payload: TimeReturned;
}
/**
 * Everything that runs by time ends later by `lost_ms`. The table's own Event, for everyone.
 */
export interface TimeReturned {
  lostMs: number;
}
/**
 * 17.12 The figures once all of `waits_for` has gone this action's way.
 *
 *     A field is absent where something else decides it, or where the action has nothing of the kind. `cash`
 *     is by seat, null where others decide. `bond` is the highest that a bid can buy. While units are still to
 *     be planned, `losses` are those so far. Of a unit that moves, `ways` are the seas of each way to its
 *     destination, if there are several: none by land; without `via` the first is taken. `asks` are the
 *     countries that must agree to its coming, in order; `rejected_by` has rejected it before; `if_rejected`
 *     is what the unit does then.
 */
export interface Forecast {
  waitsFor: ("bids" | "opposition" | "peace" | "plan" | "vote")[];
  cost?: Cost;
  bond?: number;
  bonus?: number[];
  interest?: number[];
  losses?: Loss[];
  chips?: string[];
  cash?: (number | null)[];
  nations?: {
    [k: string]: NationAfter;
  };
  buyers?: number[];
  countryUp?: string | null;
  ending?: "abandoned" | "power_25" | "round_limit" | "unsold";
  ways?: string[][];
  asks?: string[];
  rejectedBy?: string;
  ifRejected?: string;
}
/**
 * A country as it will be.
 */
export interface NationAfter {
  money: number;
  points: number;
  leadership: number[];
  gov: "democracy" | "dictatorship";
  factories: number;
  fleets: number;
  armies: number;
  taxChips: number;
}
/**
 * 16.5 A plan under way, unit by unit.
 */
export interface Maneuver {
  country: string;
  player: number;
  wheelSpot:
    "Factory" | "Import" | "Investor" | "L-Maneuver" | "L-Produce" | "R-Maneuver" | "R-Produce" | "Taxation";
  phase: "army" | "fleet";
  unitIndex: number;
  pendingFleets: Unit[];
  pendingArmies: Unit[];
  completedFleetMoves: Move[];
  completedArmyMoves: Move[];
  returnMode: "execute" | "proposal-opp" | "vote";
  proposalSlot: 0 | 1 | 2;
  pendingPeace: PendingPeace | null;
  waitingTargets: string[];
  deferred: number;
  carried: {
    [k: string]: number;
  };
}
/**
 * Buy nothing in this investor phase; `country` has just moved.
 */
export interface PassBuying {
  type: "PASS_BUYING";
  country: string;
  round: number;
}
/**
 * Vote for one of the two proposals of this turn, if it comes to a vote; `first` is the leader's.
 */
export interface VoteFor {
  type: "VOTE_FOR";
  country: string;
  round: number;
  proposal: 1 | 2;
  first: Proposal;
}
/**
 * 9.3 What a country has answered in this country turn.
 */
export interface PeaceAnswer {
  movingCountry: string;
  targetCountry: string;
  territory: string;
  accepted: boolean;
}
/**
 * 16.7, 17.7 Who has voted; sides and tallies only where ballots are open.
 */
export interface PeaceVoteView {
  movingCountry: string;
  targetCountry: string;
  unitType: "army" | "fleet";
  origin: string;
  destination: string;
  voters: number[];
  totalStock: number;
  electorate: number[];
  tuple: Move;
  via: string[];
  acceptVotes: number | null;
  rejectVotes: number | null;
  votes: PeaceBallot[] | null;
}
/**
 * 8.4 What a plan leaves of a country that it changes.
 */
export interface PlannedNation {
  fleets: Unit[];
  armies: Unit[];
  factories: string[];
}
/**
 * 8.4 What each plan leaves, by country: those that it changes.
 */
export interface PlannedView {
  maneuver: {
    [k: string]: PlannedNation;
  };
  proposal1: {
    [k: string]: PlannedNation;
  };
  proposal2: {
    [k: string]: PlannedNation;
  };
}
/**
 * 16.2, 17.1 A seat as everybody sees it; its bid only where it is open, or the viewer's own (17.5).
 */
export interface PlayerView {
  money: number;
  myTurn: boolean;
  investor: boolean;
  order: number;
  swiss: boolean;
  stock: Stock[];
  holdings: {
    [k: string]: number;
  };
  scoreModifier: number;
  banked: number;
  score: number;
  cashValue: number;
  bid?: number;
}
/**
 * 6.1 A stock of a country, by denomination.
 */
export interface Stock {
  country: string;
  stock: number;
}
/**
 * 12.1 The clock of the table, in seconds; `pause` and `lastMove` are times.
 */
export interface Timer {
  timed: boolean;
  increment: number;
  banked: number;
  pause: number;
  lastMove: number;
}
/**
 * 17.1 The table, as one seat or a spectator may see it now.
 */
export interface View {
  you: number | null;
  options: Options;
  setup: string;
  mode:
    | (
        | "bid"
        | "buy"
        | "buy-bid"
        | "continue-man"
        | "game-over"
        | "peace-vote"
        | "proposal"
        | "proposal-opp"
        | "vote"
      )
    | null;
  countryUp: string | null;
  round: number;
  turnID: number;
  sameTurn: boolean;
  undo: number | null;
  proposal1: Proposal | null;
  proposal2: Proposal | null;
  voting: VotingView | null;
  bidBuyOrder: number[];
  bidders: number[];
  swissSet: number[] | null;
  buyers: number[];
  currentManeuver: Maneuver | null;
  planned: PlannedView | null;
  peaceVote: PeaceVoteView | null;
  peaceAnswers: PeaceAnswer[];
  timer: Timer;
  auctionRepeated: boolean;
  ending: ("abandoned" | "power_25" | "round_limit" | "unsold") | null;
  standings: Standing[];
  wheel: (
    "Factory" | "Import" | "Investor" | "L-Maneuver" | "L-Produce" | "R-Maneuver" | "R-Produce" | "Taxation"
  )[];
  prices: number[];
  fees: {
    [k: string]: number;
  };
  playerInfo: PlayerView[];
  countryInfo: {
    [k: string]: CountryView;
  };
  offered: number | null;
}
/**
 * 16.6, 17.6 Who has voted; sides and tallies only where ballots are open.
 */
export interface VotingView {
  country: string;
  voted: number[];
  proposal1: Tally;
  proposal2: Tally;
}
