// Made by `npm run wire` from the server's own types. Do not edit.

export type Action =
  | DrawCardFrame
  | SwapCardFrame
  | DiscardCardFrame
  | UsePowerFrame
  | SkipPowerFrame
  | AcknowledgeRevealFrame
  | CallCambioFrame
  | SnapFrame
  | PassSnapFrame
  | GiveCardFrame
  | ConfirmInitialViewFrame
  | StartGameFrame
  | SetConnectedFrame
  | EndInitialViewFrame
  | ExpireTurnFrame
  | ExpirePowerFrame
  | HideCardFrame
  | CloseSnapWindowFrame
  | ExpireGiveFrame
  | TakeOverFrame
  | AbandonFrame;
export type Event =
  | CardDrawnFrame
  | DrawnCardSeenFrame
  | CardSwappedFrame
  | CardDiscardedFrame
  | TurnEndedFrame
  | TurnStartedFrame
  | PowerAvailableFrame
  | PowerActivatedFrame
  | CardRevealedFrame
  | CardHiddenFrame
  | SwapCompletedFrame
  | PowerSkippedFrame
  | PowerCancelledFrame
  | TurnPassedFrame
  | CambioCalledFrame
  | FinalTurnTakenFrame
  | SnapWindowOpenedFrame
  | SnapWindowClosedFrame
  | SnapPassedFrame
  | SnapSucceededFrame
  | SnapFailedFrame
  | PenaltyDealtFrame
  | CardGivenFrame
  | DeckReshuffledFrame
  | DeckShuffledFrame
  | ConnectionChangedFrame
  | ControllerChangedFrame
  | GameStartedFrame
  | CardsDealtFrame
  | InitialViewStartedFrame
  | InitialViewEndedFrame
  | ViewConfirmedFrame
  | GameCompletedFrame
  | GameAbandonedFrame
  | UndoneFrame
  | TimeReturnedFrame;

export interface Nothing {
  [k: string]: unknown;
}
/**
 * 9.8 Nobody is left.
 */
export interface Abandon {}
export interface AbandonFrame {
  type: "ABANDON";
  payload?: Abandon;
}
/**
 * 5.13 I have seen it; 5.11 and, where offered, exchange the two.
 */
export interface AcknowledgeReveal {
  swap?: boolean;
}
export interface AcknowledgeRevealFrame {
  type: "ACKNOWLEDGE_REVEAL";
  payload?: AcknowledgeReveal;
}
export interface DrawCardFrame {
  type: "DRAW_CARD";
  payload: DrawCard;
}
/**
 * 4.2, 4.3 Take a card into the hand.
 */
export interface DrawCard {
  source: "deck" | "discard";
}
export interface SwapCardFrame {
  type: "SWAP_CARD";
  payload: SwapCard;
}
/**
 * 4.5 Lay the held card down at a position of mine; what lay there is discarded.
 */
export interface SwapCard {
  position: number;
}
export interface DiscardCardFrame {
  type: "DISCARD_CARD";
  payload?: DiscardCard;
}
/**
 * 4.6 Discard the held card.
 */
export interface DiscardCard {}
export interface UsePowerFrame {
  type: "USE_POWER";
  payload: UsePower;
}
/**
 * 5.4 Use the open power on these slots.
 */
export interface UsePower {
  powerType: "blind_swap" | "look_own" | "peek_opponent" | "peek_own";
  slots?: Slot[];
}
/**
 * 1.9 A place for one card in front of a seat.
 */
export interface Slot {
  seat: number;
  position: number;
}
export interface SkipPowerFrame {
  type: "SKIP_POWER";
  payload?: SkipPower;
}
/**
 * 5.14 Let the open power go.
 */
export interface SkipPower {}
export interface CallCambioFrame {
  type: "CALL_CAMBIO";
  payload?: CallCambio;
}
/**
 * 6.1 Cambio!
 */
export interface CallCambio {}
export interface SnapFrame {
  type: "SNAP";
  payload: Snap;
}
/**
 * 8.3 That slot has the rank of this discard.
 */
export interface Snap {
  discardVersion: number;
  targetSeat: number;
  position: number;
}
export interface PassSnapFrame {
  type: "PASS_SNAP";
  payload: PassSnap;
}
/**
 * 8.8 I give up my try at this discard.
 */
export interface PassSnap {
  discardVersion: number;
}
export interface GiveCardFrame {
  type: "GIVE_CARD";
  payload: GiveCard;
}
/**
 * 8.6 This card of mine goes into the slot I emptied.
 */
