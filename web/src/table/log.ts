/** What was played and said at a table, as far as it is not part of a step: asked for, and put in its place. */
import type { ChatResponse } from "../wire/calls";
import { call } from "./api";
import type { Event, Line, TableStore } from "./state";

/** How many versions one reading of the log covers. */
const LOG_ROWS = 500;

export class Log {
  private loggedTo = 0;
  private isLogging = false;

  constructor(private readonly store: TableStore) {}

  /** Another epoch: nothing of what is known counts. */
  forget(): void {
    this.loggedTo = 0;
    this.store.setState({ events: [] });
  }

  /** A step brings its own events. */
  follow(from: number, to: number): void {
    if (this.loggedTo === from) this.loggedTo = to;
  }

  async load(): Promise<void> {
    if (this.isLogging) return;
    this.isLogging = true;
    try {
      for (let to = this.newest(); this.loggedTo < to; to = this.newest()) {
        const page = await call<Event[]>("GET", `/tables/${this.state.id}/log?after=${this.loggedTo}`);
        const had = new Set(this.state.events.map((event) => event.version));
        const more = page.filter((event) => !had.has(event.version));
        const events = [...this.state.events, ...more].sort((a, b) => a.version - b.version);
        this.loggedTo = Math.min(this.loggedTo + LOG_ROWS, to);
        this.store.setState({ events });
      }
    } catch {
      // the table is shown without its past; the next view asks again
    } finally {
      this.isLogging = false;
    }
  }

  async loadChat(): Promise<void> {
    try {
      const lines = await call<ChatResponse[]>("GET", `/tables/${this.state.id}/chat`);
      const newest = lines.at(-1)?.at ?? 0;
      const later = this.state.chat.filter((line) => line.at > newest);
      this.store.setState({ chat: [...lines, ...later] });
    } catch {
      // what is said from now on is heard
    }
  }

  /** All lines as the server shows them now: somebody was muted. */
  async reloadChat(): Promise<void> {
    const lines = await call<ChatResponse[]>("GET", `/tables/${this.state.id}/chat`);
    this.store.setState({ chat: lines });
  }

  receive(line: Line): void {
    const { chat } = this.state;
    if (line.isRemoved) {
      this.store.setState({ chat: chat.map((had) => (had.id === line.id ? line : had)) });
      return;
    }
    if (chat.some((had) => had.at === line.at && had.name === line.name && had.text === line.text)) return;
    this.store.setState({ chat: [...chat, line] });
  }

  private get state() {
    return this.store.getState();
  }

  private newest(): number {
    return this.state.last ?? 0;
  }
}
