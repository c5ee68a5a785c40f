/** The board that draws any Scene: what is said, what moved, what is shown when, what is asked. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import { pathOf } from "../src/faces/generic/Art";
import { liveThings, picksAfter } from "../src/faces/generic/choosing";
import { type Clock, MOST_LAG_MS, Pace, type Shot } from "../src/faces/generic/pace";
import { phrase } from "../src/faces/generic/phrase";
import { asking } from "../src/faces/generic/prompts";
import type { Move, Scene } from "../src/faces/generic/scene";
import { shotsOf } from "../src/faces/generic/stage";
import { type Tracked, track } from "../src/faces/generic/track";
import { Wording } from "../src/faces/generic/wording";
import type { Perspective } from "../src/play/face";
import type { Action } from "../src/table";
import { choose, type Offer } from "../src/table/choose";
import { unheard } from "../src/table/state";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import phrases from "./phrases.json";
import sentences from "./sentences.json";

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("generic");
});

describe("phrase", () => {
  test.each(phrases.cases)("$text as $you", ({ text, fields, you: mySeat, expected }) => {
    expect(phrase(text, fields, { mySeat, nameOf: (seat) => phrases.names[seat] ?? "" })).toBe(expected);
  });
});

describe("sentences", () => {
  const wording = new Wording({ looks: {}, words: { en: sentences.words }, big: [] });

  test.each(sentences.cases)("$tag as $you: $expected", ({ tag, fields, you: mySeat, expected }) => {
    const nameOf = (seat: number) => sentences.names[seat] ?? "";
    const event = { type: tag, version: 1, at: 1, payload: fields };
    const text = wording.event(event, { t, mySeat, nameOf });
    if (expected === null)
      expect(text).toMatch(/^<b>/); // by its tag
    else expect((text ?? "").replaceAll("\uFE0E", "")).toBe(expected);
  });
});

describe("words", () => {
  const perspective: Perspective = {
    t,
    mySeat: 0,
    nameOf: (seat) => (seat === 0 ? "You" : `Seat ${seat}`),
  };
  const wording = new Wording({
    looks: { bloom: { label: "flower", art: "flower" } },
    words: {
      en: {
        LAY: "Lay a {disc}",
        BID: "Bid {count} × {face}",
        HUSH: "",
        TURNED: "{seat} [turns|turn] {disc}",
      },
    },
    big: [],
  });

  test("an action and an event are said as the game says them", () => {
    expect(wording.action({ type: "LAY", payload: { disc: "bloom" } }, perspective)).toBe("Lay a flower");
    const event = { type: "TURNED", version: 1, at: 1, payload: { seat: 0, disc: "bloom" } };
    expect(wording.event(event, perspective)).toBe("You turn flower");
    expect(wording.event({ ...event, type: "HUSH" }, perspective)).toBeNull();
  });

  test("without a sentence, tags and values are read out", () => {
    expect(wording.action({ type: "TAKE_ONE", payload: { seat: 1, count: 2 } }, perspective)).toBe(
      "Take one: Seat 1, 2",
    );
    expect(
      wording.event({ type: "ROUND_BEGUN", version: 1, at: 1, payload: { count: 2 } }, perspective),
    ).toContain("Round begun");
    expect(wording.kind("BID")).toBe("Bid");
    expect(wording.kind("constructor")).toBe("Constructor");
  });

  test("what is asked names seats", () => {
    expect(wording.prompt("{0} [turns|turn] discs over", perspective)).toBe("You turn discs over");
    expect(wording.prompt("{1} [turns|turn] discs over", perspective)).toBe("Seat 1 turns discs over");
  });

  test("a picture is one of ours, or nothing but a path", () => {
    expect(pathOf("flower")).toMatch(/^M/);
    expect(pathOf("M1 2L3 4z")).toBe("M1 2L3 4z");
    for (const art of ["javascript:alert(1)", 'M1 2"/><script>', "url(#x)", "constructor", "", null])
      expect(pathOf(art)).toBeNull();
  });
});

const two = (hand: (string | null)[], stack: (string | null)[]): Scene => ({
  seats: [
    {
      zones: [
        { id: "0.hand", pieces: hand.map((face) => (face ? { face } : {})) },
        { id: "0.stack", pieces: stack.map((face) => (face ? { face } : {})) },
      ],
    },
  ],
});
const ids = (of: Tracked, zone: string) => of.zones.get(zone)?.map(({ id }) => id) ?? [];

describe("track", () => {
  test("a piece that leaves one zone and comes into another is the same", () => {
    const before = track(null, two(["bloom", "thorn"], []));
    const after = track(before, two(["thorn"], ["bloom"]));
    expect(ids(after, "0.stack")).toEqual(ids(before, "0.hand").slice(0, 1));
    expect(after.gone).toEqual([]);
  });

  test("of those that look alike, the one that was pressed goes", () => {
    const before = track(null, two(["bloom", "bloom", "bloom"], []));
    const third = ids(before, "0.hand")[2] ?? 0;
    const after = track(before, two(["bloom", "bloom"], ["bloom"]), { pressed: third });
    expect(ids(after, "0.stack")).toEqual([third]);
  });

  test("a face that is known on one side only is turned over", () => {
    const before = track(null, two([null, null], []));
    const after = track(before, two([null], ["thorn"]));
    expect(after.zones.get("0.stack")?.[0]).toMatchObject({ isTurned: true, was: null, isNews: true });
    const back = track(after, two([null, null], []));
    expect(back.zones.get("0.hand")?.filter(({ isTurned }) => isTurned)).toHaveLength(1);
  });

  test("one face never becomes another", () => {
    const before = track(null, two(["bloom"], []));
    const after = track(before, two(["thorn"], []));
    expect(after.gone).toHaveLength(1);
    expect(ids(after, "0.hand")).not.toEqual(ids(before, "0.hand"));
  });

  test("hidden pieces change places where the game says so", () => {
    const both: Scene = {
      seats: [
        { zones: [{ id: "0.cards", pieces: [{}, {}] }] },
        { zones: [{ id: "1.cards", pieces: [{}, {}] }] },
      ],
    };
    const before = track(null, both);
    const moves: Move[] = [
      { fromZone: "0.cards", toZone: "1.cards", fromAt: 1, toAt: 0 },
      { fromZone: "1.cards", toZone: "0.cards", fromAt: 0, toAt: 1 },
    ];
    const after = track(before, structuredClone(both), { moves });
    const [a, b] = ids(before, "0.cards");
    const [c, d] = ids(before, "1.cards");
    expect([ids(after, "0.cards"), ids(after, "1.cards")]).toEqual([
      [a, c],
      [b, d],
    ]);
  });

  test("out of a pile, and onto one", () => {
    const pile = (count: number, face?: string): Scene => ({
      middle: {
        zones: [
          { id: "deck", layout: "pile", count },
          { id: "open", pieces: face ? [{ face }] : [] },
        ],
      },
    });
    const before = track(null, pile(20));
    const after = track(before, pile(19, "K♣"));
    expect(after.zones.get("open")?.[0]).toMatchObject({ from: "deck", isTurned: true });
    expect(track(after, pile(20)).gone[0]?.to).toBe("deck");
  });

  test("a cell stays, and what stood in it goes to another", () => {
    const cells = (...faces: (string | null)[]): Scene => ({
      middle: {
        zones: [{ id: "board", kind: "cell", layout: "grid", pieces: faces.map((face) => ({ face })) }],
      },
    });
    const before = track(null, cells("x", null, null));
    const after = track(before, cells(null, null, "x"));
    expect(ids(after, "board")[2]).toBe(ids(before, "board")[0]);
    expect(ids(after, "board")[1]).toBe(ids(before, "board")[1]);
  });

  test("every piece that is shown has a number of its own, whatever came before", () => {
    const faces = fc.array(fc.constantFrom("bloom", "thorn", null), { maxLength: 5 });
    const scenes = fc.array(fc.tuple(faces, faces), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(scenes, (all) => {
        let before: Tracked | null = null;
        for (const [hand, stack] of all) {
          before = track(before, two(hand, stack));
          const shown = [...before.zones.values()].flat();
          expect(shown.map(({ piece }) => piece.face ?? null)).toEqual([...hand, ...stack]);
          expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** A clock that goes on when the test says so. */
