/** A server without mail offers no way in by mail; one with mail does. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import SignIn from "../src/site/SignIn";
import { Welcome } from "../src/site/Welcome";
import You from "../src/site/You";
import { queries } from "../src/table/session";
import { startWords } from "../src/ui/locales";

const BOB = { id: "b", name: "Bob", kind: "guest", email: null, language: "en", createdAt: 1 };
let canMail: boolean;

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  queries.clear();
  queries.setQueryData(["me"], BOB);
  history.replaceState(null, "", "/sign-in");
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string) => {
      if (path === "/api/server") return Response.json({ canMail, hasPasskeys: false, provider: null });
      return path === "/api/me/alerts"
        ? Response.json({ code: "UNAVAILABLE", message: "x" }, { status: 503 })
        : Response.json([]);
    }),
  );
});

function show(page: ReactNode) {
  render(<QueryClientProvider client={queries}>{page}</QueryClientProvider>);
}

test("without mail the page to sign in says so and has no form", async () => {
  canMail = false;
  show(<SignIn />);

  expect(await screen.findByText(/^This server cannot send email/)).toBeTruthy();
  expect(screen.queryByLabelText("Email")).toBeNull();
});

test("with mail the page to sign in asks for an address", async () => {
  canMail = true;
  show(<SignIn />);

  await waitFor(() => expect(queries.getQueryData(["server"])).toMatchObject({ canMail }));
  expect(screen.getByLabelText("Email")).toBeTruthy();
});

test("without mail nobody is sent to the page to sign in", async () => {
  canMail = false;
  show(<Welcome />);

  await waitFor(() => expect(queries.getQueryData(["server"])).toMatchObject({ canMail }));
  expect(screen.queryByRole("link", { name: /account/ })).toBeNull();
});

test("with mail the first page leads there", async () => {
  canMail = true;
  show(<Welcome />);

  expect(await screen.findByRole("link", { name: /account/ })).toHaveProperty("pathname", "/sign-in");
});

test("without mail a guest is not asked for an address", async () => {
  canMail = false;
  show(<You />);

  expect(await screen.findByText(/^This server cannot send email/)).toBeTruthy();
  expect(screen.queryByLabelText("Email")).toBeNull();
});
