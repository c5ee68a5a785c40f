/** English: what players do about each other, and what somebody who is banned reads. */
const en = {
  about: "About {{name}}",
  report: "Report",
  reportText: "Moderators read what you write, with the lines of chat around it.",
  what: "What happened?",
  reported: "Reported. A moderator will look at it.",
  mute: "Mute",
  muteText: "You do not see what {{name}} writes.",
  block: "Block",
  blockText: "The same, and {{name}} cannot sit down at tables that you host.",
  muted: "You do not see what {{name}} writes any more.",
  blocked: "{{name}} is blocked.",
  list: "Muted and blocked",
  kind: { mute: "muted", block: "blocked" },
  unblock: "Show again",
  unblockOf: "Show again: {{name}}",
  bannedTitle: "You are banned here",
  bannedUntil: "Until {{when}}.",
  bannedForGood: "For good.",
  bannedReason: "Reason: {{reason}}",
  bannedNext: "If you think that this is a mistake, write to whoever runs this server.",
  news: "News",
  maintenance: "Maintenance",
  signin: {
    or: "or",
    withProvider: "Sign in with {{provider}}",
    providerDown:
      "{{provider}} does not answer. Nothing was changed. Try again later, or sign in another way.",
    providerNo: "{{provider}} did not sign you in. Try again, or sign in another way.",
    known: "At {{provider}} you are {{person}}. This opens the account {{name}} here.",
    notYou: "If that is not you, close this page.",
    connects:
      "At {{provider}} you are {{person}}, here you are {{name}}. If you connect them, {{person}} can sign in to this account from now on.",
    connect: "Connect {{provider}} with {{name}}",
    fresh: "At {{provider}} you are {{person}}. You are new here: choose a name to play under.",
    begin: "Begin here",
    elsewhere: "Sign-in with {{provider}}",
    isConnected: "You can sign in to this account with {{provider}}.",
    notConnected: "Connect {{provider}} to sign in to this account with it.",
    disconnect: "Disconnect {{provider}}",
    disconnectTitle: "Disconnect {{provider}}?",
    disconnectText:
      "Nobody can sign in to this account with {{provider}} any more. Browsers that are signed in stay signed in.",
    disconnected: "{{provider}} is disconnected",
    withPasskey: "Sign in with a passkey",
    passkeyHint: "Your device asks for your fingerprint, face or PIN. There is no name or password to type.",
    passkeys: "Passkeys",
    passkeysText:
      "A passkey is a key on your device. It signs you in to this account without a mail and without a password.",
    guestFirst:
      "If you also want to sign in by e-mail, confirm your address first: that removes the passkeys and connections a guest has added.",
    unsupported: "This browser cannot use passkeys.",
    name: "Name of the new passkey",
    add: "Add a passkey",
    added: "The passkey was added",
    created: "added {{date}}",
    used: "last used {{date}}",
    unused: "never used",
    remove: "Remove",
    removeOf: "Remove the passkey {{name}}",
    removeTitle: "Remove the passkey {{name}}?",
    removeText:
      "Nobody can sign in with it any more. Browsers that are signed in stay signed in. Your device may still offer it: delete it there, too.",
    removeLast:
      "This is your only way to sign in. After you sign out, nobody can get into this account again. Add an e-mail address or another passkey first.",
    removed: "The passkey was removed",
    cancelled: "Nothing happened: the window of your device was closed, or it took too long. Try again.",
    already: "This device has a passkey for this account already.",
  },
  refusal: {
    SIGN_IN_FAILED:
      "That did not work: it is not known here, or it took too long. Try again, or sign in another way.",
  },
  stopMail: {
    title: "No more mail",
    text: "You get mail when it is your turn. You can stop it here, without signing in.",
    table: "Stop it for this table",
    all: "Stop all of it",
    done: {
      table: "Done. You get no more mail about this table.",
      all: "Done. You get no more mail about turns. You can have it again under You.",
    },
  },
};

export default en;
