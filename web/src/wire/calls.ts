// Made by `npm run wire` from the server's own types. Do not edit.

export type DoorCode =
  | "ALREADY_SEATED"
  | "ALREADY_STARTED"
  | "BANNED"
  | "CSRF_MISSING"
  | "DEVICE_NOT_ALLOWED"
  | "EMAIL_NOT_ALLOWED"
  | "HOOK_NOT_ALLOWED"
  | "ID_REUSE"
  | "INVITATION_NEEDED"
  | "LINK_EXPIRED"
  | "LINK_NOT_VALID"
  | "LINK_OF_ANOTHER"
  | "MALFORMED"
  | "MEMBERS_ONLY"
  | "NAME_NOT_ALLOWED"
  | "NAME_TAKEN"
  | "NEWER_RULES"
  | "NOTHING_TO_DO"
  | "NOT_ALLOWED"
  | "NOT_COMPLETED"
  | "NOT_FINISHED"
  | "NOT_HOST"
  | "NOT_READY"
  | "NOT_SIGNED_IN"
  | "NOT_STARTED"
  | "NO_MAIL"
  | "NO_SEAT"
  | "NO_SUCH_BOT"
  | "NO_SUCH_GAME"
  | "NO_SUCH_PAGE"
  | "ORIGIN_NOT_ALLOWED"
  | "PLAYER_HERE"
  | "SEAT_TAKEN"
  | "SIGN_IN_FAILED"
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
 * Who I am here; `token` is told once, to a guest who asked for one. `role` is a moderator's.
 */
