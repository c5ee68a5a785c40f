/** English: lessons and how to play. */
const en = {
  title: "Lesson",
  step: "Step {{number}} of {{of}}",
  done: "Done",
  next: "Next",
  skip: "Skip the lesson",
  wait: "Watch what the others do.",
  notNow: "Not now",
  off: "You have left the lesson. Play on as you like, or skip it.",
  play: "Play a game",
  beginText: "A first game that always goes the same way, with a hint for every move. It counts for nothing.",
  go: "Begin",
  print: "Print",
  preset: {
    standard: "Standard",
    evening: "One evening",
    days: "A move a day",
    slow: "Three days a move",
    quick: "Quick",
    party: "Party",
    learning: "For learning",
    own: "Your own",
  },
  presetOwn: "Rules that you have put together yourself.",
  eachRule: "Each rule by itself",
};

export default en;
