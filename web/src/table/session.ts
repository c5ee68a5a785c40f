/** Who is signed in here. */
import { QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AccountTold, FaceTold, GameTold, ServerTold, TableTold } from "../wire/calls";
import { link, lookAhead } from ".";
import { ApiError, call, callForList, whenSignedOut } from "./api";
import { read, readTab, write, writeTab } from "./keep";

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
      const account = await call<AccountTold>("GET", "/me");
      write("rondel.known", true);
      return account;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      write("rondel.known", false);
      return null;
    }
  },
};

function askTable(id: string, key: string | null) {
  return {
    queryKey: ["tables", "one", id],
    queryFn: () => call<TableTold>("GET", `/tables/${id}${key ? `?key=${encodeURIComponent(key)}` : ""}`),
  };
}

/** Ask for what the page will need before there is a page; answers which game is played at its table. */
export async function askEarly(): Promise<string | null> {
  void queries.prefetchQuery(askMe);
  const table = /^\/t\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1];
  if (!table || !wasKnown()) return null;
  link.ahead(table);
  const key = new URLSearchParams(location.search).get("key");
  try {
    const told = await queries.fetchQuery(askTable(table, key));
    if (mayLook(told, key)) lookAhead(told.id, key);
    return told.game;
  } catch {
    return null; // the page says what is wrong
  }
}

/** Whether the server would show this table; a private one is for its players, its host and who has its key. */
export function mayLook(told: TableTold, key: string | null): boolean {
  return told.access !== "private" || told.seat !== null || told.isHost || key !== null;
}

/** The account: undefined as long as it is not known, null where nobody is signed in. */
export function useMe(): AccountTold | null | undefined {
  return useQuery(askMe).data;
}

const INVITE = "rondel.invite";
const given = /^#invite=([\w-]+)$/.exec(location.hash)?.[1];
if (given) {
  writeTab(INVITE, given); // and out of the address: it is not to be shown, nor shared by chance
  history.replaceState(null, "", location.pathname + location.search);
}

/** The invitation by which this tab was opened; it stands behind # in a link to any page. */
export const invite = (): string | null => readTab<string | null>(INVITE, null);

/** Play under a name, as a guest. */
export async function arrive(name: string, language: string): Promise<AccountTold> {
  const account = await call<AccountTold>("POST", "/guests", { name, language, invite: invite() });
  signedIn(account);
  return account;
}

export function signedIn(account: AccountTold): void {
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
export function useServer(): ServerTold | undefined {
  return useQuery({
    queryKey: ["server"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<ServerTold>("GET", "/server"),
  }).data;
}

export function useGames(): GameTold[] | undefined {
  return useQuery({
    queryKey: ["games"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<GameTold[]>("GET", "/games"),
  }).data;
}

const askFace = (game: string) => ({
  queryKey: ["face", game],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    try {
      return await call<FaceTold>("GET", `/games/${encodeURIComponent(game)}/face`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
});

/** What the server says of a game's looks and words; null if it does not draw this game. */
export function faceTold(game: string): Promise<FaceTold | null> {
  return queries.fetchQuery(askFace(game));
}

/** The same, for a page; nothing is asked without a game. */
export function useFaceTold(game: string | null): FaceTold | null {
  return useQuery({ ...askFace(game ?? ""), enabled: game !== null }).data ?? null;
}

const INCOMPLETE = ["incomplete"];

async function listed(client: QueryClient, path: string): Promise<TableTold[]> {
  const [tables, isIncomplete] = await callForList<TableTold>(path);
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

export function useTold(id: string, key: string | null) {
  const me = useMe();
  return useQuery({ ...askTable(id, key), enabled: me != null });
}

/** Put what the server said about a table where everybody looks. */
export function useTell(): (told: TableTold) => void {
  const client = useQueryClient();
  return (told) => {
    client.setQueryData(["tables", "one", told.id], told);
    void client.invalidateQueries({ queryKey: ["tables", "mine"] });
    void client.invalidateQueries({ queryKey: ["tables", "open"] });
  };
}
