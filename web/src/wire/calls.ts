// Made by `npm run wire` from the server's own types. Do not edit.

export type DoorCode =
  | "ALREADY_SEATED"
  | "ALREADY_STARTED"
  | "CSRF_MISSING"
  | "DEVICE_NOT_ALLOWED"
  | "EMAIL_NOT_ALLOWED"
  | "HOOK_NOT_ALLOWED"
  | "ID_REUSE"
  | "LINK_EXPIRED"
  | "LINK_NOT_VALID"
  | "LINK_OF_ANOTHER"
  | "MALFORMED"
  | "NAME_NOT_ALLOWED"
  | "NAME_TAKEN"
  | "NEWER_RULES"
  | "NOT_ALLOWED"
  | "NOT_COMPLETED"
  | "NOT_FINISHED"
  | "NOT_HOST"
  | "NOT_READY"
  | "NOT_SIGNED_IN"
  | "NOT_STARTED"
  | "NO_SEAT"
  | "NO_SUCH_BOT"
  | "NO_SUCH_GAME"
  | "ORIGIN_NOT_ALLOWED"
  | "PLAYER_HERE"
  | "SEAT_TAKEN"
  | "STALE_VERSION"
  | "TABLE_ENDED"
  | "TABLE_FULL"
  | "TABLE_HALTED"
  | "TOO_LARGE"
  | "TOO_MANY"
  | "TOO_MANY_TABLES"
  | "UNAVAILABLE"
  | "UNKNOWN_GAME"
  | "UNKNOWN_PLAYER";

export interface Nothing {
  [k: string]: unknown;
}
/**
 * Who I am here; `token` is told once, to a guest who asked for one.
 */
export interface AccountTold {
  id: string;
  name: string;
  kind: string;
  email: string | null;
  language: string;
  createdAt: number;
  token?: string;
}
/**
 * My move, by an id I made; `exp` is the version I saw, or I mean whatever is true now.
 */
export interface Act {
  id: string;
  action: unknown;
  exp?: number | null;
}
/**
 * The move is committed at `version`; or, with `ignored`, nothing has happened. The View is of now.
 */
export interface ActTold {
  table: string;
  version: number;
  view: unknown;
  id?: string;
  dup?: boolean;
  ignored?: Ignored;
}
/**
 * What a quiet refusal would have said.
 */
export interface Ignored {
  code: string;
  because: string;
}
/**
 * Let a bot of this level sit down.
 */
export interface AddBot {
  level: string;
  seat?: number | null;
}
/**
 * How I am told that it is my turn. `push_key` is for browsers; null where there is no push.
 *
 *     Of one table there are at most `most_mails` mails in `most_mails_hours` hours.
 */
export interface AlertsTold {
  byMail: boolean;
  canMail: boolean;
  mostMails: number;
  mostMailsHours: number;
  hook: string | null;
  delayS: number;
  digest: "daily" | "hourly" | "off";
  devices: DeviceTold[];
  muted: string[];
  pushKey: string | null;
}
/**
 * A browser that I am told in.
 */
export interface DeviceTold {
  id: string;
  label: string;
  endpoint: string;
  createdAt: number;
}
/**
 * What belongs to a seat, or to nobody: the middle.
 */
export interface Area {
  zones?: Zone[];
  facts?: Fact[];
  marks?: string[];
  picks?: {
    [k: string]: unknown;
  }[];
  isTurn?: boolean;
  isOut?: boolean;
}
/**
 * A place for pieces. `count` where there are more than are shown; `picks` for the place as a whole.
 */
export interface Zone {
  id: string;
  label?: string;
  layout?: "fan" | "grid" | "pile" | "row" | "stack" | "track";
  pieces?: Piece[];
  kind?: "card" | "cell" | "die" | "disc" | "token";
  count?: number | null;
  picks?: {
    [k: string]: unknown;
  }[];
  columns?: number | null;
}
/**
 * One thing that lies somewhere, face down without a face; a key only if the viewer can follow it.
 */
export interface Piece {
  face?: string | null;
  isDown?: boolean;
  key?: string | null;
  label?: string | null;
  tone?: ("blue" | "dark" | "gold" | "green" | "light" | "plain" | "red" | "seat" | "violet") | null;
  kind?: ("card" | "cell" | "die" | "disc" | "token") | null;
  picks?: {
    [k: string]: unknown;
  }[];
  mark?: string | null;
}
/**
 * A number or a word to show; `of` is how many there can be.
 */
export interface Fact {
  label: string;
  value: number | string;
  of?: number | null;
}
/**
 * What would this action of mine lead to? It is not played.
 */
export interface AskForecast {
  action: unknown;
}
/**
 * Something that was said.
 */
export interface ChatTold {
  name: string;
  seat: number | null;
  text: string;
  at: number;
}
/**
 * Send me a link to this address.
 */