class Virtual implements Clock {
  time = 0;
  private waiting: { at: number; callback: () => void }[] = [];
  now = () => this.time;
  after = (ms: number, callback: () => void) => {
    const one = { at: this.time + ms, callback };
    this.waiting.push(one);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== one);
    };
  };
  goTo(time: number): void {
    for (;;) {
      const [next] = this.waiting.toSorted((one, other) => one.at - other.at);
      if (next === undefined || next.at > time) break;
      this.time = Math.max(this.time, next.at);
      this.waiting = this.waiting.filter((one) => one !== next);
      next.callback();
    }
    this.time = time;
  }
}

const shot = (name: string): Shot => ({ scene: { prompt: name }, moves: [], event: null });

describe("pace", () => {
  test("beats are shown one after the other, each for a while", () => {
    const clock = new Virtual();
    const shown: [string, number][] = [];
    const pace = new Pace(({ scene }) => shown.push([scene.prompt ?? "", clock.time]), clock);
    pace.push(["a", "b"].map(shot));
    expect(pace.isBehind).toBe(true);
    clock.goTo(5000);
    expect(shown.map(([name]) => name)).toEqual(["a", "b"]);
    expect((shown[1]?.[1] ?? 0) - (shown[0]?.[1] ?? 0)).toBeGreaterThan(700);
    expect(pace.isBehind).toBe(false);
  });

  test("a single step is shown at once", () => {
    const clock = new Virtual();
    const shown: number[] = [];
    new Pace(() => shown.push(clock.time), clock).push([shot("a")]);
    expect(shown).toEqual([0]);
  });

  test("whatever comes however fast, the screen is never two seconds behind, and ends with the last", () => {
    const steps = fc.array(fc.record({ afterMs: fc.nat(900), beats: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 0.5, 2), (all, speed) => {
        const clock = new Virtual();
        const arrived = new Map<string, number>();
        let [last, late] = [-1, 0];
        const seen = ({ scene: { prompt } }: Shot) => {
          const at = Number(prompt);
          expect(at).toBeGreaterThan(last);
          last = at;
          late = Math.max(late, clock.time - (arrived.get(String(at)) ?? 0));
        };
        const pace = new Pace(seen, clock, () => 950 / speed);
        let count = 0;
        for (const { afterMs, beats } of all) {
          clock.goTo(clock.time + afterMs);
          const names = Array.from({ length: beats }, () => String(count++));
          for (const name of names) arrived.set(name, clock.time);
          pace.push(names.map(shot));
        }
        clock.goTo(clock.time + MOST_LAG_MS + 1);
        expect(last).toBe(count - 1);
        expect(late).toBeLessThanOrEqual(2000);
      }),
      { numRuns: 200 },
    );
  });

  test("bots at full speed: a thousand steps in ten seconds", () => {
    const clock = new Virtual();
    let [shown, late] = [0, 0];
    const pace = new Pace(({ scene }) => {
      shown += 1;
      late = Math.max(late, clock.time - Number(scene.prompt));
    }, clock);
    for (let at = 0; at < 10_000; at += 10) {
      clock.goTo(at);
      pace.push([shot(String(at))]);
    }
    clock.goTo(12_000);
    expect(late).toBeLessThanOrEqual(2000);
    expect(shown).toBeGreaterThan(10);
  });

  test("what is not shown yet can be skipped", () => {
    const clock = new Virtual();
    const shown: string[] = [];
    const pace = new Pace(({ scene }) => shown.push(scene.prompt ?? ""), clock);
    pace.push(["a", "b", "c", "d"].map(shot));
    pace.flush();
    expect([shown, pace.isBehind]).toEqual([["a", "d"], false]);
  });

  test("the shots of a step are its beats; the last one is the scene itself", () => {
    const [scene, between]: Scene[] = [{ prompt: "end" }, { prompt: "between" }];
    const fresh = ["A", "B", "C"].map((type) => ({ type, version: 1, at: 1 }));
    const state = { ...unheard("t"), scene: scene as Scene, fresh };
    const named = (beats: object[]) =>
      shotsOf({ ...state, beats: beats as never }).map((one) => [one.scene.prompt, one.event?.type]);
    expect(named([{ event: 0, scene: between }, { event: 2 }])).toEqual([
      ["between", "A"],
      ["end", "C"],
    ]);
    expect(named([{ event: 0, scene: between }])).toEqual([
      ["between", "A"],
      ["end", "C"],
    ]);
    expect(named([])).toEqual([["end", "C"]]);
  });
});

