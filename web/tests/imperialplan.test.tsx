/** A maneuver that is being planned: what the map, the list and the notes say of it is what will happen. */
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { chooseWay, type ImperialProps, sameFor, wayOf } from "../src/faces/imperial/acts";
import type { Draft } from "../src/faces/imperial/draft";
import { actionText } from "../src/faces/imperial/log/actions";
import { groupsOf } from "../src/faces/imperial/log/areas";
import { standingOf } from "../src/faces/imperial/map/Units";
import { sceneOf } from "../src/faces/imperial/scene";
import { Maneuver } from "../src/faces/imperial/turn/Maneuver";
import type { Perspective } from "../src/play/face";
import type { TableState } from "../src/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import type { Action, View } from "../src/wire/imperial";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => `Seat ${seat}` };

beforeEach(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
});
afterEach(cleanup);

/** A server that has no forecast: on a slow machine it is asked before the test is over. */
const silent = { forecast: async () => null };

const armies = (...names: string[]) => names.map((territory) => ({ territory, hostile: true }));
const land = { factories: [], fleets: [], armies: [], taxChips: [], openFactories: [], wheelSpot: "center" };
const nations = (more: object) => ({
  Austria: { ...land, gov: "dictatorship", leadership: [1], factories: ["Vienna"] },
  Italy: { ...land, gov: "dictatorship", leadership: [0] },
  ...more,
});

/** Italy plans; these armies stand in this order, and so many of them have their tuple. */
function planning(own: string[], done: string[][], others: object, more: object = {}): View {
  return {
    mode: "continue-man",
    countryUp: "Italy",
    options: { openBallots: false, autoActionSeconds: null },
    undo: null,
    peaceVote: null,
    peaceAnswers: [],
    timer: { timed: false, pause: 0 },
    playerInfo: [{ myTurn: true }, { myTurn: false }],
    countryInfo: nations({
      Italy: { ...land, gov: "dictatorship", leadership: [0], armies: armies(...own) },
      ...others,
    }),
    currentManeuver: {
      country: "Italy",
      player: 0,
      wheelSpot: "L-Maneuver",
      phase: "army",
      unitIndex: done.length,
      deferred: 0,
      pendingFleets: [],
      pendingArmies: armies(...own),
      completedFleetMoves: [],
      completedArmyMoves: done,
      pendingPeace: null,
      carried: {},
    },
    ...more,
  } as unknown as View;
}

const austria = (more: object) => ({
  Austria: { ...land, gov: "dictatorship", leadership: [1], factories: ["Vienna"], ...more },
});
const move = (destination: string, actionCode: string) =>
  ({ type: "MOVE_UNIT", payload: { destination, actionCode } }) as Action;

