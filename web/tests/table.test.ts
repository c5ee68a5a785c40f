import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Link, PING_MS } from "../src/table/link";
import { forget, pendingMoves } from "../src/table/pendingMoves";
import { Table } from "../src/table/table";
import type { StepFrame } from "../src/wire/protocol";
import { FakeSocket, fakeLink, stepFrame, viewFrame } from "./socket";

const DRAW = { type: "DRAW_CARD", payload: { source: "deck" } };

let link: Link;
let table: Table;
let isSignedIn: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]")),
  );
  FakeSocket.all = [];
  isSignedIn = true;
  link = fakeLink(async () => isSignedIn);
  table = new Table("t", link);
  table.open();
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  table.close();
  for (const { id } of pendingMoves("t")) forget(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function seated(version = 3): FakeSocket {
  const socket = FakeSocket.last;
  socket.open();
  socket.receive(viewFrame(version));
  return socket;
}

describe("a table", () => {
  test("takes a step with a patch of what it shows, and sits down again for one of what it does not", () => {
    const socket = seated();
    const { view: _view, legal: _legal, ...bare } = stepFrame(4) as StepFrame;
    socket.receive({ ...bare, patch: { view: { version: [4], more: [1] }, legal: [[DRAW, DRAW]] } });
    expect(table.state).toMatchObject({ version: 4, view: { version: 4, more: 1 }, legal: [DRAW, DRAW] });

    socket.receive({ ...bare, version: 5, now: undefined });
    vi.advanceTimersByTime(2_500);
    socket.receive({ ...bare, version: 6, patch: { view: { more: null } } });
    expect(table.state).toMatchObject({ version: 4, last: 5, view: { version: 4, more: 1 } });
    expect(FakeSocket.last.sentOf("watch").at(-1)).toMatchObject({ lastVersion: 5, patches: true });
  });

  test("takes no patch after a view that was older, until there is a whole one", () => {
    const socket = seated();
    const { view: _view, legal: _legal, ...bare } = stepFrame(4) as StepFrame;
    socket.receive(viewFrame(2));
    vi.advanceTimersByTime(2_500);
    socket.receive({ ...bare, patch: { view: { more: [1] } } });
    expect(table.state).toMatchObject({ version: 3, last: 3 });
    expect(FakeSocket.last.sentOf("watch").at(-1)).toMatchObject({ lastVersion: 3 });
    socket.receive(stepFrame(4));
    socket.receive({ ...bare, version: 5, patch: { view: { more: [1] } } });
    expect(table.state).toMatchObject({ version: 5, view: { more: 1 } });
  });

  test("asks for what was said whenever it is connected, and when it is told everything anew", async () => {
    const requestCount = () =>
      vi.mocked(fetch).mock.calls.filter(([path]) => String(path).includes("/chat")).length;
    const socket = seated();
    expect(requestCount()).toBe(1);

    socket.receive(stepFrame(4));
    expect(requestCount()).toBe(1);
    socket.receive(viewFrame(7));
    expect(requestCount()).toBe(2);

    socket.lose();
    await vi.advanceTimersByTimeAsync(2000);
    FakeSocket.last.open();
    expect(requestCount()).toBe(3);
  });

  test("sits down when the socket opens, and shows what it is told", () => {
    const socket = seated();

    expect(socket.sentOf("watch")).toEqual([
      { type: "watch", table: "t", epoch: null, lastVersion: null, seat: null, patches: true },
    ]);
    expect(table.state).toMatchObject({
      version: 3,
      last: 3,
      epoch: 1,
      seat: 0,
      isHere: true,
      legal: [DRAW],
    });
  });

  test("takes the next version, and ignores an old one", () => {
    const socket = seated();
    socket.receive(stepFrame(4));
    socket.receive(stepFrame(4, { view: { wrong: true } }));
    socket.receive(viewFrame(2));

    expect(table.state.version).toBe(4);
    expect(table.state.view).toEqual({ version: 4 });
    expect(table.state.events).toHaveLength(1);
  });

  test("keeps the view until the newest step of a gap brings one", () => {
    const socket = seated();
    socket.receive(stepFrame(4, { view: undefined, legal: undefined }));

    expect(table.state).toMatchObject({ version: 3, last: 4, view: { version: 3 } });

    socket.receive(stepFrame(5));

    expect(table.state).toMatchObject({ version: 5, last: 5, view: { version: 5 } });
  });

  test("asks again where a version is missing", () => {
    const socket = seated();
    vi.advanceTimersByTime(1500);
    socket.receive(stepFrame(6));

    expect(table.state.version).toBe(3);
    expect(socket.sentOf("watch").at(-1)).toEqual({
      type: "watch",
      table: "t",
      epoch: 1,
      lastVersion: 3,
      seat: 0,
      patches: true,
    });
  });

  test("forgets the past of another epoch", () => {
    const socket = seated();
    socket.receive(stepFrame(4));
    socket.receive(viewFrame(2, { epoch: 2 }));

    expect(table.state).toMatchObject({ epoch: 2, version: 2, events: [] });
  });

  test("is gone where it may not be looked at", () => {
    const socket = FakeSocket.last;
    socket.open();
    socket.receive({
      type: "nack",
      id: null,
      code: "UNKNOWN_GAME",
      message: "no",
      table: "t",
      currentVersion: null,
    });

    expect(table.state.gone?.code).toBe("UNKNOWN_GAME");
  });
});

describe("a move", () => {
  test("is kept before it is sent, and until there is an answer", () => {
    const socket = seated();
    const send = vi.spyOn(socket, "send").mockImplementation(() => {
      expect(pendingMoves("t")).toHaveLength(1);
    });
    table.act(DRAW);

    expect(send).toHaveBeenCalledOnce();
    expect(pendingMoves("t")).toMatchObject([{ table: "t", expectedVersion: 3, action: DRAW }]);
  });

  test("is under way until its version is shown", () => {
    const socket = seated();
    table.act(DRAW);
    const id = socket.sentOf("act")[0]?.id ?? "";
    socket.receive({ type: "ack", id, table: "t", version: 4, duplicate: false });

    expect(pendingMoves("t")).toEqual([]);
    expect(table.state.pending).not.toBeNull();

    socket.receive(stepFrame(4));

    expect(table.state.pending).toBeNull();
  });

  test("says so when it takes longer than 400 ms", () => {
    seated();
    table.act(DRAW);
    vi.advanceTimersByTime(399);
    expect(table.state.pending?.isSlow).toBe(false);
    vi.advanceTimersByTime(2);
    expect(table.state.pending?.isSlow).toBe(true);
  });

  test("that is refused snaps back with the reason", () => {
    const socket = seated();
    table.act(DRAW);
    const id = socket.sentOf("act")[0]?.id ?? "";
    socket.receive({
      type: "nack",
      id,
      code: "NOT_YOUR_TURN",
      message: "It is not.",
      table: "t",
      currentVersion: 3,
    });

    expect(table.state.pending).toBeNull();
    expect(pendingMoves("t")).toEqual([]);
    expect(table.state.refused).toMatchObject({ code: "NOT_YOUR_TURN", message: "It is not.", action: DRAW });
  });

  test("that is ignored is ignored in silence", () => {
    const socket = seated();
    table.act(DRAW);
    const id = socket.sentOf("act")[0]?.id ?? "";
    socket.receive({
      type: "nack",
      id,
      code: "NOT_PLANNING",
      message: "",
      table: "t",
      currentVersion: 3,
      ignored: true,
    });

    expect(table.state).toMatchObject({ pending: null, refused: null });
  });

  test("that the page made by itself is refused in silence, and never waits behind another", () => {
    const socket = seated();
    table.actByItself(DRAW);
    table.actByItself(DRAW);
    const [move] = socket.sentOf("act");
    socket.receive({
      type: "nack",
      id: move?.id ?? "",
      code: "NO_POWER",
      message: "",
      table: "t",
      currentVersion: 3,
    });

    expect(table.state).toMatchObject({ pending: null, refused: null });
    expect(socket.sentOf("act")).toHaveLength(1);
  });

  test("without an answer is sent again with the same id, after every break", () => {
    const first = seated();
    table.act(DRAW);
    const id = first.sentOf("act")[0]?.id;
    first.lose();
    vi.advanceTimersByTime(1000);
    const second = FakeSocket.last;
    expect(second).not.toBe(first);
    second.open();

    expect(second.sentOf("watch")).toEqual([
      { type: "watch", table: "t", epoch: 1, lastVersion: 3, seat: 0, patches: true },
    ]);
    expect(second.sentOf("act")).toEqual([{ type: "act", table: "t", id, expectedVersion: 3, action: DRAW }]);
  });

  test("is sent again by the next page, too", () => {
    seated();
    table.act(DRAW);
    const [stored] = pendingMoves("t");
    table.close();
    const later = new Table("t", link);
    later.open();

    expect(later.state.pending?.id).toBe(stored?.id);
    expect(FakeSocket.last.sentOf("act").at(-1)?.id).toBe(stored?.id);
    later.close();
  });

  test("that cannot be answered now is asked again, not refused", () => {
    const socket = seated();
    table.act(DRAW);
    const id = socket.sentOf("act")[0]?.id ?? "";
    socket.receive({ type: "nack", id, code: "UNAVAILABLE", message: "", table: "t", currentVersion: null });
    expect(table.state.pending?.id).toBe(id);
    vi.advanceTimersByTime(1001);

    expect(socket.sentOf("act").map((frame) => frame.id)).toEqual([id, id]);
  });

  test("gives up a connection that brings no answer", () => {
    const socket = seated();
    table.act(DRAW);
    vi.advanceTimersByTime(7000);

    expect(FakeSocket.all.length).toBeGreaterThan(1);
    expect(socket.readyState).toBe(3);
  });

  test("asked for while another is under way is shown as not sent, and never sent later", () => {
    const socket = seated();
    const other = { type: "SWAP_CARD", payload: { position: 1 } };
    expect(table.act(DRAW)).toBe(true);
    expect(table.act(other)).toBe(false);
    expect(table.state.refused).toMatchObject({ code: "NOT_SENT", action: other });
    const id = socket.sentOf("act")[0]?.id ?? "";
    socket.receive({ type: "ack", id, table: "t", version: 4, duplicate: false });
    socket.receive(stepFrame(4, { legal: [other] }));

    expect(socket.sentOf("act").map((frame) => frame.action)).toEqual([DRAW]);
  });

  test("of several that one press asked for goes on when the one before is there, past no lesson", () => {
    const socket = seated();
    table.goOn(DRAW);
    table.goOn(DRAW);
    table.gate = () => false;
    socket.receive({
      type: "ack",
      id: socket.sentOf("act")[0]?.id ?? "",
      table: "t",
      version: 4,
      duplicate: false,
    });
    socket.receive(stepFrame(4));
    table.goOn(DRAW);

    expect(socket.sentOf("act")).toHaveLength(1);
  });
});

describe("the link", () => {
  test("comes back within a second, however often it is lost", () => {
    seated();
    for (let times = 0; times < 3; times++) {
      const before = FakeSocket.all.length;
      FakeSocket.last.lose();
      vi.advanceTimersByTime(1000);
      expect(FakeSocket.all.length).toBeGreaterThan(before);
      FakeSocket.last.open();
    }
    expect(link.state.getState().status).toBe("live");
  });

  test("tries again within a second for half a minute, then less often", () => {
    seated();
    const tries = (ms: number) => {
      const before = FakeSocket.all.length;
      for (let past = 0; past < ms; past += 10) {
        vi.advanceTimersByTime(10);
        if (FakeSocket.last.readyState === 0) FakeSocket.last.lose();
      }
      return FakeSocket.all.length - before;
    };
    FakeSocket.last.lose();
    for (let second = 0; second < 20; second++) expect(tries(1000)).toBeGreaterThan(0);
    tries(40_000);

    expect(tries(30_000)).toBeLessThan(15);
  });

  test("is silent after 3 s without a pong, and lost after 7", () => {
    seated();
    vi.advanceTimersByTime(PING_MS + 3001);
    expect(link.state.getState().status).toBe("silent");
    vi.advanceTimersByTime(4100);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  test("a pong makes it live again", () => {
    const socket = seated();
    vi.advanceTimersByTime(PING_MS + 3001);
    expect(link.state.getState().status).toBe("silent");
    socket.receive({ type: "pong", now: 5 });
    expect(link.state.getState().status).toBe("live");
  });

  test("stays away when it was signed out", () => {
    seated();
    const before = FakeSocket.all.length;
    FakeSocket.last.lose(4401);
    vi.advanceTimersByTime(2_500);

    expect(link.state.getState().status).toBe("signedOut");
    expect(FakeSocket.all).toHaveLength(before);
  });

  test("asks whether it is still signed in when nothing lets it in", async () => {
    seated();
    isSignedIn = false;
    for (let times = 0; times < 6; times++) {
      FakeSocket.last.lose();
      await vi.advanceTimersByTimeAsync(4000);
    }

    expect(link.state.getState().status).toBe("signedOut");
  });

  test("that is opened ahead is the one a table sits down on, open or still opening", () => {
    for (const isOpen of [true, false]) {
      table.close();
      vi.advanceTimersByTime(6000);
      const before = FakeSocket.all.length;
      link.ahead("t");
      const socket = FakeSocket.last;
      if (isOpen) socket.open();
      table.open();
      if (!isOpen) socket.open();
      vi.advanceTimersByTime(6000);

      expect(FakeSocket.all.length).toBe(before + 1);
      expect(socket.sentOf("watch")).toHaveLength(1);
    }
  });

  test("names a table that is looked at where it is opened, ahead and again", () => {
    table.close();
    vi.advanceTimersByTime(6000);
    link.ahead("u");
    const ahead = FakeSocket.last;
    expect(ahead.url).toBe("ws://x/ws?table=u");

    ahead.open();
    table.open();
    ahead.lose();
    vi.advanceTimersByTime(100);

    expect(FakeSocket.last).not.toBe(ahead);
    expect(FakeSocket.last.url).toBe("ws://x/ws?table=t");
  });

  test("that is opened ahead of nothing rests", () => {
    table.close();
    vi.advanceTimersByTime(6000);
    link.ahead("t");
    FakeSocket.last.open();
    vi.advanceTimersByTime(6000);

    expect(FakeSocket.last.readyState).toBe(3);
    expect(link.state.getState().status).toBe("idle");
  });

  test("rests when nobody looks at anything", () => {
    const socket = seated();
    table.close();
    vi.advanceTimersByTime(6000);

    expect(socket.readyState).toBe(3);
    expect(link.state.getState().status).toBe("idle");
  });
});
