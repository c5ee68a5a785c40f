/**
 * The one socket of this page. It comes back by itself, sits down again at every table from the version each
 * has, and then lets every table send what has no answer yet.
 */
import { createStore } from "zustand/vanilla";
import type { ClientFrame, ServerFrame, Watch } from "../wire/protocol";
import { learnFrame, learnRoundTrip } from "./clock";

export const PING_MS = 8_000;
export const SILENT_MS = 3_000;
export const DEAD_MS = 7_000;
const LINGER_MS = 5_000;
const WAITS_MS = [30, 150, 250, 350, 450, 500];
/** For half a minute a server that is back is found within a second; then it is asked less often. */
const STEADY_MS = 600;
const STEADY_TRIES = 50;
const LONG_MS = 3000;
/** After so many failures in a row it is asked over HTTP whether we are still signed in. */
const DOUBT_AFTER = 4;
const SIGNED_OUT = [4401, 1008];
const BANNED = 4403;

export type LinkStatus = "idle" | "connecting" | "live" | "silent" | "lost" | "signedOut";

export interface LinkState {
  status: LinkStatus;
  /** Since when it is as it is, by performance.now(). */
  since: number;
  /** How often it was opened; 2 and more are returns. */
  opened: number;
}

/** What a table does with the socket. */
export interface Sink {
  readonly id: string;
  /** What it asks with; `isFirst` for the first time on this connection. */
  sit(isFirst: boolean): Omit<Watch, "type" | "table">;
  version(): number | null;
  take(frame: ServerFrame): void;
  opened(): void;
}

