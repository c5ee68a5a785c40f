/** Sounds, made here: a few soft taps and slides. Nothing is loaded. */
import { type Pace, type SoundKind, useSettings } from "./settings";

export const SOUNDS = [
  "turn",
  "slide",
  "flip",
  "place",
  "coin",
  "vote",
  "chat",
  "low",
  "over",
  "error",
] as const;
export type Sound = (typeof SOUNDS)[number];

const KIND: Record<Sound, SoundKind> = {
  turn: "turn",
  slide: "cards",
  flip: "cards",
  place: "cards",
  coin: "cards",
  vote: "cards",
  chat: "chat",
  low: "time",
  over: "end",
  error: "error",
};

let context: AudioContext | null = null;
let pace: Pace = "live";

/** How the table in front is played; by day it is quiet, unless that is wanted otherwise. */
export function soundFor(table: Pace): void {
  pace = table;
}

/** Browsers let a page sound only after somebody has touched it. */
export function unlockSound(): void {
  const unlock = () => {
    try {
      context ??= new AudioContext();
      void context.resume();
    } catch {
      // no sound here
    }
  };
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, unlock, { once: true });
}

/** Play it, unless another tab of ours plays the same (`once` names what it is about). */
export function play(sound: Sound, once?: string): void {
  const { sound: isOn, volume, sounds: kinds, daySound } = useSettings.getState();
  if (!isOn || volume === 0 || !kinds[KIND[sound]] || (pace === "day" && !daySound)) return;
  if (once === undefined) sounds[sound](volume);
  else void alone(once, () => sounds[sound](volume));
}

async function alone(name: string, act: () => void): Promise<void> {
  if (navigator.locks === undefined) {
    const key = `rondel.sound.${name}`;
    try {
      if (Date.now() - Number(localStorage.getItem(key) ?? 0) < 2000) return;
      localStorage.setItem(key, String(Date.now()));
      setTimeout(() => localStorage.removeItem(key), 2000);
    } catch {
      // then it sounds twice
    }
    act();
    return;
  }
  await navigator.locks.request(`rondel.sound.${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    act();
    await new Promise((done) => setTimeout(done, 1500));
  });
}

/** A tap on wood: a short tone that falls. */
function tap(at: number, hertz: number, loud: number, forS = 0.09): void {
  if (context === null) return;
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(hertz * 1.6, start);
  tone.frequency.exponentialRampToValueAtTime(hertz, start + 0.03);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + forS);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + forS + 0.02);
}

/** A card on felt: noise through a narrow window. */
function hush(at: number, hertz: number, loud: number, forS: number): void {
  if (context === null) return;
  const start = context.currentTime + at;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * forS), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    const fade = Math.sin((Math.PI * index) / samples.length);
    samples[index] = (Math.random() * 2 - 1) * fade;
  }
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(start);
}

const sounds: Record<Sound, (volume: number) => void> = {
  turn: (v) => {
    tap(0, 520, 0.3 * v);
    tap(0.13, 690, 0.3 * v, 0.16);
  },
  slide: (v) => hush(0, 2600, 0.22 * v, 0.14),
  flip: (v) => {
    hush(0, 3400, 0.2 * v, 0.06);
    tap(0.05, 300, 0.1 * v, 0.05);
  },
  place: (v) => tap(0, 260, 0.22 * v, 0.07),
  coin: (v) => {
    tap(0, 1500, 0.1 * v, 0.1);
    tap(0.06, 2100, 0.1 * v, 0.16);
  },
  vote: (v) => {
    tap(0, 430, 0.2 * v, 0.1);
    tap(0.11, 430, 0.2 * v, 0.14);
  },
  chat: (v) => tap(0, 880, 0.12 * v, 0.08),
  low: (v) => {
    tap(0, 990, 0.2 * v, 0.12);
    tap(0.16, 990, 0.2 * v, 0.12);
  },
  over: (v) => {
    for (const [index, hertz] of [392, 494, 587, 784].entries()) tap(index * 0.12, hertz, 0.26 * v, 0.3);
  },
  error: (v) => tap(0, 170, 0.26 * v, 0.18),
};