describe("the board that a plan leaves", () => {
  const shown = (view: View, draft: object = {}) => {
    const scene = sceneOf(view, [], { step: "", ...draft }, perspective);
    return { scene, ...standingOf(scene.board, scene.ghosts) };
  };
  /** What the server says that a plan leaves of Italy, and of another nation. */
  const left = (own: string[], others: object = {}) => ({
    Italy: { fleets: [], armies: armies(...own), factories: [] },
    ...others,
  });

  test("8.9 has neither of two units that have fought", () => {
    const war = ["Venice", "Trieste", "war Austria army"];
    const after = { Austria: { fleets: [], armies: armies("Trieste"), factories: ["Vienna"] } };
    const view = planning(["Venice", "Rome"], [war], austria({ armies: armies("Trieste", "Trieste") }), {
      planned: { maneuver: left(["Rome"], after), proposal1: {}, proposal2: {} },
    });
    const { scene, seen, groups } = shown(view);
    expect(groupsOf(scene.board, "Trieste")).toMatchObject([{ country: "Austria", count: 1 }]);
    expect(scene.ghosts).toMatchObject([{ from: "Venice", to: "Trieste", isLost: true }]);
    expect(seen.size).toBe(0);
    expect(groups.map(({ country, name, count }) => `${country} ${name} ${count}`)).toEqual([
      "Austria Trieste 1",
      "Italy Rome 1",
    ]);
  });

  test("has units that have moved as ghosts where they go, and what is chosen beside them", () => {
    const view = planning(["Venice", "Rome", "Rome"], [["Venice", "Tunis", ""]], austria({}), {
      planned: { maneuver: left(["Tunis", "Rome", "Rome"]), proposal1: {}, proposal2: {} },
    });
    const { scene, seen, groups } = shown(view, { destination: "Naples", code: "" });
    expect(scene.ghosts.map(({ from, to }) => `${from} ${to}`)).toEqual(["Venice Tunis", "Rome Naples"]);
    expect(seen.size).toBe(2);
    expect(groups.map(({ name, count }) => `${name} ${count}`)).toEqual(["Rome 1"]);
  });

  test("has a unit that is to fight no longer where it comes from, and its enemy until that is decided", () => {
    const view = planning(["Venice"], [], austria({ armies: armies("Trieste") }), { planned: null });
    const { seen, groups } = shown(view, { destination: "Trieste", code: "war Austria army" });
    expect(seen.size).toBe(0);
    expect(groups.map(({ country, name }) => `${country} ${name}`)).toEqual(["Austria Trieste"]);
  });

  test("is what a proposal that is voted on would leave", () => {
    const proposal = {
      seat: 0,
      factoryLoc: null,
      fleetProduce: [],
      armyProduce: [],
      import: { types: [], territories: [] },
      fleetMan: [],
      armyMan: [["Venice", "Trieste", "war Austria army"]],
    };
    const after = { Austria: { fleets: [], armies: [], factories: ["Vienna"] } };
    const view = planning(["Venice"], [], austria({ armies: armies("Trieste") }), {
      mode: "vote",
      currentManeuver: null,
      proposal1: proposal,
      proposal2: { ...proposal, armyMan: [] },
      planned: { maneuver: {}, proposal1: left([], after), proposal2: {} },
    });
    expect(shown(view).groups).toEqual([]);
    expect(shown(view, { code: "2" }).groups).toHaveLength(2);
  });
});

describe("8.3 a unit that is moved first", () => {
  const DEFER = { type: "DEFER_UNIT" } as Action;
  const own = ["Venice", "Venice", "Rome", "Naples", "Genoa"];
  const deferring = (deferred: number) => {
    const view = planning(own, [], {});
    if (view.currentManeuver) view.currentManeuver.deferred = deferred;
    return view;
  };
  const movable = (view: View, legal: Action[] = [DEFER]) => [
    ...sceneOf(view, legal, { step: "" }, perspective).movable,
  ];

  test("may be any other, as long as none has been deferred", () => {
    expect(movable(deferring(0))).toEqual(["Rome", "Naples", "Genoa"]);
    expect(movable(deferring(0), [])).toEqual([]);
  });

  test("is never behind one that was deferred before", () => {
    expect(movable(deferring(2))).toEqual(["Rome", "Naples"]);
    expect(movable(deferring(4))).toEqual([]);
  });

  test("is chosen in the list, too: one button for those that are alike", async () => {
    const begun: unknown[] = [];
    const props = {
      view: planning(["Venice", "Rome", "Rome", "Venice"], [], {}),
      perspective,
      draft: { step: "" },
      state: { legal: [move("Venice", ""), DEFER] } as unknown as TableState,
      begin: (chain: unknown) => begun.push(chain),
    } as unknown as ImperialProps;
    render(<Maneuver {...props} isOwn />);
    const buttons = screen.getAllByRole("button", { name: /^Move first/ });
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual(["Move first: Army in Rome"]);
    await userEvent.click(buttons[0] as HTMLElement);
    expect(begun).toEqual([{ kind: "pick", country: "Italy", phase: "army", territory: "Rome" }]);
  });
});

describe("the notes of a choice", () => {
  const notes = (view: View, destination: string, codes: string[]) => {
    const legal = codes.map((code) => move(destination, code));
    const props = {
      view,
      perspective,
      draft: { step: "", destination },
      table: silent,
      state: { legal } as unknown as TableState,
      setDraft: () => {},
    } as unknown as ImperialProps;
    const { container } = render(<Maneuver {...props} isOwn />);
    return [...container.querySelectorAll(".codes small")].map((note) => note.textContent);
  };

  test("3.5 speak of a factory only where one is", () => {
    const view = planning(["Venice"], [], austria({}));
    expect(notes(view, "Trieste", ["hostile", "peace"])).toEqual([]);
    cleanup();
    expect(notes(view, "Vienna", ["hostile", "peace"])).toEqual(["Its factory stops producing."]);
  });
});