export interface GiveCard {
  position: number;
}
export interface ConfirmInitialViewFrame {
  type: "CONFIRM_INITIAL_VIEW";
  payload?: ConfirmInitialView;
}
/**
 * 3.7 I have seen my two cards.
 */
export interface ConfirmInitialView {}
export interface StartGameFrame {
  type: "START_GAME";
  payload?: StartGame;
}
/**
 * 3.3 Shuffle and deal.
 */
export interface StartGame {}
export interface SetConnectedFrame {
  type: "SET_CONNECTED";
  payload: SetConnected;
}
/**
 * 9.1 The seat's Player has gone, or is back.
 */
export interface SetConnected {
  seat: number;
  connected: boolean;
}
export interface EndInitialViewFrame {
  type: "END_INITIAL_VIEW";
  payload?: EndInitialView;
}
/**
 * 3.8 The time to look is over.
 */
export interface EndInitialView {}
export interface ExpireTurnFrame {
  type: "EXPIRE_TURN";
  payload?: ExpireTurn;
}
/**
 * 4.13 The time of the turn is over.
 */
export interface ExpireTurn {}
export interface ExpirePowerFrame {
  type: "EXPIRE_POWER";
  payload?: ExpirePower;
}
/**
 * 5.14 The time to use the power is over.
 */
export interface ExpirePower {}
export interface HideCardFrame {
  type: "HIDE_CARD";
  payload?: HideCard;
}
/**
 * 5.13 The time of the peek is over.
 */
export interface HideCard {}
export interface CloseSnapWindowFrame {
  type: "CLOSE_SNAP_WINDOW";
  payload?: CloseSnapWindow;
}
/**
 * 8.2 The time to snap is over.
 */
export interface CloseSnapWindow {}
export interface ExpireGiveFrame {
  type: "EXPIRE_GIVE";
  payload?: ExpireGive;
}
/**
 * 8.6 The time to give is over.
 */
export interface ExpireGive {}
export interface TakeOverFrame {
  type: "TAKE_OVER";
  payload: TakeOver;
}
/**
 * 9.6 A bot plays for the absent seat.
 */
export interface TakeOver {
  seat: number;
}
/**
 * 6.4 The final round begins.
 */
export interface CambioCalled {
  seat: number;
  automatic: boolean;
}
export interface CambioCalledFrame {
  type: "CAMBIO_CALLED";
  version: number;
  at: number;
  payload: CambioCalled;
}
/**
 * 1.9 A card on the wire.
 */
export interface Card {
  rank: "10" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "A" | "J" | "K" | "Q" | "X";
  suit: ("clubs" | "diamonds" | "hearts" | "spades") | null;
  pointValue: number;
}
/**
 * 4.6 The held card is the top discard.
 */
export interface CardDiscarded {
  seat: number;
  card: Card;
  discardVersion: number;
  reason: "chosen" | "disconnected" | "time";
}
export interface CardDiscardedFrame {
  type: "CARD_DISCARDED";
  version: number;
  at: number;
  payload: CardDiscarded;
}
/**
 * 4.2, 4.3 The seat holds a card; its face is told only if it lay on the discard pile.
 */
export interface CardDrawn {
  seat: number;
  source: "deck" | "discard";
  card: Card | null;
}
export interface CardDrawnFrame {
  type: "CARD_DRAWN";
  version: number;
  at: number;
  payload: CardDrawn;
}
/**
 * 8.6 The snapper's card lies in the slot it emptied.
 */
export interface CardGiven {
  seat: number;
  position: number;
  targetSeat: number;
  targetPosition: number;
}
export interface CardGivenFrame {
  type: "CARD_GIVEN";
  version: number;
  at: number;
  payload: CardGiven;
}
/**
 * 3.7, 5.13 What the seat was shown is face down again.
 */
export interface CardHidden {
  seat: number;
  slots: Slot[];
  reason: "abandoned" | "acknowledged" | "disconnected" | "expired";
}
export interface CardHiddenFrame {
  type: "CARD_HIDDEN";
  version: number;
  at: number;
  payload: CardHidden;
}
/**
 * 3.6, 5.12 What the seat is shown, and until when; for that seat alone.
 */
export interface CardRevealed {
  seat: number;
  cards: Seen[];
  until: number;
  reason: "initial_view" | ("blind_swap" | "look_own" | "peek_opponent" | "peek_own");
}
/**
 * A card where it lies.
 */
