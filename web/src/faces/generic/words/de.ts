import type { Same } from "../../../ui/words/same";
import type en from "./en";

const de: Same<typeof en> = {
  yours: "Du bist am Zug",
  waiting: "Am Zug: {{names}}",
  wait: "Warte auf die anderen",
  over: "Das Spiel ist aus",
  toMove: "am Zug",
  out: "ausgeschieden",
  down: "verdeckt",
  downKnown: "{{face}}, verdeckt",
  empty: "leer",
  more_one: "{{count}} weitere",
  more_other: "{{count}} weitere",
  middle: "Tischmitte",
  actions: "Deine Züge",
  press: "Tippe an, was umrandet ist",
  pressNext: "Tippe jetzt an, wohin es soll",
  shown: "Hier ist, was geschehen ist",
  done: "Fertig",
  clear: "Verwerfen",
  keyHelp: {
    number: { key: "1 – 9", text: "Wählt, was wählbar ist, nach seiner Nummer" },
    arrows: { key: "← ↑ → ↓", text: "Geht zum nächsten, was wählbar ist" },
    clear: { key: "Esc", text: "Verwirft, was du gewählt hast" },
  },
};

export default de;
