/** Imperial's map is the board, and a draft is always something the server has listed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import imperial from "../src/faces/imperial";
import { type ImperialProps, pressesOf, sameFor } from "../src/faces/imperial/acts";
import { TERRITORIES } from "../src/faces/imperial/board";
import { chosenOf, entryOf, formOf, mostMade, type Proposing } from "../src/faces/imperial/draft";
import { csvOf, historyOf } from "../src/faces/imperial/history";
import { answer } from "../src/faces/imperial/log/areas";
import { describe as lineOf } from "../src/faces/imperial/log/events";
import { isAbout, landmark } from "../src/faces/imperial/log/filters";
import { sections } from "../src/faces/imperial/log/state";
import europe from "../src/faces/imperial/map/europe.json";
import { AREAS, boxOf, lengthOf, neighbourTowards, PLACES, SIDES } from "../src/faces/imperial/map/geometry";
import { Rondel, stepsTo } from "../src/faces/imperial/Rondel";
import { type Height, heightAt, Sheet } from "../src/faces/imperial/Sheet";
import { NoUndo } from "../src/faces/imperial/turn/NoUndo";
import { Peace } from "../src/faces/imperial/turn/Peace";
import { Vote } from "../src/faces/imperial/turn/Vote";
import { standingEvents } from "../src/faces/imperial/view";
import { canPick } from "../src/play/choose";
import type { Perspective } from "../src/play/face";
import { groupsOf } from "../src/play/log";
import type { TableState } from "../src/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import { Rich } from "../src/ui/parts";
import type { Action, View } from "../src/wire/imperial";
import courses from "./courses.json";

afterEach(cleanup);

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => `Seat ${seat}` };
const pair = (one: string, other: string) => [one, other].sort().join(" | ");

describe("the map", () => {
  const bordering = new Set(
    [...TERRITORIES.values()].flatMap(({ name, adjacencies }) =>
      adjacencies.map((other) => pair(name, other)),
    ),
  );

  test("is drawn from the board of the rulebook, of which there is no copy", () => {
    const book = join(import.meta.dirname, "..", "..", "docs", "rulebooks", "imperial_board.json");
    const { territories } = JSON.parse(readFileSync(book, "utf8"));
    expect([...TERRITORIES.values()]).toEqual(territories);
    const sources = readdirSync(join(import.meta.dirname, "..", "src"), { recursive: true });
    expect(sources.filter((file) => String(file).endsWith("board.json"))).toEqual([]);
    expect([...AREAS.keys()].sort()).toEqual([...TERRITORIES.keys()].sort());
    expect(bordering.size).toBe(137);
  });

  test("has every border of the board, and no other", () => {
    const drawn = new Map<string, number>();
    for (const [index, sides] of SIDES.entries()) {
      const [one, other] = sides;
      expect(sides.length, `arc ${index}`).toBeLessThanOrEqual(2);
      if (one && other) drawn.set(pair(one, other), (drawn.get(pair(one, other)) ?? 0) + lengthOf(index));
    }
    // where two areas touch in a corner alone, nobody sees a border
    const CORNER = 8;
    const seen = [...drawn].filter(([, length]) => length > CORNER).map(([name]) => name);
    expect(seen.sort()).toEqual([...bordering].sort());
  });

  test("closes every area", () => {
    for (const [name, rings] of Object.entries(europe.areas as Record<string, number[][]>))
      for (const ring of rings) {
        const ends = ring.map((arc) => {
          const numbers = (europe.arcs[arc < 0 ? ~arc : arc] ?? "").split(" ").map(Number);
          let [x, y] = [numbers[0] ?? 0, numbers[1] ?? 0];
          const start = `${x} ${y}`;
          for (let at = 2; at < numbers.length; at += 2)
            [x, y] = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)];
          return arc < 0 ? [`${x} ${y}`, start] : [start, `${x} ${y}`];
        });
        for (const [index, end] of ends.entries())
          expect(end[1], name).toBe(ends[(index + 1) % ends.length]?.[0]);
      }
  });

  test("is walked with arrow keys from anywhere to everywhere", () => {
    for (const start of AREAS.keys()) {
      const found = new Set([start]);
      for (const name of found)
        for (const way of [
          [0, -1],
          [0, 1],
          [-1, 0],
          [1, 0],
        ] as const) {
          const next = neighbourTowards(name, [...way]);
          if (next) {
            found.add(next);
            expect(bordering.has(pair(name, next))).toBe(true);
          }
        }
      expect(found.size, start).toBe(54);
    }
  });

  test("has room for units in every area, and frames it", () => {
    for (const name of AREAS.keys()) {
      expect(PLACES[name]?.slots.length, name).toBeGreaterThanOrEqual(3);
      expect(boxOf([name])?.w, name).toBeGreaterThan(20);
    }
  });
});

const propose = (payload: Proposing["payload"]): Proposing => ({ type: "PROPOSE", payload });

describe("a draft", () => {
  const imports = [
    propose({ wheelSpot: "Import", import: { types: [], territories: [] } }),
    propose({ wheelSpot: "Import", import: { types: ["army"], territories: ["Rome"] } }),
    propose({ wheelSpot: "Import", import: { types: ["army", "fleet"], territories: ["Rome", "Genoa"] } }),
  ];

  test("is sent as the entry the server listed, in whatever order it was chosen", () => {
    const bought = [
      { type: "fleet" as const, territory: "Genoa" },
      { type: "army" as const, territory: "Rome" },
    ];
    expect(formOf(imports)).toBe("bought");
    expect(entryOf(imports, { step: "", bought })).toBe(imports[2]);
    expect(entryOf(imports, { step: "" })).toBe(imports[0]);
  });

  test("never goes beyond the list", () => {
    const rome = { type: "army" as const, territory: "Rome" };
    expect(canPick(chosenOf(imports, { step: "" }), "bought", rome)).toBe(true);
    expect(canPick(chosenOf(imports, { step: "", bought: [rome] }), "bought", rome)).toBe(false);
    expect(entryOf(imports, { step: "", bought: [rome, rome] })).toBeNull();
  });

  test("makes all it can unless told otherwise", () => {
    const made = [
      propose({ wheelSpot: "L-Produce", fleetProduce: [], armyProduce: [] }),
      propose({ wheelSpot: "L-Produce", fleetProduce: ["Naples"], armyProduce: [] }),
      propose({ wheelSpot: "L-Produce", fleetProduce: ["Naples"], armyProduce: ["Rome"] }),
    ];
    expect(mostMade(made)).toEqual(["Naples", "Rome"]);
    expect(entryOf(made, { step: "" })).toBe(made[2]);
    expect(entryOf(made, { step: "", made: [] })).toBe(made[0]);
  });

  test("asks for a site, and has none by itself", () => {
    const sites = [
      propose({ wheelSpot: "Factory", factoryLoc: "Genoa" }),
      propose({ wheelSpot: "Factory", factoryLoc: "Venice" }),
    ];
    expect(entryOf(sites, { step: "" })).toBeNull();
    expect(entryOf(sites, { step: "", site: "Venice" })).toBe(sites[1]);
  });
});

const country = {
  money: 0,
  points: 3,
  factories: [],
  openFactories: [],
  wheelSpot: "center",
  gov: "dictatorship",
  leadership: [0],
  availStock: [],
  offLimits: false,
  lastTax: 5,
  revenue: 4,
  taxChips: [],
  fleets: [],
  armies: [],
};
const view = {
  mode: "proposal",
  countryUp: "Italy",
  round: 2,
  wheel: ["Taxation", "Factory", "Import"],
  fees: { Factory: 0, Import: 200 },
  prices: [0, 200, 400],
  playerInfo: [{ money: 700, holdings: { Italy: 2 }, stock: [{ country: "Italy", stock: 2 }] }],
  countryInfo: { Italy: country },
} as unknown as View;

test("the rondel is the wheel that the server tells, with its prices", async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
  render(
    <Rondel
      view={view}
      perspective={perspective}
      reach={new Set(["Factory", "Import"])}
      chosen={null}
      onChoose={() => {}}
    />,
  );
  const names = screen.getAllByRole("button").map((slice) => slice.getAttribute("aria-label"));
  expect(names).toEqual(["Taxation", "Factory, free", "Import, $2"]);
  expect(screen.getByRole("button", { name: "Taxation" }).getAttribute("aria-disabled")).toBe("true");
});

test("the way on the rondel is counted and drawn, each step with its number", async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
  const wheel = ["Taxation", "Factory", "Import"];
  expect(stepsTo(wheel, "Import", "Factory")).toBe(2);
  expect(stepsTo(wheel, "Import", "Import")).toBe(3);
  expect(stepsTo(wheel, "center", "Import")).toBe(0);
  const standing = {
    ...view,
    countryInfo: { Italy: { ...country, wheelSpot: "Taxation" } },
  } as unknown as View;
  const { container } = render(
    <Rondel
      view={standing}
      perspective={perspective}
      reach={new Set(["Factory", "Import"])}
      chosen={null}
      onChoose={() => {}}
    />,
  );
  const texts = () => [...container.querySelectorAll(".r-step text")].map((one) => one.textContent);
  expect(texts()).toEqual([]);
  const slice = screen.getByRole("button", { name: "Import, 2 steps, $2" });
  fireEvent.pointerEnter(slice);
  expect(texts()).toEqual(["1", "2"]);
  expect(container.querySelectorAll(".r-step-paid")).toHaveLength(1);
  fireEvent.pointerLeave(slice);
  expect(texts()).toEqual([]);
});

describe("a vote", () => {
  const plan = {
    seat: 0,
    wheelSpot: "Import",
    fleetMan: [],
    armyMan: [],
    import: { types: [], territories: [] },
  };
  const cast = { proposal1: { votes: 4, voters: [0] }, proposal2: { votes: 0, voters: [] } };
  const sealed = { votes: null, voters: null };
  const voting = (isOpen: boolean) =>
    ({
      ...view,
      mode: "vote",
      options: { openBallots: isOpen },
      proposal1: { ...plan, factoryLoc: null, fleetProduce: [], armyProduce: [] },
      proposal2: { ...plan, seat: 1, factoryLoc: null, fleetProduce: [], armyProduce: [] },
      voting: { country: "Italy", voted: [0], ...(isOpen ? cast : { proposal1: sealed, proposal2: sealed }) },
      peaceVote: null,
      playerInfo: [4, 3, 2].map((held) => ({ money: 0, holdings: { Italy: held }, stock: [] })),
      countryInfo: { Italy: { ...country, leadership: [0, 1, 2] } },
    }) as unknown as View;
  const props = (shown: View) =>
    ({
      view: shown,
      state: { legal: [] },
      perspective,
      draft: { step: "" },
      setDraft: () => {},
    }) as unknown as ImperialProps;

  test("with open ballots shows sides, voters and tallies", async () => {
    await startWords(catalogues);
    await loadGameWords("imperial");
    render(<Vote {...props(voting(true))} isOwn />);
    expect(screen.getByText("4 of 9 votes")).toBeTruthy();
    expect(screen.getByText("0 of 9 votes")).toBeTruthy();
    expect(screen.getByText("Voted for proposal 1")).toBeTruthy();
    expect(screen.getAllByText("Not voted yet")).toHaveLength(2);
    const state = { view: voting(true) } as unknown as TableState;
    const votes = sections(state, perspective).find(({ title }) => title === "Votes");
    expect(votes?.lines).toEqual(["Proposal 1: 4 of 9 (Seat 0)", "Proposal 2: 0 of 9 (nobody)"]);
  });

  test("that is sealed shows who has voted, and no more", async () => {
    await startWords(catalogues);
    await loadGameWords("imperial");
    const { container } = render(<Vote {...props(voting(false))} isOwn />);
    expect(screen.getByText("Voted")).toBeTruthy();
    expect(container.textContent).not.toMatch(/Voted for proposal| of 9 ?·? ?0|0 of 9/);
    expect(container.querySelector(".card-tally")).toBeNull();
    const state = { view: voting(false) } as unknown as TableState;
    expect(sections(state, perspective).some(({ title }) => title === "Votes")).toBe(false);
  });

  test("on peace is open in the same way", async () => {
    await startWords(catalogues);
    await loadGameWords("imperial");
    const offer = { unitType: "army", origin: "Rome", destination: "Tunis", targetCountry: "Italy", via: [] };
    const votes = [{ seat: 2, accept: true }];
    const peace = {
      ...voting(true),
      mode: "peace-vote",
      voting: null,
      options: { openBallots: true, autoActionSeconds: null },
      currentManeuver: { country: "France" },
      peaceVote: {
        ...offer,
        electorate: [0, 1, 2],
        voters: [2],
        totalStock: 9,
        acceptVotes: 2,
        rejectVotes: 0,
        votes,
      },
    } as unknown as View;
    render(<Peace {...props(peace)} isOwn />);
    expect(screen.getByText("Peace 2, war 0, of 9")).toBeTruthy();
    expect(screen.getByText("Voted for peace")).toBeTruthy();
  });
});

describe("the sheet", () => {
  test("takes the nearest of three heights", () => {
    expect([60, 200, 380, 600].map((pixels) => heightAt(pixels, 700))).toEqual([
      "peek",
      "peek",
      "half",
      "full",
    ]);
  });

  test("is pulled, pressed, or moved by keys", async () => {
    await startWords(catalogues);
    await loadGameWords("imperial");
    const heights: Height[] = [];
    render(
      <Sheet height="half" onHeight={(height) => heights.push(height)} perspective={perspective}>
        inside
      </Sheet>,
    );
    const grab = screen.getByRole("button", { name: "Size of this sheet: half" });
    const sheet = grab.parentElement as HTMLElement;
    Object.defineProperty(sheet, "clientHeight", { value: 380 });
    Object.defineProperty(sheet.parentElement, "clientHeight", { value: 700 });

    fireEvent.click(grab);
    fireEvent.keyDown(grab, { key: "ArrowDown" });
    fireEvent.pointerDown(grab, { clientY: 300, button: 0 });
    fireEvent.pointerMove(grab, { clientY: 120 });
    expect(sheet.style.transform).toBe("translateY(-180px)");
    fireEvent.pointerUp(grab, { clientY: 100 });
    fireEvent.click(grab); // the press that ended the pull

    expect(heights).toEqual(["full", "peek", "full"]);
    expect(sheet.style.transform).toBe("");
  });
});

test("undo says what it takes back, to whom it is offered", async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
  const offered = (undo: number) =>
    pressesOf({
      perspective,
      view: { ...view, undo },
      state: { status: "active", legal: [], done: [{ version: 4, text: "Lemberg: Move in" }] },
    } as unknown as ImperialProps).filter(({ id }) => id === "undo");
  expect(offered(0)).toMatchObject([{ label: "Undo", what: "Lemberg: Move in", hotkey: "u" }]);
  expect(offered(1)).toEqual([]);
});

describe("what cannot be undone", () => {
  const shown = async (
    type: string,
    { mySeat = 0, undo = null, auto = false }: { mySeat?: number; undo?: number | null; auto?: boolean } = {},
  ) => {
    await startWords(catalogues);
    await loadGameWords("imperial");
    const events = [
      { type: "BID_PLACED", version: 4, at: 0, payload: { seat: 1 } },
      { type, version: 5, at: 0, payload: { seat: 0 } },
      { type: "SUBMITTED", version: 5, at: 0, payload: { seat: 0, turnID: 3, auto } },
    ];
    const props = {
      perspective: { ...perspective, mySeat },
      view: { ...view, undo },
      state: { status: "active", events },
    };
    const { container } = render(<NoUndo {...(props as unknown as ImperialProps)} />);
    return container.textContent;
  };

  test("says what it was, why, and what to do", async () => {
    expect(await shown("BID_PLACED")).toBe(
      "Your bid cannot be undone. Other players may have learned something from it, so it stands. To check a move before it counts, turn on “Confirm moves” in the settings.",
    );
    expect(await shown("VOTE_CAST")).toContain("Your vote cannot be undone.");
    expect(await shown("PEACE_RESOLVED")).toContain("The reply to the offer of peace cannot be undone.");
  });

  test("says nothing where undo is offered, another has moved, or the house did", async () => {
    expect(await shown("TAXED", { undo: 0 })).toBe("");
    expect(await shown("TAXED")).toBe("");
    expect(await shown("BID_PLACED", { mySeat: 1 })).toBe("");
    expect(await shown("BID_PLACED", { auto: true })).toBe("");
  });
});

describe("the same for all left", () => {
  const armies = [1, 2].map(() => ({ territory: "Rome", hostile: true }));
  const moving = {
    currentManeuver: {
      country: "Italy",
      phase: "army",
      pendingFleets: [],
      pendingArmies: armies,
      completedFleetMoves: [],
      completedArmyMoves: [],
    },
  } as unknown as View;
  const move = (destination: string, actionCode: string) =>
    ({ type: "MOVE_UNIT", payload: { destination, actionCode } }) as Action;
  const legal = [move("Rome", ""), move("Naples", ""), move("Trieste", "war Austria army")];

  test("is offered for what loses nothing, while there are others", () => {
    expect(sameFor(moving, legal, { step: "", destination: "Naples", code: "" })).toMatchObject({
      kind: "same",
      destination: "Naples",
      phase: "army",
    });
    expect(sameFor(moving, legal, { step: "", destination: "Trieste", code: "war Austria army" })).toBeNull();
    expect(sameFor(moving, legal, { step: "", destination: "Rome", code: "" })).toBeNull();
    armies.pop();
    expect(sameFor(moving, legal, { step: "", destination: "Naples", code: "" })).toBeNull();
  });
});

describe("the log", () => {
  const event = (type: string, version: number, payload: object) => ({ type, version, at: 0, payload });
  const events = [
    event("COUNTRY_STARTED", 1, { country: "Italy", round: 1 }),
    event("AGREED", 2, {}),
    event("MANEUVER_STARTED", 2, { country: "Italy" }),
    event("COUNTRY_STARTED", 3, { country: "France", round: 1 }),
    event("INTEREST_PAID", 4, { country: "France", interest: [0, 300], payer: 2, fromSeat: 0 }),
  ];

  test("is chosen by nation, by kind, by player", async () => {
    await startWords(catalogues);
    await loadGameWords("imperial");
    const lines = (which: string | number) =>
      groupsOf(events, imperial, perspective, which).flatMap((group) =>
        group.lines.map((line) => line.version),
      );
    expect(lines("Italy")).toEqual([2]);
    expect(lines("money")).toEqual([4]);
    expect(lines(1)).toEqual([4]);
    expect(lines(0)).toEqual([]);
    expect(isAbout(event("PROPOSAL_MADE", 1, { slot: 1, proposal: { seat: 2 } }), 2)).toBe(true);
    expect(imperial.filters?.(perspective).map(({ id }) => id)).toContain("votes");
  });

  test("counts units that are alike", async () => {
    const kiev = event("UNITS_IMPORTED", 1, {
      country: "Russia",
      fleets: [],
      armies: ["Kiev", "Odessa", "Kiev"],
    });
    expect(lineOf(kiev, perspective)).toBe("<b>Russia</b> imports: 2 armies in Kiev and an army in Odessa.");
  });

  test("has marks where a war was or a nation changed hands", () => {
    const quiet = { country: "Italy", losses: [], factoriesDestroyed: [] };
    const losses = [
      { territory: "Trieste", country: "Italy", unitType: "army" },
      { territory: "Trieste", country: "Austria", unitType: "army" },
    ];
    expect(landmark(event("MANEUVER_EXECUTED", 1, quiet), perspective)).toBeNull();
    expect(landmark(event("MANEUVER_EXECUTED", 1, { ...quiet, losses }), perspective)).toBe("War: Trieste.");
    expect(
      landmark(event("LEADERSHIP_CHANGED", 1, { country: "Italy", leadership: [1, 0] }), perspective),
    ).toBe("Seat 1 controls Italy.");
  });

  test("a name is a name, whatever is written in it", () => {
    const odd: Perspective = { ...perspective, nameOf: () => "</b>Eve<b>" };
    const text = lineOf(
      event("LEADERSHIP_CHANGED", 1, { country: "Italy", leadership: [1], gov: "democracy" }),
      odd,
    );
    const { container } = render(<Rich text={text ?? ""} />);
    expect([...container.querySelectorAll("b")].map((bold) => bold.textContent)).toEqual(["Italy"]);
    expect(container.textContent?.replaceAll("\u2060", "")).toBe("</b>Eve<b> controls Italy (Democracy).");
  });
});

test("the text view answers what is somewhere and what lies beside it", () => {
  const state = { view } as unknown as TableState;
  expect(answer("w rome", state, perspective)).toBe("Rome: Italy.");
  expect(answer("n tunis", state, perspective)).toMatch(/^Tunis: .*Algeria/);
  expect(answer("w atlantis", state, perspective)).toBe("There is no territory called atlantis.");
  expect(answer("hello", state, perspective)).toBeNull();
});

test("how it went is told back from the present, without what was undone", async () => {
  const event = (type: string, version: number, payload: object) => ({ type, version, at: 0, payload });
  const events = [
    event("COUNTRY_STARTED", 1, { country: "Italy", round: 1 }),
    event("STOCK_BOUGHT", 2, { seat: 0, country: "Italy", stock: 1, returnStock: 0, paid: 200 }),
    event("UNDONE", 3, { toVersion: 1 }),
    event("STOCK_BOUGHT", 4, { seat: 0, country: "Italy", stock: 2, returnStock: 0, paid: 400 }),
    event("TAXES_COLLECTED", 5, { country: "Italy", points: 3, bonus: [100] }),
  ];
  expect(standingEvents(events).map((one) => one.version)).toEqual([1, 4, 5]);
  const history = historyOf(view, events);
  expect(history.cash.turns).toEqual([[1000], [700]]);
  expect(history.stock.turns).toEqual([[0], [2]]);
  expect(history.power.turns).toEqual([[0], [3]]);
  expect(csvOf(history, () => 'the "Doge"').split("\n")[0]).toContain('"cash the ""Doge"""');
});

test.each(Object.entries(courses))("cash and interest by turn are those of the rules: %s", (name, course) => {
  const file = join(import.meta.dirname, "../../tests/games/imperial/transcripts", `${name}.jsonl`);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const events = lines
    .map((line) => JSON.parse(line) as { version?: number; events?: { type: string }[] })
    .flatMap(({ version = 0, events: recorded = [] }) =>
      recorded.map((one) => ({ payload: {}, ...one, version, at: 0 })),
    );
  const history = historyOf(course.view as unknown as View, events);
  expect(history.cash.turns).toEqual(course.cash);
  expect(history.stock.turns).toEqual(course.stock);
});

test("every public event of a game is a sentence; what is sealed has none", async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
  const game = join(import.meta.dirname, "..", "..", "tests", "games", "imperial", "transcripts");
  const files = readdirSync(game).filter((name) => name.endsWith(".jsonl"));
  expect(files.length).toBeGreaterThan(0);
  const silent = new Set<string>();
  const spoken = new Set<string>();
  for (const file of files)
    for (const line of readFileSync(join(game, file), "utf8").trim().split("\n")) {
      const row = JSON.parse(line) as { events?: { type: string; payload?: object }[] };
      for (const event of row.events ?? []) {
        const text = lineOf({ version: 1, at: 0, ...event }, perspective);
        if (text === null) silent.add(event.type);
        else {
          expect(text, JSON.stringify(event)).not.toMatch(/\{\{|undefined|imperial[:.]|NaN/);
          spoken.add(event.type);
        }
      }
    }
  expect(spoken.size).toBeGreaterThan(20);
  for (const type of ["BID_SEALED", "VOTE_SEALED", "PEACE_VOTE_SEALED", "BID_PLACED", "VOTE_CAST"])
    expect(spoken.has(type), type).toBe(false);
  expect([...silent].filter((type) => !type.endsWith("_SEALED")).sort()).toEqual([
    "BID_PLACED",
    "PEACE_VOTE_CAST",
    "PROPOSAL_EXECUTED",
    "SUBMITTED",
    "TIME_CHARGED",
    "VOTE_CAST",
  ]);
});
