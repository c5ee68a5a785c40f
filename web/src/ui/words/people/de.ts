/** Deutsch: was Spieler miteinander regeln, und was liest, wer gesperrt ist. */
const de = {
  about: "Über {{name}}",
  report: "Melden",
  reportText: "Moderatoren lesen, was du schreibst, und die Chatzeilen davor und danach.",
  what: "Was ist passiert?",
  reported: "Gemeldet. Ein Moderator sieht es sich an.",
  mute: "Stummschalten",
  muteText: "Du siehst nicht, was {{name}} schreibt.",
  block: "Blockieren",
  blockText: "Dasselbe, und {{name}} kann sich nicht an deine Tische setzen.",
  muted: "Du siehst nicht mehr, was {{name}} schreibt.",
  blocked: "{{name}} ist blockiert.",
  list: "Stummgeschaltet und blockiert",
  kind: { mute: "stumm", block: "blockiert" },
  unblock: "Wieder zeigen",
  unblockOf: "Wieder zeigen: {{name}}",
  bannedTitle: "Du bist hier gesperrt",
  bannedUntil: "Bis {{when}}.",
  bannedForGood: "Auf Dauer.",
  bannedReason: "Grund: {{reason}}",
  bannedNext: "Wenn das ein Irrtum ist, schreib dem Betreiber dieses Servers.",
  news: "Neuigkeit",
  maintenance: "Wartung",
  signin: {
    or: "oder",
    withProvider: "Mit {{provider}} anmelden",
    providerDown:
      "{{provider}} antwortet nicht. Es hat sich nichts geändert. Versuch es später noch einmal, oder melde dich anders an.",
    providerNo: "{{provider}} hat dich nicht angemeldet. Versuch es noch einmal, oder melde dich anders an.",
    known: "Bei {{provider}} bist du {{person}}. Damit öffnest du hier das Konto {{name}}.",
    notYou: "Bist du das nicht, dann schließe diese Seite.",
    connects:
      "Bei {{provider}} bist du {{person}}, hier bist du {{name}}. Wenn du beides verbindest, kann sich {{person}} künftig in diesem Konto anmelden.",
    connect: "{{provider}} mit {{name}} verbinden",
    fresh: "Bei {{provider}} bist du {{person}}. Hier bist du neu: Wähle einen Namen, unter dem du spielst.",
    begin: "Hier anfangen",
    elsewhere: "Anmelden mit {{provider}}",
    isConnected: "Du kannst dich mit {{provider}} in diesem Konto anmelden.",
    notConnected: "Verbinde {{provider}}, um dich damit in diesem Konto anzumelden.",
    disconnect: "{{provider}} trennen",
    disconnectTitle: "{{provider}} trennen?",
    disconnectText:
      "Mit {{provider}} kann sich niemand mehr in diesem Konto anmelden. Angemeldete Browser bleiben angemeldet.",
    disconnected: "{{provider}} ist getrennt",
    withPasskey: "Mit Passkey anmelden",
    passkeyHint:
      "Dein Gerät fragt nach Fingerabdruck, Gesicht oder PIN. Du musst weder Namen noch Passwort eintippen.",
    passkeys: "Passkeys",
    passkeysText:
      "Ein Passkey ist ein Schlüssel auf deinem Gerät. Er meldet dich in diesem Konto an, ohne E-Mail und ohne Passwort.",
    guestFirst:
      "Willst du dich auch per E-Mail anmelden, dann bestätige zuerst deine Adresse: Dabei werden die Passkeys und Verbindungen entfernt, die du als Gast hinzugefügt hast.",
    unsupported: "Dieser Browser kann keine Passkeys verwenden.",
    name: "Name des neuen Passkeys",
    add: "Passkey hinzufügen",
    added: "Der Passkey ist hinzugefügt",
    created: "hinzugefügt am {{date}}",
    used: "zuletzt benutzt am {{date}}",
    unused: "noch nie benutzt",
    remove: "Entfernen",
    removeOf: "Den Passkey {{name}} entfernen",
    removeTitle: "Den Passkey {{name}} entfernen?",
    removeText:
      "Damit kann sich niemand mehr anmelden. Angemeldete Browser bleiben angemeldet. Dein Gerät bietet ihn vielleicht weiter an: Lösche ihn auch dort.",
    removeLast:
      "Das ist dein einziger Weg, dich anzumelden. Wenn du dich abmeldest, kommt niemand mehr in dieses Konto. Gib zuerst eine E-Mail-Adresse an oder füge einen anderen Passkey hinzu.",
    removed: "Der Passkey ist entfernt",
    cancelled:
      "Es ist nichts passiert: Das Fenster deines Geräts wurde geschlossen, oder es hat zu lange gedauert. Versuch es noch einmal.",
    already: "Dieses Gerät hat schon einen Passkey für dieses Konto.",
  },
  refusal: {
    SIGN_IN_FAILED:
      "Das hat nicht geklappt: Es ist hier nicht bekannt, oder es hat zu lange gedauert. Versuch es noch einmal, oder melde dich anders an.",
  },
  stopMail: {
    title: "Keine E-Mails mehr",
    text: "Du bekommst E-Mails, wenn du dran bist. Hier kannst du sie abstellen, ohne dich anzumelden.",
    table: "Für diesen Tisch abstellen",
    all: "Alle abstellen",
    done: {
      table: "Erledigt. Über diesen Tisch bekommst du keine E-Mails mehr.",
      all: "Erledigt. Du bekommst keine E-Mails über Züge mehr. Unter Du kannst du sie wieder einschalten.",
    },
  },
};

export default de;
