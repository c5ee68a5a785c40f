/** The board that draws any Scene, as somebody sees and presses it. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { faceFor } from "../src/faces/generic";
import type { Scene, Zone } from "../src/faces/generic/scene";
import type { Perspective } from "../src/play/face";
import type { Action } from "../src/table";
import { serverNow } from "../src/table/clock";
import { Link } from "../src/table/link";
import { queries } from "../src/table/session";
import { Table } from "../src/table/table";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import { choose } from "../src/ui/settings";
import { FakeSocket, fakeTable, stepFrame, viewFrame } from "./socket";

const NAMES = ["You", "Maren", "Tomasz"];
const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => NAMES[seat] ?? "" };
const face = faceFor({
  looks: {
    bloom: { label: "bloom", art: "flower", tone: "red" },
    thorn: { label: "thorn", art: "thorn", tone: "dark" },
  },
  words: {
    en: {
      LAY: "Lay a {disc}",
      CLAIM: "Claim {count}",
      TURNED: "{seat} [turns|turn] over a {disc}",
      PASS: "Pass",
      GUESS: "Guess {ownerSeat} and say {word}",
      BID: "Bid {count} × {face}",
    },
  },
  big: ["PASS"],
});

const disc = (name: string, isDown = false) => ({ face: name, isDown, picks: [{ type: "LAY", disc: name }] });
const zone = (id: string, pieces: Zone["pieces"], more: Partial<Zone> = {}): Zone => ({
  id,
  label: id.endsWith("hand") ? "Hand" : "Stack",
  kind: "disc",
  ...(pieces ? { pieces } : {}),
  ...more,
});

function scene(hand: string[], stack: Zone["pieces"], more: Partial<Scene> = {}): Scene {
  const rival = (seat: number) => ({
    zones: [
      zone(`${seat}.hand`, [{}, {}]),
      zone(`${seat}.stack`, [{}], { picks: [{ type: "TURN", owner: seat }] }),
    ],
    facts: [{ label: "Points", value: 1, of: 2 }],
  });
  const own = [
    zone(
      "0.hand",
      hand.map((name) => disc(name)),
      { layout: "fan" },
    ),
    zone("0.stack", stack, { layout: "stack" }),
  ];
  return {
    seats: [{ zones: own, facts: [{ label: "Points", value: 0, of: 2 }], isTurn: true }, rival(1), rival(2)],
    middle: { facts: [{ label: "Claim", value: 3 }] },
    prompt: "{0} [lays|lay] a disc",
    ...more,
  };
}

const LAY = (name: string): Action => ({ type: "LAY", payload: { disc: name } });
const CLAIM = (count: number): Action => ({ type: "CLAIM", payload: { count } });
const SETTLED_MS = 1000;

let table: Table;
let tables = 0;
let socket: FakeSocket;

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("generic");
});
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  FakeSocket.all = [];
  choose({ confirm: { live: "big", day: "always" }, motion: 0, hotkeys: true });
  open();
});

/** A table of its own: what is under way at one outlives its page. */
function open(): void {
  table = fakeTable(`t${++tables}`);
  table.open();
  vi.advanceTimersByTime(1);
  socket = FakeSocket.last;
  socket.open();
}

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Board = face.Board;

function show(shown: Scene, legal: Action[]): void {
  socket.receive(viewFrame(1, { table: table.id, game: "bramble", scene: shown, legal }));
  render(
    <QueryClientProvider client={queries}>
      <Board table={table} perspective={perspective} />
    </QueryClientProvider>,
  );
  wait(SETTLED_MS);
}

function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

function step(version: number, more: object): void {
  act(() => socket.receive(stepFrame(version, { table: table.id, ...more })));
}

const played = () => socket.sentOf("act").map(({ action }) => action);
const button = (name: RegExp) => screen.getAllByRole("button", { name })[0] as HTMLElement;

