// Made by `npm run wire` from the server's own types. Do not edit.

export type Action =
  | InitFrame
  | DealNextHandFrame
  | EndTurnFrame
  | ToggleCardSelectionFrame
  | ConfirmDiscardFrame
  | SelectForPlayOrderFrame
  | DeselectFromPlayOrderFrame
  | ClearPlayOrderFrame
  | LockPlayOrderFrame
  | ChangeParametersFrame
  | ApplyJsonOverrideFrame
  | LoadPresetDeckFrame
  | StartCustomDeckFrame
  | ResetFrame
  | ImportStateFrame
  | ClosePlannerFrame
  | StartGameFrame
  | CloseIdleFrame
  | TakeBackFrame;
export type DeckAction =
  | InitFrame
  | DealNextHandFrame
  | EndTurnFrame
  | ToggleCardSelectionFrame
  | ConfirmDiscardFrame
  | SelectForPlayOrderFrame
  | DeselectFromPlayOrderFrame
  | ClearPlayOrderFrame
  | LockPlayOrderFrame
  | ChangeParametersFrame
  | ApplyJsonOverrideFrame
  | LoadPresetDeckFrame
  | StartCustomDeckFrame
  | ResetFrame
  | ImportStateFrame
  | ClosePlannerFrame
  | StartGameFrame
  | CloseIdleFrame
  | TakeBackFrame;
export type Event =
  | GameStartedFrame
  | DeckReplacedFrame
  | DeckShuffledFrame
  | PileReshuffledFrame
  | HandReturnedFrame
  | HandDealtFrame
  | WarningRaisedFrame
  | ErrorRaisedFrame
  | CardSelectedFrame
  | CardDeselectedFrame
  | CardsDiscardedFrame
  | PlayOrderSelectedFrame
  | PlayOrderDeselectedFrame
  | PlayOrderClearedFrame
  | PlayOrderLockedFrame
  | TurnEndedFrame
  | ParametersChangedFrame
  | StateImportedFrame
  | PlannerClosedFrame
  | UndoneFrame
  | TimeReturnedFrame;

export interface Nothing {
  [k: string]: unknown;
}
export interface InitFrame {
  type: "INIT";
  payload?: Init;
}
/**
 * Begin anew with the default deck and the numbers of the options.
 */
export interface Init {}
export interface DealNextHandFrame {
  type: "DEAL_NEXT_HAND";
  payload?: DealNextHand;
}
/**
 * Return the hand and deal another in the same turn (4.9).
 */
export interface DealNextHand {}
export interface EndTurnFrame {
  type: "END_TURN";
  payload?: EndTurn;
}
/**
 * Return the hand and deal the next turn's (4.8).
 */
export interface EndTurn {}
export interface ToggleCardSelectionFrame {
  type: "TOGGLE_CARD_SELECTION";
  payload?: string | ToggleCardSelection;
}
/**
 * Choose a card to discard, or choose it no longer (4.3).
 */
export interface ToggleCardSelection {
  instanceId?: string;
  id?: string;
}
export interface ConfirmDiscardFrame {
  type: "CONFIRM_DISCARD";
  payload?: ConfirmDiscard;
}
/**
 * Discard the selected cards (4.4).
 */
export interface ConfirmDiscard {}
export interface SelectForPlayOrderFrame {
  type: "SELECT_FOR_PLAY_ORDER";
  payload?: SelectForPlayOrder;
}
/**
 * Put a card next in the play order (4.5).
 */
export interface SelectForPlayOrder {
  instanceId?: string;
  id?: string;
}
export interface DeselectFromPlayOrderFrame {
  type: "DESELECT_FROM_PLAY_ORDER";
  payload?: DeselectFromPlayOrder;
}
/**
 * Take a card out of the play order (4.5).
 */
export interface DeselectFromPlayOrder {
  instanceId?: string;
  id?: string;
}
export interface ClearPlayOrderFrame {
  type: "CLEAR_PLAY_ORDER";
  payload?: ClearPlayOrder;
}
/**
 * Empty the play order (4.5).
 */
export interface ClearPlayOrder {}
export interface LockPlayOrderFrame {
  type: "LOCK_PLAY_ORDER";
  payload?: LockPlayOrder;
}
/**
 * Make the play order final (4.7).
 */
export interface LockPlayOrder {}
export interface ChangeParametersFrame {
  type: "CHANGE_PARAMETERS";
  payload: ChangeParameters;
}
/**
 * Other numbers, judged by `decide`: from the next deal on, or at once with a reset.
 */
export interface ChangeParameters {
  handSize: unknown;
  discardCount: unknown;
  immediateReset: boolean;
}
export interface ApplyJsonOverrideFrame {
  type: "APPLY_JSON_OVERRIDE";
  payload: string;
}
export interface LoadPresetDeckFrame {
  type: "LOAD_PRESET_DECK";
  payload: LoadPresetDeck;
}
/**
 * A deck that comes with the game (3.1).
 */
