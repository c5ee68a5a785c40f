/** A page on how a game is played is offered exactly where there is one. */
import { expect, test } from "vitest";
import { faces } from "../src/faces";
import { hasHow } from "../src/play/written";

test.each(["cambio", "decks", "imperial", "moths"])(
  "for %s the link and the page are of one mind",
  async (game) => {
    expect((await faces.how(game)) !== null).toBe(hasHow(game));
  },
);