describe("the board", () => {
  test("draws an area for each seat, one's own last, and names every zone", () => {
    show(scene(["bloom", "thorn"], [disc("bloom", true)]), []);

    const areas = [...document.querySelectorAll(".gen-who")].map((one) => one.textContent);
    expect(areas).toEqual(["Maren", "Tomasz", "You"]);
    expect(screen.getByRole("img", { name: "Hand: bloom, thorn" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Stack: bloom, face down" })).toBeTruthy();
    expect(screen.getAllByRole("img", { name: "Hand: 2 × face down" })).toHaveLength(2);
    expect(screen.getByText("You lay a disc")).toBeTruthy();
  });

  test("a hidden piece is the same whatever it is", () => {
    show(scene(["bloom"], []), []);
    const rivals = [...document.querySelectorAll(".gen-rivals .gen-piece")].map((one) => one.innerHTML);
    expect(new Set(rivals).size).toBe(1);
  });

  test("plays what a pressed piece means, and nothing before that", () => {
    show(scene(["bloom", "thorn"], []), [LAY("bloom")]);
    expect(played()).toEqual([]);
    fireEvent.click(button(/^bloom, Hand. Lay a bloom/));
    expect(played()).toEqual([LAY("bloom")]);
  });

  test("a zone that means something is one button", () => {
    show(
      scene([], []),
      [1, 2].map((owner) => ({ type: "TURN", payload: { owner } })),
    );
    fireEvent.click(button(/^Tomasz, Stack: face down/));
    expect(played()).toEqual([{ type: "TURN", payload: { owner: 2 } }]);
  });

  test("numbers are buttons, and keys", () => {
    show(scene([], []), [CLAIM(1), CLAIM(2), CLAIM(3), { type: "PASS" }]);
    expect(within(screen.getByRole("group", { name: "Claim" })).getAllByRole("button")).toHaveLength(3);
    fireEvent.keyDown(document.body, { key: "2" });
    expect(played()).toEqual([CLAIM(2)]);
  });

  test("the only move is the main one; of several none is recommended", () => {
    const main = () => document.querySelectorAll(".gen-bar .btn-primary").length;
    show(scene([], []), [{ type: "PASS" }]);
    expect(main()).toBe(1);
    step(2, { scene: scene([], []), legal: [CLAIM(1), CLAIM(2), { type: "PASS" }] });
    wait(SETTLED_MS);
    expect(main()).toBe(0);
  });

  test("without numbers to ask for, keys press what can be pressed", () => {
    show(scene(["bloom", "thorn"], []), [LAY("bloom"), LAY("thorn")]);
    fireEvent.keyDown(document.body, { key: "2" });
    expect(played()).toEqual([LAY("thorn")]);
  });

  test("a card and what it goes to: in any order, by presses, or back again", () => {
    const give = (card: string, owner: number): Action => ({ type: "TURN", payload: { disc: card, owner } });
    const shown = scene([], []);
    const own = shown.seats?.[0]?.zones?.[0] as Zone;
    own.pieces = [{ face: "bloom", picks: [{ disc: "bloom" }] }];
    show(shown, [give("bloom", 1), give("bloom", 2), give("thorn", 1)]);
    fireEvent.click(button(/^bloom, Hand/));
    expect(button(/^bloom, Hand/).getAttribute("aria-pressed")).toBe("true");
    expect(played()).toEqual([]);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(button(/^bloom, Hand/).getAttribute("aria-pressed")).toBe("false");
    wait(SETTLED_MS);
    fireEvent.click(button(/^bloom, Hand/));
    fireEvent.click(button(/^Tomasz, Stack/));
    expect(played()).toEqual([give("bloom", 2)]);
  });

  test("who wants to be asked once more is asked", () => {
    choose({ confirm: { live: "always", day: "always" } });
    show(scene(["bloom"], []), [LAY("bloom")]);
    fireEvent.click(button(/^bloom, Hand/));
    expect(played()).toEqual([]);
    expect(screen.getByRole("dialog", { name: /Lay a bloom/ })).toBeTruthy();
  });
});

describe("a choice in several steps", () => {
  const guess = (ownerSeat: number, word: string): Action => ({
    type: "GUESS",
    payload: { ownerSeat, word },
  });
  const bid = (count: number, side: number): Action => ({ type: "BID", payload: { count, face: side } });
  const values = () => document.querySelector(".gen-values")?.textContent;
  const withSeats = (pick: (seat: number) => object): Scene => {
    const shown = scene([], []);
    for (const [seat, area] of (shown.seats ?? []).entries()) area.picks = [pick(seat) as never];
    return shown;
  };

  test("says what is asked last in the words of the game, and what is chosen already", () => {
    show(
      withSeats((ownerSeat) => ({ type: "GUESS", ownerSeat })),
      [guess(1, "yes"), guess(1, "no"), guess(2, "yes"), guess(2, "no")],
    );
    fireEvent.click(button(/^Tomasz/));
    expect(values()).toBe("Guess Tomasz and sayyesno");
    fireEvent.click(screen.getByRole("button", { name: "Guess Tomasz and say no" }));
    expect(played()).toEqual([guess(2, "no")]);
  });

  test("has words behind the values, too", () => {
    show(
      withSeats((side) => ({ type: "BID", face: side })),
      [bid(1, 1), bid(2, 1), bid(1, 2), bid(2, 2)],
    );
    fireEvent.click(button(/^Maren/));
    expect(values()).toBe("Bid12× 1");
    expect(screen.getByRole("group", { name: "Bid … × 1" })).toBeTruthy();
  });

  test("says it where the board offers all values", () => {
    const shown = withSeats((ownerSeat) => ({ type: "GUESS", ownerSeat }));
    const own = shown.seats?.[0]?.zones?.[0] as Zone;
    own.pieces = [{ face: "bloom", picks: [{ type: "GUESS", word: "bloom" }] }];
    show(shown, [guess(1, "bloom"), guess(2, "bloom"), guess(2, "no")]);
    fireEvent.click(button(/^bloom, Hand/));
    expect(document.querySelector(".gen-hint")?.textContent).toBe("Guess … and say bloom");
  });

  test("without a sentence names the field, as the game calls it", () => {
    const own = faceFor({ looks: {}, words: { en: { "Word of honour": "Your word" } }, big: [] }).Board;
    const swear = (wordOfHonour: string, times: number) => ({
      type: "SWEAR",
      payload: { wordOfHonour, times },
    });
    socket.receive(
      viewFrame(1, {
        table: table.id,
        game: "bramble",
        scene: scene([], []),
        legal: [swear("yes", 1), swear("no", 1), swear("yes", 2), swear("no", 2)],
      }),
    );
    const Own = own;
    render(
      <QueryClientProvider client={queries}>
        <Own table={table} perspective={perspective} />
      </QueryClientProvider>,
    );
    expect(screen.getByRole("group", { name: "Your word" })).toBeTruthy();
    expect(screen.getByRole("group", { name: "Times" })).toBeTruthy();
  });
});

describe("names of faces", () => {
  const named = faceFor({
    looks: { RED_ROSE: { label: "rose" } },
    words: { en: { PASS: "Pass" }, de: { rose: "Rose" } },
    big: [],
  });
  const state = () => ({
    ...table.state,
    scene: {
      seats: [
        {
          facts: [
            { label: "Wish", value: "RED_ROSE" },
            { label: "Fear", value: "DEEP_WATER" },
          ],
        },
      ],
      prompt: "{0} [looks|look] for RED_ROSE, DEEP_WATER or NONE",
    },
  });

  test("are said in the words of the game: in facts, in prompts, beside a name", () => {
    const [section] = named.sections(state(), perspective);
    expect(section?.lines).toEqual(["Wish: rose", "Fear: deep water"]);
    expect(named.standing?.(0, state(), perspective)).toBe("Wish rose");
    expect(named.strip(state(), perspective)?.text).toBe("You look for rose, deep water or NONE");
  });

  test("are said so on the board", () => {
    show(
      scene([], [], {
        middle: {
          facts: [{ label: "Season", value: "LATE_AUTUMN" }],
          zones: [{ id: "open", pieces: [{ face: "DEEP_WATER" }] }],
        },
      }),
      [],
    );
    expect(document.querySelector(".gen-facts")?.textContent).toBe("Season late autumn");
    expect(document.querySelector(".gen-middle .gen-word")?.textContent).toBe("deep water");
  });
});

describe("a stack", () => {
  const label = (layout: Zone["layout"], count: number) => {
    const well = { id: "x", label: "Well", layout: layout as "stack", pieces: Array(count).fill({}) };
    const shown = scene([], [], { middle: { zones: [well] } });
    show(shown, []);
    return document.querySelector(".gen-middle .gen-label")?.textContent;
  };

  test("of many says how many they are", () => expect(label("stack", 10)).toBe("Well10"));
  test("of few does not", () => expect(label("stack", 4)).toBe("Well"));
  test("that is a pile hides all but one, so it says", () => expect(label("pile", 2)).toBe("Well2"));
  test("that is a row shows them", () => expect(label("row", 10)).toBe("Well"));
});

describe("a move on which much depends", () => {
  test("is asked about once more, where the game says that it is one, and others are not", () => {
    show(scene(["bloom"], []), [LAY("bloom"), { type: "PASS", payload: {} }]);
    fireEvent.click(button(/Pass/));
    expect(played()).toEqual([]);
    expect(screen.getByRole("dialog", { name: /Pass/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(button(/^bloom, Hand/));
    expect(played()).toEqual([LAY("bloom")]);
  });
});

describe("a double tap", () => {
  test("sends one move, 20 of 20, however fast the server answers", () => {
    const legal = [LAY("bloom"), LAY("thorn"), CLAIM(1), CLAIM(2)];
    for (let time = 0; time < 20; time++) {
      const hand = ["bloom", "bloom", "thorn"];
      open();
      const version = 1;
      socket.receive(viewFrame(version, { table: table.id, game: "bramble", scene: scene(hand, []), legal }));
      const view = render(
        <QueryClientProvider client={queries}>
          <Board table={table} perspective={perspective} />
        </QueryClientProvider>,
      );
      wait(SETTLED_MS);
      const meant = time % 2 ? /^bloom, Hand/ : /Claim 1/;
      const target = button(meant);
      const at = { clientX: 50, clientY: 50, detail: 1 };
      fireEvent.pointerDown(target, at);
      fireEvent.click(target, at);
      const [{ id } = { id: "" }] = socket.sentOf("act");
      const answerMs = time * 12;
      const tapMs = 60 + time * 10;
      if (answerMs < tapMs) {
        wait(answerMs);
        act(() => socket.receive({ type: "ack", id, version: version + 1 } as never));
        step(version + 1, { scene: scene(["bloom", "thorn"], [disc("bloom", true)]), legal });
      }
      wait(tapMs - Math.min(answerMs, tapMs));
      const second = target.isConnected ? target : button(meant);
      fireEvent.pointerDown(second, at);
      fireEvent.click(second, { ...at, detail: 2 });
      expect(socket.sentOf("act"), `time ${time}`).toHaveLength(1);
      view.unmount();
      table.close();
    }
  });
});

describe("what happens", () => {
  const turned = (name: string) => scene([], [{ face: name }]);
  const events = [
    { type: "TURNED", version: 2, at: 1, payload: { seat: 1, disc: "thorn" } },
    { type: "ROUND", version: 2, at: 1, payload: {} },
  ];

  test("is seen beat by beat, with its sentence; meanwhile nothing can be pressed", () => {
    show(scene(["bloom"], []), []);
    step(2, {
      scene: scene(["bloom", "thorn"], []),
      beats: [{ event: 0, scene: turned("thorn") }, { event: 1 }],
      events,
      legal: [LAY("bloom")],
    });
    expect(screen.getByRole("img", { name: "Stack: thorn" })).toBeTruthy();
    expect(document.querySelector(".gen-last")?.textContent).toBe("Maren turns over a thorn");
    expect(screen.queryByRole("button", { name: /bloom/ })).toBeNull();

    wait(2000);
    expect(screen.queryByRole("img", { name: "Stack: thorn" })).toBeNull();
    expect(button(/^bloom, Hand/)).toBeTruthy();
  });

  test("can be skipped by a press on the table", () => {
    show(scene(["bloom"], []), []);
    step(2, {
      scene: scene(["bloom", "thorn"], []),
      beats: [{ event: 0, scene: turned("thorn") }, { event: 1 }],
      events,
    });
    fireEvent.pointerDown(document.querySelector(".gen-felt") as Element);
    expect(screen.getByRole("img", { name: "Hand: bloom, thorn" })).toBeTruthy();
  });

  test("a version of the past is shown as it was, and nothing can be pressed", () => {
    show(scene(["bloom", "thorn"], []), [LAY("bloom")]);
    const past = new Table("t", new Link(() => ""));
    past.store.setState({ ...table.state, isPast: true, scene: scene(["thorn"], []), legal: [] });
    document.body.replaceChildren();
    render(
      <QueryClientProvider client={queries}>
        <Board table={past} perspective={perspective} />
      </QueryClientProvider>,
    );
    expect(screen.getByRole("img", { name: "Hand: thorn" })).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

test("the text view says the same in words", () => {
  const sections = face.sections({ ...table.state, scene: scene(["bloom"], []) }, perspective);
  expect(sections.map(({ title }) => title)).toEqual(["Middle of the table", "You", "Maren", "Tomasz"]);
  expect(sections[1]?.lines).toEqual(["to move", "Points: 0 / 2", "Hand: bloom", "Stack: empty"]);
  expect(
    face.strip(
      { ...table.state, scene: scene([], []), legal: [LAY("bloom")], status: "active" },
      perspective,
    ),
  ).toMatchObject({
    isMine: true,
    text: "You lay a disc",
  });
});

describe("a dialog", () => {
  const at = (seat: number, position: number) => ({ seat, position });
  const use = (...slots: object[]): Action => ({ type: "USE", payload: { slots } });
  const SKIP: Action = { type: "LEAVE" };
  const card = (seat: number, position: number) => ({ picks: [{ "slots[]": at(seat, position) }] });
  const hand = (seat: number, face: object = {}): Zone => ({
    id: `${seat}.hand`,
    label: "Cards",
    layout: "grid",
    columns: 2,
    pieces: [{ ...card(seat, 0), ...face }, card(seat, 1)],
  });
  const asking = (more: Partial<Scene> = {}, face: object = {}): Scene => ({
    seats: [0, 1].map((seat) => ({ zones: [hand(seat, face)] })),
    middle: { zones: [{ id: "held", label: "Drawn" }] },
    prompt: "Swap two cards, or skip",
    dialog: { zones: ["0.hand", "1.hand"] },
    ...more,
  });
  const dialog = () => document.querySelector("dialog[open]");
  const inside = (name: RegExp) =>
    within(dialog() as HTMLElement).getAllByRole("button", { name })[0] as HTMLElement;
  const swaps = [0, 1].flatMap((one) => [0, 1].map((other) => use(at(0, one), at(1, other))));

  beforeEach(() => choose({ choices: "dialog" }));

  test("shows the hands to choose from, blocks the table and offers the rest as buttons", () => {
    show(asking(), [...swaps, SKIP]);
    expect(dialog()?.textContent).toContain("Swap two cards, or skip");
    expect(dialog()?.querySelectorAll(".gen-choice > .gen-area")).toHaveLength(2);
    expect(document.querySelectorAll(".gen-felt [data-live], .gen-home [data-live]")).toHaveLength(0);
    fireEvent.click(inside(/^Leave/));
    expect(played()).toEqual([SKIP]);
  });

  test("two cards are a choice that a button repeats before it is made; a third takes the place of one", () => {
    show(asking(), [...swaps, SKIP]);
    const press = (nth: number) =>
      fireEvent.click(dialog()?.querySelectorAll<HTMLElement>(".gen-press")[nth] as HTMLElement);
    for (const nth of [0, 2, 3]) press(nth);
    expect(played()).toEqual([]);
    fireEvent.click(inside(/^Use: /));
    expect(played()).toEqual([use(at(0, 0), at(1, 1))]);
  });

  test("one card is enough where one is asked for, and the number keys choose it", () => {
    show(asking({ dialog: { zones: ["1.hand"] } }), [use(at(1, 0)), use(at(1, 1)), SKIP]);
    fireEvent.keyDown(document.body, { key: "2" });
    expect(played()).toEqual([use(at(1, 1))]);
  });

  test("closes by itself when its time is over, and what was seen is face down", () => {
    const until = serverNow() + 5000;
    show(asking({ until }, { face: "9♥", until }), [{ type: "ACKNOWLEDGE" }]);
    expect(dialog()).not.toBeNull();
    expect(document.querySelectorAll("[data-up='true']").length).toBeGreaterThan(0);
    wait(6000);
    expect(dialog()).toBeNull();
    expect(document.querySelectorAll("[data-up='true']")).toHaveLength(0);
    expect(document.body.innerHTML).not.toContain("9♥");
  });

  test("who chooses on the table is asked there", () => {
    choose({ choices: "table" });
    show(asking(), [...swaps, SKIP]);
    expect(dialog()).toBeNull();
    expect(document.querySelectorAll(".gen-home [data-live]").length).toBeGreaterThan(0);
  });

  test("who may do nothing is shown none", () => {
    show(asking(), []);
    expect(dialog()).toBeNull();
  });

  test("where there is nothing to choose the move is made, once", () => {
    show(asking({ dialog: { plays: { type: "USE" } } }), [use(), SKIP]);
    expect(played()).toEqual([use()]);
    wait(SETTLED_MS);
    expect(played()).toHaveLength(1);
  });

  test("an emptied place stays, and is no piece", () => {
    const empty = asking({ dialog: null });
    const [place] = empty.seats?.[0]?.zones ?? [];
    if (place) place.pieces = [{ kind: "cell" }, card(0, 1)];
    show(empty, []);
    expect(screen.getAllByRole("img", { name: "Cards: empty, face down" })).toHaveLength(1);
  });
});
