/** A game's own sentences and looks, in the language that is spoken; where it has none, its tags and faces as words. */
import type { Weight } from "../../play/Confirm";
import type { Perspective } from "../../play/face";
import { plainEvent, valueWords } from "../../play/plain";
import type { Action, Event } from "../../table";
import { plain, plainWords, spoken, t } from "../../ui/locales";
import { cardName, cardSign, type Face as PlayingFace } from "../../ui/PlayingCard";
import type { FaceResponse, PieceStyle } from "../../wire/calls";
import { fill, isSeatField, type Named, phrase, withOptional } from "./phrase";
import { cardOf, type Fact, type Piece } from "./scene";

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
  constructor(private readonly response: FaceResponse) {}

  /** Whether much depends on a move, as the game says. */
  weigh = ({ type }: Action): Weight => (this.response.big.includes(type) ? "big" : "plain");

  look(face: string | null | undefined): PieceStyle | null {
    return face != null && Object.hasOwn(this.response.looks, face)
      ? (this.response.looks[face] ?? null)
      : null;
  }

  /** What an action or event is called; null if it is not worth a word, undefined if the game has none for it. */
  private sentence({ type, payload }: Action, perspective: Perspective): string | null | undefined {
    const fields = fieldsOf(payload);
    const text = this.form(type, fields);
    if (text === undefined) return undefined;
    return text === "" ? null : this.fill(text, fields, perspective);
  }

  /** The text for a tag, or for an object in a field; one for a value of a field goes before: `TAG reason=time`. */
  private form(key: string, fields: Fields, around: Fields = fields): string | undefined {
    const isIt = (each: string) =>
      each.startsWith(`${key} `) && holds(each.slice(key.length + 1), fields, around);
    for (const sentences of this.languages()) {
      const found = Object.keys(sentences).find(isIt) ?? key;
      if (Object.hasOwn(sentences, found)) return sentences[found];
    }
    return undefined;
  }

  /** The words in the language that is spoken, then those in English. */
  private languages(): Readonly<Record<string, string>>[] {
    const { words } = this.response;
    const known = [...new Set([spoken(), "en"])].filter((one) => Object.hasOwn(words, one));
    return known.map((one) => words[one] ?? {});
  }

  /** The sentence of this name as the game wrote it. */
  private text(tag: string): string | undefined {
    return this.languages().find((sentences) => Object.hasOwn(sentences, tag))?.[tag];
  }

  private fill(text: string, fields: Fields, perspective: Perspective): string {
    return phrase(text, this.filled(fields, fields, perspective), this.named(perspective));
  }

  private named(perspective: Perspective): Named {
    const isSpoken = Object.hasOwn(this.response.words, spoken());
    return { ...perspective, self: t("generic:self", isSpoken ? {} : { lng: "en" }) };
  }

  private filled(fields: Fields, around: Fields, perspective: Perspective): Fields {
    const shown = Object.entries(fields).map(([name, value]) => [
      name,
      value === null || isSeatField(name) ? value : this.value(name, value, perspective, around),
    ]);
    return Object.fromEntries(shown);
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
  prompt(text: string | null | undefined, perspective: Perspective): string {
    if (!text) return "";
    const seat = /\{(\d+)\}/.exec(text)?.[1] ?? null;
    const own = seat === null ? this.text(text) : this.text(text.replaceAll(`{${seat}}`, "{seat}"));
    return own === undefined
      ? this.fill(
          text.replaceAll(NAMES_INSIDE, (face) => this.label(face)),
          {},
          perspective,
        )
      : this.fill(own, { seat: seat === null ? null : Number(seat) }, perspective);
  }

  action(action: Action, perspective: Perspective): string {
    const own = this.sentence(action, perspective);
    if (own) return own;
    const fields = fieldsOf(action.payload);
    const values = Object.entries(fields).map(([name, value]) => this.value(name, value, perspective));
    return [plainWords(action.type), ...(values.length > 0 ? [values.join(", ")] : [])].join(": ");
  }

  /** What happened, for the log; <b> is bold in it. */
  event(event: Event, perspective: Perspective): string | null {
    const own = this.sentence(event, perspective);
    return own === undefined ? plainEvent(event, perspective) : own && plain(own);
  }

  /** What a kind of action is called, whatever it holds: its sentence without what is to be filled in. */
  kind(type: string): string {
    const parts = withOptional(this.text(type) ?? "")
      .split(/[{[][^}\]]*[}\]]/)
      .map((part) => part.trim());
    return parts[0] || parts.at(-1) || plainWords(type);
  }

  /** What is asked for, in the game's sentence for the move; `known` are its fields that are chosen already. */
  question(type: string, field: string, known: Fields, perspective: Perspective): Question | null {
    const name = field.replace(/\[\]$/, "");
    const parts = this.fill(withOptional(this.text(type) ?? "", name), known, perspective).split(/\{(\w+)\}/);
    const at = parts.findIndex((part, index) => index % 2 === 1 && part === name);
    const before = (parts[at - 1] ?? "").trim();
    const after = at === parts.length - 2 ? (parts[at + 1] ?? "").trim() : "";
    return at > 0 && /\p{L}/u.test(before + after) ? { before, after } : null;
  }

  value(field: string, value: unknown, perspective: Perspective, around: Fields = {}): string {
    if (typeof value === "number" && isSeatField(field)) return perspective.nameOf(value);
    const named = this.text(`${field}=${literal(value)}`);
    if (named !== undefined) return named;
    if (typeof value === "string") return this.face(value, perspective);
    if (Array.isArray(value) && value.length > 0)
      return value.map((one) => this.value(field, one, perspective, around)).join(", ");
    return this.object(field, value, perspective, around) ?? valueWords(field, value, perspective);
  }

  /** An object in the game's words for it: a playing card, or by the sentence for the field that holds it. */
  private object(field: string, value: unknown, perspective: Perspective, around: Fields): string | null {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    if ("rank" in value && "suit" in value)
      return cardSign(value as PlayingFace, perspective.t("cards.joker"));
    const text = this.form(field, value as Fields, around);
    if (text === undefined) return null;
    const isYou = perspective.mySeat !== null && around.seat === perspective.mySeat;
    return fill(text, this.filled(value as Fields, around, perspective), this.named(perspective), isYou);
  }

  /** What a face is called: "rose", "Queen of Spades". */
  face(face: string, { t }: Perspective): string {
    const look = this.look(face);
    if (look) return this.label(look.label);
    const card = cardOf(face);
    if (card) return cardName(card, t);
    const isWord = JOINED.test(face) || /^[A-Z]?[a-z]+([_-][a-z]+)*$/.test(face);
    return isWord ? plainWords(face).toLowerCase() : face;
  }

  /** A piece in words, with what is marked on it. */
  piece({ face, label, isDown, mark }: Piece, perspective: Perspective): string {
    const { t } = perspective;
    const named = label ? this.label(label) : face == null ? null : this.face(face, perspective);
    const known = named !== null && isDown ? t("generic:downKnown", { face: named }) : named;
    return [known ?? t("generic:down"), ...(mark ? [this.label(mark)] : [])].join(", ");
  }

  /** The picture that stands for the game: that of the first look that has one. */
  get emblem(): PieceStyle | null {
    return Object.values(this.response.looks).find(({ art }) => art) ?? null;
  }
}

/** Whether `field=value` is so; the value may be the name of another field. */
function holds(condition: string, fields: Fields, around: Fields): boolean {
  const at = condition.indexOf("=");
  const [field, wanted] = [condition.slice(0, at), condition.slice(at + 1)];
  if (at < 1 || !Object.hasOwn(fields, field)) return false;
  return (
    literal(fields[field]) === wanted || (Object.hasOwn(around, wanted) && fields[field] === around[wanted])
  );
}

/** A value as it is written in JSON, without quotation marks. */
const literal = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "null"));

function fieldsOf(payload: unknown): Fields {
  if (payload === null || payload === undefined) return {};
  return typeof payload === "object" && !Array.isArray(payload) ? (payload as Fields) : { payload };
}
