/** The page of a table, for which people come by a link: fetched ahead, and then drawn without a step in between. */
import { type ComponentType, lazy } from "react";
import type { Faces } from "../play/face";

type Page = { default: ComponentType<{ id: string; faces: Faces }> };

let here: Page | null = null;

export async function loadTablePage(): Promise<Page> {
  here = await import("./TablePage");
  return here;
}

/** A table of this game can be drawn from now on, or will be fetched when it is shown: nothing is dealt before. */
export async function canDraw(faces: Faces, game: string): Promise<void> {
  await Promise.allSettled([loadTablePage(), faces.load(game)]);
}

export const TablePage = lazy((): Promise<Page> => {
  const page = here;
  if (page === null) return loadTablePage();
  // biome-ignore lint/suspicious/noThenProperty: answers at once, so that nothing else is drawn before it
  return { then: (take: (found: Page) => void) => take(page) } as unknown as Promise<Page>;
});
