/** A maneuver that is being planned: what the map, the list and the notes say of it is what will happen. */
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { chooseWay, type Given, sameFor, wayOf } from "../src/faces/imperial/acts";
import type { Draft } from "../src/faces/imperial/draft";
import { standingOf } from "../src/faces/imperial/map/Units";
import { sceneOf } from "../src/faces/imperial/scene";
import { actionText } from "../src/faces/imperial/tell/actions";
import { groupsOf } from "../src/faces/imperial/tell/areas";
import { Maneuver } from "../src/faces/imperial/turn/Maneuver";
import type { Looking } from "../src/play/face";
import type { TableState } from "../src/table";
import { loadGameWords, say, startWords } from "../src/ui/words";
import type { Action, View } from "../src/wire/imperial";

const looking: Looking = { say, you: 0, name: (seat) => `Seat ${seat}` };

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
    const scene = sceneOf(view, [], { step: "", ...draft }, looking);
    return { scene, ...standingOf(scene.board, scene.ghosts) };
  };

  test("8.9 has neither of two units that have fought", () => {
    const war = ["Venice", "Trieste", "war Austria army"];
    const view = planning(["Venice", "Rome"], [war], austria({ armies: armies("Trieste", "Trieste") }));
    const { scene, seen, groups } = shown(view);
    expect(groupsOf(scene.board, "Trieste")).toMatchObject([{ country: "Austria", count: 1 }]);
    expect(scene.ghosts).toMatchObject([{ from: "Venice", to: "Trieste", isLost: true }]);
    expect(seen.size).toBe(0);
    expect(groups.map(({ country, name, count }) => `${country} ${name} ${count}`)).toEqual([
      "Austria Trieste 1",
      "Italy Rome 1",
    ]);
  });

  test("8.11 has neither a factory that is blown up nor the three armies", () => {
    const done = [
      ["Venice", "Vienna", "hostile"],
      ["Vienna", "Vienna", ""],
      ["Venice", "Vienna", "blow up Austria"],
    ];
    const view = planning(["Venice", "Vienna", "Venice", "Rome"], done, austria({}));
    const { scene, seen, groups } = shown(view);
    expect(scene.board.countryInfo.Austria?.factories).toEqual([]);
    expect(seen.size).toBe(0);
    expect(groups.map(({ name }) => name)).toEqual(["Rome"]);
  });

  test("has units that have moved as ghosts where they go, and what is chosen beside them", () => {
    const view = planning(["Venice", "Rome", "Rome"], [["Venice", "Tunis", ""]], austria({}));
    const { scene, seen, groups } = shown(view, { destination: "Naples", code: "" });
    expect(scene.ghosts.map(({ from, to }) => `${from} ${to}`)).toEqual(["Venice Tunis", "Rome Naples"]);
    expect(seen.size).toBe(2);
    expect(groups.map(({ name, count }) => `${name} ${count}`)).toEqual(["Rome 1"]);
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
    const view = planning(["Venice"], [], austria({ armies: armies("Trieste") }), {
      mode: "vote",
      currentManeuver: null,
      proposal1: proposal,
    });
    expect(shown(view).groups).toEqual([]);
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
    ...sceneOf(view, legal, { step: "" }, looking).movable,
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
    const given = {
      view: planning(["Venice", "Rome", "Rome", "Venice"], [], {}),
      looking,
      draft: { step: "" },
      state: { legal: [move("Venice", ""), DEFER] } as unknown as TableState,
      begin: (chain: unknown) => begun.push(chain),
    } as unknown as Given;
    render(<Maneuver {...given} isOwn />);
    const buttons = screen.getAllByRole("button", { name: /^Move first/ });
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual(["Move first: Army in Rome"]);
    await userEvent.click(buttons[0] as HTMLElement);
    expect(begun).toEqual([{ kind: "pick", country: "Italy", phase: "army", territory: "Rome" }]);
  });
});

