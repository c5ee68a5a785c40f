import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rawValue } from "../src/table/transcript";
import { judge } from "../src/table/verdict";
import { nothingSeen, type Witness } from "../src/table/witness";

interface Case {
  text: string;
  witness: Witness | null;
  answer: string;
  bad: string[];
  reasons: unknown[];
}

const attacks = JSON.parse(readFileSync(join(import.meta.dirname, "attacks.json"), "utf8")) as Record<
  string,
  Case
>;
const file = join(import.meta.dirname, "../../tests/games/cambio/transcripts/ending_cambio.jsonl");
const text = readFileSync(file, "utf8");

async function verdicts(given: string) {
  const { checks } = await judge(given, nothingSeen("t"));
  return Object.fromEntries(checks.map((check) => [check.name, check.verdict]));
}

describe("what a dishonest host can try", () => {
  it.each(Object.entries(attacks))("%s", async (_, { text: given, witness, answer, bad, reasons }) => {
    const judged = await judge(given, witness ?? nothingSeen("t"));
    const wrong = judged.checks.filter((check) => check.verdict === "bad").map((check) => check.name);
    expect({ answer: judged.answer, bad: new Set(wrong), reasons: judged.reasons }).toEqual({
      answer,
      bad: new Set(bad),
      reasons,
    });
  });
});

describe("a transcript is checked here", () => {
  it("names what was not seen as not checked", async () => {
    expect(await verdicts(text)).toEqual({
      secret: "good",
      commitment: "unseen",
      nonce: "unseen",
      header: "unseen",
      seal: "unseen",
      shown: "unseen",
      nonces: "good",
      chain: "good",
      draws: "good",
      deck: "good",
    });
  });

  it("notices another secret, also by the deck", async () => {
    const found = await verdicts(text.replace(/"secret":"../, '"secret":"ff'));
    expect([found.secret, found.deck]).toEqual(["bad", "bad"]);
  });

  it("notices a row that was changed, left out or cut off", async () => {
    const lines = text.split("\n");
    const changed = lines.map((line, at) => (at === 3 ? line.replace(/"at":(\d)/, '"at":9$1') : line));
    for (const wrong of [
      changed,
      lines.filter((_, at) => at !== 4),
      lines.filter((_, at) => at !== lines.length - 3),
    ])
      expect((await verdicts(wrong.join("\n"))).chain).toBe("bad");
  });

  it("reads no line that has a key twice, at any depth", async () => {
    const twice = text.replace('"events":[{"type"', '"events":[{"type":"X","type"');
    await expect(judge(twice, nothingSeen("t"))).rejects.toThrow("twice");
    await expect(judge(text.replace('"at":', '"\\u0061t":0,"at":'), nothingSeen("t"))).rejects.toThrow(
      "twice",
    );
  });

  it("refuses a secret of another length: its end could be chosen after the nonces were known", async () => {
    const found = await verdicts(text.replace(/"secret":"([0-9a-f]+)"/, '"secret":"$1$1"'));
    expect(found.secret).toBe("bad");
  });

  it("is of the table that was seen", async () => {
    const { answer, checks } = await judge(text, { ...nothingSeen("another"), commitment: "c" });
    expect(answer).toBe("broken");
    expect(checks).toContainEqual({ name: "header", verdict: "bad" });
  });

  it("says that a seat's nonce is not this browser's, wherever it played", async () => {
    const { table } = JSON.parse(text.split("\n")[0] ?? "") as { table: string };
    const seen = { ...nothingSeen(table), seat: 0 };
    expect((await judge(text, seen)).reasons).toContainEqual({ code: "nonceRefused" });
    const spectator = { ...seen, seat: null };
    expect((await judge(text, spectator)).reasons).not.toContainEqual({ code: "nonceRefused" });
  });

  it("reads the bytes of a value as they stand", () => {
    const line =
      '{"line":"row","version":7,"action":{"a":"}\\"]{","b":[1,{"c":null}]},"events":[],"digest":"x"}';
    expect(rawValue(line, "action")).toBe('{"a":"}\\"]{","b":[1,{"c":null}]}');
    expect(rawValue(line, "events")).toBe("[]");
    expect(() => rawValue(line, "nothing")).toThrow();
  });
});
