/** The games that this client can explain on a page of its own; games by others bring none. */
const WRITTEN: ReadonlySet<string> = new Set(["cambio", "decks", "imperial"]);

/** Whether there is a page on how the game is played. */
export const hasHow = (game: string): boolean => WRITTEN.has(game);
