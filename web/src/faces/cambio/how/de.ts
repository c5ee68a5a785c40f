/** Deutsch: So wird Cambio gespielt. */
import type { Chapter } from "../../../play/face";

const de: Chapter[] = [
  {
    title: "Worum es geht",
    text: [
      "Alle haben vier verdeckte Karten in zwei Reihen. Du willst möglichst wenige Punkte, siehst deine eigenen Karten aber fast nie. Merk dir, was du gesehen hast, tausch weg, was schlecht ist, und ruf „Cambio“, wenn du glaubst, dass niemand weniger Punkte hat.",
    ],
  },
  {
    title: "Was Karten zählen",
    text: ["Je weniger, desto besser:"],
    list: [
      "Ass: 1 Punkt",
      "2 bis 10: ihre Zahl",
      "Bube und Dame: 10 Punkte",
      "König: nichts. Die beste Karte überhaupt.",
    ],
  },
  {
    title: "Der Anfang",
    text: [
      "Alle sehen sich ein paar Sekunden lang ihre unteren zwei Karten an. Dann liegen sie wieder verdeckt. Die oberen zwei bleiben unbekannt.",
    ],
    picture: "look",
    caption: "Nur du siehst deine unteren zwei Karten, und nur jetzt.",
  },
  {
    title: "Dein Zug",
    text: [
      "Zieh eine Karte vom Stapel, oder nimm die offene Karte vom Ablagestapel. Tausch sie dann gegen eine deiner vier Karten. Die Karte, die dort lag, wird offen abgeworfen.",
      "Eine Karte vom Stapel darfst du auch gleich abwerfen. Eine vom Ablagestapel musst du behalten.",
    ],
    picture: "swap",
    caption: "Ein Ass wurde gezogen: ein guter Tausch gegen eine Karte, die mehr zählt.",
  },
  {
    title: "Fähigkeiten",
    text: ["Manche Karten erlauben dir etwas, wenn du sie gleich nach dem Ziehen vom Stapel abwirfst:"],
    list: [
      "7 und 8: eine eigene Karte ansehen",
      "9 und 10: eine fremde Karte ansehen",
      "Bube und Dame: eine eigene Karte gegen eine fremde tauschen; niemand sieht hin",
      "König: eine eigene Karte sehen, die der Zufall wählt",
    ],
    picture: "power",
    caption: "Eine 8 wurde abgeworfen: Wähle eine eigene Karte und sieh sie dir an.",
  },
  {
    title: "Cambio rufen",
    text: [
      "Zu Beginn deines Zuges darfst du „Cambio“ rufen, statt zu ziehen. Alle anderen haben noch einen Zug. Dann werden alle Karten aufgedeckt.",
      "Hat jemand weniger Punkte als du, zählen deine doppelt. Ruf also nur, wenn du ziemlich sicher bist.",
    ],
    picture: "take",
    caption: "Die offene 3 lohnt sich. Danach ist es bis zum Ruf nicht mehr weit.",
  },
  {
    title: "Das Ende",
    text: [
      "Alle Karten werden aufgedeckt und gezählt. Die wenigsten Punkte gewinnen. Bei gleichen Punkten wird geteilt.",
    ],
    picture: "end",
    caption: "Sieben Punkte gegen sechsundzwanzig.",
  },
  {
    title: "Hausregeln",
    text: [
      "Ein Tisch kann vieles davon ändern: Joker, andere Werte für Könige, Schnappen (eine Karte vom gleichen Rang wie die letzte abgeworfene dazuwerfen), kürzere Züge. Die Regeln eines Tisches stehen daneben.",
    ],
  },
];

export default de;
