/** Where the parts of the planner are that a lesson speaks of. */

const one = (selector: string) => document.querySelector<HTMLElement>(selector);

export function part(at: string): HTMLElement | null {
  const [name, number] = at.split(":");
  switch (name) {
    case "hand":
      return one(".decks .decks-hand ul");
    case "card":
      return one(`.decks .decks-hand li:nth-child(${Number(number) + 1}) > *`);
    case "confirm":
    case "lock":
    case "end":
      return one(".decks #actions .btn-primary");
    case "strip":
      return one(".decks .strip");
    default:
      return null;
  }
}

/** What is asked for, and the hand. */
export const keep = ".decks .strip, .decks .decks-hand ul";
