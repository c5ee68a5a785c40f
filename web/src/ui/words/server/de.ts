/** Deutsch: was ein Host über diesen Server bestimmt, und seine Seiten. */
const de = {
  foot: "Über diesen Server",
  pages: { imprint: "Impressum", privacy: "Datenschutz" },
  invitation: {
    title: "Nur mit Einladung",
    text: "Um hier zu spielen, brauchst du eine Einladung. Öffne deinen Einladungslink, oder bitte die Leute um einen, die diesen Server betreiben. Wenn du ein Konto mit einer E-Mail-Adresse hast, melde dich an.",
  },
  "allow-list": {
    title: "Für Mitglieder",
    text: "Die Mitglieder dieses Servers melden sich per E-Mail an. Wenn du dazugehören solltest, frag die Leute, die ihn betreiben.",
  },
  mailedIf:
    "Wenn sich diese Adresse hier anmelden darf, ist ein Link unterwegs. Er gilt einmal und eine Stunde lang.",
};

export default de;