export interface Seen {
  slot: Slot;
  card: Card;
}
export interface CardRevealedFrame {
  type: "CARD_REVEALED";
  version: number;
  at: number;
  payload: CardRevealed;
}
/**
 * 4.5 The held card lies face down at the position; what lay there is the top discard.
 */
export interface CardSwapped {
  seat: number;
  position: number;
  discarded: Card;
  discardVersion: number;
}
export interface CardSwappedFrame {
  type: "CARD_SWAPPED";
  version: number;
  at: number;
  payload: CardSwapped;
}
/**
 * 3.4 So many cards to each seat, and one face up.
 */
export interface CardsDealt {
  handSize: number;
  discardTop: Card;
}
export interface CardsDealtFrame {
  type: "CARDS_DEALT";
  version: number;
  at: number;
  payload: CardsDealt;
}
/**
 * 9.1 The seat's Player has gone, or is back.
 */
export interface ConnectionChanged {
  seat: number;
  connected: boolean;
}
export interface ConnectionChangedFrame {
  type: "CONNECTION_CHANGED";
  version: number;
  at: number;
  payload: ConnectionChanged;
}
/**
 * 9.6, 9.7 Who plays the seat.
 */
export interface ControllerChanged {
  seat: number;
  controller: "bot" | "human";
}
export interface ControllerChangedFrame {
  type: "CONTROLLER_CHANGED";
  version: number;
  at: number;
  payload: ControllerChanged;
}
/**
 * 4.10 So many discards become the new draw pile.
 */
export interface DeckReshuffled {
  count: number;
}
export interface DeckReshuffledFrame {
  type: "DECK_RESHUFFLED";
  version: number;
  at: number;
  payload: DeckReshuffled;
}
/**
 * 3.3, 4.10 The order of the draw pile, top first; for the house alone.
 */
export interface DeckShuffled {
  order: string[];
  batch: number;
}
export interface DeckShuffledFrame {
  type: "DECK_SHUFFLED";
  version: number;
  at: number;
  payload: DeckShuffled;
}
/**
 * 4.2 What the seat drew from the deck; for that seat alone.
 */
export interface DrawnCardSeen {
  seat: number;
  card: Card;
}
export interface DrawnCardSeenFrame {
  type: "DRAWN_CARD_SEEN";
  version: number;
  at: number;
  payload: DrawnCardSeen;
}
export interface TurnEndedFrame {
  type: "TURN_ENDED";
  version: number;
  at: number;
  payload: TurnEnded;
}
/**
 * 4.9 The turn is over.
 */
export interface TurnEnded {
  seat: number;
  turnNumber: number;
  result: "cambio" | "discard" | "forfeit" | "pass" | "power" | "swap";
}
export interface TurnStartedFrame {
  type: "TURN_STARTED";
  version: number;
  at: number;
  payload: TurnStarted;
}
/**
 * 4.1 The seat is to draw or to call; without an end where turns have no limit.
 */
export interface TurnStarted {
  seat: number;
  turnNumber: number;
  endsAt: number | null;
}
export interface PowerAvailableFrame {
  type: "POWER_AVAILABLE";
  version: number;
  at: number;
  payload: PowerAvailable;
}
/**
 * 5.2 The seat may use a power; for that seat alone, though everybody's View shows it.
 */
export interface PowerAvailable {
  seat: number;
  powerType: "blind_swap" | "look_own" | "peek_opponent" | "peek_own";
  expiresAt: number | null;
}
export interface PowerActivatedFrame {
  type: "POWER_ACTIVATED";
  version: number;
  at: number;
  payload: PowerActivated;
}
/**
 * 5.12 The power is used on these slots.
 */
export interface PowerActivated {
  seat: number;
  powerType: "blind_swap" | "look_own" | "peek_opponent" | "peek_own";
  slots: Slot[];
}
export interface SwapCompletedFrame {
  type: "SWAP_COMPLETED";
  version: number;
  at: number;
  payload: SwapCompleted;
}
/**
 * 5.8, 5.11 The two cards have exchanged places.
 */
export interface SwapCompleted {
  seat: number;
  slots: Slot[];
}
export interface PowerSkippedFrame {
  type: "POWER_SKIPPED";
  version: number;
  at: number;
  payload: PowerSkipped;
}
/**
 * 5.5, 5.14 The power is not used.
 */
export interface PowerSkipped {
  seat: number;
  powerType: "blind_swap" | "look_own" | "peek_opponent" | "peek_own";
  reason: "chosen" | "no_target" | "time";
}
export interface PowerCancelledFrame {
  type: "POWER_CANCELLED";
  version: number;
  at: number;
  payload: PowerCancelled;
}
/**
 * 9.2 The power is lost with the connection.
 */
