/** Chat that was removed, and what somebody who is banned is shown. */
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { catalogues } from "../src/catalogues";
import Banned from "../src/site/Banned";
import { call } from "../src/table/api";
import { useBan } from "../src/table/ban";
import { Log } from "../src/table/log";
import { unheard } from "../src/table/state";
import { loadGameWords, startWords } from "../src/ui/locales";

beforeEach(async () => {
  await startWords(catalogues);
  useBan.setState({ ban: null });
});

test("a line that is removed has its text taken away where it stands", () => {
  const store = createStore(() => unheard("t"));
  const log = new Log(store);
  for (const id of [1, 2])
    log.receive({ name: "Ada", seat: 0, text: `line ${id}`, at: id, id, isRemoved: false });

  log.receive({ name: "Ada", seat: 0, text: "", at: 1, id: 1, isRemoved: true });
  log.receive({ name: "Eve", seat: null, text: "", at: 9, id: 9, isRemoved: true });

  expect(store.getState().chat.map(({ text, isRemoved }) => [text, isRemoved])).toEqual([
    ["", true],
    ["line 2", false],
  ]);
});

test("an answer that says so makes the page say why and until when", async () => {
  const body = { code: "BANNED", message: "x", reason: "insults", until: 1_900_000_000_000 };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status: 403 }));

  await expect(call("GET", "/me")).rejects.toMatchObject({ code: "BANNED" });

  const { ban } = useBan.getState();
  expect(ban).toEqual({ reason: "insults", until: 1_900_000_000_000 });
  await loadGameWords("people");
  if (ban) render(<Banned ban={ban} />);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Reason: insults");
  expect(alert.textContent).toContain("2030");
  vi.unstubAllGlobals();
});