describe("the notes of a choice", () => {
  const notes = (view: View, destination: string, codes: string[]) => {
    const legal = codes.map((code) => move(destination, code));
    const given = {
      view,
      looking,
      draft: { step: "", destination },
      table: silent,
      state: { legal } as unknown as TableState,
      setDraft: () => {},
    } as unknown as Given;
    const { container } = render(<Maneuver {...given} isOwn />);
    return [...container.querySelectorAll(".codes small")].map((note) => note.textContent);
  };

  test("9.1 name who is asked for peace", () => {
    const view = planning(["Venice"], [], austria({ armies: armies("Trieste") }));
    expect(notes(view, "Trieste", ["peace", "war Austria army"])).toEqual([
      "Austria is asked first; a refusal means war.",
      "Both units are destroyed.",
    ]);
  });

  test("9.2 name the owner of a home before the others", () => {
    const germany = { ...land, gov: "dictatorship", leadership: [1], armies: armies("Danzig") };
    const view = planning(["Berlin"], [], { ...austria({ armies: armies("Danzig") }), Germany: germany });
    expect(notes(view, "Danzig", ["peace", "war Germany army"])[0]).toBe(
      "Germany and Austria are asked first; a refusal means war.",
    );
  });

  test.each([
    ["no unit resists", {}, {}],
    ["the planner leads that nation", { armies: armies("Trieste"), leadership: [0] }, {}],
    ["nobody holds that nation", { armies: armies("Trieste"), leadership: [] }, {}],
    [
      "it has agreed in this turn",
      { armies: armies("Trieste") },
      { peaceAnswers: [{ targetCountry: "Austria", territory: "Trieste", accepted: true }] },
    ],
  ])("9.3 say nothing of asking where %s", (_, info, more) => {
    const view = planning(["Venice"], [], austria(info), more);
    expect(notes(view, "Trieste", ["peace", "hostile"])).toEqual([]);
  });

  test("9.1 say nothing of asking where an own unit is already, or the last one there has fallen", () => {
    const done = [["Rome", "Trieste", "peace"]];
    const there = planning(["Rome", "Venice"], done, austria({ armies: armies("Trieste") }));
    expect(notes(there, "Trieste", ["peace", "war Austria army"])).toEqual(["Both units are destroyed."]);
    cleanup();
    const fought = [["Rome", "Trieste", "war Austria army"]];
    const free = planning(["Rome", "Venice"], fought, austria({ armies: armies("Trieste") }));
    expect(notes(free, "Trieste", ["peace", "hostile"])).toEqual([]);
    expect(document.querySelector(".reach .others")).toBeNull();
  });

  test("9.3 say that a refusal holds for the turn", () => {
    const peaceAnswers = [{ targetCountry: "Austria", territory: "Trieste", accepted: false }];
    const view = planning(["Venice"], [], austria({ armies: armies("Trieste") }), { peaceAnswers });
    expect(notes(view, "Trieste", ["peace", "war Austria army"])[0]).toBe(
      "Austria has refused already: it is war.",
    );
  });

  test("3.5 speak of a factory only where one is", () => {
    const view = planning(["Venice"], [], austria({}));
    expect(notes(view, "Trieste", ["hostile", "peace"])).toEqual([]);
    cleanup();
    expect(notes(view, "Vienna", ["hostile", "peace"])).toEqual(["Its factory stops producing."]);
  });
});

describe("8.7 a convoy", () => {
  /** An army goes from London; fleets are in two seas that both lead to Holland, and the Channel carries one. */
  const sailing = (carried: object = {}) => {
    const fleets = armies("North Sea", "English Channel");
    const england = { ...land, gov: "dictatorship", leadership: [0], fleets, armies: armies("London") };
    const view = planning([], [], { England: england }, { countryUp: "England" });
    const plan = {
      ...view.currentManeuver,
      country: "England",
      pendingFleets: fleets,
      completedFleetMoves: fleets.map(({ territory }) => [territory, territory, ""]),
      pendingArmies: armies("London"),
      carried,
    };
    return { ...view, currentManeuver: plan } as unknown as View;
  };
  const legal = [move("London", ""), move("Holland", ""), move("Sheffield", "")];
  const given = (view: View, draft: Draft, setDraft: (change: Partial<Draft> | null) => void = () => {}) =>
    ({
      view,
      looking,
      draft,
      setDraft,
      table: silent,
      state: { legal } as unknown as TableState,
    }) as unknown as Given;

  test("goes over the seas that are pressed, in their order", async () => {
    let draft: Draft = { step: "", destination: "Holland", code: "" };
    const press = async (name: string) => {
      cleanup();
      render(<Maneuver {...given(sailing(), draft, (change) => (draft = { ...draft, ...change }))} isOwn />);
      await userEvent.click(screen.getByRole("button", { name }));
    };
    await press("North Sea");
    await press("English Channel");
    const way = wayOf(legal, draft);
    expect(way?.payload).toEqual({
      destination: "Holland",
      actionCode: "",
      via: ["North Sea", "English Channel"],
    });
    expect(actionText(way as Action, { view: sailing() } as unknown as TableState, looking)).toBe(
      "Holland: Move in, convoyed across North Sea and English Channel",
    );
    expect(sameFor(sailing(), legal, draft)).toBeNull();
    await press("Shortest way");
    expect(wayOf(legal, draft)).toBe(legal[1]);
  });

  test("is offered no sea whose fleet carries somebody, and none to a unit that stays", () => {
    const offered = (view: View, destination: string) => {
      cleanup();
      render(<Maneuver {...given(view, { step: "", destination, code: "" })} isOwn />);
      return ["North Sea", "English Channel"].filter((name) => screen.queryByRole("button", { name }));
    };
    expect(offered(sailing({ "North Sea": 1 }), "Holland")).toEqual(["English Channel"]);
    expect(offered(sailing(), "London")).toEqual([]);
  });

  test("is a new choice for each place", () => {
    const state = { legal } as unknown as TableState;
    expect(chooseWay(state, "Sheffield")).toMatchObject({ destination: "Sheffield", via: undefined });
  });
});
