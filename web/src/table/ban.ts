/** Whether this person is banned here, why and until when: learned from any answer that says so. */
import { create } from "zustand";

export interface Ban {
  reason: string;
  /** Null is for good. */
  until: number | null;
}

export const useBan = create<{ ban: Ban | null }>(() => ({ ban: null }));

export function showBan(ban: Ban): void {
  useBan.setState({ ban });
}
