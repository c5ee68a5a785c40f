const en = {
  yours: "Your move",
  waiting: "Waiting for {{names}}",
  wait: "Wait for the others",
  over: "Game over",
  toMove: "to move",
  out: "out",
  down: "face down",
  downKnown: "{{face}}, face down",
  empty: "empty",
  more_one: "{{count}} more",
  more_other: "{{count}} more",
  middle: "Middle of the table",
  actions: "Your moves",
  press: "Press what is outlined",
  pressNext: "Now press what it goes to",
  shown: "Showing what happened",
  done: "Done",
  clear: "Clear",
  keyHelp: {
    number: { key: "1 – 9", text: "Press what can be pressed, by its number" },
    arrows: { key: "← ↑ → ↓", text: "Go to the nearest thing that can be pressed" },
    clear: { key: "Esc", text: "Let go of what you picked" },
  },
};

export default en;
