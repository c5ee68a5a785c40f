/** Deutsch: So wird Imperial gespielt. */
import type { Chapter } from "../../../play/face";

const de: Chapter[] = [
  {
    title: "Worum es geht",
    text: [
      "Du bist Investor, keine Nation. Sechs Nationen ringen um Europa: Österreich, Italien, Frankreich, England, Deutschland und Russland. Du kaufst ihre Anleihen. Wer von einer Nation am meisten hält, regiert sie. Am Ende zählen deine Anleihen und dein Geld, nicht deine Armeen.",
    ],
  },
  {
    title: "Der Anfang",
    text: [
      "Die Nationen werden eine nach der anderen versteigert. Alle geben ein verdecktes Gebot ab. Das höchste Gebot darf die beste Anleihe nehmen, für die es reicht, dann das nächste. Das Geld kommt in die Kasse der Nation. (Ein Tisch kann stattdessen feste Anleihen austeilen.)",
    ],
  },
  {
    title: "Der Zug einer Nation",
    text: [
      "Die Nationen sind in der Reihenfolge von oben am Zug. Die Regierung zieht die Figur der Nation auf dem Rondell vorwärts und führt das Feld aus, auf dem sie stehen bleibt. Bis zu drei Felder sind frei; das vierte, fünfte und sechste kosten je 2 $ aus der eigenen Tasche der Regierung.",
      "Wer mindestens die Hälfte der Anleihen hält, entscheidet allein. Sonst darf, wer am zweitmeisten hält, etwas anderes vorschlagen, und alle Inhaber stimmen ab.",
    ],
    picture: "rondel",
    caption: "Das Rondell. Die Figuren ziehen im Uhrzeigersinn.",
  },
  {
    title: "Die Felder des Rondells",
    text: ["Es gibt sechs Arten; zwei davon kommen doppelt vor:"],
    list: [
      "Fabrik: für 5 $ eine Fabrik in einem Heimatgebiet bauen",
      "Produktion: Jede Fabrik baut umsonst eine Armee, in einem Hafen eine Flotte",
      "Import: bis zu drei Einheiten für je 1 $ kaufen",
      "Manöver: Flotten und dann Armeen ziehen; kämpfen oder um Frieden bitten; Flaggen setzen",
      "Investor: Die Nation zahlt Zinsen an alle, die ihre Anleihen halten",
      "Steuern: Die Nation nimmt Geld für Fabriken und Flaggen ein, bezahlt ihre Einheiten und gewinnt Macht",
    ],
  },
  {
    title: "Ziehen und kämpfen",
    text: [
      "Eine Flotte zieht aus ihrem Hafen aufs Meer oder von Meer zu Meer. Eine Armee zieht ein Gebiet weit, mit der Bahn durch das eigene Land, und über Meere, wo eigene Flotten sie tragen. Im Kampf geht von jeder Seite eine Einheit verloren. Wo eine Nation allein auf neutralem Land oder auf See steht, setzt sie ihre Flagge: Das bringt Steuern.",
    ],
  },
  {
    title: "Investoren",
    text: [
      "Wenn eine Figur auf Investor stehen bleibt oder darüberzieht, bekommt die Person mit der Investorkarte 2 $ und darf eine Anleihe kaufen oder eine gegen eine höhere derselben Nation eintauschen. Danach kauft die Schweizer Bank: wer nichts regiert, und wer zuletzt gepasst hat. So kann eine Regierung jederzeit wechseln.",
    ],
  },
  {
    title: "Das Ende",
    text: [
      "Das Spiel endet sofort, wenn eine Nation durch Steuern 25 Machtpunkte erreicht. Jede Anleihe zählt ihre Zinsen mal die Macht der Nation geteilt durch fünf, abgerundet. Dazu kommt dein Bargeld. Das meiste Geld gewinnt.",
    ],
  },
];

export default de;
