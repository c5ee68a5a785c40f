/** The script of a lesson, and how far this table has come in it. The server knows both. */
import { useQuery } from "@tanstack/react-query";
import { type Action, type Table, useTableState } from "../../table";
import { call } from "../../table/api";
import type { LessonAt, LessonResponse, LessonStepResponse, TableResponse } from "../../wire/calls";

export interface Scene {
  script: LessonResponse;
  /** How many steps are made; null while that is not known for what is shown, or off the script. */
  done: number | null;
  step: LessonStepResponse | null;
  isOff: boolean;
}

export function useScene(table: Table, summary: TableResponse): Scene | null {
  const version = useTableState(table, (state) => state.version);
  const isOver = useTableState(table, (state) => state.status !== "active");
  const script = useQuery({
    queryKey: ["lesson", summary.game],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<LessonResponse>("GET", `/games/${summary.game}/lesson`),
  });
  const at = useQuery({
    queryKey: ["lesson", summary.id, version],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: () => call<LessonAt>("GET", `/tables/${summary.id}/lesson`),
  });
  if (!script.data) return null;
  const steps = script.data.steps;
  const done = isOver ? steps.length : at.data ? at.data.done : null;
  return {
    script: script.data,
    done,
    step: done === null ? null : (steps[done] ?? null),
    isOff: at.data !== undefined && at.data.done === null && !isOver,
  };
}

/** Whether an action is the one that the script waits for; the order of its fields says nothing. */
export function isExpected(step: LessonStepResponse, action: Action): boolean {
  return sorted(step.action) === sorted({ payload: {}, ...action });
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