const LAY = (disc: string): Action => ({ type: "LAY", payload: { disc } });
const CLAIM = (count: number): Action => ({ type: "CLAIM", payload: { count } });
const GIVE = (card: string, seat: number): Action => ({ type: "GIVE", payload: { card, seat } });
const PASS: Action = { type: "PASS" };
const thing = (id: string, ...offer: Offer) => ({ id, offer });

describe("choosing", () => {
  const cards = [thing("a", { card: "a" }), thing("b", { card: "b" })];
  const seats = [thing("1", { seat: 1 }), thing("2", { seat: 2 })];
  const legal = [GIVE("a", 1), GIVE("a", 2), GIVE("b", 1)];

  test("what fits goes on, what does not begins again, and what means nothing is not pressed", () => {
    const live = liveThings(legal, [...cards, ...seats, thing("x", { seat: 7 })], [cards[1] as never]);
    expect(Object.fromEntries(live)).toEqual({ a: "again", b: "next", "1": "next", "2": "again", x: null });
  });

  test("a press adds, takes back or begins again", () => {
    const [a, b] = cards as [(typeof cards)[0], (typeof cards)[0]];
    const [, second] = seats as [(typeof seats)[0], (typeof seats)[0]];
    expect(picksAfter(legal, [], a)).toEqual([a]);
    expect(picksAfter(legal, [a], second)).toEqual([a, second]);
    expect(picksAfter(legal, [a], a)).toEqual([]);
    expect(picksAfter(legal, [b], second)).toEqual([second]);
    expect(picksAfter(legal, [], thing("x", { seat: 7 }))).toBeNull();
  });

  test("what the board cannot say is asked beside it", () => {
    const all = [LAY("bloom"), LAY("thorn"), CLAIM(1), CLAIM(2), PASS];
    const discs: Offer[] = [[{ disc: "bloom" }], [{ disc: "thorn" }]];
    const { isOnBoard, rows } = asking(all, [], discs);
    expect(isOnBoard).toBe(true);
    expect(
      rows.map((row) => (row.is === "values" ? [row.type, row.options.map(({ value }) => value)] : row.is)),
    ).toEqual([["CLAIM", [1, 2]], "move"]);
  });

  test("after a piece, what it goes to is asked only if the board does not show it", () => {
    const picked: Offer[] = [[{ card: "a" }]];
    expect(
      asking(
        legal,
        picked,
        seats.map(({ offer }) => offer),
      ).rows,
    ).toEqual([]);
    const [row] = asking(legal, picked, []).rows;
    expect(row).toMatchObject({ is: "values", field: "seat", isOnly: true });
  });

  test("many numbers are asked for within bounds", () => {
    const all = Array.from({ length: 30 }, (_, at) => CLAIM(at + 1));
    expect(asking(all, [], []).rows).toMatchObject([{ is: "values", bounds: { min: 1, max: 30, step: 1 } }]);
  });

  test("every legal move can be reached by what is asked, whatever the board offers", () => {
    const action = fc.record({
      type: fc.constantFrom("A", "B", "C"),
      payload: fc.record({ x: fc.nat(2), y: fc.constantFrom("p", "q") }),
    });
    const offers = fc.subarray<Offer>([
      [{ x: 0 }],
      [{ x: 1 }],
      [{ y: "p" }],
      [{ type: "A", y: "q" }],
      [{ type: "B" }],
    ]);
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 10 }), fc.nat(), offers, (all, at, board) => {
        const want = all[at % all.length] as Action;
        const picked: Offer[] = [];
        for (let presses = 0; presses < 6; presses++) {
          const { left, complete } = choose(all, picked);
          expect(left).toContainEqual(want);
          if (picked.length > 0 && complete) {
            expect(complete).toEqual(want);
            return;
          }
          const fits = (offer: Offer) => choose([want], [...picked, offer]).left.length > 0;
          const { rows } = asking(all, picked, board);
          if (rows.some((row) => row.is === "move" && JSON.stringify(row.action) === JSON.stringify(want)))
            return;
          const offers = rows.flatMap((row): Offer[] =>
            row.is === "kind"
              ? [[row.pick]]
              : row.is === "values"
                ? row.options.map(({ pick }) => [pick])
                : [],
          );
          const narrows = (offer: Offer) =>
            choose(all, [...picked, offer]).left.length < left.length || picked.length === 0;
          const next = [...offers, ...board].find((offer) => fits(offer) && narrows(offer));
          expect(next).toBeDefined();
          picked.push(next as Offer);
        }
        expect.unreachable("too many presses");
      }),
      { numRuns: 300 },
    );
  });
});
