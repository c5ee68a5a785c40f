/** What is marked on the table for a while; each place looks at its own mark only. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Mark, Marked } from "./animations";

export class Marks {
  readonly store: StoreApi<Record<string, Mark>> = createStore<Record<string, Mark>>(() => ({}));
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** The newest mark of a place counts. */
  put({ place, mark, forMs }: Marked): void {
    clearTimeout(this.timers.get(place));
    this.store.setState({ [place]: mark });
    this.timers.set(
      place,
      setTimeout(() => this.wipe(place), forMs),
    );
  }

  clear(): void {
    for (const place of [...this.timers.keys()]) this.wipe(place);
  }

  private wipe(place: string): void {
    clearTimeout(this.timers.get(place));
    this.timers.delete(place);
    const { [place]: _, ...others } = this.store.getState();
    this.store.setState(others, true);
  }
}
