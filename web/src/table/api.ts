/** HTTP: JSON there and back, and every no as an ApiError with the server's own code. */
import type { ErrorResponse } from "../wire/calls";
import { showBan } from "./ban";
import { keyOf } from "./tableLink";

/** What the server says where it does not do what it was asked. */
export interface Denial {
  code: string;
  message: string;
  /** At a table that stands still: its game failed, or cannot be loaded. */
  halted?: string;
  /** What failed and where; only the authors of the game are told. */
  fault?: string;
}

export class ApiError extends Error implements Denial {
  readonly halted?: string;
  readonly fault?: string;

  constructor(
    readonly status: number,
    readonly code: string,
    override readonly message: string,
    readonly next: string | null = null,
    { halted, fault }: Pick<Denial, "halted" | "fault"> = {},
  ) {
    super(`${code}: ${message}`);
    this.halted = halted;
    this.fault = fault;
  }
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

let onSignedOut: () => void = () => {};

/** What to do when the server says that nobody is signed in. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

/** With `isLast` it is sent even if the page is closed meanwhile; browsers take 64 KB so. */
export async function call<T = unknown>(
  method: Method,
  path: string,
  body?: unknown,
  isLast = false,
): Promise<T> {
  return ask<T>(method, path, body === undefined ? null : JSON.stringify(body), "application/json", isLast);
}

/** A list, and whether it lacks some because a database of the server is away. */
export async function callForList<T>(path: string): Promise<[T[], boolean]> {
  const answer = await answered("GET", path, null, "application/json");
  return [(await bodyOf(answer)) as T[], answer.headers.has("rondel-incomplete")];
}

/** Send a transcript as it stands. */
export async function callWithLines<T>(path: string, lines: string): Promise<T> {
  return ask<T>("POST", path, lines, "application/jsonl");
}

/** What is no JSON, as it stands. */
export async function callForText(path: string): Promise<string> {
  return (await answered("GET", path, null, "application/json")).text();
}

async function ask<T>(
  method: Method,
  path: string,
  body: string | null,
  kind: string,
  isLast?: boolean,
): Promise<T> {
  const answer = await answered(method, path, body, kind, isLast);
  return (answer.status === 204 ? undefined : await bodyOf(answer)) as T;
}

declare global {
  /** What theme.js has asked while the rest of the page was on its way. */
  var rondelPrefetched: Map<string, Promise<Response>> | undefined;
}

/** The answer to what was asked before there was a page; it counts once. */
function prefetched(path: string): Promise<Response> | null {
  const answer = globalThis.rondelPrefetched?.get(path) ?? null;
  globalThis.rondelPrefetched?.delete(path);
  return answer;
}

/** The header that opens the private table that a call is about, if this tab has its key. */
function opening(path: string): Record<string, string> {
  const table = /\/([0-9a-f-]{36})(?![^/?])/.exec(path)?.[1];
  const key = table ? keyOf(table) : null;
  return key === null ? {} : { "rondel-key": key };
}

/** An answer that is a good one; anything else is an ApiError. */
async function answered(
  method: Method,
  path: string,
  body: string | null,
  kind: string,
  keepalive = false,
): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", "x-rondel": "1", ...opening(path) };
  if (body !== null) headers["content-type"] = kind;
  let answer: Response;
  try {
    answer = await ((method === "GET" && prefetched(path)) ||
      fetch(`/api${path}`, {
        method,
        headers,
        body,
        credentials: "same-origin",
        keepalive,
        signal: AbortSignal.timeout(20_000),
      }));
  } catch {
    throw new ApiError(0, "UNREACHABLE", "The server did not answer.");
  }
  if (answer.ok) return answer;
  const no = (await bodyOf(answer).catch(() => null)) as ErrorResponse | null;
  if (answer.status === 401) onSignedOut();
  if (no?.code === "BANNED") showBan({ reason: no.reason ?? "", until: no.until ?? null });
  const code = no?.code ?? `HTTP_${answer.status}`;
  throw new ApiError(answer.status, code, no?.message ?? "", no?.hint ?? null, no ?? {});
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text.trim() === "" ? undefined : JSON.parse(text);
}
