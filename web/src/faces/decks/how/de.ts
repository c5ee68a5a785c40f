/** Deutsch: So benutzt man den Deckplaner. */
import type { Chapter } from "../../../play/face";

const de: Chapter[] = [
  {
    title: "Wofür er da ist",
    text: [
      "Der Deckplaner ist ein Werkzeug für eine Person: Er mischt ein Deck, gibt dir eine Hand und hilft dir, die Reihenfolge zu planen, in der du sie spielst. Nimm ihn neben einem eigenen Kartenspiel, oder um ein Deck auszuprobieren.",
    ],
  },
  {
    title: "1. Abwerfen",
    text: [
      "Eine Hand wird gegeben. Wähle die Karten, die du nicht willst; der Streifen darüber sagt, wie viele weg müssen. Ein Kreuz zeigt sie an. Drück eine Karte noch einmal, um sie doch zu behalten. Dann bestätige.",
    ],
    picture: "discard",
    caption: "Zwei Karten sind gewählt und können abgeworfen werden.",
  },
  {
    title: "2. Planen",
    text: [
      "Drück die übrigen Karten in der Reihenfolge, in der du sie spielen willst. Jede bekommt ihre Nummer. Drück eine Karte noch einmal, um ihre Nummer zurückzunehmen, oder leere alles.",
    ],
    picture: "plan",
    caption: "Zwei Karten haben eine Nummer, eine noch nicht.",
  },
  {
    title: "3. Festlegen und den Zug beenden",
    text: [
      "Wenn jede Karte eine Nummer hat, leg den Plan fest: Von da an bleibt er so. Beende den Zug, und die nächste Hand wird gegeben. Ist der Stapel leer, wird der Ablagestapel gemischt.",
    ],
    picture: "locked",
    caption: "Der Plan ist festgelegt.",
  },
  {
    title: "Dein eigenes Deck",
    text: [
      "In den Einstellungen wählst du, wie viele Karten eine Hand hat, wie viele weg müssen und welches Deck benutzt wird: ein normales mit 52 Karten, ein kurzes, ein Starterdeck oder eine Liste mit eigenen Namen. Du kannst den Stand speichern und später laden.",
    ],
  },
  {
    title: "Zurücknehmen",
    text: ["Bis eine neue Hand gegeben oder der Plan festgelegt ist, lässt sich jeder Schritt zurücknehmen."],
  },
];

export default de;
