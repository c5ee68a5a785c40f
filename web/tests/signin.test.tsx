/** A link from a mail: whose it is stands there, and nothing signs in but the press that says so. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import SignIn from "../src/site/SignIn";
import { queries } from "../src/table/session";
import { startWords } from "../src/ui/locales";

const BOB = { id: "b", name: "Bob", kind: "guest", email: null, language: "en", createdAt: 1 };
const WHOSE = { account: "m", name: "Mallory", email: "mallory@example.com" };
let requests: { path: string; body: unknown }[] = [];
let answers: Record<string, () => Response>;

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  requests = [];
  answers = { "/api/links/look": () => Response.json(WHOSE), "/api/links": () => Response.json(BOB) };
  queries.clear();
  queries.setQueryData(["me"], BOB);
  history.replaceState(null, "", "/sign-in#secret");
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      if (init.method === "POST") requests.push({ path, body: JSON.parse(String(init.body)) });
      return answers[path]?.() ?? Response.json([]);
    }),
  );
  render(
    <QueryClientProvider client={queries}>
      <SignIn />
    </QueryClientProvider>,
  );
});

test("the page says whose account it is, and that somebody else is signed in here", async () => {
  expect(await screen.findByText("The account is Mallory, mallory@example.com.")).toBeTruthy();
  expect(screen.getByText(/You are signed in as Bob/)).toBeTruthy();
  expect(requests).toEqual([{ path: "/api/links/look", body: { token: "secret" } }]);
});

test("whoever follows a link of their own is not asked to give anything up", async () => {
  queries.setQueryData(["me"], { ...BOB, id: "m" });

  await screen.findByText("The account is Mallory, mallory@example.com.");
  await waitFor(() => expect(screen.queryByText(/here now/)).toBeNull());
});

test("the press says as whom, to the person and to the server", async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Sign in as Mallory" }));

  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]).toEqual({ path: "/api/links", body: { token: "secret", ...WHOSE } });
});

test("where the server says no, there is nothing left to press", async () => {
  answers["/api/links"] = () =>
    Response.json({ code: "LINK_OF_ANOTHER", message: "x", next: null }, { status: 409 });
  await userEvent.click(await screen.findByRole("button", { name: "Sign in as Mallory" }));

  expect(await screen.findByRole("alert")).toHaveProperty(
    "textContent",
    expect.stringMatching(/different account/),
  );
  expect(screen.queryByRole("button", { name: /Sign in as/ })).toBeNull();
});
