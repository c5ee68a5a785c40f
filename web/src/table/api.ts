/** HTTP: JSON there and back, and every no as an ApiError with the server's own code. */
import type { ErrorTold } from "../wire/calls";
import { heardOfBan } from "./ban";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly because: string,
    readonly next: string | null = null,
  ) {
    super(`${code}: ${because}`);
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
  return [(await told(answer)) as T[], answer.headers.has("rondel-incomplete")];
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
  return (answer.status === 204 ? undefined : await told(answer)) as T;
}

declare global {
  /** What theme.js has asked while the rest of the page was on its way. */
  var rondelAsked: Map<string, Promise<Response>> | undefined;
}

/** The answer to what was asked before there was a page; it counts once. */
function askedEarly(path: string): Promise<Response> | null {
  const answer = globalThis.rondelAsked?.get(path) ?? null;
  globalThis.rondelAsked?.delete(path);
  return answer;
}

/** An answer that is a good one; anything else is an ApiError. */
async function answered(
  method: Method,
  path: string,
  body: string | null,
  kind: string,
  keepalive = false,
): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", "x-rondel": "1" };
  if (body !== null) headers["content-type"] = kind;
  let answer: Response;
  try {
    answer = await ((method === "GET" && askedEarly(path)) ||
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
  const no = (await told(answer).catch(() => null)) as ErrorTold | null;
  if (answer.status === 401) onSignedOut();
  if (no?.code === "BANNED") heardOfBan({ reason: no.reason ?? "", until: no.until ?? null });
  throw new ApiError(answer.status, no?.code ?? `HTTP_${answer.status}`, no?.because ?? "", no?.next ?? null);
}

async function told(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text.trim() === "" ? undefined : JSON.parse(text);
}
