/** Boards that packages bring along. */
import type { FunctionComponent } from "react";
import type { BoardProps } from "../../play/board";
import { PackagedBoard } from "./Board";
import { servedFace } from "./served";

/** The board that a package has for a game; null if there is none. */
export async function packagedBoard(game: string): Promise<FunctionComponent<BoardProps> | null> {
  const face = await servedFace(game);
  return face && ((props) => <PackagedBoard face={face} {...props} />);
}