export interface Email {
  email: string;
}
/**
 * Why not: a stable code, a sentence, what to do next, and where the table stands if that may be said.
 */
export interface ErrorTold {
  code: string;
  because: string;
  next: string | null;
  table: string | null;
  version: number | null;
}
/**
 * What a game looks like, as far as it is the same for everybody and for ever.
 *
 *     `looks` are by the face of a piece, `words` by language and by the tag of an action or event, `big` are
 *     the tags of actions on which much depends.
 */
export interface FaceTold {
  looks: {
    [k: string]: Look;
  };
  words: {
    [k: string]: {
      [k: string]: string;
    };
  };
  big: string[];
}
/**
 * How a face is drawn wherever it lies: a word, a picture by name or as an SVG path, a tone.
 */
export interface Look {
  label: string;
  art?: string | null;
  tone?: ("blue" | "dark" | "gold" | "green" | "light" | "plain" | "red" | "seat" | "violet") | null;
}
/**
 * What is wrong, and in which line of the file (the header is line 1).
 */
export interface Fault {
  line: number;
  because: string;
}
/**
 * What the action would lead to at `version`, as the game's schema `Forecast` says; or null.
 *
 *     `refusal` is the code by which the action would be refused.
 */
export interface ForecastTold {
  table: string;
  version: number;
  forecast: unknown;
  refusal: string | null;
}
/**
 * A game that can be played here: its schemas by name, its bots, its own calls, and its setups.
 *
 *     `house_rules` are ready-made options by name: what differs from the standard ones. `preselected` is what a
 *     form for a new table begins with.
 */
export interface GameTold {
  name: string;
  title: string;
  rules: number;
  minSeats: number;
  maxSeats: number;
  maxActionBytes: number;
  schemas: {
    [k: string]: unknown;
  };
  bots: string[];
  calls: string[];
  setups: string[];
  hasUndo: boolean;
  hasLesson: boolean;
  houseRules: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
  preselected: Preselected;
}
/**
 * How many seats, and which house rules by name; None is the fewest, and the standard ones.
 */
export interface Preselected {
  seats?: number | null;
  houseRules?: string | null;
}
/**
 * Do this for me when it comes to it: one of the orders that I am offered.
 */
export interface GiveOrder {
  order: unknown;
}
/**
 * I should like to be called so. A script asks for a `bearer` token instead of a cookie.
 */
export interface Guest {
  name: string;
  language?: string;
  bearer?: boolean;
}
/**
 * A sentence, by language, about a part of the board; one that leads ends when the next part is there.
 */
export interface HintTold {
  at: string;
  say: {
    [k: string]: string;
  };
  leads: boolean;
}
/**
 * The version of my own last move; 0 if I have made none.
 */
export interface LastMove {
  version: number;
}
/**
 * At which version the learner had made how many steps; null off the script.
 */
export interface LessonAt {
  version: number;
  done: number | null;
}
/**
 * What the learner does next, with the sentences before it and the answer to anything else.
 */
export interface LessonStepTold {
  action: unknown;
  hints: HintTold[];
  why: {
    [k: string]: string;
  };
}
/**
 * The script of the learner's seat, and the sentences after its end.
 */
export interface LessonTold {
  seed: string;
  steps: LessonStepTold[];
  closing: HintTold[];
}
/**
 * Whom a link from a mail signs in.
 */
export interface LinkTold {
  account: string;
  name: string;
  email: string;
}
/**
 * I have this link from a mail. Whose is it?
 */
export interface LookLink {
  token: string;
}
/**
 * I do not want to hear of this table, or do again.
 */
export interface Mute {
  isMuted?: boolean;
}
/**
 * What my table is called from now on; nothing is a name, too.
 */
export interface NameTable {
  name: string;
}
/**
 * Tell me in this browser: where its push service is, and its keys, in base64url.
 */
export interface NewDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}
/**
 * A game session, as the documents open one: of Cambio, unless another game is named.
 */
export interface NewGame {
  game?: string;
  options?: unknown;
  access?: "private" | "public" | "unlisted";
  seats?: number | null;
}
/**
 * A table of this game, with these options of its own.
 */
export interface NewTable {
  game: string;
  options?: unknown;
  access?: "private" | "public" | "unlisted";
  seats?: number | null;
  name?: string | null;
}
/**
 * A token for a script of mine; the label is for me.
 */
export interface NewToken {
  label?: string;
}
/**
 * What I have written down about a table.
 */
export interface NoteTold {
  table: string;
  text: string;
}
/**
 * Sign me in by this link from a mail, as the one I was shown: that account, name and address.
 */
export interface OpenLink {
  token: string;
  account: string;
  name: string;
  email: string;
}
/**
 * A standing order of mine, as the game's schema `Order` says.
 */
export interface OrderTold {
  id: string;
  order: unknown;
}
/**
 * The standing orders of my seat at `version`: those I may give, and those I have given.
 */
