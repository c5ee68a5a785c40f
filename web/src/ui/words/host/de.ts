/** Deutsch: was die Gastgeberin oder der Gastgeber eines Tisches bestimmt. */
const de = {
  REMOVED: "{{by}} hat {{name}} von diesem Tisch entfernt.",
  LET_BACK: "{{by}} lässt {{name}} wieder an diesen Tisch.",
  LOBBY_CLOSED: "{{by}} hat diesen Tisch für Neue geschlossen.",
  LOBBY_OPENED: "{{by}} hat diesen Tisch für Neue geöffnet.",
  NEW_HOST: "{{name}} leitet jetzt den Tisch. Auf Wunsch von {{by}}.",
  title: "Du leitest den Tisch",
  people: "Leute",
  makeHost: "Leitung übergeben",
  makeHostOf: "Leitung übergeben: {{name}}",
  remove: "Entfernen",
  removeOf: "Entfernen: {{name}}",
  removeLater:
    "Während des Spiels kannst du Leute entfernen, die weg sind und für die ein Bot spielt. Der Bot spielt weiter, und sie können nur zuschauen, bis du sie wieder zulässt.",
  removed: "{{name}} (entfernt)",
  letBack: "Wieder zulassen",
  letBackOf: "Wieder zulassen: {{name}}",
  shut: "Für Neue geschlossen",
  shutHint: "Niemand sonst kann sich setzen. Bots kannst du weiter dazuholen.",
  youWereRemoved: "Du wurdest von diesem Tisch entfernt",
  youWereRemovedText:
    "Du kannst zuschauen, hast hier aber erst wieder einen Platz, wenn dich die Leitung des Tisches zulässt.",
  isShut: "Dieser Tisch ist für Neue geschlossen",
  isShutText: "Die Leitung des Tisches kann ihn wieder öffnen. Bis dahin kann sich niemand setzen.",
};

export default de;
