/** How somebody is told while they are away: what is sent to the server, and nothing asked too early. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { MuteSwitch } from "../src/play/Mute";
import { Away } from "../src/site/Away";
import { bytesOf, canPush, mayOffer, offered } from "../src/site/push";
import StopMail from "../src/site/StopMail";
import { queries } from "../src/table/session";
import { loadGameWords, startWords } from "../src/ui/locales";
import type { NotificationPreferencesResponse } from "../src/wire/calls";

const ALERTS: NotificationPreferencesResponse = {
  byMail: true,
  canMail: true,
  mostMails: 6,
  mostMailsAtOnce: 60,
  mostMailsHours: 24,
  hook: null,
  delayS: 60,
  digest: "off",
  devices: [],
  muted: [],
  pushKey: null,
};
let requests: { method: string; path: string; body: unknown }[] = [];
let alerts: NotificationPreferencesResponse;

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("settings");
});
beforeEach(() => {
  requests = [];
  alerts = { ...ALERTS };
  queries.clear();
  queries.setQueryData(["me"], { id: "a", name: "Ada", kind: "member", email: "ada@example.com" });
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init: RequestInit) => {
      const body = init.body ? JSON.parse(String(init.body)) : undefined;
      if (init.method !== "GET") requests.push({ method: init.method ?? "", path, body });
      if (init.method === "PATCH") alerts = { ...alerts, ...body };
      if (path.endsWith("/mute")) alerts = { ...alerts, muted: body.isMuted ? ["t1"] : [] };
      if (path.includes("stop-mail")) return new Response(null, { status: 204 });
      return Response.json(path === "/api/me/alerts" || path.endsWith("/mute") ? alerts : []);
    }),
  );
});

function shown(page: React.ReactNode) {
  return render(<QueryClientProvider client={queries}>{page}</QueryClientProvider>);
}

test("each choice is sent alone, and shown as the server has it", async () => {
  shown(<Away />);
  await userEvent.click(await screen.findByRole("switch", { name: /By email/ }));
  await userEvent.click(screen.getByRole("radio", { name: "immediately" }));
  await userEvent.click(screen.getByRole("radio", { name: "at most daily" }));

  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["PATCH", "/api/me/alerts", { byMail: false }],
    ["PATCH", "/api/me/alerts", { delayS: 0 }],
    ["PATCH", "/api/me/alerts", { digest: "daily" }],
  ]);
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("switch", { name: /By email/ }).checked).toBe(false),
  );
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "at most daily" }).checked).toBe(true);
});

test("the limit of mails is told", async () => {
  shown(<Away />);
  expect(
    await screen.findByText(
      /At most 6 emails per table in 24 hours, 60 where a table notifies immediately\./,
    ),
  ).toBeTruthy();
});

test("a webhook is saved, and taken out by an empty field", async () => {
  shown(<Away />);
  const field = () => screen.findByRole("textbox", { name: "Webhook" });
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  fireEvent.change(await field(), { target: { value: "https://discord.com/api/1" } });
  fireEvent.click(save());
  await waitFor(() => expect(alerts.hook).toBe("https://discord.com/api/1"));
  await waitFor(() => expect(save().disabled).toBe(true));
  fireEvent.change(await field(), { target: { value: "" } });
  fireEvent.click(save());

  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ hook: null }));
});

test("where the server has no key, or the browser takes nothing, it says so", async () => {
  shown(<Away />);
  expect(await screen.findByText("Browser notifications are not set up on this server.")).toBeTruthy();
});

test("a table is muted and heard again", async () => {
  shown(<MuteSwitch table="t1" />);
  await userEvent.click(await screen.findByRole("switch", { name: /Mute this table/ }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("switch").checked).toBe(true));
  await userEvent.click(screen.getByRole("switch"));

  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("switch").checked).toBe(false));
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ["/api/tables/t1/mute", { isMuted: true }],
    ["/api/tables/t1/mute", { isMuted: false }],
  ]);
});

test("the link in a mail stops mail only when somebody presses, for one table or for all", async () => {
  location.hash = `#${"x".repeat(64)}`;
  shown(<StopMail />);
  expect(requests).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Stop emails about this table" }));
  expect(requests[0]?.path).toBe(`/api/stop-mail/${"x".repeat(64)}?onlyTable=true`);
  expect(await screen.findByText("Done. You get no more emails about this table.")).toBeTruthy();
});

test("a link without a table has one button", async () => {
  location.hash = `#${"x".repeat(43)}`;
  shown(<StopMail />);
  const all = await screen.findByRole("button", { name: "Stop all turn emails" });
  expect(screen.queryByRole("button", { name: "Stop emails about this table" })).toBeNull();
  await userEvent.click(all);
  expect(requests[0]?.path).toBe(`/api/stop-mail/${"x".repeat(43)}`);
});

test("it is offered once, where the browser can and nobody has decided", () => {
  expect(canPush()).toBe(false);
  expect(mayOffer()).toBe(false);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "default" });
  Object.defineProperty(navigator, "serviceWorker", { value: {}, configurable: true });

  expect(mayOffer()).toBe(true);
  offered();
  expect(mayOffer()).toBe(false);
});

test("a key is read as browsers write it", () => {
  expect([...bytesOf("__4-AA")]).toEqual([255, 254, 62, 0]);
});
