import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

configure({ asyncUtilTimeout: 30_000 }); // a busy machine is slow

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

// A sentence whose value is missing fails the test that drew it; a test may take the list and look itself.
export const gaps: string[] = [];
const { warn } = console;
console.warn = (...words: unknown[]) => {
  if (String(words[0]).startsWith("No value for")) gaps.push(String(words[0]));
  else warn(...words);
};
afterEach(() => expect(gaps.splice(0)).toEqual([]));

const { setTimeout, setInterval } = globalThis;
const started: ReturnType<typeof setTimeout>[] = [];
const remembered = {
  apply: (start: typeof setTimeout, self: unknown, given: Parameters<typeof setTimeout>) => {
    const timer = Reflect.apply(start, self, given);
    started.push(timer);
    return timer;
  },
};
globalThis.setTimeout = new Proxy(setTimeout, remembered);
globalThis.setInterval = new Proxy(setInterval, remembered);

// Many files run in one process, one after the other: nothing of one is left for the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  document.body.replaceChildren();
  started.forEach(clearTimeout);
  Object.assign(globalThis, { setTimeout, setInterval });
});
