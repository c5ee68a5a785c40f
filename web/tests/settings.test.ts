/** What is chosen is kept, and what is heard follows it. */
import { beforeEach, describe, expect, test, vi } from "vitest";

const taps = vi.fn();

class FakeAudio {
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  resume = async () => {};
  private node() {
    const param = {
      value: 0,
      setValueAtTime() {},
      linearRampToValueAtTime() {},
      exponentialRampToValueAtTime() {},
    };
    const node: Record<string, unknown> = { frequency: param, gain: param, start: taps, stop() {} };
    node.connect = (next: unknown) => next;
    return node;
  }
  createOscillator = () => this.node();
  createGain = () => this.node();
  createBufferSource = () => this.node();
  createBiquadFilter = () => this.node();
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

/** Both as a page that has just been opened has them. */
async function opened(stored: object = {}) {
  vi.resetModules();
  localStorage.setItem("rondel.settings", JSON.stringify(stored));
  const settings = await import("../src/ui/settings");
  const sound = await import("../src/ui/sound");
  sound.unlockSound();
  window.dispatchEvent(new Event("pointerdown"));
  taps.mockClear();
  return { ...settings, ...sound };
}

beforeEach(() => {
  vi.stubGlobal("AudioContext", FakeAudio);
});

describe("a second press", () => {
  test("is asked for at every move by day, and live only before what ends a round", async () => {
    const { useSettings } = await opened();
    expect(useSettings.getState().confirm).toEqual({ live: "big", day: "always" });
  });

  test("is kept from before there were two paces", async () => {
    const { useSettings } = await opened({ confirm: "never", volume: 0.2 });
    expect(useSettings.getState().confirm).toEqual({ live: "never", day: "always" });
    expect(useSettings.getState().volume).toBe(0.2);
  });

  test("chosen for one pace leaves the other", async () => {
    const { choose, useSettings } = await opened();
    choose({ confirm: { ...useSettings.getState().confirm, day: "never" } });
    const again = await opened(JSON.parse(localStorage.getItem("rondel.settings") ?? "{}"));
    expect(again.useSettings.getState().confirm).toEqual({ live: "big", day: "never" });
  });
});

describe("a sound", () => {
  test("is heard where its kind is on", async () => {
    const { play } = await opened({ sounds: { cards: false } });
    play("turn");
    expect(taps).toHaveBeenCalled();
    taps.mockClear();
    for (const sound of ["slide", "flip", "place"] as const) play(sound);
    expect(taps).not.toHaveBeenCalled();
  });

  test("is not heard without sound or volume", async () => {
    const { play, choose } = await opened();
    choose({ volume: 0 });
    play("over");
    choose({ volume: 0.5, sound: false });
    play("over");
    expect(taps).not.toHaveBeenCalled();
  });

  test("is not heard at a table played by the day, unless that is wanted", async () => {
    const { play, choose, soundFor } = await opened();
    soundFor("day");
    play("turn");
    expect(taps).not.toHaveBeenCalled();
    choose({ daySound: true });
    play("turn");
    expect(taps).toHaveBeenCalled();
  });

  test("is heard in one tab of several", async () => {
    const held = new Set<string>();
    const request = async (name: string, _: object, act: (lock: object | null) => Promise<void>) => {
      if (held.has(name)) return act(null);
      held.add(name);
      return act({});
    };
    vi.stubGlobal("navigator", { ...navigator, locks: { request } });
    const one = await opened();
    one.play("over", "table.7");
    const count = taps.mock.calls.length;
    expect(count).toBeGreaterThan(0);
    one.play("over", "table.7");
    expect(taps).toHaveBeenCalledTimes(count);
    one.play("over", "table.8");
    expect(taps).toHaveBeenCalledTimes(2 * count);
  });
});
