/** A socket that is opened, heard and closed by the test. */
import type { Asked, Told } from "../src/wire/protocol";

export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (socket === undefined) throw new Error("no socket was opened");
    return socket;
  }
  readyState = 0;
  sent: Asked[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Asked);
  }
  close(): void {
    this.readyState = 3;
  }
  // by the test
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(frame: Told): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  asked<T extends Asked["type"]>(type: T): Extract<Asked, { type: T }>[] {
    return this.sent.filter((frame): frame is Extract<Asked, { type: T }> => frame.type === type);
  }
}

export function viewFrame(version: number, more: object = {}): Told {
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
  } as Told;
}

export function stepFrame(version: number, more: object = {}): Told {
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
  } as Told;
}
