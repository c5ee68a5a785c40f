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
 * What a game says about itself in one language.
 */
export interface About {
  title?: string;
  blurb?: string;
  duration?: string;
  how?: string;
  endings?: {
    [k: string]: string;
  };
  houseRules?: {
    [k: string]: Named;
  };
  options?: {
    [k: string]: {
      [k: string]: string;
    };
  };
  bots?: {
    [k: string]: Named;
  };
  unit?: {
    [k: string]: string;
  };
}
/**
 * A bot, or a set of options, as players read it: its name, and one sentence about it.
 */
export interface Named {
  name: string;
  text?: string;
}
/**
 * All that a game says about itself, by language.
 *
 *     `how` is Markdown. A picture in it is the name of one that the board draws.
 */
export interface AboutResponse {
  about: {
    [k: string]: About;
  };
}
/**
 * The caller's account. `token` is sent once, to a guest who requested one. `role` is a moderator's.
 */
export interface AccountResponse {
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
 * A row of the audit log; `by` is null for the command line, or for a deleted account.
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
 * The committed `version` of a move; with `ignored`, nothing has changed. The View is the current one.
 */
export interface ActResponse {
  table: string;
  version: number;
  view: unknown;
  id?: string;
  duplicate?: boolean;
  ignored?: Ignored;
}
/**
 * The code and message of an ignored action.
 */
export interface Ignored {
  code: string;
  message: string;
}
/**
 * Add a bot of this level.
 */
export interface AddBot {
  level: string;
  seat?: number | null;
}
/**
 * Add the passkey that the browser has created. Bytes are in base64url.
 */
export interface AddPasskey {
  name: string;
  clientData: string;
  attestation: string;
}
/**
 * An account as moderators see it, with sessions and tables.
 */
export interface AdminAccountDetails {
  account: AdminAccountResponse;
  sessions: AdminSessionResponse[];
  tables: AdminTableResponse[];
}
/**
 * An account as moderators see it. Only admins see its email address.
 */
export interface AdminAccountResponse {
  id: string;
  name: string;
  kind: string;
  email: string | null;
  createdAt: number;
  role: ("admin" | "moderator") | null;
  ban: BanResponse | null;
}
/**
 * A ban: of an account, or of a network.
 */
export interface BanResponse {
  network: string | null;
  reason: string;
  until: number | null;
  at: number;
}
/**
 * A session of an account, for moderators.
 */
export interface AdminSessionResponse {
  id: string;
  kind: string;
  label: string;
  createdAt: number;
  seenAt: number;
}
/**
 * A table's record as moderators see it.
 *
 *     `halted` is the place and type of the error, without its text, which may hold secrets.
 */
export interface AdminTableResponse {
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
 * Publish an announcement, until a time; an empty text removes it.
 */
export interface Announce {
  text: string;
  kind?: "maintenance" | "news";
  until?: number | null;
}
/**
 * The current announcement; `text` is empty without one.
 */
export interface AnnouncementResponse {
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
  until?: number | null;
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
 * Forecast the result of an action without playing it.
 */
export interface AskForecast {
  action: unknown;
}
/**
 * Email a sign-in link to this address without a session, if it may sign in.
 */
export interface AskSignIn {
  email: string;
  language?: string;
}
/**
 * Ban an account, until a time or permanently. The banned person sees the reason.
 */
export interface BanAccount {
  reason: string;
  until?: number | null;
}
/**
 * Ban every address of a network: 192.0.2.0/24, 2001:db8::/48.
 */
export interface BanNetwork {
  network: string;
  reason: string;
  until?: number | null;
}
/**
 * Mute a player's messages, block them from the account's tables as well, or clear both.
 */
export interface BlockPlayer {
  kind: ("block" | "mute") | null;
  seat?: number | null;
  line?: number | null;
}
/**
 * A player whom the caller has blocked.
 */
export interface BlockResponse {
  account: string;
  name: string;
  kind: "block" | "mute";
}
/**
 * A chat message. A removed message has no text.
 */
export interface ChatResponse {
  name: string;
  seat: number | null;
  text: string;
  at: number;
  id: number;
  isRemoved: boolean;
}
/**
 * A browser subscribed to notifications.
 */
export interface DeviceResponse {
  id: string;
  label: string;
  endpoint: string;
  createdAt: number;
}
/**
 * A choice or a look that stands before the table until it is over, and blocks everything else.
 *
 *     Its title is the prompt of the Scene. `zones` are those of the table, by their ids, that are shown in it;
 *     whatever else can be done is a button. A player may choose in the settings to choose on the table instead.
 */
export interface Dialog {
  zones?: string[];
  plays?: {
    [k: string]: unknown;
  } | null;
}
/**
 * Email a sign-in link to this address, to claim the account.
 */
export interface Email {
  email: string;
}
/**
 * An error: a stable code, a message, a hint, and the table's version if it is public.
 *
 *     A banned caller also gets the `reason` and the end, `until`; null is permanent. At a halted table
 *     `halted` says whether its game failed or is missing; its authors also get the `fault`.
 */
export interface ErrorResponse {
  code: string;
  message: string;
  hint: string | null;
  table: string | null;
  version: number | null;
  reason?: string;
  until?: number | null;
  halted?: "error" | "missing";
  fault?: string;
}
/**
 * The static part of a game's board, equal for all viewers.
 *
 *     `looks` are by the face of a piece, `words` by language and by the tag of an action or event. `big` has
 *     the tags of important actions.
 */
export interface FaceResponse {
  looks: {
    [k: string]: PieceStyle;
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
export interface PieceStyle {
  label: string;
  art?: string | null;
  tone?: ("blue" | "dark" | "gold" | "green" | "light" | "plain" | "red" | "seat" | "violet") | null;
}
/**
 * What is wrong, and in which line of the file (the header is line 1).
 */
export interface Fault {
  line: number;
  message: string;
}
/**
 * The forecast of an action at `version`, by the game's schema `Forecast`; or null.
 *
 *     `refusal` is the code with which the action would be rejected.
 */
export interface ForecastResponse {
  table: string;
  version: number;
  forecast: unknown;
  refusal: string | null;
}
/**
 * An installed game: the JSON Schema of its options, its bots, its own endpoints and its presets.
 *
 *     The schemas of its other types are a request of their own: they are long.
 *
 *     If `is_offered` is false, existing tables continue, but no new one can be opened.
 *
 *     `house_rules` are presets by name, as differences from the standard options. `preselected` has the initial
 *     values of a form for a new table. `about` is what the game says about itself, by language, without its
 *     longer parts: how it is played (`has_how`), its house rules and what its bots do are another request.
 *     `emblem` stands for the game on a tile: pictures, or playing cards by name. `lesson_minutes` is about how
 *     long its lesson takes, null if there is none.
 */
export interface GameResponse {
  name: string;
  title: string;
  rules: number;
  minSeats: number;
  maxSeats: number;
  maxActionBytes: number;
  options: {
    [k: string]: unknown;
  };
  bots: string[];
  calls: string[];
  setups: string[];
  hasUndo: boolean;
  lessonMinutes: number | null;
  houseRules: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
  preselected: Preselected;
  about: {
    [k: string]: About;
  };
  hasHow: boolean;
  emblem: PieceStyle[];
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
 * Give a standing order: one of those offered to the seat.
 */
export interface GiveOrder {
  order: unknown;
}
/**
 * Set an account's role: moderator, admin or none.
 */
export interface GrantRole {
  role: ("admin" | "moderator") | null;
  reason: string;
}
/**
 * Create a guest account with this name. With `bearer`, a script gets a token instead of a cookie.
 *
 *     `invite` is the part after `#invite=` of an invitation link, on a server that requires one.
 */
export interface Guest {
  name: string;
  language?: string;
  bearer?: boolean;
  invite?: string | null;
}
/**
 * A hint about a part of the board, by language. A leading hint ends when the next part appears.
 */
export interface HintResponse {
  at: string;
  say: {
    [k: string]: string;
  };
  leads: boolean;
}
/**
 * A linked identity at the provider.
 */
export interface IdentityResponse {
  issuer: string;
  createdAt: number;
}
/**
 * An invitation to this server. Its link is sent once, when it is created.
 */
export interface InviteResponse {
  id: string;
  uses: number;
  leftUses: number;
  until: number;
  at: number;
  link: string | null;
}
/**
 * The version of the caller's last move; 0 without one.
 */
export interface LastMove {
  version: number;
}
/**
 * The learner's number of steps at a version; null off the script.
 */
export interface LessonAt {
  version: number;
  done: number | null;
}
/**
 * The script of the learner's seat, and the hints after its end.
 */
export interface LessonResponse {
  seed: string;
  steps: LessonStepResponse[];
  closing: HintResponse[];
}
/**
 * The learner's next action, with the hints before it and the reply to any other action.
 */
export interface LessonStepResponse {
  action: unknown;
  hints: HintResponse[];
  why: {
    [k: string]: string;
  };
}
/**
 * The account that an emailed link opens.
 */
export interface LinkResponse {
  account: string;
  name: string;
  email: string;
}
/**
 * Lock the table to new players, or unlock it.
 */
export interface LockTable {
  isLocked?: boolean;
}
/**
 * Preview a sign-in at the identity provider: whose account it opens.
 */
export interface LookAtPerson {
  code: string;
  state: string;
}
/**
 * Preview an emailed link: whose account it opens.
 */
export interface LookLink {
  token: string;
}
/**
 * Create an invitation to this server for several uses, until a time. The reason is logged.
 */
export interface MakeInvite {
  uses: number;
  until: number;
  reason: string;
}
/**
 * Play `action`. `id` makes it idempotent; `expected_version` is the version seen, unset for any.
 */
export interface MoveRequest {
  id: string;
  action: unknown;
  expectedVersion?: number | null;
}
/**
 * Mute notifications of a table, or unmute them.
 */
export interface Mute {
  isMuted?: boolean;
}
/**
 * Name the table; an empty text removes its name.
 */
export interface NameTable {
  name: string;
}
/**
 * Subscribe a browser to notifications: its push endpoint, and its keys in base64url.
 */
export interface NewDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}
/**
 * Open a game session as the game's documents do: of Cambio, unless another game is named.
 */
export interface NewGame {
  game?: string;
  options?: unknown;
  access?: "private" | "public" | "unlisted";
  seats?: number | null;
}
/**
 * Make the player in this seat the host.
 */
export interface NewHost {
  seat: number;
}
/**
 * Open a table of this game with these options.
 */
export interface NewTable {
  game: string;
  options?: unknown;
  access?: "private" | "public" | "unlisted";
  seats?: number | null;
  name?: string | null;
}
/**
 * Create a token for a script. The label is for the account's list of sessions.
 */
export interface NewToken {
  label?: string;
}
/**
 * The caller's private notes on a table.
 */
export interface NoteResponse {
  table: string;
  text: string;
}
/**
 * The caller's notification preferences. `push_key` is for browsers; null without Web Push.
 *
 *     At most `most_mails` emails are sent per table in `most_mails_hours` hours, or `most_mails_at_once` where
 *     the table notifies immediately.
 */
export interface NotificationPreferencesResponse {
  byMail: boolean;
  canMail: boolean;
  mostMails: number;
  mostMailsAtOnce: number;
  mostMailsHours: number;
  hook: string | null;
  delayS: number;
  digest: "daily" | "hourly" | "off";
  devices: DeviceResponse[];
  muted: string[];
  pushKey: string | null;
}
/**
 * Sign in to the previewed account. Without one, create an account with this name.
 */
export interface OpenAccount {
  account: string | null;
  name?: string;
  language?: string;
  invite?: string | null;
}
/**
 * Sign in by an emailed link, as the previewed account, name and address.
 */
export interface OpenLink {
  token: string;
  account: string;
  name: string;
  email: string;
}
/**
 * A standing order, by the game's schema `Order`.
 */
export interface OrderResponse {
  id: string;
  order: unknown;
}
/**
 * The standing orders of the caller's seat at `version`: available and active ones.
 */
export interface OrdersResponse {
  table: string;
  version: number;
  offered: unknown[];
  standing: OrderResponse[];
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
 * A passkey of the account. `used_at` is null before its first sign-in.
 */
export interface PasskeyResponse {
  id: string;
  name: string;
  createdAt: number;
  usedAt: number | null;
}
/**
 * Some versions of a table from a perspective; `may` lists the available perspectives.
 */
export interface PastResponse {
  table: string;
  game: string;
  status: "abandoned" | "active" | "closed" | "completed" | "open";
  head: number;
  perspective: number | "all" | null;
  may: (number | "all" | null)[];
  steps: PastStep[];
}
/**
 * One version: its visible events and the View after it.
 *
 *     It has a Scene if the game has a face that is not drawn on request.
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
 *
 *     `until` is when that is over, where it is not the table's next deadline.
 */
export interface Scene {
  seats?: Area[];
  middle?: Area;
  prompt?: string | null;
  until?: number | null;
  dialog?: Dialog | null;
}
/**
 * The account that a sign-in would open; null for a new one. `person` is the name at the provider.
 *
 *     With `connects`, the sign-in would link the caller's own account to the provider.
 */
export interface PersonResponse {
  account: string | null;
  name: string | null;
  person: string;
  connects: boolean;
}
/**
 * The identity provider's sign-in URL.
 */
export interface ProviderResponse {
  url: string;
}
/**
 * Mark the player as ready, or not ready.
 */
export interface Ready {
  isReady?: boolean;
}
/**
 * The readiness of this node, and the result of each check.
 */
export interface ReadyResponse {
  isReady: boolean;
  checks: {
    [k: string]: string;
  };
}
/**
 * The reason of an action, for the audit log.
 */
export interface Reason {
  reason: string;
}
/**
 * A player whom the host has removed; `seat` is the seat that a bot plays since.
 */
export interface RemovedResponse {
  id: string;
  name: string;
  seat: number | null;
}
/**
 * Rename the account.
 */
export interface Rename {
  name: string;
}
/**
 * Rename an account.
 */
export interface RenameAccount {
  name: string;
  reason: string;
}
/**
 * Let a bot of this level play for the player in a seat.
 */
export interface ReplaceWithBot {
  level: string;
}
/**
 * A replayed transcript: the verification result, its seats and some of its versions.
 */
export interface ReplayResponse {
  past: PastResponse;
  seats: SeatRecord[];
  ending: string | null;
  decidedAgain: number;
  isSecretRevealed: boolean;
  faults: Fault[];
}
/**
 * A seat's kind and bot level, as in the transcript.
 */
export interface SeatRecord {
  kind: "bot" | "human";
  level: string | null;
}
/**
 * Report a player, by seat or by chat message.
 */
export interface ReportPlayer {
  text?: string;
  seat?: number | null;
  line?: number | null;
}
/**
 * A report with the surrounding chat.
 */
export interface ReportResponse {
  id: string;
  by: string;
  about: AdminAccountResponse;
  table: string;
  text: string;
  at: number;
  isOpen: boolean;
  lines: ReportedLine[];
}
/**
 * A chat message with its original text, even if removed; `is_meant` marks the reported one.
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
 * Send a chat message to the table.
 */
export interface Say {
  text: string;
}
/**
 * Public information on a seat's player. `wants_end`: the player proposes to end the game.
 */
export interface SeatLine {
  seat: number;
  player: string;
  name: string;
  kind: string;
  level: string | null;
  isReady: boolean;
  wantsEnd: boolean;
}
/**
 * A seat link's token, which opens a seat of a running table to another person.
 */
export interface SeatPass {
  token: string;
}
/**
 * Who can register, and which ways to sign in there are: email, passkeys, and an identity provider.
 */
export interface ServerResponse {
  canMail: boolean;
  registration: "allow-list" | "invitation" | "open";
  hasPasskeys: boolean;
  provider: string | null;
}
/**
 * A session of the account. `token` is sent once, when it is created.
 */
export interface SessionResponse {
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
 * Set notification preferences; unset fields stay. `hook` is a Discord-compatible webhook, or null.
 */
export interface SetNotificationPreferences {
  byMail?: boolean;
  hook?: string | null;
  delayS?: number;
  digest?: "daily" | "hourly" | "off";
}
/**
 * A page of the operator: Markdown or plain text.
 */
export interface SitePageResponse {
  text: string;
  isMarkdown: boolean;
}
/**
 * The caller's role on the server.
 */
export interface StaffResponse {
  role: "admin" | "moderator";
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
 * A table as the caller may see it. `host` is a seat; `key` is sent to those who may share it.
 *
 *     `nonce` is the caller's share of the randomness, as stored; null if none was sent. `lesson` is a lesson's
 *     public seed. `outcome` is null if the table has not ended by its rules, or ended before outcomes were
 *     stored. `deadline` is the next one. `summary` is a spectator's summary of a running table. `is_locked`:
 *     closed to new players. `is_removed`: the host has removed the caller. Only the host sees `removed`.
 */
export interface TableResponse {
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
  isLocked: boolean;
  isRemoved: boolean;
  removed: RemovedResponse[];
}
/**
 * Take over a seat with this seat link's token.
 */
export interface TakeOver {
  token: string;
}
/**
 * Take a seat. `nonce` is the player's share of the randomness.
 */
export interface TakeSeat {
  seat?: number | null;
  nonce?: string | null;
}
/**
 * Unban a network.
 */
export interface UnbanNetwork {
  network: string;
  reason: string;
}
/**
 * Change the block of an account, or remove it.
 */
export interface Unblock {
  kind: ("block" | "mute") | null;
}
/**
 * Sign in by passkey, with the signature of the browser. Bytes are in base64url.
 */
export interface UsePasskey {
  id: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
}
/**
 * Store private notes on the table.
 */
export interface WriteNote {
  text: string;
}