export interface LoadPresetDeck {
  presetId: string;
}
export interface StartCustomDeckFrame {
  type: "START_CUSTOM_DECK";
  payload?: StartCustomDeck;
}
/**
 * The default deck as the beginning of one's own.
 */
export interface StartCustomDeck {}
export interface ResetFrame {
  type: "RESET";
  payload?: Reset;
}
/**
 * The default deck again, the numbers kept.
 */
export interface Reset {}
export interface ImportStateFrame {
  type: "IMPORT_STATE";
  payload: string;
}
export interface ClosePlannerFrame {
  type: "CLOSE_PLANNER";
  payload?: ClosePlanner;
}
/**
 * End it (9.1).
 */
export interface ClosePlanner {}
export interface StartGameFrame {
  type: "START_GAME";
  payload?: StartGame;
}
/**
 * The house starts the table.
 */
export interface StartGame {}
export interface CloseIdleFrame {
  type: "CLOSE_IDLE";
  payload?: CloseIdle;
}
/**
 * The house ends a table that nobody uses (9.3).
 */
export interface CloseIdle {}
export interface TakeBackFrame {
  type: "TAKE_BACK";
  payload?: TakeBack;
}
/**
 * A seat asks to take back its last move. The table's own Action, for every game that has undo.
 */
export interface TakeBack {}
/**
 * A card is no longer chosen.
 */
export interface CardDeselected {
  instanceId: string;
}
export interface CardDeselectedFrame {
  type: "CARD_DESELECTED";
  version: number;
  at: number;
  payload: CardDeselected;
}
/**
 * A card of the hand in both spellings.
 */
export interface CardInstance {
  instanceId: string;
  card: string;
  id: string;
  value: string;
}
/**
 * A card is chosen for the discard.
 */
export interface CardSelected {
  instanceId: string;
}
export interface CardSelectedFrame {
  type: "CARD_SELECTED";
  version: number;
  at: number;
  payload: CardSelected;
}
/**
 * The chosen cards lie on the discard pile, in hand order.
 */
export interface CardsDiscarded {
  instanceIds: string[];
  cards: string[];
  planningPhase: boolean;
}
export interface CardsDiscardedFrame {
  type: "CARDS_DISCARDED";
  version: number;
  at: number;
  payload: CardsDiscarded;
}
/**
 * Another deck lies on the table; its cards are sorted, their order is yet to be drawn.
 */
export interface DeckReplaced {
  deckSource: "custom" | "default" | "preset";
  activePresetId: string | null;
  cards: string[];
  turnNumber: number;
}
export interface DeckReplacedFrame {
  type: "DECK_REPLACED";
  version: number;
  at: number;
  payload: DeckReplaced;
}
/**
 * The whole draw pile, top first: for the house alone.
 */
export interface DeckShuffled {
  order: string[];
}
export interface DeckShuffledFrame {
  type: "DECK_SHUFFLED";
  version: number;
  at: number;
  payload: DeckShuffled;
}
/**
 * 7.2 The canonical saved form: every field, under the documents' names.
 */
export interface DeckState {
  version: number;
  drawPile: string[];
  discardPile: string[];
  hand: string[];
  handCards: CardInstance[];
  turnNumber: number;
  handSize: number;
  discardCount: number;
  selectedCardIds: string[];
  discardPhase: DiscardPhase;
  playOrderSequence: string[];
  playOrderLocked: boolean;
  planningPhase: boolean;
  warning: string | null;
  error: string | null;
  isDealing: boolean;
  deckSource: "custom" | "default" | "preset";
  activePresetId: string | null;
}
/**
 * Whether cards must be discarded, and how many: fixed at the deal (11.7).
 */
export interface DiscardPhase {
  active: boolean;
  remainingDiscards: number;
}
/**
 * What was asked made no sense, and nothing else changed (5.3).
 */
export interface ErrorRaised {
  code: string;
  text: string;
}
export interface ErrorRaisedFrame {
  type: "ERROR_RAISED";
  version: number;
  at: number;
  payload: ErrorRaised;
}
export interface GameStartedFrame {
  type: "GAME_STARTED";
  version: number;
  at: number;
  payload: GameStarted;
}
/**
 * The table is open.
 */
export interface GameStarted {
  options: Options;
}
/**
 * The options of a table, each with its range.
 */
export interface Options {
  deck: "short-26" | "standard-52" | "starter-12";
  handSize: number;
  discardCount: number;
  planWithoutDiscard: boolean;
  onRefusal: "ignore" | "report";
  turnLimit: number;
  idleCloseMs: number;
}
export interface PileReshuffledFrame {
  type: "PILE_RESHUFFLED";
  version: number;
  at: number;
  payload: PileReshuffled;
}
/**
 * So many cards were shuffled into the draw pile; the discard pile is empty.
 */
