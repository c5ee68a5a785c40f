/** What surrounds a table: its menu, its log, its title. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import cambio from "../src/faces/cambio";
import decks from "../src/faces/decks";
import type { GameModule, Perspective } from "../src/play/face";
import type { Playback } from "../src/play/playback";
import { Log } from "../src/play/Side";
import { TableMenu } from "../src/play/TableMenu";
import { useAttention } from "../src/site/alerts";
import { queries } from "../src/table/session";
import type { Table } from "../src/table/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import { useSettings } from "../src/ui/settings";
import { usePageTitle } from "../src/ui/title";
import type { TableResponse } from "../src/wire/calls";
import { fakeTable, viewFrame } from "./socket";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => (seat === 0 ? "You" : "Maren") };
const summary = {
  id: "t",
  code: "K7QF2M9P",
  access: "public",
  key: null,
  lesson: null,
} as unknown as TableResponse;
const OPTIONS = { botTakeover: true, botTakeoverMs: 60_000, abandonAfterMs: 300_000, turnMs: 60_000 };
const request = vi.fn();

function tableOf(view: object, game = "cambio"): Table {
  const table = fakeTable();
  table.take(viewFrame(1, { game, status: "active", seat: 0, view }));
  return table;
}

function playing(more: object = {}, rival: object = { kind: "human", isConnected: true }) {
  const players = [
    { kind: "human", isConnected: true, slots: [] },
    { slots: [], ...rival },
  ];
  return { you: 0, phase: "playing", status: "active", options: OPTIONS, players, turnNumber: 3, ...more };
}

const menu = (table: Table, game: GameModule | null = cambio) =>
  render(
    <QueryClientProvider client={queries}>
      <TableMenu table={table} summary={summary} game={game} perspective={perspective} onClose={() => {}} />
    </QueryClientProvider>,
  );

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("cambio");
  await loadGameWords("settings");
  await loadGameWords("decks");
});
beforeEach(() => {
  request.mockReset();
  useSettings.setState({ zen: {} });
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, how?: RequestInit) => {
      request(how?.method ?? "GET", path);
      return new Response(path.endsWith("/me/alerts") ? JSON.stringify({ muted: [] }) : "[]");
    }),
  );
});

test("how to play is offered for a game that says how it is played, and for no other", () => {
  const games = ["cambio", "moths"].map((name) => ({ name, about: {}, hasHow: name === "cambio" }));
  queries.setQueryData(["games"], games);
  const how = () => screen.queryByRole("link", { name: "How to play" });
  const { unmount } = menu(tableOf(playing()));
  expect(how()?.getAttribute("href")).toBe("/how/cambio");
  unmount();
  menu(tableOf(playing(), "moths"), null);
  expect(how()).toBeNull();
});

test("the transcript is fetched and given as a file: no address of the page leads to it", async () => {
  const user = userEvent.setup();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.protocol}`);
  });
  const table = tableOf(playing());
  table.take(viewFrame(2, { game: "cambio", status: "completed", seat: 0, view: playing() }));
  menu(table);

  await user.click(screen.getByRole("button", { name: "Download game" }));

  await waitFor(() => expect(saved).toEqual(["rondel-K7QF2M9P.jsonl blob:"]));
  expect(request).toHaveBeenCalledWith("GET", "/api/tables/t/transcript");
});

describe("leaving a running game", () => {
  const words = (view: object) => cambio.leaving?.(tableOf(view).state, perspective) ?? "";

  test("says what the rules of this table do", () => {
    expect(words(playing())).toContain("After 1 minute a bot plays your cards.");
    expect(words(playing({ options: { ...OPTIONS, botTakeover: false } }))).toContain(
      "Your turns are skipped",
    );
    expect(words(playing({}, { kind: "bot", isConnected: true }))).toContain("after 5 minutes");
    expect(words(playing({ phase: "final_round" }))).toContain("you lose your last turn");
  });

  test("is asked for once more, and then told to the server", async () => {
    menu(tableOf(playing()));
    await userEvent.click(screen.getByRole("button", { name: "Leave the game" }));
    expect(screen.getByText(/a bot plays your cards/)).toBeTruthy();
    expect(request).not.toHaveBeenCalledWith("DELETE", expect.anything());
    await userEvent.click(screen.getByRole("button", { name: "Leave" }));
    expect(request).toHaveBeenCalledWith("DELETE", "/api/tables/t/seat");
    await waitFor(() => expect(location.pathname).toBe("/"));
  });

  test("is not offered to who watches, nor after the end", () => {
    const table = tableOf(playing());
    table.store.setState({ seat: null });
    menu(table).unmount();
    table.store.setState({ seat: 0, status: "completed" });
    menu(table);
    expect(screen.queryByRole("button", { name: "Leave the game" })).toBeNull();
  });

  test("of a planner changes nothing, and says so", () => {
    expect(decks.leaving?.(tableOf({}, "decks").state, perspective)).toContain("saved until you come back");
  });
});

test("who is left at a table has the host's ways while the host's seat is empty", () => {
  const seat = (at: number, name: string) => ({
    seat: at,
    player: name,
    name,
    kind: "human",
    level: null,
    isReady: true,
    wantsEnd: false,
  });
  const table = tableOf(playing());
  table.store.setState({ seats: [seat(0, "Ife"), seat(1, "Maren")] as never, here: [0, 1] });
  const shown = (here: number[]) => {
    table.store.setState({ here });
    const page = render(
      <QueryClientProvider client={queries}>
        <TableMenu
          table={table}
          summary={{ ...summary, seat: 0, isHost: false, host: 1 } as TableResponse}
          game={cambio}
          perspective={perspective}
          onClose={() => {}}
        />
      </QueryClientProvider>,
    );
    const names = [...document.querySelectorAll(".absent button")].map((one) => one.textContent);
    page.unmount();
    return names;
  };
  expect(shown([0, 1])).not.toContain("End the game");
  expect(shown([0])).toContain("End the game");
  expect(shown([0])).toContain("Let a bot play for Maren");
});

test("a host hands the table on during play, and removes only who has gone and has a bot", async () => {
  const seat = (at: number, name: string, level: string | null) => ({
    seat: at,
    player: name,
    name,
    kind: "human",
    level,
    isReady: true,
    wantsEnd: false,
  });
  const table = tableOf(playing());
  const seats = [
    seat(0, "Ife", null),
    seat(1, "Maren", "easy"),
    seat(2, "Noor", "easy"),
    seat(3, "Otto", null),
  ];
  table.store.setState({ seats: seats as never, here: [0, 2] });
  const shown = (isHost: boolean, removed: TableResponse["removed"] = []) =>
    render(
      <QueryClientProvider client={queries}>
        <TableMenu
          table={table}
          summary={
            { ...summary, seat: 0, isHost, host: isHost ? 0 : 2, lesson: null, removed } as TableResponse
          }
          game={cambio}
          perspective={perspective}
          onClose={() => {}}
        />
      </QueryClientProvider>,
    );

  const page = shown(true);
  await userEvent.click(await screen.findByRole("button", { name: "Make host: Noor" }));
  expect(request).toHaveBeenCalledWith("POST", "/api/tables/t/host");
  await userEvent.click(screen.getByRole("button", { name: "Remove: Maren" }));
  expect(request).toHaveBeenCalledWith("DELETE", "/api/tables/t/seats/1/person");
  expect(screen.queryByRole("button", { name: "Remove: Noor" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove: Otto" })).toBeNull();
  page.unmount();

  const later = shown(true, [{ id: "r", name: "Maren", seat: 1 }]);
  await userEvent.click(await screen.findByRole("button", { name: "Let back in: Maren" }));
  expect(request).toHaveBeenCalledWith("DELETE", "/api/tables/t/removed/r");
  expect(screen.queryByRole("button", { name: "Make host: Maren" })).toBeNull();
  later.unmount();

  shown(false);
  expect(screen.queryByRole("button", { name: "Make host: Noor" })).toBeNull();
});

test("a table is by day where a turn may take half an hour", () => {
  expect(cambio.pace?.(tableOf(playing()).state)).toBe("live");
  expect(cambio.pace?.(tableOf(playing({ options: { turnMs: 1_800_000 } })).state)).toBe("day");
});

test("only the table is shown of the games that were chosen for it", async () => {
  menu(tableOf(playing()));
  await userEvent.click(screen.getByRole("switch", { name: /Focus mode/ }));
  expect(useSettings.getState().zen).toEqual({ cambio: true });
  await userEvent.click(screen.getByRole("switch", { name: /Focus mode/ }));
  expect(useSettings.getState().zen).toEqual({ cambio: false });
});

test("the log is told by turns, the newest first", () => {
  const table = tableOf(playing());
  const drew = (version: number, seat: number) => ({
    type: "CARD_DRAWN",
    version,
    at: version,
    payload: { seat, source: "deck" },
  });
  const began = (version: number, seat: number, turnNumber: number) => ({
    type: "TURN_STARTED",
    version,
    at: version,
    payload: { seat, turnNumber, endsAt: null },
  });
  table.store.setState({ events: [began(1, 1, 4), drew(2, 1), began(3, 0, 5), drew(4, 0), began(5, 1, 6)] });
  const playback = { move: null } as unknown as Playback;
  render(<Log table={table} game={cambio} perspective={perspective} summary={summary} playback={playback} />);
  const titles = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
  expect(titles).toEqual(["Turn 5", "Turn 4"]);
});

function Page({ isMine }: { isMine: boolean }) {
  usePageTitle("Cambio", isMine);
  useAttention();
  return null;
}

describe("the title", () => {
  const setAppBadge = vi.fn(async () => {});
  const shown = (isMine: boolean) =>
    render(
      <QueryClientProvider client={queries}>
        <Page isMine={isMine} />
      </QueryClientProvider>,
    );
  const waits = { status: "active", seat: 0, toAct: [0] };

  beforeEach(() => {
    setAppBadge.mockClear();
    vi.stubGlobal("navigator", Object.assign(navigator, { setAppBadge, clearAppBadge: setAppBadge }));
    queries.setQueryData(["me"], { id: "a", name: "Ada" });
    queries.setQueryData(["tables", "mine"], [waits, waits, { ...waits, toAct: [1] }]);
  });

  test("counts the tables that wait for me, and so does the badge", () => {
    shown(false);
    expect(document.title).toBe("(2) Cambio · Rondel");
    expect(setAppBadge).toHaveBeenCalledWith(2);
  });

  test("says that it is my move at this table", () => {
    shown(true);
    expect(document.title).toBe("● Cambio · Rondel");
  });
});
