/** Deutsch: Lektionen und Anleitungen. */
import type { Same } from "../../../ui/words/same";
import type en from "./en";

const de: Same<typeof en> = {
  title: "Lektion",
  step: "Schritt {{number}} von {{of}}",
  done: "Geschafft",
  next: "Weiter",
  skip: "Lektion überspringen",
  wait: "Sieh zu, was die anderen tun.",
  notNow: "Jetzt nicht",
  off: "Du hast die Lektion verlassen. Spiel weiter, wie du magst, oder überspring sie.",
  play: "Ein Spiel spielen",
  beginText:
    "Ein erstes Spiel, das immer gleich verläuft, mit einem Hinweis zu jedem Zug. Es zählt nirgends mit.",
  go: "Los geht’s",
  print: "Drucken",
  preset: {
    standard: "Standard",
    evening: "Ein Abend",
    days: "Ein Zug am Tag",
    slow: "Drei Tage je Zug",
    quick: "Schnell",
    party: "Party",
    learning: "Zum Lernen",
    own: "Eigene",
  },
  presetOwn: "Regeln, die du selbst zusammengestellt hast.",
  eachRule: "Jede Regel einzeln",
};

export default de;
