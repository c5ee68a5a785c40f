/** The page of a table, for which people come by a link: fetched ahead, and then drawn without a step in between. */
import { type ComponentType, lazy } from "react";

type Page = { default: ComponentType<{ id: string }> };

let here: Page | null = null;

export async function loadTablePage(): Promise<Page> {
  here = await import("./TablePage");
  return here;
}

export const TablePage = lazy((): Promise<Page> => {
  const page = here;
  if (page === null) return loadTablePage();
  // biome-ignore lint/suspicious/noThenProperty: answers at once, so that nothing else is drawn before it
  return { then: (take: (found: Page) => void) => take(page) } as unknown as Promise<Page>;
});
