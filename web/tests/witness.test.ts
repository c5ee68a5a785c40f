import { beforeEach, describe, expect, it, vi } from "vitest";
import { forget, keys } from "../src/table/keep";
import { eventDigest, OFF_MS, type Shown } from "../src/table/witness";
import { isNonceRefused, nonceFor, sawOpened, sawStep, sawView, witnessOf } from "../src/table/witnesses";

const OPEN = { id: "t", commitment: "c", rules: 1, status: "open", seat: null, nonce: null };
const BEGUN: Shown = {
  epoch: 1,
  version: 1,
  commitment: "c",
  header: "h",
  seal: "s1",
  seat: 0,
  status: "active",
};
const event = (at = Date.now()) => ({ type: "ADDED", payload: { b: 1, a: [null, "é"] }, version: 2, at });
const step = (version: number, at = Date.now()) => ({ version, seal: `s${version}`, events: [event(at)] });

beforeEach(() => {
  for (const key of keys("rondel.")) forget(key);
});

describe("what this browser saw of a table", () => {
  it("keeps what was seen first", () => {
    sawOpened(OPEN);
    sawOpened({ ...OPEN, commitment: "another", rules: 0 });
    sawView("t", BEGUN);
    sawView("t", { ...BEGUN, header: "another" });
    expect(witnessOf("t")).toMatchObject({
      commitment: "c",
      rules: 1,
      epochs: [{ header: "h", seal: "s1" }],
    });
  });

  it("keeps the newest seal, and 16 bytes of each event, as Python does", async () => {
    sawView("t", BEGUN);
    await sawStep("t", step(2), 0, true);
    await sawStep("t", step(3), 0, false);
    const digest = await eventDigest(event());
    expect(digest).toBe("fbd6477452768acff0dff41758687a56");
    expect(witnessOf("t").epochs).toMatchObject([
      {
        version: 3,
        seal: "s3",
        received: [
          [2, 0, true, [digest]],
          [3, 0, false, [digest]],
        ],
      },
    ]);
  });

  it("keeps both of two seals of one version", () => {
    sawView("t", BEGUN);
    sawView("t", { ...BEGUN, seal: "another" });
    expect(witnessOf("t").epochs[0]).toMatchObject({ seal: "s1", otherSeal: "another" });
  });

  it("tells when the host has put the table back, and keeps the last seal of each epoch", async () => {
    sawView("t", BEGUN);
    await sawStep("t", step(2), 0, true);
    expect(sawView("t", { ...BEGUN, epoch: 2 })).toBe(2);
    expect(sawView("t", { ...BEGUN, epoch: 2 })).toBeNull();
    expect(witnessOf("t").epochs).toMatchObject([
      { epoch: 1, version: 2, seal: "s2", received: [[2, 0, true, [expect.any(String)]]] },
      { epoch: 2, version: 1, seal: "s1", received: [] },
    ]);
  });

  it("keeps every epoch in which play was seen, and of too many those in which most was", async () => {
    sawView("t", { ...BEGUN, header: null });
    await sawStep("t", step(2), 0, true);
    for (let epoch = 2; epoch < 40; epoch++) sawView("t", { ...BEGUN, epoch });
    const { epochs } = witnessOf("t");
    expect(epochs).toHaveLength(16);
    expect(epochs[0]).toMatchObject({ epoch: 1, version: 2, header: null, seal: "s2" });
    expect(epochs.at(-1)?.epoch).toBe(39);
  });

  it("keeps what came without a seal, and that it had none", async () => {
    sawView("t", BEGUN);
    await sawStep("t", { version: 2, events: [event()] }, 0, true);
    expect(witnessOf("t").epochs[0]).toMatchObject({
      seal: "s1",
      unsealed: 2,
      received: [[2, 0, true, [await eventDigest(event())]]],
    });
  });

  it("takes nothing from a game that is over", () => {
    sawOpened({ ...OPEN, status: "completed" });
    sawView("t", { ...BEGUN, status: "completed" });
    expect(witnessOf("t")).toMatchObject({ commitment: null, epochs: [] });
  });

  it("notes a live row far from this clock", async () => {
    sawView("t", BEGUN);
    await sawStep("t", step(2, Date.now() - OFF_MS - 5000), 0, true);
    await sawStep("t", step(3, Date.now() - OFF_MS - 5000), 0, false);
    expect(witnessOf("t").times.map(([version]) => version)).toEqual([2]);
  });

  it("gives the oldest tables up when there are too many, with their rows", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let at = 0; at <= 300; at++) {
      vi.setSystemTime(1_000_000 + at);
      sawView(`table${at}`, BEGUN);
      if (at === 0) await sawStep("table0", step(2), 0, true);
    }
    vi.useRealTimers();
    expect(witnessOf("table0").epochs).toEqual([]);
    expect(Object.keys(localStorage).some((key) => key.includes("rows.table0."))).toBe(false);
    expect(witnessOf("table1").epochs).toHaveLength(1);
  });
});

describe("our own nonce", () => {
  it("is one for each table", () => {
    expect(nonceFor(OPEN)).toBe(nonceFor(OPEN));
    expect(nonceFor({ ...OPEN, id: "other" })).not.toBe(nonceFor(OPEN));
  });

  it("is kept where the server has taken it", () => {
    const nonce = nonceFor(OPEN);
    sawOpened({ ...OPEN, seat: 0, nonce });
    sawView("t", BEGUN);
    expect(isNonceRefused({ ...OPEN, seat: 0, nonce })).toBe(false);
    expect(witnessOf("t")).toMatchObject({ nonce, refused: null, seat: 0 });
  });

  it.each(["00".repeat(16), "", null])("is kept as refused where the server answers with %s", (other) => {
    const nonce = nonceFor(OPEN);
    const answer = { ...OPEN, seat: 0, nonce: other };
    expect(isNonceRefused(answer)).toBe(true);
    sawOpened(answer);
    expect(isNonceRefused(answer)).toBe(true);
    expect(witnessOf("t")).toMatchObject({ nonce: null, refused: nonce });
  });

  it("is none where another device took the seat, and that is no lie", () => {
    const elsewhere = { ...OPEN, seat: 0, nonce: "00".repeat(16) };
    sawOpened(elsewhere);
    expect(isNonceRefused(elsewhere)).toBe(false);
  });

  it("does not count for somebody who has no seat when play begins", () => {
    nonceFor(OPEN);
    sawView("t", { ...BEGUN, seat: null });
    expect(witnessOf("t").nonce).toBeNull();
  });
});