describe("what the server says of a way", () => {
  const legal = [move("London", ""), move("Holland", ""), move("Holland", "peace"), move("Sheffield", "")];
  const england = { ...land, gov: "dictatorship", leadership: [0], armies: armies("London") };
  const view = planning(["London"], [], { England: england }, { countryUp: "England", planned: null });
  if (view.currentManeuver) view.currentManeuver.country = "England";
  const CHANNEL = ["English Channel"];
  const NORTH = ["North Sea", "Baltic Sea"];

  /** The panel with this forecast for whatever is chosen, and a press on it. */
  const at = async (forecast: object, first: Draft) => {
    let draft = first;
    const requests: unknown[] = [];
    const table = {
      forecast: async (action: unknown) => {
        requests.push(action);
        return { waitsFor: [], ...forecast };
      },
    };
    const props = () =>
      ({
        view,
        perspective,
        draft,
        setDraft: (change: Partial<Draft> | null) => {
          draft = { ...draft, ...change };
        },
        table,
        state: { legal, version: 1 } as unknown as TableState,
      }) as unknown as ImperialProps;
    const { rerender, container } = render(<Maneuver {...props()} isOwn />);
    await screen.findByText("Forecast");
    const press = async (name: string) => {
      await userEvent.click(screen.getByRole("button", { name }));
      rerender(<Maneuver {...props()} isOwn />);
    };
    const offered = () =>
      [...container.querySelectorAll(".ways button")].map(
        (one) => `${one.textContent}${one.getAttribute("aria-pressed") === "true" ? " *" : ""}`,
      );
    return { press, offered, requests, draft: () => draft };
  };
  const HOLLAND: Draft = { step: "", destination: "Holland", code: "" };

  test("8.7 offers the ways that the server names, and takes the one that is pressed", async () => {
    const { press, offered, requests, draft } = await at({ ways: [[], CHANNEL, NORTH] }, HOLLAND);
    expect(offered()).toEqual(["By land *", "English Channel", "North Sea and Baltic Sea"]);
    await press("North Sea and Baltic Sea");
    expect(offered()).toEqual(["By land", "English Channel", "North Sea and Baltic Sea *"]);
    const way = wayOf(legal, draft());
    expect(way?.payload).toEqual({ destination: "Holland", actionCode: "", via: NORTH });
    expect(actionText(way as Action, { view } as unknown as TableState, perspective)).toBe(
      "Holland: Move in, convoyed across North Sea and Baltic Sea",
    );
    expect(sameFor(view, legal, draft())).toBeNull();
    await press("By land");
    expect(wayOf(legal, draft())).toBe(legal[1]);
    expect(requests).toHaveLength(1);
  });

  test("8.7 offers nothing where there is one way", async () => {
    expect((await at({}, HOLLAND)).offered()).toEqual([]);
  });

  test.each([
    [
      "9.1 names who is asked for peace",
      { asks: ["Austria"], ifRejected: "war Austria army" },
      "Austria must agree; otherwise it is war.",
    ],
    [
      "9.2 names them in their order",
      { asks: ["Germany", "Austria"], ifRejected: "war Germany fleet" },
      "Germany and Austria must agree; otherwise it is war.",
    ],
    [
      "9.3 says that a refusal holds",
      { rejectedBy: "Austria", ifRejected: "war Austria army" },
      "Austria has already refused: war.",
    ],
    [
      "9.6 says that an owner without a unit there cannot fight",
      { asks: ["Austria"], ifRejected: "hostile" },
      "Austria must agree; otherwise the army enters as an enemy.",
    ],
    [
      "9.6 says that an army stays that may not enter",
      { rejectedBy: "Austria", ifRejected: "" },
      "Austria has already refused: the army stays where it is.",
    ],
  ])("%s", async (_, forecast, sentence) => {
    await at(forecast, { ...HOLLAND, code: "peace" });
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  test("9.3 says nothing of asking where nobody is asked", async () => {
    await at({}, { ...HOLLAND, code: "peace" });
    expect(screen.queryByText(/must agree|refused/)).toBeNull();
  });

  test("is a new choice for each place", () => {
    const state = { legal } as unknown as TableState;
    expect(chooseWay(state, "Sheffield")).toMatchObject({ destination: "Sheffield", via: undefined });
  });
});