export interface PowerCancelled {
  seat: number;
  powerType: "blind_swap" | "look_own" | "peek_opponent" | "peek_own";
  reason: "disconnected";
}
export interface TurnPassedFrame {
  type: "TURN_PASSED";
  version: number;
  at: number;
  payload: TurnPassed;
}
/**
 * 4.13 The seat let its time run out before drawing.
 */
export interface TurnPassed {
  seat: number;
  reason: "time";
}
export interface FinalTurnTakenFrame {
  type: "FINAL_TURN_TAKEN";
  version: number;
  at: number;
  payload: FinalTurnTaken;
}
/**
 * 6.6, 6.7 The seat has had its last turn, or lost it.
 */
export interface FinalTurnTaken {
  seat: number;
  forfeited: boolean;
}
export interface SnapWindowOpenedFrame {
  type: "SNAP_WINDOW_OPENED";
  version: number;
  at: number;
  payload: SnapWindowOpened;
}
/**
 * 8.2 Whoever has the rank of this discard may snap until then.
 */
export interface SnapWindowOpened {
  discardVersion: number;
  closesAt: number;
}
export interface SnapWindowClosedFrame {
  type: "SNAP_WINDOW_CLOSED";
  version: number;
  at: number;
  payload: SnapWindowClosed;
}
/**
 * 8.2 Nobody may snap this discard any more.
 */
export interface SnapWindowClosed {
  discardVersion: number;
}
export interface SnapPassedFrame {
  type: "SNAP_PASSED";
  version: number;
  at: number;
  payload: SnapPassed;
}
/**
 * 8.8, 9.5 The seat gives up its try.
 */
export interface SnapPassed {
  seat: number;
}
export interface SnapSucceededFrame {
  type: "SNAP_SUCCEEDED";
  version: number;
  at: number;
  payload: SnapSucceeded;
}
/**
 * 8.5 The card was of that rank and is the top discard now.
 */
export interface SnapSucceeded {
  seat: number;
  targetSeat: number;
  position: number;
  card: Card;
  discardVersion: number;
}
export interface SnapFailedFrame {
  type: "SNAP_FAILED";
  version: number;
  at: number;
  payload: SnapFailed;
}
/**
 * 8.7 The card was of another rank; everyone has seen it, and it stays.
 */
export interface SnapFailed {
  seat: number;
  targetSeat: number;
  position: number;
  card: Card;
  discardVersion: number;
}
export interface PenaltyDealtFrame {
  type: "PENALTY_DEALT";
  version: number;
  at: number;
  payload: PenaltyDealt;
}
/**
 * 8.7 Unseen cards for a wrong snap.
 */
export interface PenaltyDealt {
  seat: number;
  positions: number[];
}
export interface GameStartedFrame {
  type: "GAME_STARTED";
  version: number;
  at: number;
  payload: GameStarted;
}
/**
 * 3.3 Who sits where, by which options, and who plays first.
 */
export interface GameStarted {
  seats: SeatSpec[];
  options: Options;
  firstSeat: number;
}
/**
 * Who sits in a seat, as far as rules may know it; the name belongs to the table, not to the game.
 */
export interface SeatSpec {
  kind: "bot" | "human";
  level: string | null;
}
/**
 * 2.1 The house rules; the defaults are the plainest reading of the book.
 */
export interface Options {
  seats: number;
  firstSeat: number | "random";
  jokers: 0 | 2;
  jokerValue: -1 | 0;
  redKing: -2 | -1 | 0;
  blackKing: 0 | 10 | 13 | 20;
  faceValues: "rising" | "ten";
  discardDraw: boolean;
  powerTrigger: "any_discard" | "drawn_from_deck";
  compulsoryPowers: boolean;
  blindSwapAnyTwo: boolean;
  kingPower: "look_and_swap" | "look_choose" | "look_random";
  callerLocked: boolean;
  minTurnsBeforeCall: number;
  callLimit: number | null;
  tieRule: "caller" | "others" | "shared";
  penalty: "double" | "none" | "plus10";
  deckOut: "endRound" | "reshuffle";
  maxTurns: number;
  snap: "chain" | "first" | "off";
  snapOthers: boolean;
  wrongSnapCards: 1 | 2;
  emptyHand: "autoCall" | "zero";
  initialViewMs: number;
  turnMs: number;
  powerDecisionMs: number;
  peekMs: number;
  snapWindowMs: number;
  disconnectGraceMs: number;
  botTakeover: boolean;
  botTakeoverMs: number;
  abandonAfterMs: number;
  memoryAid: boolean;
}
export interface InitialViewStartedFrame {
  type: "INITIAL_VIEW_STARTED";
  version: number;
  at: number;
  payload: InitialViewStarted;
}
/**
 * 3.6 Each seat may look at its two cards until then.
 */
