/** A socket that is opened, heard and closed by the test. */
import { Table } from "../src/table";
import { Link } from "../src/table/link";
import type { ClientFrame, ServerFrame } from "../src/wire/protocol";

export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (socket === undefined) throw new Error("no socket was opened");
    return socket;
  }
  readyState = 0;
  sent: ClientFrame[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
  }
  close(): void {
    this.readyState = 3;
  }
  // by the test
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  sentOf<T extends ClientFrame["type"]>(type: T): Extract<ClientFrame, { type: T }>[] {
    return this.sent.filter((frame): frame is Extract<ClientFrame, { type: T }> => frame.type === type);
  }
}

/** A link whose sockets are opened by the test. */
export function fakeLink(isSignedIn = async () => true): Link {
  const socket = FakeSocket as unknown as new (url: string) => WebSocket;
  return new Link((of) => `ws://x/ws?table=${of}`, isSignedIn, socket);
}

/** A table on such a link. */
export function fakeTable(id = "t"): Table {
  return new Table(id, fakeLink());
}

export function viewFrame(version: number, more: object = {}): ServerFrame {
  return {
    type: "view",
    table: "t",
    epoch: 1,
    version,
    game: "cambio",
    status: "active",
    seat: 0,
    seats: [],
    view: { version },
    legal: [{ type: "DRAW_CARD", payload: { source: "deck" } }],
    deadline: null,
    clocks: null,
    now: 1_000_000,
    commitment: "c0",
    header: "ea",
    undo: null,
    ...more,
  } as ServerFrame;
}

export function stepFrame(version: number, more: object = {}): ServerFrame {
  return {
    type: "step",
    table: "t",
    version,
    events: [{ type: "SOMETHING", version, at: 5, payload: {} }],
    view: { version },
    legal: [],
    deadline: null,
    clocks: null,
    now: 1_000_100,
    status: "active",
    ...more,
  } as ServerFrame;
}