export class Link {
  readonly state = createStore<LinkState>(() => ({ status: "idle", since: performance.now(), opened: 0 }));
  private readonly sinks = new Map<string, Sink>();
  private socket: WebSocket | null = null;
  /** The tables that were asked for on this connection. */
  private readonly seated = new Set<string>();
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private linger: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private pingedAt: number | null = null;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: (table: string) => string,
    private readonly isSignedIn: () => Promise<boolean> = async () => true,
    private readonly Socket: new (url: string) => WebSocket = WebSocket,
  ) {}

  /** Look at a table; the answer stops looking. */
  watch(sink: Sink): () => void {
    clearTimeout(this.linger);
    this.sinks.set(sink.id, sink);
    if (this.socket?.readyState === 1) this.seat(sink);
    else if (this.socket === null && this.state.getState().status !== "signedOut") this.connectSoon(0);
    return () => {
      if (this.sinks.get(sink.id) === sink) this.sinks.delete(sink.id);
      if (this.sinks.size === 0) this.linger = setTimeout(() => this.rest(), LINGER_MS);
    };
  }

  /** A table will be looked at in a moment: open the socket for it. */
  ahead(table: string): void {
    if (this.socket !== null || this.sinks.size > 0) return;
    this.become("connecting");
    this.dial(table);
    this.linger = setTimeout(() => this.rest(), LINGER_MS);
  }

  /** Whether it went out; if not, it will be asked for again when the socket is back. */
  send(frame: ClientFrame): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Sit down once more, from where the table is now. */
  seat(sink: Sink): void {
    const isFirst = !this.seated.has(sink.id);
    this.seated.add(sink.id);
    if (this.send({ type: "watch", table: sink.id, ...sink.sit(isFirst) })) sink.opened();
  }

  /** The network is back, or the page is looked at again. */
  wake(): void {
    if (this.socket?.readyState === 1) this.ping();
    else if (this.sinks.size > 0 && this.state.getState().status !== "signedOut") {
      this.failures = 0;
      this.connectSoon(0);
    }
  }

  /** Somebody has signed in. */
  signedIn(): void {
    if (this.state.getState().status !== "signedOut") return;
    this.become("lost");
    this.wake();
  }

  /** This connection brings no answers: give it up and take another. */
  abandon(): void {
    const socket = this.socket;
    if (socket === null) return;
    this.unhook(socket);
    socket.close();
    this.lost();
  }

  private rest(): void {
    clearTimeout(this.retry);
    const socket = this.socket;
    if (socket !== null) {
      this.unhook(socket);
      socket.close(1000);
    }
    this.socket = null;
    this.stopPings();
    this.become("idle");
  }

  private connectSoon(afterMs: number): void {
    clearTimeout(this.retry);
    const before = this.state.getState().status;
    if (before === "idle") this.become("connecting");
    this.retry = setTimeout(() => this.connect(), afterMs);
  }

  private connect(): void {
    const [table] = this.sinks.keys();
    if (this.socket === null && table) this.dial(table);
  }

  /** The address names a table: several servers can then answer for it at one of them. */
  private dial(table: string): void {
    let socket: WebSocket;
    try {
      socket = new this.Socket(this.address(table));
    } catch {
      this.lost();
      return;
    }
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (message: MessageEvent<unknown>) => this.receive(message.data);
    socket.onclose = (event: CloseEvent) => {
      this.unhook(socket);
      this.lost(event.code);
    };
  }

  private unhook(socket: WebSocket): void {
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
  }

  private opened(): void {
    this.failures = 0;
    const opened = this.state.getState().opened + 1;
    this.become("live", opened);
    this.seated.clear();
    for (const sink of this.sinks.values()) this.seat(sink);
    this.stopPings();
    this.ping();
    this.pinger = setInterval(() => this.ping(), PING_MS);
  }

  private lost(code?: number): void {
    this.socket = null;
    this.stopPings();
    if (code !== undefined && SIGNED_OUT.includes(code)) {
      this.become("signedOut");
      return;
    }
    if (code === BANNED) {
      this.become("signedOut");
      void this.isSignedIn(); // the answer says why, and until when
      return;
    }
    if (this.state.getState().status !== "connecting") this.become("lost");
    if (this.sinks.size === 0) return;
    const wait = WAITS_MS[this.failures] ?? (this.failures < STEADY_TRIES ? STEADY_MS : LONG_MS);
    this.failures += 1;
    if (this.failures === DOUBT_AFTER) void this.doubt();
    this.connectSoon(wait * (0.8 + Math.random() * 0.4));
  }

  private async doubt(): Promise<void> {
    const isSignedIn = await this.isSignedIn().catch(() => true);
    if (isSignedIn || this.socket?.readyState === 1) return;
    clearTimeout(this.retry);
    this.become("signedOut");
  }

  private receive(text: unknown): void {
    if (typeof text !== "string") return;
    const receivedAt = performance.now();
    clearTimeout(this.silence);
    if (this.state.getState().status === "silent") this.become("live");
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.type === "pong") {
      if (this.pingedAt !== null) learnRoundTrip(frame.now, this.pingedAt, receivedAt);
      this.pingedAt = null;
      return;
    }
    if ("now" in frame && typeof frame.now === "number") learnFrame(frame.now, receivedAt);
    if (frame.type === "goaway") return; // it is used until it closes; then another one answers
    if (frame.table !== null) this.sinks.get(frame.table)?.take(frame);
    else for (const sink of this.sinks.values()) sink.take(frame);
  }

  private ping(): void {
    const lastVersions: Record<string, number> = {};
    for (const sink of this.sinks.values()) {
      const version = sink.version();
      if (version !== null) lastVersions[sink.id] = version;
    }
    if (!this.send({ type: "ping", lastVersions })) return;
    this.pingedAt ??= performance.now();
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.become("silent");
      this.silence = setTimeout(() => this.abandon(), DEAD_MS - SILENT_MS);
    }, SILENT_MS);
  }

  private stopPings(): void {
    clearInterval(this.pinger);
    clearTimeout(this.silence);
    this.pingedAt = null;
  }

  private become(status: LinkStatus, opened = this.state.getState().opened): void {
    this.state.setState({ status, opened, since: performance.now() });
  }
}