export interface InitialViewStarted {
  endsAt: number;
}
export interface InitialViewEndedFrame {
  type: "INITIAL_VIEW_ENDED";
  version: number;
  at: number;
  payload?: InitialViewEnded;
}
/**
 * 3.8 Play begins.
 */
export interface InitialViewEnded {}
export interface ViewConfirmedFrame {
  type: "VIEW_CONFIRMED";
  version: number;
  at: number;
  payload: ViewConfirmed;
}
/**
 * 3.7 The seat has looked.
 */
export interface ViewConfirmed {
  seat: number;
}
export interface GameCompletedFrame {
  type: "GAME_COMPLETED";
  version: number;
  at: number;
  payload: GameCompleted;
}
/**
 * 7.8 The end, with every hand face up.
 */
export interface GameCompleted {
  ending: "abandoned" | "cambio" | "deck_out" | "turn_cap";
  scores: Score[];
  winners: number[];
  winnerSeat: number | null;
}
/**
 * 7.8 What one seat comes to, with its cards in position order.
 */
export interface Score {
  seat: number;
  baseScore: number;
  finalScore: number;
  isCambioCaller: boolean;
  penaltyApplied: boolean;
  isWinner: boolean;
  cards: Card[];
}
export interface GameAbandonedFrame {
  type: "GAME_ABANDONED";
  version: number;
  at: number;
  payload?: GameAbandoned;
}
/**
 * 9.8 The end, without scores; nothing is turned over.
 */
export interface GameAbandoned {}
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
 * 8.6 Who owes a card to which slot.
 */
export interface Giving {
  seat: number;
  targetSeat: number;
  targetPosition: number;
  expiresAt: number;
}
/**
 * Who holds a card from where; if the viewer may see it, its face and the power its discard opens.
 */
export interface HeldView {
  seat: number;
  source: "deck" | "discard";
  card: Card | null;
  power: ("blind_swap" | "look_own" | "peek_opponent" | "peek_own") | null;
}
/**
 * A seat as everybody sees it.
 */
export interface PlayerView {
  kind: "bot" | "human";
  controller: "bot" | "human";
  isConnected: boolean;
  hasTakenFinalTurn: boolean;
  isCambioCaller: boolean;
  confirmed: boolean;
  score: number | null;
  slots: SlotView[];
  botAt: number | null;
}
/**
 * A slot as it lies there; a face only where the viewer is being shown it.
 */
export interface SlotView {
  visibility: "empty" | "hidden" | "peeking" | "revealed";
  card: Card | null;
}
/**
 * 5.2 A power that may be used; without an end where there is no limit.
 */
export interface Power {
  seat: number;
  powerType: "blind_swap" | "look_own" | "peek_opponent" | "peek_own";
  expiresAt: number | null;
}
/**
 * 5.12 The slots a seat is being shown.
 */
export interface Reveal {
  seat: number;
  powerType: "blind_swap" | "look_own" | "peek_opponent" | "peek_own";
  slots: Slot[];
  until: number;
}
/**
 * 8.2 Which discard may be snapped, until when, and who has tried or passed.
 */
export interface SnapWindow {
  discardVersion: number;
  closesAt: number;
  tried: number[];
}
/**
 * 13.1 The table, as one seat or a spectator may see it now.
 */
export interface View {
  you: number | null;
  phase: "completed" | "final_round" | "initial_view" | "playing" | "setup";
  status: "abandoned" | "active" | "completed";
  ending: ("abandoned" | "cambio" | "deck_out" | "turn_cap") | null;
  options: Options;
  turnNumber: number;
  currentTurnSeat: number | null;
  step: ("awaiting_draw" | "giving" | "holding" | "power_pending" | "revealing" | "snap_window") | null;
  turnEndsAt: number | null;
  players: PlayerView[];
  drawPileCount: number;
  discardCount: number;
  discardTop: Card | null;
  discardVersion: number;
  held: HeldView | null;
  power: Power | null;
  reveal: Reveal | null;
  snap: SnapWindow | null;
  giving: Giving | null;
  cambioCallerSeat: number | null;
  finalTurnsLeft: number[];
  scores: Score[];
  winners: number[];
  winnerSeat: number | null;
  memory?: Seen[];
}
