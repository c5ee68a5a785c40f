/** Imperial's clock counts to what happens next: the lost point, then the move of the house. */
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import { SeatClock } from "../src/faces/imperial/Clocks";
import { strip } from "../src/faces/imperial/log/strip";
import type { Perspective } from "../src/play/face";
import type { TableState } from "../src/table";
import { forgetClock, serverNow } from "../src/table/clock";
import { Clock, timeText } from "../src/ui/Clock";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import type { View } from "../src/wire/imperial";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => `Seat ${seat}` };

beforeEach(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
  vi.useFakeTimers();
  forgetClock();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a long time is said in hours, and from two days on in days", () => {
  const hours = (count: number) => timeText(count * 3_600_000);

  expect([hours(9), hours(10), hours(47), hours(48), hours(192)]).toEqual([
    "540:00",
    "10 hours",
    "47 hours",
    "2 days",
    "8 days",
  ]);
});

/** 20 seconds banked, 5 for each move, and the house moves 10 seconds after the point is lost. */
function table({ hasHouse = true, pause = 0, lastMove = serverNow() } = {}): TableState {
  const view = {
    mode: "proposal",
    countryUp: "Italy",
    timer: { timed: true, banked: 20, increment: 5, pause, lastMove },
    playerInfo: [
      { banked: 20, myTurn: true },
      { banked: 12, myTurn: false },
    ],
  };
  const deadline = hasHouse && pause === 0 ? lastMove + 35_000 : null;
  return { status: "active", deadline, view } as unknown as TableState;
}

test("12.4 the strip counts to the lost point first, then to the move of the house", () => {
  const state = table();
  const { lastMove } = (state.view as View).timer;
  const house = { text: "Out of time: −$1. Automatic move in", until: lastMove + 35_000 };
  expect(strip(state, perspective)).toMatchObject({ until: lastMove + 25_000, next: house });
  expect(strip(state, { ...perspective, mySeat: 1 })).toMatchObject({
    until: lastMove + 25_000,
    next: house,
  });
});

test("12.7 where the house never moves, only the lost point is counted to, by the one who loses it", () => {
  const state = table({ hasHouse: false });
  const { lastMove } = (state.view as View).timer;
  const lost = { text: "Out of time: −$1", until: null };
  expect(strip(state, perspective)).toMatchObject({ until: lastMove + 25_000, next: lost });
  expect(strip(state, { ...perspective, mySeat: 1 })?.until).toBeNull();
});

test("the clock goes on to the house once the point is lost", () => {
  const { until = null, next } = strip(table(), perspective) ?? {};
  const { container } = render(<Clock until={until} next={next} />);
  expect(container.textContent).toContain("0:25");
  act(() => vi.advanceTimersByTime(24_000));
  expect(container.textContent).not.toContain("House");
  act(() => vi.advanceTimersByTime(2_000));
  expect(container.textContent).toMatch(/Out of time: −\$1. Automatic move in .*9\.0/);
});

test("12.3 a seat that is up has its bank and the seconds of its move; the others have their bank", () => {
  const state = table();
  const shown = (seat: number) =>
    render(<SeatClock state={state} view={state.view as View} seat={seat} />).container.textContent;
  expect(shown(0)).toMatch(/^0:25/);
  expect(shown(1)).toBe("0:12");
});

test("12.6 a clock that is paused stands where it was", () => {
  const lastMove = serverNow();
  const state = table({ lastMove, pause: lastMove + 4_000 });
  const { container } = render(<SeatClock state={state} view={state.view as View} seat={0} />);
  expect(container.textContent).toBe("0:21");
  expect(strip(state, perspective)?.until).toBeNull();
});
