/** Deutsch: ob das Glück eines Spiels fair war. */
const de = {
  text: "Dein Browser hat das Glück dieses Spiels selbst geprüft: am Protokoll und an dem, was er gesehen hat.",
  later:
    "Vor dem Spiel hat der Server ein Geheimnis festgelegt und seinen Fingerabdruck gezeigt; dann hat jeder eine Zufallszahl beigetragen. Am Ende wird das Geheimnis gezeigt, und dein Browser prüft alles.",
  cannot:
    "Dieser Browser prüft nur auf Seiten mit HTTPS. Speichere das Protokoll und verwende rondel verify.",
  wrong: "Das Glück dieses Spiels stimmt nicht.",
  wrongNext:
    "Speichere das Protokoll und frag den Betreiber dieses Servers. Alle Prüfungen stehen im Menü unter „Faires Mischen“.",
  seen: "Was dieser Browser gesehen hat",
  notSeen: "hier nicht gesehen",
  yourself:
    "Um auch jeden Zug zu prüfen, speichere das Protokoll und rufe auf: rondel verify DATEI --commitment … --nonce … --header …",
  verdict: { good: "Stimmt.", bad: "Falsch.", unseen: "Nicht geprüft." },
  secret: {
    good: "Das am Ende gezeigte Geheimnis ist das, worauf der Server festgelegt war.",
    bad: "Das Geheimnis wurde nicht gezeigt oder ist nicht das, worauf der Server festgelegt war.",
  },
  commitment: {
    name: "Fingerabdruck des Geheimnisses",
    good: "Der Fingerabdruck ist der, den du vor dem Spiel gesehen hast: Der Server konnte sein Geheimnis nicht mehr ändern.",
    bad: "Der Fingerabdruck ist nicht der, den du vor dem Spiel gesehen hast: Der Server kann sein Geheimnis geändert haben, als er alle Zufallszahlen kannte.",
    unseen: "Dieser Browser hat den Fingerabdruck nicht vor dem Spiel gesehen.",
  },
  nonce: {
    name: "Deine Zufallszahl",
    good: "Deine eigene Zufallszahl ist Teil des Glücks.",
    bad: "Deine eigene Zufallszahl ist nicht Teil des Glücks.",
    unseen: "Dieser Browser hat keine Zufallszahl beigetragen.",
  },
  header: {
    name: "Fingerabdruck des Anfangs",
    good: "Plätze, Optionen, Zufallszahlen und Fingerabdruck sind die deiner ersten Ansicht des Spiels.",
    bad: "Plätze, Optionen, Zufallszahlen oder Fingerabdruck sind nicht die deiner ersten Ansicht des Spiels.",
    unseen: "Dieser Browser hat den Anfang des Spiels nicht gesehen.",
  },
  chain: {
    good: "Jeder Zug folgt aus dem vorigen; keiner wurde geändert, eingefügt oder ausgelassen.",
    bad: "Die Kette der Züge ist gebrochen: Einer wurde geändert, eingefügt oder ausgelassen.",
  },
  deck: {
    good: "Der erste Stapel, hier aus Geheimnis und Zufallszahlen neu gemischt, ist der ausgeteilte.",
    bad: "Der erste Stapel, hier aus Geheimnis und Zufallszahlen neu gemischt, ist nicht der ausgeteilte.",
  },
};

export default de;
