import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogues } from "../src/catalogues";
import type { Perspective } from "../src/play/face";
import { eventText } from "../src/play/log";
import { blanksOf, payloadFrom, textKinds } from "../src/play/payload";
import { TextView } from "../src/play/TextView";
import type { Table } from "../src/table/table";
import { GameArt } from "../src/ui/art";
import { startWords, t } from "../src/ui/locales";
import type { TableResponse } from "../src/wire/calls";
import { fakeTable, viewFrame } from "./socket";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => (seat === 0 ? "You" : "Maren") };
let table: Table;

beforeAll(() => startWords(catalogues));
beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  table = fakeTable();
  const view = {
    phase: "voting",
    currentSeat: 1,
    isOpen: true,
    provinces: [
      { name: "Rome", armies: 2 },
      { name: "Naples", armies: 0 },
    ],
  };
  const legal = [
    { type: "CAST_VOTE", payload: { forSeat: 1 } },
    { type: "CAST_VOTE", payload: { forSeat: 0 } },
    { type: "PASS" },
  ];
  table.take(viewFrame(1, { game: "unheard-of", view, legal }));
});

test("a game nobody has drawn is headings, lists and buttons", () => {
  render(<TextView table={table} game={null} perspective={perspective} summary={{} as TableResponse} />);

  expect(screen.getByText("Current seat: Maren")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Provinces" })).toBeTruthy();
  expect(screen.getByText(/name Rome, armies 2/)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Your moves (3)" })).toBeTruthy();
  expect(screen.getByRole("button", { name: /Cast vote: for seat Maren/ })).toBeTruthy();
});

test("every legal action can be done by its button or its number", async () => {
  const act = vi.spyOn(table, "act").mockReturnValue(true);
  render(<TextView table={table} game={null} perspective={perspective} summary={{} as TableResponse} />);
  await userEvent.click(screen.getByRole("button", { name: /Cast vote: for seat You/ }));
  await userEvent.type(screen.getByRole("textbox"), "3{Enter}");

  expect(act.mock.calls).toEqual([[{ type: "CAST_VOTE", payload: { forSeat: 0 } }], [{ type: "PASS" }]]);
});

test("a game nobody has drawn says how it ended", () => {
  table.take(viewFrame(2, { game: "unheard-of", status: "completed", view: { winner: 1 }, legal: [] }));
  render(
    <TextView
      table={table}
      game={null}
      perspective={perspective}
      summary={{ ending: "last_seat" } as TableResponse}
    />,
  );

  expect(screen.getByText("The game is over: Last seat.")).toBeTruthy();
  expect(screen.queryByText("Waiting for another player.")).toBeNull();
});

test("the log of a game nobody has drawn tells what its events tell", () => {
  const event = { type: "VOTE_CAST", version: 2, at: 1, payload: { seat: 1, amount: 3 } };

  expect(eventText(event, null, perspective)).toBe("<b>Vote cast</b>: seat Maren, amount 3");
  expect(eventText({ ...event, payload: {} }, null, perspective)).toBe("<b>Vote cast</b>");
});

test("a game nobody has drawn has a picture that is no other game's", () => {
  const { container } = render(<GameArt />);

  expect(container.querySelector("[data-picture=pieces]")).not.toBeNull();
  expect(container.querySelector(".art-sea")).toBeNull();
});

describe("an action of which the list holds only some", () => {
  const schema = {
    discriminator: { mapping: { CAST_VOTE: "#/$defs/VoteFrame", PASS: "#/$defs/PassFrame" } },
    $defs: {
      PassFrame: { properties: { type: { enum: ["PASS"] } } },
      VoteFrame: { properties: { type: { enum: ["CAST_VOTE"] }, payload: { $ref: "#/$defs/Vote" } } },
      Vote: {
        properties: { forSeat: { type: "integer" }, via: { type: "array" }, note: { type: "string" } },
        required: ["forSeat"],
      },
    },
  };

  test("is written out and sent as it was written", async () => {
    const act = vi.spyOn(table, "act").mockReturnValue(true);
    render(<TextView table={table} game={null} perspective={perspective} schema={schema} />);
    await userEvent.type(screen.getByLabelText("For seat"), "7");
    await userEvent.click(screen.getByLabelText("Via (JSON)"));
    await userEvent.paste('["Rome"]');
    await userEvent.click(screen.getAllByRole("button", { name: "Play" })[0] as HTMLElement);

    expect(act.mock.calls).toEqual([[{ type: "CAST_VOTE", payload: { forSeat: 7, via: ["Rome"] } }]]);
  });

  test("is offered only where there is something to write", () => {
    expect(blanksOf(schema, "PASS")).toEqual([]);
    expect(blanksOf(schema, "CAST_VOTE").map((blank) => blank.name)).toEqual(["forSeat", "via", "note"]);
    expect(blanksOf(undefined, "CAST_VOTE")).toEqual([]);
  });

  test("holds a text that no list can name", () => {
    const text = {
      discriminator: { mapping: { ...schema.discriminator.mapping, WRITE: "#/$defs/WriteFrame" } },
      $defs: { ...schema.$defs, WriteFrame: { properties: { payload: { type: "string" } } } },
    };
    expect(textKinds(text)).toEqual(["WRITE"]);
    render(<TextView table={table} game={null} perspective={perspective} schema={text} />);
    expect(screen.getByText("Write")).toBeTruthy();
    expect(screen.getByLabelText("Content")).toBeTruthy();
  });

  test("may have an empty text among others: the plain move of a convoy", () => {
    const move = {
      discriminator: { mapping: { MOVE_UNIT: "#/$defs/MoveFrame" } },
      $defs: {
        MoveFrame: { properties: { payload: { $ref: "#/$defs/Move" } } },
        Move: {
          properties: {
            destination: { type: "string" },
            actionCode: { type: "string" },
            via: { anyOf: [{ type: "array" }, { type: "null" }] },
          },
          required: ["destination", "actionCode"],
        },
      },
    };
    const blanks = blanksOf(move, "MOVE_UNIT");
    expect(payloadFrom(blanks, {})).toBeNull();
    expect(payloadFrom(blanks, { destination: "Holland", via: '["North Sea"]' })).toEqual({
      payload: { destination: "Holland", actionCode: "", via: ["North Sea"] },
    });
  });

  test("waits until it is whole", () => {
    const blanks = blanksOf(schema, "CAST_VOTE");
    expect(payloadFrom(blanks, {})).toBeNull();
    expect(payloadFrom(blanks, { forSeat: "2", via: "[" })).toBeNull();
    expect(payloadFrom(blanks, { forSeat: "2" })).toEqual({ payload: { forSeat: 2 } });
    const text = [{ name: "", writing: "text" as const, isRequired: true }];
    expect(payloadFrom(text, { "": '{"deck": []}' })).toEqual({ payload: '{"deck": []}' });
  });
});
