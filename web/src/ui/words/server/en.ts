/** English: what a host decides about this server, and the pages of the host. */
const en = {
  foot: "About this server",
  pages: { imprint: "Imprint", privacy: "Privacy" },
  invitation: {
    title: "By invitation",
    text: "You need an invitation to play here. Open the invitation link that you were given, or ask whoever runs this server for one. If you have an account with an e-mail address, sign in.",
  },
  "allow-list": {
    title: "For members",
    text: "Members of this server sign in by e-mail. If you should be one, ask whoever runs it.",
  },
  mailedIf: "If this address may sign in here, a link is on its way. It can be used once, within an hour.",
};

export default en;