export interface PileReshuffled {
  count: number;
}
export interface HandReturnedFrame {
  type: "HAND_RETURNED";
  version: number;
  at: number;
  payload: HandReturned;
}
/**
 * The hand lies on the discard pile, in hand order.
 */
export interface HandReturned {
  cards: string[];
}
export interface HandDealtFrame {
  type: "HAND_DEALT";
  version: number;
  at: number;
  payload: HandDealt;
}
/**
 * A new hand from the top of the draw pile.
 */
export interface HandDealt {
  handCards: HandCard[];
  wanted: number;
  remainingDiscards: number;
  planningPhase: boolean;
}
/**
 * A card in the hand; two cards of one name differ by their id (3.5).
 */
export interface HandCard {
  instanceId: string;
  card: string;
}
export interface WarningRaisedFrame {
  type: "WARNING_RAISED";
  version: number;
  at: number;
  payload: WarningRaised;
}
/**
 * Something to know about the deal.
 */
export interface WarningRaised {
  code: string;
  text: string;
}
export interface PlayOrderSelectedFrame {
  type: "PLAY_ORDER_SELECTED";
  version: number;
  at: number;
  payload: PlayOrderSelected;
}
/**
 * A card is next in the play order, which now reads so.
 */
export interface PlayOrderSelected {
  instanceId: string;
  sequence: string[];
}
export interface PlayOrderDeselectedFrame {
  type: "PLAY_ORDER_DESELECTED";
  version: number;
  at: number;
  payload: PlayOrderDeselected;
}
/**
 * A card has left the play order, which now reads so.
 */
export interface PlayOrderDeselected {
  instanceId: string;
  sequence: string[];
}
export interface PlayOrderClearedFrame {
  type: "PLAY_ORDER_CLEARED";
  version: number;
  at: number;
  payload?: PlayOrderCleared;
}
/**
 * The play order is empty.
 */
export interface PlayOrderCleared {}
export interface PlayOrderLockedFrame {
  type: "PLAY_ORDER_LOCKED";
  version: number;
  at: number;
  payload: PlayOrderLocked;
}
/**
 * The play order is final.
 */
export interface PlayOrderLocked {
  sequence: string[];
}
export interface TurnEndedFrame {
  type: "TURN_ENDED";
  version: number;
  at: number;
  payload: TurnEnded;
}
/**
 * The next turn has begun; this is its number.
 */
export interface TurnEnded {
  turnNumber: number;
}
export interface ParametersChangedFrame {
  type: "PARAMETERS_CHANGED";
  version: number;
  at: number;
  payload: ParametersChanged;
}
/**
 * The numbers that count from the next deal on.
 */
export interface ParametersChanged {
  handSize: number;
  discardCount: number;
}
export interface StateImportedFrame {
  type: "STATE_IMPORTED";
  version: number;
  at: number;
  payload: StateImported;
}
/**
 * A saved state was taken over: the public fields of 8.1 as a spectator sees them, and the repairs.
 */
export interface StateImported {
  view: View;
  repairs: string[];
}
/**
 * What seat 0 or a spectator sees; of the last two fields each sees one (8.2).
 */
export interface View {
  drawPileCount: number;
  drawPileCards: string[];
  discardPile: string[];
  hand: string[];
  handCards: SeenCard[];
  turnNumber: number;
  handSize: number;
  discardCount: number;
  discardPhase: DiscardPhase;
  effectiveDiscardCount: number;
  playOrderSequence: string[];
  playOrderLocked: boolean;
  planningPhase: boolean;
  isPlayOrderComplete: boolean;
  phaseLabel: "discard" | "executing" | "idle" | "planning";
  warning: string | null;
  error: string | null;
  isDealing: boolean;
  deckSource: "custom" | "default" | "preset";
  activePresetId: string | null;
  presets: SeenPreset[];
  ending: ("closed" | "idle" | "turn_limit") | null;
  selectedCardIds?: string[];
  selectedCount?: number;
}
/**
 * A card of the hand in both spellings (11.1), with its place in the play order.
 */
export interface SeenCard {
  instanceId: string;
  card: string;
  id: string;
  value: string;
  sequenceNumber: number | null;
}
/**
 * A preset deck, as something to choose.
 */
export interface SeenPreset {
  id: string;
  name: string;
  description: string;
  cardCount: number;
}
export interface PlannerClosedFrame {
  type: "PLANNER_CLOSED";
  version: number;
  at: number;
  payload: PlannerClosed;
}
/**
 * It has ended.
 */
export interface PlannerClosed {
  ending: "closed" | "idle" | "turn_limit";
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