export interface OrdersTold {
  table: string;
  version: number;
  offered: unknown[];
  standing: OrderTold[];
}
/**
 * The Ending by name, the standings, and the winners.
 *
 *     An abandoned game has no standings, and its table's secret is never revealed.
 */
export interface Outcome {
  ending: string;
  standings?: Standing[];
  winners?: number[];
  isAbandoned?: boolean;
}
/**
 * One seat's place, from 1; equal places are shared.
 */
export interface Standing {
  seat: number;
  place: number;
  score?: number | null;
}
/**
 * One version: what was seen of it, and the View after it, with its Scene where the game has a face.
 */
export interface PastStep {
  version: number;
  at: number;
  events: unknown[];
  view: unknown;
  scene?: Scene;
}
/**
 * All that is drawn: an area for each seat, one in the middle, what is asked, as `phrase` reads it.
 */
export interface Scene {
  seats?: Area[];
  middle?: Area;
  prompt?: string | null;
}
/**
 * Some versions of a table, as `eyes` saw them; `may` lists the eyes there are to choose from.
 */
export interface PastTold {
  table: string;
  game: string;
  status: "abandoned" | "active" | "closed" | "completed" | "open";
  head: number;
  eyes: number | "all" | null;
  may: (number | "all" | null)[];
  steps: PastStep[];
}
/**
 * I am ready, or not.
 */
export interface Ready {
  isReady?: boolean;
}
/**
 * Whether this node can serve, and what each check says.
 */
export interface ReadyTold {
  isReady: boolean;
  checks: {
    [k: string]: string;
  };
}
/**
 * Call me so from now on.
 */
export interface Rename {
  name: string;
}
/**
 * A transcript read again: what it was found to be, who sat there, and some of its versions.
 */
export interface ReplayTold {
  past: PastTold;
  seats: Sat[];
  ending: string | null;
  decidedAgain: number;
  isSecretRevealed: boolean;
  faults: Fault[];
}
/**
 * Who sat in a seat, as a transcript knows it.
 */
export interface Sat {
  kind: "bot" | "human";
  level: string | null;
}
/**
 * I say something at this table.
 */
export interface Say {
  text: string;
}
/**
 * Who sits in a seat, as everybody may know it.
 */
export interface SeatLine {
  seat: number;
  player: string;
  name: string;
  kind: string;
  level: string | null;
  isReady: boolean;
}
/**
 * What lets somebody else have a seat of a running table.
 */
export interface SeatPass {
  token: string;
}
/**
 * A way in; `token` is told once, when it is made.
 */
export interface SessionTold {
  id: string;
  kind: string;
  label: string;
  createdAt: number;
  seenAt: number;
  expiresAt: number;
  isThis: boolean;
  token?: string;
}
/**
 * Tell me so; what is not said stays. `hook` is an address that takes Discord's JSON, null none.
 */
export interface SetAlerts {
  byMail?: boolean;
  hook?: string | null;
  delayS?: number;
  digest?: "daily" | "hourly" | "off";
}
/**
 * Let a bot of this level play for whoever has the seat.
 */
export interface StandIn {
  level: string;
}
/**
 * What a list of tables says of one in play: what is asked, about what, and in which round.
 *
 *     `asks` and `about` are names that the game's own words explain.
 */
export interface Summary {
  asks: string;
  about?: string | null;
  round?: number | null;
}
/**
 * A table as the asker may know it; `host` is a seat, and `key` is told to those who may hand it on.
 *
 *     `nonce` is the asker's own share of the luck, as the server has it. `lesson` is a lesson's published seed.
 *     `outcome` is null of a table that has not ended by its rules, and of one that ended before outcomes were
 *     kept. `deadline` is the next one. `summary` is what a spectator sees asked of a table in play, in short.
 */
export interface TableTold {
  id: string;
  game: string;
  rules: number;
  options: unknown;
  seats: number;
  code: string;
  access: "private" | "public" | "unlisted";
  commitment: string;
  createdAt: number;
  status: "abandoned" | "active" | "closed" | "completed" | "open";
  version: number;
  toAct: number[];
  players: SeatLine[];
  seat: number | null;
  isHost: boolean;
  host: number | null;
  isHalted: boolean;
  ending: string | null;
  rematchOf: string | null;
  key: string | null;
  nonce: string | null;
  lesson: string | null;
  name: string | null;
  outcome: Outcome | null;
  deadline: number | null;
  summary: Summary | null;
}
/**
 * I have this pass to a seat.
 */
export interface TakeOver {
  token: string;
}
/**
 * I sit down; `nonce` is my share of the luck, `key` lets me in where the table is private.
 */
export interface TakeSeat {
  seat?: number | null;
  nonce?: string | null;
  key?: string | null;
}
/**
 * What I want to remember of this table, for my eyes only.
 */
export interface WriteNote {
  text: string;
}
