/** A table as a board sees it: what is shown now, and what can be asked for. */
import type { OrdersResponse } from "../wire/calls";
import type { Action, TableState } from "./state";

export interface Board {
  readonly id: string;
  /** What is shown now: the same object until something has changed. */
  readonly state: TableState;
  readonly store: {
    getState(): TableState;
    getInitialState(): TableState;
    /** Calls after every change; returns what ends that. */
    subscribe(listener: (state: TableState, before: TableState) => void): () => void;
  };
  /** Whether the table is a lesson: it has no rematch and no transcript. */
  readonly isLesson: boolean;
  /** Send a move that was pressed; false if none was sent: not meant, one under way, or a lesson waits for another. */
  act(action: Action): boolean;
  /** Send the next of several moves that one press has asked for. */
  goOn(action: Action): void;
  /** Take the last move back; it may wait for the move under way. */
  undo(): boolean;
  /** What an action would lead to, as the server's rules say; nothing is played. */
  forecast(action: Action): Promise<unknown>;
  orders(): Promise<OrdersResponse>;
  giveOrder(order: unknown): Promise<OrdersResponse>;
  endOrder(id: string): Promise<OrdersResponse>;
  /** What is chosen and not sent; it outlives a reload. */
  setDraft(draft: unknown): void;
}
