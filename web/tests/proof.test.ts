import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkTranscript, rawValue } from "../src/table/proof";
import { nonceFor, saw, witnessOf } from "../src/table/witness";

const file = join(process.cwd(), "../tests/games/cambio/transcripts/ending_cambio.jsonl");
const text = readFileSync(file, "utf8");
const header = JSON.parse(text.slice(0, text.indexOf("\n"))) as {
  commitment: string;
  seats: { nonce: string }[];
};
const NOTHING = { commitment: null, header: null, nonce: null, at: 0 };

async function verdicts(transcript: string, seen: object): Promise<Record<string, string>> {
  const checks = await checkTranscript(transcript, { ...NOTHING, ...seen });
  return Object.fromEntries(checks.map((check) => [check.name, check.verdict]));
}

async function digest(line: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("a transcript is checked here", () => {
  it("holds against itself and against what was seen", async () => {
    const seen = {
      commitment: header.commitment,
      nonce: header.seats.find((seat) => seat.nonce !== "")?.nonce ?? null,
      header: await digest(text.slice(0, text.indexOf("\n"))),
    };
    const found = await verdicts(text, seen);
    expect(new Set(Object.values(found))).toEqual(new Set(["good"]));
    expect(Object.keys(found)).toEqual(["secret", "commitment", "nonce", "header", "chain", "deck"]);
  });

  it("names what was not seen as not checked", async () => {
    const found = await verdicts(text, {});
    expect(found).toEqual({
      secret: "good",
      commitment: "unseen",
      nonce: "unseen",
      header: "unseen",
      chain: "good",
      deck: "good",
    });
  });

  it("finds a swapped secret by the commitment that was seen", async () => {
    expect(await verdicts(text, { commitment: "00".repeat(32) })).toMatchObject({
      secret: "good",
      commitment: "bad",
    });
  });

  it("finds a nonce that was left out, another start, another card, another secret", async () => {
    expect((await verdicts(text, { nonce: "ab".repeat(16) })).nonce).toBe("bad");
    expect((await verdicts(text, { header: "ab".repeat(32) })).header).toBe("bad");
    const lines = text.split("\n");
    const row = lines[3] ?? "";
    const at = Number(/"at":(\d+)/.exec(row)?.[1]);
    lines[3] = row.replace(`"at":${at}`, `"at":${at + 1}`);
    expect((await verdicts(lines.join("\n"), {})).chain).toBe("bad");
    const other = text.replace(/"secret":"[0-9a-f]{64}"/, `"secret":"${"0".repeat(64)}"`);
    expect(await verdicts(other, {})).toMatchObject({ secret: "bad", deck: "bad", chain: "good" });
  });

  it("does not let a withheld secret or a cut end pass", async () => {
    const lines = text.trimEnd().split("\n");
    expect(await verdicts(lines.slice(0, -1).join("\n"), {})).toMatchObject({
      secret: "bad",
      deck: "bad",
      chain: "bad",
    });
    const cut = [...lines.slice(0, -2), lines.at(-1)].join("\n");
    expect((await verdicts(cut, {})).chain).toBe("bad");
  });

  it("reads the bytes of a value as they stand", () => {
    const line =
      '{"line":"row","version":7,"action":{"a":"}\\"]{","b":[1,{"c":null}]},"events":[],"digest":"x"}';
    expect(rawValue(line, "action")).toBe('{"a":"}\\"]{","b":[1,{"c":null}]}');
    expect(rawValue(line, "events")).toBe("[]");
    expect(rawValue(line, "version")).toBe("7");
    expect(() => rawValue(line, "nothing")).toThrow();
  });
});

describe("what this browser saw", () => {
  beforeEach(() => localStorage.clear());

  it("stays as it was seen first", () => {
    saw("t1", { commitment: "aa", seat: null });
    saw("t1", { commitment: "bb", header: "cc", seat: 0 });
    saw("t1", { commitment: "bb", header: "dd", seat: 0 });
    expect(witnessOf("t1")).toMatchObject({ commitment: "aa", header: "cc" });
  });

  it("has one nonce for a table, however often one presses", () => {
    const table = { id: "t2", commitment: "aa", seat: null };
    expect(nonceFor(table)).toBe(nonceFor(table));
    saw("t2", { commitment: "aa", header: "cc", seat: 1 });
    expect(witnessOf("t2").nonce).toBe(nonceFor(table));
  });

  it("forgets a nonce that was not the first one sent", () => {
    nonceFor({ id: "t4", commitment: "aa", seat: null });
    saw("t4", { commitment: "aa", seat: 0, nonce: "from another device" });
    expect(witnessOf("t4").nonce).toBeNull();
  });

  it("forgets the nonce of somebody who got no seat", () => {
    nonceFor({ id: "t3", commitment: "aa", seat: null });
    saw("t3", { commitment: "aa", header: "cc", seat: null });
    expect(witnessOf("t3").nonce).toBeNull();
  });

  it("keeps the newest tables", () => {
    for (let index = 0; index < 310; index++)
      localStorage.setItem(
        `rondel.witness.many${index}`,
        JSON.stringify({ commitment: "aa", at: index + 1 }),
      );
    saw("newest", { commitment: "aa", seat: null });
    const kept = Object.keys(localStorage).filter((key) => key.startsWith("rondel.witness."));
    expect(kept.length).toBeLessThanOrEqual(300);
    expect(kept.length).toBeGreaterThan(290);
    expect(kept).toContain("rondel.witness.newest");
    expect(kept).not.toContain("rondel.witness.many10");
  });
});
