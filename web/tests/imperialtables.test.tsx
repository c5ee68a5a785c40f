/** Imperial's tables: who holds what, what is missing to lead, units and their cost, and how a vote went. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { Holdings, missingOf, priceOf } from "../src/faces/imperial/Holdings";
import { describe as lineOf } from "../src/faces/imperial/log/events";
import { bondsText } from "../src/faces/imperial/log/state";
import { Nations, Players } from "../src/faces/imperial/Nations";
import { Latest } from "../src/faces/imperial/Side";
import { letterOf, seatColour } from "../src/faces/imperial/seats";
import { LastVote } from "../src/faces/imperial/turn/LastVote";
import type { Perspective } from "../src/play/face";
import type { Event, TableState } from "../src/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import type { View } from "../src/wire/imperial";

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
});
afterEach(cleanup);

const NAMES = ["Ana", "Ben", "Cleo", "Bea"];
const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => NAMES[seat] ?? "" };

const nothing = {
  money: 0,
  points: 0,
  factories: [],
  openFactories: [],
  wheelSpot: "center",
  gov: "dictatorship",
  leadership: [],
  availStock: [],
  offLimits: false,
  lastTax: 5,
  revenue: 4,
  taxChips: [],
  fleets: [],
  armies: [],
  upkeep: 0,
  leadAt: 1,
};
const unit = { territory: "Rome", hostile: true };
const player = (stock: [string, number][]) => ({
  money: 700,
  score: 700,
  scoreModifier: 0,
  stock: stock.map(([country, bond]) => ({ country, stock: bond })),
  holdings: Object.fromEntries(
    stock.map(([country]) => [
      country,
      stock.reduce((sum, [other, bond]) => sum + (other === country ? bond : 0), 0),
    ]),
  ),
});
const view = {
  mode: "proposal",
  countryUp: "Italy",
  prices: [0, 200, 400, 600, 900, 1200, 1600, 2000, 2500],
  timer: { timed: false },
  playerInfo: [
    player([
      ["Italy", 4],
      ["France", 2],
      ["Italy", 1],
    ]),
    player([["Italy", 3]]),
    player([]),
  ],
  countryInfo: {
    Italy: {
      ...nothing,
      leadership: [0, 1],
      availStock: [2, 5, 8],
      leadAt: 6,
      armies: [unit, unit, unit],
      fleets: [unit],
      upkeep: 400,
    },
    France: { ...nothing, leadership: [0], availStock: [1], leadAt: 3 },
  },
} as unknown as View;

const rows = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe("the matrix of holdings", () => {
  test("has a row for each nation, a column for each player, and totals of both", () => {
    render(<Holdings view={view} perspective={perspective} />);
    const [, italy, france, all] = rows(screen.getByRole("table"));
    expect(italy).toEqual(["ITItaly", "leads, 5", "3", "–", "8"]);
    expect(france).toEqual(["FRFrance", "leads, 2", "–", "–", "2"]);
    expect(all).toEqual(["All", "7", "3", "0", "10"]);
  });

  test("shows shares", () => {
    render(<Holdings view={view} perspective={perspective} />);
    fireEvent.click(screen.getByRole("button", { name: "Share" }));
    const [, italy] = rows(screen.getByRole("table"));
    expect(italy).toEqual(["ITItaly", "leads, 63 %", "38 %", "–", "8"]);
  });

  test("shows what is missing to lead, and the cheapest free bond that brings it", () => {
    expect(missingOf(view, 0, "Italy")).toBeNull();
    expect(missingOf(view, 1, "Italy")).toBe(3);
    expect(priceOf(view, "Italy", 3)).toBe(1200);
    expect(priceOf(view, "France", 3)).toBeNull();
    render(<Holdings view={view} perspective={perspective} />);
    fireEvent.click(screen.getByRole("button", { name: "To lead" }));
    const [, italy, france] = rows(screen.getByRole("table"));
    expect(italy).toEqual(["ITItaly", "leads, 5", "+3, bond at $12", "+6, bond at $25", "6"]);
    expect(france?.slice(2)).toEqual(["+3, bond at none", "+3, bond at none", "3"]);
  });

  test("takes its figure for the lead from the server", () => {
    const updated = { ...view, countryInfo: { Italy: { ...view.countryInfo.Italy, leadAt: 11 } } } as View;
    expect(missingOf(updated, 1, "Italy")).toBe(8);
  });
});

describe("a seat", () => {
  test("has a colour that no other seat has, and a letter that no other seat has", () => {
    const seats = [0, 1, 2, 3, 4, 5];
    expect(new Set(seats.map(seatColour)).size).toBe(6);
    expect([0, 1, 2, 3].map((seat) => letterOf(seat, 4, perspective))).toEqual(["A", "B2", "C", "B4"]);
  });

  test("has a letter that can be read on its colour", () => {
    const light = (part: number) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    for (const colour of [0, 1, 2, 3, 4, 5].map(seatColour)) {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
        light(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
      );
      expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05), colour).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test("bonds are grouped by nation", () => {
  const state = { status: "active" } as TableState;
  const { container } = render(<Players state={state} view={view} perspective={perspective} />);
  const [first] = container.querySelectorAll("li");
  expect([...(first?.querySelectorAll(".bond") ?? [])].map((bond) => bond.textContent)).toEqual([
    "I2 · 9",
    "F4",
  ]);
  expect(first?.textContent).toContain("pays 7");
  expect(bondsText(view, 0, perspective)).toBe("Bonds: Italy $2 + $9, France $4");
});

test("each nation has its units, their limits and what they cost", () => {
  render(<Nations view={view} perspective={perspective} />);
  const [, italy] = rows(screen.getByRole("table", { name: "Units" }));
  expect(italy?.slice(1)).toEqual(["3/8", "1/8", "$4"]);
});

describe("the last vote", () => {
  const at = (version: number, type: string, payload: unknown): Event => ({ type, version, at: 0, payload });
  const voted = at(3, "VOTE_RESOLVED", {
    country: "Italy",
    winner: 2,
    proposal1: { votes: 3, voters: [1] },
    proposal2: { votes: 5, voters: [0] },
  });
  const started = (version: number) => at(version, "COUNTRY_STARTED", { country: "Italy", round: 1 });
  const shown = (events: Event[]) => {
    const { container } = render(<LastVote state={{ events } as TableState} perspective={perspective} />);
    return [...container.querySelectorAll("li")].map((side) => side.textContent);
  };

  test("tells who was on which side", () => {
    expect(shown([started(1), voted])).toEqual(["Proposal 13 votesBen", "Proposal 2 · won5 votesAna"]);
  });

  test("is told through the next nation's turn, and no longer", () => {
    expect(shown([started(1), voted, started(4)])).toHaveLength(2);
    cleanup();
    expect(shown([started(1), voted, started(4), started(5)])).toEqual([]);
  });

  test("that was undone is none", () => {
    expect(shown([started(1), voted, at(4, "UNDONE", { toVersion: 2 })])).toEqual([]);
  });

  test("has its sides in the log", () => {
    expect(lineOf(voted, perspective)).toBe("<b>Italy</b> votes for proposal 2, 5 to 3: Ana against Ben.");
    const peace = at(3, "PEACE_RESOLVED", {
      targetCountry: "Italy",
      destination: "Rome",
      accepted: false,
      acceptVotes: 0,
      rejectVotes: 8,
      votes: [
        { seat: 0, accept: false },
        { seat: 1, accept: false },
      ],
    });
    expect(lineOf(peace, perspective)).toBe("Italy refuses peace in Rome, 8 to 0: Ana and Ben.");
  });
});

test("a sheet that is out of the way still tells what happened last", () => {
  const events = [
    { type: "PROPOSAL_AGREED", version: 1, at: 0, payload: { seat: 1 } },
    { type: "SUBMITTED", version: 2, at: 0, payload: { seat: 1, auto: false } },
  ];
  const { container } = render(
    <Latest state={{ events } as unknown as TableState} perspective={perspective} />,
  );
  expect(container.textContent).toBe("Ben agrees.");
});
