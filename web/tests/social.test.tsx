/** Results, rematches and quick phrases, in the words of whoever reads them. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { Bubbles } from "../src/play/Bubbles";
import type { Perspective } from "../src/play/face";
import { houseText } from "../src/play/log";
import { PHRASES, readAs, sentOf } from "../src/play/phrases";
import { rematchAsker } from "../src/play/Rematch";
import { ownPlaceText, standingLines, winnersText } from "../src/play/result";
import { TextView } from "../src/play/TextView";
import type { TableState } from "../src/table";
import { speak, startWords, t } from "../src/ui/locales";
import type { TableResponse } from "../src/wire/calls";
import { fakeTable, viewFrame } from "./socket";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => (seat === 0 ? "You" : "Maren") };
const player = (seat: number, name: string) => ({
  seat,
  name,
  kind: "human",
  player: "",
  level: null,
  isReady: true,
  wantsEnd: false,
});
const ended = (more: Partial<TableResponse> = {}) =>
  ({
    seat: 0,
    players: [player(0, "Ana"), player(1, "Maren"), player(2, "Tomasz")],
    outcome: {
      ending: "cambio",
      standings: [
        { seat: 2, place: 3, score: 21 },
        { seat: 1, place: 1, score: 4 },
        { seat: 0, place: 2, score: 1 },
      ],
      winners: [1],
    },
    ...more,
  }) as TableResponse;

beforeAll(() => startWords(catalogues));
afterEach(async () => {
  cleanup();
  await speak("en");
});

test("a result says who won, and where one stands oneself", () => {
  expect(winnersText(ended(), t)).toBe("Winner: Maren");
  expect(winnersText(ended({ seat: 1 }), t)).toBe("You won");
  expect(winnersText(ended({ outcome: null }), t)).toBeNull();
  expect(ownPlaceText(ended(), t)).toBe("Rank 2 of 3, score 1");
  expect(ownPlaceText(ended({ seat: null }), t)).toBeNull();
  expect(standingLines(ended(), t)).toEqual(["1. Maren, score 4", "2. You, score 1", "3. Tomasz, score 21"]);
});

test("a game without a face shows its result at the end", () => {
  vi.stubGlobal("fetch", async () => new Response("[]"));
  const table = fakeTable();
  table.take(viewFrame(9, { game: "unheard-of", status: "completed", view: {}, legal: [] }));
  render(
    <TextView
      table={table}
      game={null}
      perspective={perspective}
      summary={ended({ ending: "last_stand" })}
    />,
  );

  expect(screen.getByText("Winner: Maren")).toBeTruthy();
  expect(screen.getByText("3. Tomasz, score 21")).toBeTruthy();
  vi.unstubAllGlobals();
});

test.each([
  ["on the left", 1, ["8px", ""]],
  ["in the middle", 3, ["195px", ""]],
  ["on the right", 5, ["", "8px"]],
])("what a rival %s says stands at that rival's seat", (_, seat, at) => {
  vi.stubGlobal("innerWidth", 390);
  const seats = document.createElement("ul");
  seats.className = "play-main";
  for (const number of [1, 2, 3, 4, 5]) {
    const place = document.createElement("li");
    place.dataset.seat = String(number);
    place.getBoundingClientRect = () => new DOMRect(8 + (number - 1) * 75, 100, 74, 130);
    seats.append(place);
  }
  document.body.append(seats);
  const table = fakeTable();
  render(<Bubbles table={table} />);

  const line = { name: "Maren", seat, text: "Hi", at: Date.now() + 60_000 };
  act(() => table.store.setState({ chat: [line] }));

  const { left, right } = screen.getByText("Hi", { exact: false }).style;
  expect([left, right]).toEqual(at);
  seats.remove();
  vi.unstubAllGlobals();
});

test("a phrase is read in one's own language, and anything else as it was written", async () => {
  expect(PHRASES.map((phrase) => readAs(sentOf(phrase), t))).toEqual(PHRASES.map(sentOf));

  await speak("de");

  expect(readAs("Good game!", t)).toBe("Gutes Spiel!");
  expect(readAs("good game", t)).toBe("good game");
});

test("somebody else's wish for a rematch is named, one's own is not", () => {
  const chat = [{ name: "House", seat: 1, text: "REMATCH Maren K", at: 1 }];

  expect(rematchAsker({ chat, seat: 0 } as unknown as TableState)).toBe("Maren K");
  expect(rematchAsker({ chat, seat: 1 } as unknown as TableState)).toBeNull();
  expect(houseText("REMATCH Maren K", perspective)).toBe("Maren K wants a rematch.");
  expect(houseText("RENAMED 1 Maren to Ana 2", perspective)).toBe("Maren is now Ana 2.");
});
