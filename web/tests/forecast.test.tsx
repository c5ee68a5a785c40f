/** Before a move is sent: what it leads to. Every figure is the server's; forecasts.json has real ones. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import type { ImperialProps } from "../src/faces/imperial/acts";
import type { Draft } from "../src/faces/imperial/draft";
import { draftedAction } from "../src/faces/imperial/forecast";
import { strip } from "../src/faces/imperial/log/strip";
import { Stocks } from "../src/faces/imperial/Stocks";
import { Turn } from "../src/faces/imperial/turn/Turn";
import type { Perspective } from "../src/play/face";
import { Link } from "../src/table/link";
import { Table } from "../src/table/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import type { View } from "../src/wire/imperial";
import recorded from "./forecasts.json";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => ["Ann", "Ben", "Cyd"][seat] ?? "?" };
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
function propsOf(name: Case, answer?: () => Response): { props: ImperialProps; requests: unknown[] } {
  const { view, legal, forecast } = recorded[name];
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    requests.push([path, JSON.parse(body)]);
    return answer?.() ?? Response.json({ table: "t", version: 1, forecast });
  });
  const table = new Table("t", new Link(() => ""));
  const props = {
    table,
    state: { ...table.state, view, legal, version: 1 },
    view: view as unknown as View,
    perspective,
    draft: { step: name, ...DRAFTS[name] },
    setDraft: () => {},
    act: () => {},
    begin: () => {},
    open: () => {},
  } as unknown as ImperialProps;
  return { props, requests };
}

async function panelOf(name: Case): Promise<{ lines: string[]; changes: string[]; requests: unknown[] }> {
  const { props, requests } = propsOf(name);
  render(name === "purchase" ? <Stocks {...props} /> : <Turn {...props} />);
  const panel = await screen.findByRole("region", { name: "Forecast" });
  const text = (one: Element) => (one.textContent ?? "").replaceAll("\u2060", "");
  return {
    lines: [...panel.querySelectorAll("p")].map(text),
    changes: [...panel.querySelectorAll("dl > div")].map((row) =>
      [...row.children].map(text).join(": ").replace(" →after that", " →"),
    ),
    requests,
  };
}

describe("the panel before Send", () => {
  test.each((Object.keys(recorded) as Case[]).filter((name) => !ANSWERS.includes(name)))(
    "asks about what would be sent: %s",
    async (name) => {
      const { requests } = await panelOf(name);
      expect(requests).toEqual([["/api/tables/t/forecast", { action: recorded[name].action }]]);
    },
  );

  test("has interest, who pays what is missing, and who buys next", async () => {
    const { lines, changes } = await panelOf("interest");
    expect(lines).toEqual(["You pay $6.", "The treasury pays $3.", "Next to buy: Ann, Cyd and Ben."]);
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
      "If the second-largest holder agrees:",
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

  test("has what a war costs, and of peace only who must agree", async () => {
    expect((await panelOf("war")).lines).toEqual([
      "So far (other units still to move):",
      "Lost: Army in Venice (Austria) and Army in Venice (Italy).",
    ]);
    cleanup();
    const { lines, changes } = await panelOf("peace");
    expect(lines).toEqual([
      "The result depends on the reply to your peace offer.",
      "Italy must agree; otherwise it is war.",
    ]);
    expect(changes).toEqual([]);
  });

  test("shows what either answer to an offer of peace leads to", async () => {
    const { props, requests } = propsOf("accepted");
    vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
      const { action } = JSON.parse(body);
      requests.push(action);
      const { forecast } = recorded[action.payload.accept ? "accepted" : "refused"];
      return Response.json({ table: "t", version: 1, forecast });
    });
    render(<Turn {...props} />);
    const lines = async (name: string) =>
      [...(await screen.findByRole("region", { name })).querySelectorAll("p")].map((one) => one.textContent);
    const wait = "So far (other units still to move):";
    expect(await lines("If you accept")).toEqual([wait, "No units are lost."]);
    expect(await lines("If you refuse")).toEqual([
      wait,
      "Lost: Army in Venice (Austria) and Army in Venice (Italy).",
    ]);
    expect(requests).toEqual(expect.arrayContaining(ANSWERS.map((name) => recorded[name].action)));
    cleanup();
    render(<Turn {...props} perspective={{ ...perspective, mySeat: 1 }} />);
    expect(screen.queryByRole("region", { name: "If you accept" })).toBeNull();
  });

  test("says who leads after a purchase", async () => {
    const { lines, changes } = await panelOf("purchase");
    expect(lines).toContain("You take control from Ben.");
    expect(changes).toEqual(["Austria: treasury: $0 → $7", "Your cash: $7 → $0"]);
  });

  test("says what a bid is good for, and nothing about control", async () => {
    const { lines, changes } = await panelOf("bid");
    expect(lines).toEqual([
      "If you choose first:",
      "You can take the $9 bond.",
      "Equal bids are ordered at random.",
      "You pay $9.50.",
    ]);
    expect(changes).toEqual(["Your cash: $20.33 → $10.83"]);
  });

  test("and the strip say what the bid has bought", async () => {
    const { lines } = await panelOf("offer");
    expect(lines).toContain("You take control.");
    const { props } = propsOf("offer");
    expect(strip(props.state, perspective)?.text).toBe("$9.50 buys the $9 bond.");
  });

  test("is not there if the server has no answer, or while it is for others to act", async () => {
    const { props, requests } = propsOf("interest", () => new Response("{}", { status: 429 }));
    render(<Turn {...props} />);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByRole("region", { name: "Forecast" })).toBeNull();
    expect(draftedAction({ ...props, perspective: { ...perspective, mySeat: 1 } })).toBeNull();
    expect(draftedAction({ ...props, perspective: { ...perspective, mySeat: null } })).toBeNull();
  });
});