export interface AccountTold {
  id: string;
  name: string;
  kind: string;
  email: string | null;
  language: string;
  createdAt: number;
  token?: string;
  role?: "admin" | "moderator";
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
 * A row of the log; `by` is null for the command line, and for an account that is gone.
 */
export interface ActLine {
  id: number;
  by: string | null;
  kind: string;
  about: string;
  reason: string;
  at: number;
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
 * Add this passkey of mine, as my browser has made it; the bytes are in base64url.
 */
export interface AddPasskey {
  name: string;
  clientData: string;
  attestation: string;
}
/**
 * The same with sessions and tables.
 */
export interface AdminAccountDetails {
  account: AdminAccountTold;
  sessions: AdminSessionTold[];
  tables: AdminTableTold[];
}
/**
 * An account as moderators see it. Only admins are told the address of its mail.
 */
export interface AdminAccountTold {
  id: string;
  name: string;
  kind: string;
  email: string | null;
  createdAt: number;
  role: ("admin" | "moderator") | null;
  ban: BanTold | null;
}
/**
 * A ban: of an account, or of a network.
 */
export interface BanTold {
  network: string | null;
  reason: string;
  until: number | null;
  at: number;
}
/**
 * A way in of somebody's.
 */
export interface AdminSessionTold {
  id: string;
  kind: string;
  label: string;
  createdAt: number;
  seenAt: number;
}
/**
 * A table's record as moderators see it.
 *
 *     `halted` is the place and the kind of the error: its text may name something hidden.
 */
export interface AdminTableTold {
  id: string;
  code: string;
  game: string;
  name: string | null;
  access: "private" | "public" | "unlisted";
  status: "abandoned" | "active" | "closed" | "completed" | "open";
  createdAt: number;
  players: string[];
  halted: string | null;
  haltedAt: number | null;
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
 * Tell everybody this, until then; an empty text takes it back.
 */
export interface Announce {
  text: string;
  kind?: "maintenance" | "news";
  until?: number | null;
}
/**
 * What everybody is told now; `text` is empty if it is nothing.
 */
export interface AnnouncementTold {
  text: string;
  kind: "maintenance" | "news";
  until: number | null;
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
 * I have no session here. Send a link to this address, if it may sign in.
 */
export interface AskSignIn {
  email: string;
  language?: string;
}
/**
 * Keep this account out, until then or for good. The person is shown the reason.
 */
export interface BanAccount {
  reason: string;
  until?: number | null;
}
/**
 * Keep out every address of a network: 192.0.2.0/24, 2001:db8::/48.
 */
export interface BanNetwork {
  network: string;
  reason: string;
  until?: number | null;
}
/**
 * I do not want to read this person (`mute`), nor to have them at my tables (`block`); or do again.
 */
export interface BlockPlayer {
  kind: ("block" | "mute") | null;
  seat?: number | null;
  line?: number | null;
}
/**
 * Somebody whom I have blocked.
 */
export interface BlockTold {
  account: string;
  name: string;
  kind: "block" | "mute";
}
/**
 * Something that was said. A line that a moderator has removed has no text.
 */
export interface ChatTold {
  name: string;
  seat: number | null;
  text: string;
  at: number;
  id: number;
  isRemoved: boolean;
}
/**
 * Send me a link to this address.
 */
export interface Email {
  email: string;
}
/**
 * Why not: a stable code, a sentence, what to do next, and where the table stands if that may be said.
 *
 *     To somebody who is banned also the `reason` and `until` when; null is for good.
 */
export interface ErrorTold {
  code: string;
  because: string;
  next: string | null;
  table: string | null;
  version: number | null;
  reason?: string;
  until?: number | null;
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
 * How a face is drawn wherever it lies: a word, a picture, a tone.
 *
 *     `art` is one of PICTURES, or the path of an SVG in a square of 24 by 24: "M4 4h16v16H4z".
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
 *     Where `is_offered` is false, its tables go on and no new one can be opened.
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
  isOffered: boolean;
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
 * Make this account a moderator or an admin, or neither.
 */
export interface GrantRole {
  role: ("admin" | "moderator") | null;
  reason: string;
}
/**
 * I should like to be called so. A script asks for a `bearer` token instead of a cookie.
 *
 *     `invite` is what stands behind `#invite=` in an invitation link, where the server is by invitation.
 */
export interface Guest {
  name: string;
  language?: string;
  bearer?: boolean;
  invite?: string | null;
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
 * Another site where I sign in.
 */
export interface IdentityTold {
  issuer: string;
  createdAt: number;
}
/**
 * An invitation to this server. Its link is told once, to whoever makes it.
 */
export interface InviteTold {
  id: string;
  uses: number;
  leftUses: number;
  until: number;
  at: number;
  link: string | null;
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
 * I came back from the other site with this. Whose account is it?
 */
export interface LookAtPerson {
  code: string;
  state: string;
}
/**
 * I have this link from a mail. Whose is it?
 */
export interface LookLink {
  token: string;
}
/**
 * Invite so many people to this server, until then. The reason stands in the log.
 */
export interface MakeInvite {
  uses: number;
  until: number;
  reason: string;
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
 * Make the person in this seat the host.
 */
export interface NewHost {
  seat: number;
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
 * Sign me in to the account I was shown. If I was shown none, begin one under this name.
 */
export interface OpenAccount {
  account: string | null;
  name?: string;
  language?: string;
  invite?: string | null;
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
 * A passkey of mine; `used_at` is null of one that never signed in.
 */
export interface PasskeyTold {
  id: string;
  name: string;
  createdAt: number;
  usedAt: number | null;
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
 * The account that would be opened, or null: a new one. `person` is the name at the other site.
 *
 *     With `connects` it is my own account, and I could sign in at the other site from now on.
 */
export interface PersonTold {
  account: string | null;
  name: string | null;
  person: string;
  connects: boolean;
}
/**
 * Where to go to sign in.
 */
export interface ProviderTold {
  url: string;
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
 * Why: it stands in the log.
 */
export interface Reason {
  reason: string;
}
/**
 * Somebody whom I have removed from my table; `seat` is where a bot plays for them since.
 */
export interface RemovedTold {
  id: string;
  name: string;
  seat: number | null;
}
/**
 * Call me so from now on.
 */
export interface Rename {
  name: string;
}
/**
 * Give this account another name.
 */
export interface RenameAccount {
  name: string;
  reason: string;
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
 * This person has misbehaved: who sits in a seat, or who said a line.
 */
export interface ReportPlayer {
  text?: string;
  seat?: number | null;
  line?: number | null;
}
/**
 * A report with the lines around what is meant.
 */
export interface ReportTold {
  id: string;
  by: string;
  about: AdminAccountTold;
  table: string;
  text: string;
  at: number;
  isOpen: boolean;
  lines: ReportedLine[];
}
/**
 * A line of chat as it was said, removed or not; `is_meant` if it is the one that was reported.
 */
export interface ReportedLine {
  id: number;
  name: string;
  text: string;
  at: number;
  isRemoved: boolean;
  isMeant: boolean;
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
 * Who may come in here, and how: by a link in a mail, by a passkey, at the other site of this name.
 */
export interface ServerTold {
  canMail: boolean;
  registration: "allow-list" | "invitation" | "open";
  hasPasskeys: boolean;
  provider: string | null;
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
 * Nobody new sits down at my table, or everybody may again.
 */
export interface ShutLobby {
  isShut?: boolean;
}
/**
 * A page of the host's: its text, as Markdown or as it is.
 */
export interface SitePageTold {
  text: string;
  isMarkdown: boolean;
}
/**
 * What I may do here beyond playing.
 */
export interface StaffTold {
  role: "admin" | "moderator";
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
 *     `is_shut`: nobody new may sit down. `is_removed`: the host has removed the asker. Only the host is told
 *     who was `removed`.
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
  isShut: boolean;
  isRemoved: boolean;
  removed: RemovedTold[];
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
 * Let this network in again.
 */
export interface UnbanNetwork {
  network: string;
  reason: string;
}
/**
 * Block this account otherwise, or no more.
 */
export interface Unblock {
  kind: ("block" | "mute") | null;
}
/**
 * Sign me in by this passkey, as my browser has signed; the bytes are in base64url.
 */
export interface UsePasskey {
  id: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
}
/**
 * What I want to remember of this table, for my eyes only.
 */
export interface WriteNote {
  text: string;
}
