/** The keys of all catalogues, as types: a key that is missing in English, or misspelt, does not pass the type check. */
import type admin from "./admin/en.json";
import type shell from "./en.json";
import type fair from "./fair/en.json";
import type history from "./history/en.json";
import type host from "./host/en.json";
import type learn from "./learn/en.json";
import type people from "./people/en.json";
import type server from "./server/en.json";
import type settings from "./settings/en.json";

/** The catalogues beside the shell's; a game with a board of its own adds its own. */
export interface Catalogue {
  admin: typeof admin;
  fair: typeof fair;
  history: typeof history;
  host: typeof host;
  learn: typeof learn;
  people: typeof people;
  server: typeof server;
  settings: typeof settings;
}

/** What is added to a key for a count or a person. */
type Form = "zero" | "one" | "other" | "you";
type Bare<Name extends string> = Name | (Name extends `${infer Start}_${Form}` ? Start : never);

type Leaf<Words, Start extends string = ""> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? `${Start}${Bare<Name>}`
    : Leaf<Words[Name], `${Start}${Name}.`>;
}[keyof Words & string];

type Branch<Words, Start extends string = ""> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? never
    : `${Start}${Name}` | Branch<Words[Name], `${Start}${Name}.`>;
}[keyof Words & string];

type Catalogued = { [Name in keyof Catalogue & string]: Leaf<Catalogue[Name], `${Name}:`> };
type Branched = { [Name in keyof Catalogue & string]: Branch<Catalogue[Name], `${Name}:`> };
type Key = Leaf<typeof shell> | Catalogued[keyof Catalogued];
type Part = Branch<typeof shell> | Branched[keyof Branched];

/** Whether a part of the key is only known when it runs. */
type IsOpen<Text extends string> = Record<never, never> extends Record<Text, 1> ? true : false;

/** What a key begins with, its catalogue apart. */
type Start<Text extends string> = Text extends `${infer Name}:${infer Rest}`
  ? IsOpen<Name> extends true
    ? Name
    : Start<Rest>
  : Text extends `${infer Name}.${string}`
    ? Name
    : Text;

/** The key itself if there are words for it, or may be. */
export type Known<Text extends string> = Text extends Key
  ? Text
  : IsOpen<Text> extends false
    ? never
    : Text extends `${Part}.${string}`
      ? Text
      : IsOpen<Start<Text>> extends true
        ? Text
        : never;
