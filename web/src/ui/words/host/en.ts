/** English: what the host of a table decides. */
const en = {
  REMOVED: "{{by}} has removed {{name}} from this table.",
  LET_BACK: "{{by}} lets {{name}} sit down here again.",
  LOBBY_CLOSED: "{{by}} has closed this table to new people.",
  LOBBY_OPENED: "{{by}} has opened this table to new people.",
  NEW_HOST: "{{name}} is the host now. Asked for by {{by}}.",
  title: "You are the host",
  people: "People",
  makeHost: "Make host",
  makeHostOf: "Make host: {{name}}",
  remove: "Remove",
  removeOf: "Remove: {{name}}",
  removeLater:
    "During play you can remove somebody who has gone, once a bot plays for them. The bot plays on, and they can only watch until you let them back in.",
  removed: "{{name}} (removed)",
  letBack: "Let back in",
  letBackOf: "Let back in: {{name}}",
  shut: "Closed to new people",
  shutHint: "Nobody else can sit down. You can still add bots.",
  youWereRemoved: "The host has removed you from this table",
  youWereRemovedText: "You can watch, but you have no seat here unless the host lets you back in.",
  isShut: "This table is closed to new people",
  isShutText: "The host can open it again. Until then nobody else can sit down.",
};

export default en;
