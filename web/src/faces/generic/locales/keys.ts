import type words from "./en.json";

declare module "../../../ui/locales/keys" {
  interface Catalogue {
    generic: typeof words;
  }
}
