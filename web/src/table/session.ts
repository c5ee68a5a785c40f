/** Who is signed in here. */
import { QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  AboutResponse,
  AccountResponse,
  FaceResponse,
  GameResponse,
  ServerResponse,
  TableResponse,
} from "../wire/calls";
import { link, lookAhead } from ".";
import { ApiError, call, callForList, whenSignedOut } from "./api";
import { read, readTab, write, writeTab } from "./keep";
import { keyOf, tableHere, takeAddress } from "./tableLink";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) =>
        count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (count) => 300 * 2 ** count,
    },
  },
});

whenSignedOut(() => {
  if (queries.getQueryData(["me"]) !== null) queries.setQueryData(["me"], null);
});

/** Whether somebody was signed in here when this browser was last used: what to show until it is known. */
export function wasKnown(): boolean {
  return read<boolean>("rondel.known", false);
}

const askMe = {
  queryKey: ["me"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    try {
      const account = await call<AccountResponse>("GET", "/me");
      write("rondel.known", true);
      return account;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      write("rondel.known", false);
      return null;
    }
  },
};

function askTable(id: string) {
  return { queryKey: ["tables", "one", id], queryFn: () => call<TableResponse>("GET", `/tables/${id}`) };
}

takeAddress();
addEventListener("hashchange", () => {
  const table = takeAddress(); // a link put into the address of its own table loads no page
  if (table) void queries.invalidateQueries({ queryKey: askTable(table).queryKey });
});

/** Ask for what the page will need before there is a page; answers which game is played at its table. */
export async function askEarly(): Promise<string | null> {
  void queries.prefetchQuery(askMe);
  const table = tableHere();
  if (!table || !wasKnown()) return null;
  link.ahead(table);
  try {
    const summary = await queries.fetchQuery(askTable(table));
    if (mayLook(summary)) lookAhead(summary.id);
    return summary.game;
  } catch {
    return null; // the page says what is wrong
  }
}

/** Whether the server would show this table; a private one is for its players, its host and who has its key. */
export function mayLook(summary: TableResponse): boolean {
  return (
    summary.access !== "private" || summary.seat !== null || summary.isHost || keyOf(summary.id) !== null
  );
}

/** The account: undefined as long as it is not known, null where nobody is signed in. */
export function useMe(): AccountResponse | null | undefined {
  return useQuery(askMe).data;
}

const INVITE = "rondel.invite";
const linkInvite = /^#invite=([\w-]+)$/.exec(location.hash)?.[1];
if (linkInvite) {
  writeTab(INVITE, linkInvite); // out of the address, so that nobody shares it by accident
  history.replaceState(null, "", location.pathname + location.search);
}

/** The invitation by which this tab was opened; it stands behind # in a link to any page. */
export const invite = (): string | null => readTab<string | null>(INVITE, null);

/** Play under a name, as a guest. */
export async function createGuest(name: string, language: string): Promise<AccountResponse> {
  const account = await call<AccountResponse>("POST", "/guests", { name, language, invite: invite() });
  signedIn(account);
  return account;
}

export function signedIn(account: AccountResponse): void {
  queries.setQueryData(["me"], account);
  write("rondel.known", true);
  void queries.invalidateQueries({ queryKey: ["tables"] });
  link.signedIn();
}

export function signedOut(): void {
  queries.clear();
  queries.setQueryData(["me"], null);
}

/** How people can sign in to this server; undefined until it has said so. */
export function useServer(): ServerResponse | undefined {
  return useQuery({
    queryKey: ["server"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<ServerResponse>("GET", "/server"),
  }).data;
}

const askGames = {
  queryKey: ["games"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => call<GameResponse[]>("GET", "/games"),
};

export function useGames(): GameResponse[] | undefined {
  return useQuery(askGames).data;
}

/** The games of this server, asked for once. */
export function fetchGames(): Promise<GameResponse[]> {
  return queries.fetchQuery(askGames);
}

/** A game of this server, once `fetchGames` or `useGames` has brought them. */
export function gameNamed(name: string): GameResponse | undefined {
  return queries.getQueryData<GameResponse[]>(askGames.queryKey)?.find((game) => game.name === name);
}

/** The JSON Schemas of a game's types, by name; nothing is asked without a game. */
export function useSchemas(game: string | undefined): Record<string, unknown> | undefined {
  return useQuery({
    queryKey: ["schemas", game],
    enabled: game !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<Record<string, unknown>>("GET", `/games/${encodeURIComponent(game ?? "")}/schemas`),
  }).data;
}

/** All that a game says about itself, by language; nothing is asked without a game. */
export function useAbout(game: string | undefined): AboutResponse["about"] | undefined {
  return useQuery({
    queryKey: ["about", game],
    enabled: game !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<AboutResponse>("GET", `/games/${encodeURIComponent(game ?? "")}/about`),
  }).data?.about;
}

const askFace = (game: string) => ({
  queryKey: ["face", game],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    try {
      return await call<FaceResponse>("GET", `/games/${encodeURIComponent(game)}/face`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
});

/** What the server says of a game's looks and words; null if it does not draw this game. */
export function fetchFace(game: string): Promise<FaceResponse | null> {
  return queries.fetchQuery(askFace(game));
}

const INCOMPLETE = ["incomplete"];

async function listed(client: QueryClient, path: string): Promise<TableResponse[]> {
  const [tables, isIncomplete] = await callForList<TableResponse>(path);
  client.setQueryData(INCOMPLETE, isIncomplete);
  return tables;
}

/** Whether the last list of tables lacked some. */
export function useIsIncomplete(): boolean {
  return useQuery({ queryKey: INCOMPLETE, queryFn: () => false, enabled: false }).data ?? false;
}

/** My tables, those that wait for me first; asked again and again while somebody is signed in. */
export function useMyTables() {
  const me = useMe();
  return useQuery({
    queryKey: ["tables", "mine"],
    enabled: me != null,
    refetchInterval: 10_000,
    refetchIntervalInBackground: true,
    queryFn: ({ client }) => listed(client, "/me/tables"),
  });
}

export function useOpenTables() {
  const me = useMe();
  return useQuery({
    queryKey: ["tables", "open"],
    enabled: me != null,
    refetchInterval: 8_000,
    queryFn: ({ client }) => listed(client, "/tables"),
  });
}

/** Public tables in play. */
export function useRunningTables() {
  const me = useMe();
  return useQuery({
    queryKey: ["tables", "running"],
    enabled: me != null,
    refetchInterval: 15_000,
    queryFn: ({ client }) => listed(client, "/tables/running"),
  });
}

export function useTableSummary(id: string) {
  const me = useMe();
  return useQuery({ ...askTable(id), enabled: me != null });
}

/** Stores the summary of a table in the cache, and reloads the lists it stands in. */
export function useStoreSummary(): (summary: TableResponse) => void {
  const client = useQueryClient();
  return (summary) => {
    client.setQueryData(["tables", "one", summary.id], summary);
    void client.invalidateQueries({ queryKey: ["tables", "mine"] });
    void client.invalidateQueries({ queryKey: ["tables", "open"] });
  };
}
