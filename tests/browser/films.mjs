// What is filmed, and one table on many phones: the name of the file, and what is to be seen.
export const FILMS = {
  "draw-and-swap": "A card is drawn and swapped",
  "blind-swap": "A blind swap, as its victim sees it on a phone",
  "wrong-snap": "A wrong snap: the card is shown, and a penalty card drawn",
  results: "The results: the cards are turned over one by one",
  "scene-travel": "A packaged game: a disc moves from the hand to the stack",
  "scene-beats": "A claim of all discs: they are turned over one by one",
  "scene-swap":
    "Two hidden discs change places (staged; Bramble has no such move)",
  "six-seats": "Six at one table, on phones of five sizes",
};
