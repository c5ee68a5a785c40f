/** English: whether the luck of a game was fair. */
const en = {
  text: "Your browser has checked this game's luck by itself, against the transcript and against what it saw.",
  later:
    "Before play the server fixed a secret and showed its commitment; then every player added a nonce. At the end the secret is shown, and your browser checks everything.",
  cannot: "This browser checks only on pages served over HTTPS. Save the transcript and use rondel verify.",
  wrong: "This game's luck does not check out.",
  wrongNext:
    "Save the transcript and ask the host of this server. The menu has all checks under Fair shuffle.",
  seen: "What this browser saw",
  notSeen: "not seen here",
  yourself:
    "To check every move too, save the transcript and run: rondel verify FILE --commitment … --nonce … --header …",
  verdict: { good: "Holds.", bad: "Wrong.", unseen: "Not checked." },
  secret: {
    good: "The secret shown at the end is the one the server was committed to.",
    bad: "The secret was not shown, or is not the one the server was committed to.",
  },
  commitment: {
    name: "Commitment",
    good: "The commitment is the one you saw before play: the server could not change its secret.",
    bad: "The commitment is not the one you saw before play: the server may have changed its secret once it knew everybody's nonce.",
    unseen: "This browser did not see the commitment before play.",
  },
  nonce: {
    name: "Your nonce",
    good: "Your own nonce is part of the luck.",
    bad: "Your own nonce is not part of the luck.",
    unseen: "This browser added no nonce.",
  },
  header: {
    name: "Digest of the start",
    good: "Seats, options, nonces and commitment are those of your first view of the game.",
    bad: "Seats, options, nonces or commitment are not those of your first view of the game.",
    unseen: "This browser did not see how the game began.",
  },
  chain: {
    good: "Every move follows from the one before it; none was changed, added or left out.",
    bad: "The chain of moves is broken: one was changed, added or left out.",
  },
  deck: {
    good: "The first deck, shuffled again here from the secret and all nonces, is the one that was dealt.",
    bad: "The first deck, shuffled again here from the secret and all nonces, is not the one that was dealt.",
  },
};

export default en;
