/** A game's own sentences and looks, in the language that is spoken; where it has none, its tags and faces as words. */
import type { Weight } from "../../play/Confirm";
import type { Looking } from "../../play/face";
import { plainEvent, valueWords } from "../../play/plain";
import type { Action, Event } from "../../table";
import { cardName, faceOf as playingCard } from "../../ui/PlayingCard";
import { type Language, plain, plainWords, spoken } from "../../ui/words";
import type { FaceTold, Look } from "../../wire/calls";
import { isSeatField, phrase } from "./phrase";
import type { Fact, Piece } from "./scene";

const SELF: Record<Language, string> = { en: "you", de: "du" };

type Fields = Readonly<Record<string, unknown>>;

/** The words around a value that is asked for: "Bid [1] [2] × 6". */
export interface Question {
  before: string;
  after: string;
}

/** Several words in one, as programs write them. */
const JOINED = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/;
/** What may be a face inside of a sentence; what stands in braces is a gap. */
const NAMES_INSIDE = /(?<![\w{])(?:[A-Z]{3,}|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+)(?![\w}])/g;

export class Wording {
  constructor(private readonly told: FaceTold) {}

  /** Whether much depends on a move, as the game says. */
  weigh = ({ type }: Action): Weight => (this.told.big.includes(type) ? "big" : "plain");

  look(face: string | null | undefined): Look | null {
    return face != null && Object.hasOwn(this.told.looks, face) ? (this.told.looks[face] ?? null) : null;
  }

  /** What an action or event is called; null if it is not worth a word, undefined if the game has none for it. */
  private sentence({ type, payload }: Action, looking: Looking): string | null | undefined {
    const text = this.text(type);
    if (text === undefined) return undefined;
    return text === "" ? null : this.fill(text, fieldsOf(payload), looking);
  }

  /** The sentence for a tag as the game wrote it. */
  private text(tag: string): string | undefined {
    const { words } = this.told;
    for (const language of [spoken(), "en"]) {
      const said = Object.hasOwn(words, language) ? words[language] : undefined;
      if (said && Object.hasOwn(said, tag)) return said[tag];
    }
    return undefined;
  }

  private fill(text: string, fields: Fields, looking: Looking): string {
    const shown = Object.entries(fields).map(([name, value]) => [
      name,
      value === null || isSeatField(name) ? value : this.value(name, value, looking),
    ]);
    const language = Object.hasOwn(this.told.words, spoken()) ? spoken() : "en";
    return phrase(text, Object.fromEntries(shown), { ...looking, self: SELF[language] });
  }

  /** A text of a Scene in the language that is spoken: a label, a mark, a fact. A face is called what it looks like. */
  label(text: string): string {
    const look = this.look(text)?.label ?? text;
    return this.text(text) ?? this.text(look) ?? (JOINED.test(look) ? plainWords(look).toLowerCase() : look);
  }

  /** A fact as it is shown: "3", "3 / 5", "Winter". */
  fact({ value, of }: Fact): string {
    const shown = typeof value === "string" ? this.label(value) : String(value);
    return of == null ? shown : `${shown} / ${of}`;
  }

  /** What is asked; `{2}` is a seat, and `{seat}` in the game's words for it. */
  prompt(text: string | null | undefined, looking: Looking): string {
    if (!text) return "";
    const seat = /\{(\d+)\}/.exec(text)?.[1] ?? null;
    const own = seat === null ? this.text(text) : this.text(text.replaceAll(`{${seat}}`, "{seat}"));
    return own === undefined
      ? this.fill(
          text.replaceAll(NAMES_INSIDE, (face) => this.label(face)),
          {},
          looking,
        )
      : this.fill(own, { seat: seat === null ? null : Number(seat) }, looking);
  }

  action(action: Action, looking: Looking): string {
    const own = this.sentence(action, looking);
    if (own) return own;
    const fields = fieldsOf(action.payload);
    const values = Object.entries(fields).map(([name, value]) => this.value(name, value, looking));
    return [plainWords(action.type), ...(values.length > 0 ? [values.join(", ")] : [])].join(": ");
  }

  /** What happened, for the log; <b> is bold in it. */
  event(event: Event, looking: Looking): string | null {
    const own = this.sentence(event, looking);
    return own === undefined ? plainEvent(event, looking) : own && plain(own);
  }

  /** Why a game ended, if the game has a sentence for it. */
  ending(ending: string): string | null {
    return this.text(ending) || this.text(ending.toUpperCase()) || null;
  }

  /** What a kind of action is called, whatever it holds: its sentence without what is to be filled in. */
  kind(type: string): string {
    const parts = (this.text(type) ?? "").split(/[{[][^}\]]*[}\]]/).map((part) => part.trim());
    return parts[0] || parts.at(-1) || plainWords(type);
  }

  /** What is asked for, in the game's sentence for the move; `known` are its fields that are chosen already. */
  question(type: string, field: string, known: Fields, looking: Looking): Question | null {
    const name = field.replace(/\[\]$/, "");
    const parts = this.fill(this.text(type) ?? "", known, looking).split(/\{(\w+)\}/);
    const at = parts.findIndex((part, index) => index % 2 === 1 && part === name);
    const before = (parts[at - 1] ?? "").trim();
    const after = at === parts.length - 2 ? (parts[at + 1] ?? "").trim() : "";
    return at > 0 && /\p{L}/u.test(before + after) ? { before, after } : null;
  }

  value(field: string, value: unknown, looking: Looking): string {
    if (typeof value === "string") return this.face(value, looking);
    if (typeof value === "number" && isSeatField(field)) return looking.name(value);
    if (Array.isArray(value) && value.length > 0)
      return value.map((one) => this.value(field, one, looking)).join(", ");
    return valueWords(field, value, looking);
  }

  /** What a face is called: "rose", "Queen of Spades". */
  face(face: string, { say }: Looking): string {
    const look = this.look(face);
    if (look) return this.label(look.label);
    const card = playingCard(face);
    if (card) return cardName(card, say);
    const isWord = JOINED.test(face) || /^[A-Z]?[a-z]+([_-][a-z]+)*$/.test(face);
    return isWord ? plainWords(face).toLowerCase() : face;
  }

  /** A piece in words, with what is marked on it. */
  piece({ face, label, isDown, mark }: Piece, looking: Looking): string {
    const { say } = looking;
    const named = label ? this.label(label) : face == null ? null : this.face(face, looking);
    const known = named !== null && isDown ? say("generic:downKnown", { face: named }) : named;
    return [known ?? say("generic:down"), ...(mark ? [this.label(mark)] : [])].join(", ");
  }

  /** The picture that stands for the game: that of the first look that has one. */
  get emblem(): Look | null {
    return Object.values(this.told.looks).find(({ art }) => art) ?? null;
  }
}

function fieldsOf(payload: unknown): Fields {
  if (payload === null || payload === undefined) return {};
  return typeof payload === "object" && !Array.isArray(payload) ? (payload as Fields) : { payload };
}
