/** Where the parts of the table are that a lesson speaks of. */

const one = (selector: string) => document.querySelector<HTMLElement>(selector);

const own = (position: number) => one(`.cambio .hand-own > :nth-child(${position + 1})`);

/** The card to press for a power; where a press only chooses it, the button that then uses it. */
function power(position: number): HTMLElement | null {
  const card = own(position);
  return card?.getAttribute("aria-pressed") === "true" ? one(".cambio #actions .bar-use") : card;
}

export function part(at: string): HTMLElement | null {
  const [name, number] = at.split(":");
  switch (name) {
    case "hand":
      return one(".cambio .hand-own");
    case "own":
      return own(Number(number));
    case "deck":
      return one(".cambio .piles .deck");
    case "discard":
      return one(".cambio .piles .pile:last-child > :first-child");
    case "confirm":
    case "discard-button":
      return one(".cambio #actions .btn-primary");
    case "call":
      return one("dialog[open] .actions .btn-primary") ?? one(".cambio #actions .btn:last-of-type");
    case "power":
      return power(Number(number));
    case "peek":
      return one("dialog[open] .actions .btn-primary");
    case "results":
      return one(".cambio .results h2");
    default:
      return null;
  }
}

/** Open cards of one's own, what a dialog says, and the points. */
export const keep =
  ".cambio .hand-looking > :nth-child(n + 3):not(.look-ring), dialog[open] .peek, dialog[open] p, .results li";
