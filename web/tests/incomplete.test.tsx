/** A list of tables that lacks some, because a database of the server is away, says so until it is whole. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { Lobby } from "../src/site/Lobby";
import { queries } from "../src/table/session";
import { startWords } from "../src/ui/locales";

const SOME = "Some tables are unavailable right now.";
let headers: Record<string, string> = {};

beforeEach(async () => {
  await startWords(catalogues);
  queries.clear();
  headers = {};
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string) => {
      if (path === "/api/me") return Response.json({ id: "a", name: "Ada", kind: "guest" });
      return Response.json([], { headers: path.endsWith("tables") ? headers : {} });
    }),
  );
});

function shown() {
  return render(
    <QueryClientProvider client={queries}>
      <Lobby />
    </QueryClientProvider>,
  );
}

test("a lobby that lacks tables says so, and says no more when they are back", async () => {
  headers = { "Rondel-Incomplete": "true" };
  shown();
  expect(await screen.findByText(SOME)).toBeTruthy();
  headers = {};
  await queries.refetchQueries({ queryKey: ["tables"] });
  await waitFor(() => expect(screen.queryByText(SOME)).toBeNull());
});

test("a whole lobby says nothing", async () => {
  shown();
  await waitFor(() => expect(fetch).toHaveBeenCalledWith("/api/me/tables", expect.anything()));
  expect(screen.queryByText(SOME)).toBeNull();
});
