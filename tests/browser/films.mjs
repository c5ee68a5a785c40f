// What is filmed, and one table on many phones: the name of the file, and what is to be seen.
export const FILMS = {
  "draw-and-swap": "A card is drawn, and swapped for one of one's own",
  "blind-swap": "A blind swap, as its victim sees it on a phone",
  "wrong-snap": "A wrong snap: the card is turned up, and a penalty card comes",
  results: "The results: the cards are turned over one by one",
  "scene-travel": "A game by somebody else: a disc is laid, and travels from the hand to the stack",
  "scene-beats": "A claim of all discs: beat by beat, each disc is turned over",
  "scene-swap": "Two hidden discs change places where a game names the way (staged: nothing in Bramble does that)",
  "six-seats": "Six at one table, on phones of five sizes",
};
