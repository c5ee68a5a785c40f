/** Before a move is sent: what it leads to. Every figure is the server's; forecasts.json has real ones. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import type { Given } from "../src/faces/imperial/acts";
import type { Draft } from "../src/faces/imperial/draft";
import { draftedAction } from "../src/faces/imperial/forecast";
import { Stocks } from "../src/faces/imperial/Stocks";
import { strip } from "../src/faces/imperial/tell/strip";
import { Turn } from "../src/faces/imperial/turn/Turn";
import type { Looking } from "../src/play/face";
import { Link } from "../src/table/link";
import { Table } from "../src/table/table";
import { loadGameWords, say, startWords } from "../src/ui/words";
import type { View } from "../src/wire/imperial";
import recorded from "./forecasts.json";

const looking: Looking = { say, you: 0, name: (seat) => ["Ann", "Ben", "Cyd"][seat] ?? "?" };
type Case = keyof typeof recorded;

const DRAFTS: Record<Case, Partial<Draft>> = {
  interest: { spot: "Investor" },
  import: {
    spot: "Import",
    bought: [
      { type: "army", territory: "Vienna" },
      { type: "army", territory: "Prague" },
    ],
  },
  taxation: { spot: "Taxation" },
  vote: { code: "2" },
  war: { destination: "Venice", code: "war Italy army" },
  peace: { destination: "Venice", code: "peace" },
  accepted: {},
  refused: {},
  purchase: { share: { country: "Austria", stock: 6 }, back: 4 },
  bid: { bid: 950 },
  offer: {},
};

/** Both answers to an offer of peace are shown at once: nothing is chosen first. */
const ANSWERS: Case[] = ["accepted", "refused"];

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The board of a case, at a server that answers as the real one did. */
function givenOf(name: Case, answer?: () => Response): { given: Given; asked: unknown[] } {
  const { view, legal, forecast } = recorded[name];
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked.push([path, JSON.parse(body)]);
    return answer?.() ?? Response.json({ table: "t", version: 1, forecast });
  });
  const table = new Table("t", new Link(() => ""));
  const given = {
    table,
    state: { ...table.state, view, legal, version: 1 },
    view: view as unknown as View,
    looking,
    draft: { step: name, ...DRAFTS[name] },
    setDraft: () => {},
    act: () => {},
    begin: () => {},
    open: () => {},
  } as unknown as Given;
  return { given, asked };
}

async function panelOf(name: Case): Promise<{ lines: string[]; changes: string[]; asked: unknown[] }> {
  const { given, asked } = givenOf(name);
  render(name === "purchase" ? <Stocks {...given} /> : <Turn {...given} />);
  const panel = await screen.findByRole("region", { name: "What this leads to" });
  const text = (one: Element) => (one.textContent ?? "").replaceAll("\u2060", "");
  return {
    lines: [...panel.querySelectorAll("p")].map(text),
    changes: [...panel.querySelectorAll("dl > div")].map((row) =>
      [...row.children].map(text).join(": ").replace(" →then", " →"),
    ),
    asked,
  };
}

describe("the panel before Send", () => {
  test.each((Object.keys(recorded) as Case[]).filter((name) => !ANSWERS.includes(name)))(
    "asks about what would be sent: %s",
    async (name) => {
      const { asked } = await panelOf(name);
      expect(asked).toEqual([["/api/tables/t/forecast", { action: recorded[name].action }]]);
    },
  );

  test("has interest, who pays what is missing, and who buys next", async () => {
    const { lines, changes } = await panelOf("interest");
    expect(lines).toEqual([
      "You pay $6.",
      "The treasury pays $3.",
      "Then may buy, in this order: Ann, Cyd and Ben.",
    ]);
    expect(changes).toEqual([
      "Austria: treasury: $3 → $0",
      "Your cash: $7 → $8$5 interest",
      "Ben's cash: $0.50 → $3.50$3 interest",
      "Cyd's cash: $0 → $1$1 interest",
    ]);
  });

  test("says what a proposal waits for", async () => {
    const imported = await panelOf("import");
    expect(imported.lines.slice(0, 3)).toEqual([
      "If the opposition agrees:",
      "You pay $1.",
      "The treasury pays $1.",
    ]);
    expect(imported.changes).toContain("Austria: armies: 0 → 2");
    cleanup();
    const voted = await panelOf("vote");
    expect(voted.lines.slice(0, 2)).toEqual(["If it wins the vote:", "Ben pays $4."]);
    expect(voted.changes).toContain("Austria: factories: 2 → 3");
  });

  test("says that the game ends", async () => {
    const { lines, changes } = await panelOf("taxation");
    expect(lines).toContain("This ends the game.");
    expect(changes).toContain("Austria: power: 24 → 25");
  });

  test("has what a war costs, and promises nothing of an answer", async () => {
    expect((await panelOf("war")).lines).toEqual([
      "Other units are still to be moved. Certain so far:",
      "Lost: Army in Venice (Austria) and Army in Venice (Italy).",
    ]);
    cleanup();
    const { lines, changes } = await panelOf("peace");
    expect(lines).toEqual(["What comes of it depends on the answer to your offer of peace."]);
    expect(changes).toEqual([]);
  });

  test("shows what either answer to an offer of peace leads to", async () => {
    const { given, asked } = givenOf("accepted");
    vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
      const { action } = JSON.parse(body);
      asked.push(action);
      const { forecast } = recorded[action.payload.accept ? "accepted" : "refused"];
      return Response.json({ table: "t", version: 1, forecast });
    });
    render(<Turn {...given} />);
    const lines = async (name: string) =>
      [...(await screen.findByRole("region", { name })).querySelectorAll("p")].map((one) => one.textContent);
    const wait = "Other units are still to be moved. Certain so far:";
    expect(await lines("If you accept")).toEqual([wait, "No unit is lost."]);
    expect(await lines("If you refuse")).toEqual([
      wait,
      "Lost: Army in Venice (Austria) and Army in Venice (Italy).",
    ]);
    expect(asked).toEqual(expect.arrayContaining(ANSWERS.map((name) => recorded[name].action)));
    cleanup();
    render(<Turn {...given} looking={{ ...looking, you: 1 }} />);
    expect(screen.queryByRole("region", { name: "If you accept" })).toBeNull();
  });

  test("says who leads after a purchase", async () => {
    const { lines, changes } = await panelOf("purchase");
    expect(lines).toContain("You take control from Ben.");
    expect(changes).toEqual(["Austria: treasury: $0 → $7", "Your cash: $7 → $0"]);
  });

  test("says what a bid is good for, and nothing about control", async () => {
    const { lines, changes } = await panelOf("bid");
    expect(lines).toEqual(["If nobody bids more:", "It buys the $9 bond.", "You pay $9.50."]);
    expect(changes).toEqual(["Your cash: $20.33 → $10.83"]);
  });

  test("and the strip say what the bid has bought", async () => {
    const { lines } = await panelOf("offer");
    expect(lines).toContain("You take control.");
    const { given } = givenOf("offer");
    expect(strip(given.state, looking)?.text).toBe("$9.50 buys the $9 bond.");
  });

  test("is not there if the server has no answer, or while it is for others to act", async () => {
    const { given, asked } = givenOf("interest", () => new Response("{}", { status: 429 }));
    render(<Turn {...given} />);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole("region", { name: "What this leads to" })).toBeNull();
    expect(draftedAction({ ...given, looking: { ...looking, you: 1 } })).toBeNull();
    expect(draftedAction({ ...given, looking: { ...looking, you: null } })).toBeNull();
  });
});
