/** Boards that packages bring along. */
import type { ComponentType } from "react";
import type { BoardGiven } from "../../play/face";
import { PackagedBoard } from "./Board";
import { servedFace } from "./served";

/** The board that a package has for a game; null if there is none. */
export async function packagedBoard(game: string): Promise<ComponentType<BoardGiven> | null> {
  const face = await servedFace(game);
  return face && ((given) => <PackagedBoard face={face} {...given} />);
}
