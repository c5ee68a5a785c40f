/** Which games have a board in a package of their own, and how its files get here: checked, or not at all. */
import type { Mount } from "../../../../src/rondel/wire/face";
import { FaceFailed } from "../../play/board";

interface CheckedFile {
  at: string;
  integrity: string;
}

export interface ServedFace {
  facade: number;
  module: CheckedFile;
  style: CheckedFile | null;
}

let index: Promise<Record<string, ServedFace>> | null = null;

/** The face that a package has for a game; null if there is none. */
export async function servedFace(game: string): Promise<ServedFace | null> {
  index ??= fetch("/faces/index.json").then((answer) => {
    if (!answer.ok) throw new Error(`faces: ${answer.status}`);
    return answer.json();
  });
  try {
    const faces = await index;
    return Object.hasOwn(faces, game) ? (faces[game] ?? null) : null;
  } catch {
    index = null; // asked again for the next table
    return null;
  }
}

/** Fetch the module and, beside the board's root, its style. The browser compares both with what they must be. */
export async function fetchFace({ module, style }: ServedFace, root: HTMLElement): Promise<void> {
  await Promise.all([
    checked("modulepreload", module, document.head),
    style && checked("stylesheet", style, root.getRootNode()),
  ]);
}

/** Run the module that was fetched, and only that one: a browser fetches no module twice. */
export async function mountOf({ module }: ServedFace): Promise<Mount> {
  let found: { default?: unknown };
  try {
    found = await import(/* @vite-ignore */ module.at);
  } catch (error) {
    throw new FaceFailed("module", error);
  }
  if (typeof found.default !== "function") throw new FaceFailed("module", "There is no default export.");
  return found.default as Mount;
}

async function checked(rel: string, { at, integrity }: CheckedFile, into: Node): Promise<void> {
  const link = document.createElement("link");
  Object.assign(link, { rel, integrity, crossOrigin: "anonymous", href: at });
  await new Promise<void>((done, fail) => {
    link.onload = () => done();
    link.onerror = () => fail(new FaceFailed("files", at));
    into.appendChild(link);
  });
}
