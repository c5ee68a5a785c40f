/** Accounts: find one, see its sessions and tables, act on it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../table/api";
import { Button, Chip, Empty, Skeleton } from "../../ui/parts";
import { useWords } from "../../ui/words";
import type { AdminAccountDetails, AdminAccountTold } from "../../wire/calls";
import { type Act, ActDialog, moment } from "./act";
import { SearchForm } from "./SearchForm";
import { TableRow } from "./Tables";

export function Accounts({ role }: { role: string }) {
  const say = useWords();
  const [search, setSearch] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ["admin", "accounts", search],
    enabled: search !== null,
    queryFn: () =>
      call<AdminAccountTold[]>("GET", `/admin/accounts?search=${encodeURIComponent(search ?? "")}`),
  }).data;
  const look = (text: string) => {
    setOpen(null);
    setSearch(text);
  };
  return (
    <div className="stack">
      <SearchForm label={say("admin:accounts.search")} find={say("admin:accounts.find")} onSearch={look} />
      {found?.length === 0 ? <Empty title={say("admin:accounts.none")} /> : null}
      <ul className="stack">
        {found?.map((account) => (
          <li key={account.id} className="panel pad row wrap-row">
            <Headline account={account} />
            <span className="sp" />
            <Button
              isSmall
              aria-label={say("admin:accounts.openOf", { name: account.name })}
              aria-expanded={open === account.id}
              onClick={() => setOpen(open === account.id ? null : account.id)}
            >
              {say("admin:accounts.open")}
            </Button>
          </li>
        ))}
      </ul>
      {open ? <Details key={open} id={open} role={role} /> : null}
    </div>
  );
}

function Headline({ account }: { account: AdminAccountTold }) {
  const say = useWords();
  const { ban } = account;
  return (
    <span>
      <b>{account.name}</b> <span className="mut sm">{say(`admin:kind.${account.kind}`)}</span>{" "}
      {account.role ? <Chip kind="good">{say(`admin:role.${account.role}`)}</Chip> : null}{" "}
      {ban ? (
        <Chip kind="bad">
          {ban.until === null
            ? say("admin:accounts.banned")
            : say("admin:accounts.bannedUntil", { when: moment(ban.until) })}
        </Chip>
      ) : null}
    </span>
  );
}

function Details({ id, role }: { id: string; role: string }) {
  const say = useWords();
  const [act, setAct] = useState<Act | null>(null);
  const found = useQuery({
    queryKey: ["admin", "account", id],
    queryFn: () => call<AdminAccountDetails>("GET", `/admin/accounts/${id}`),
  }).data;
  if (!found) return <Skeleton lines={3} />;
  const { account, sessions, tables } = found;
  return (
    <section className="panel pad stack" aria-label={account.name}>
      <h2>{account.name}</h2>
      <Headline account={account} />
      {account.ban ? <p>{say("admin:accounts.reason", { reason: account.ban.reason })}</p> : null}
      <p className="mut sm">
        {say("admin:accounts.since", { when: moment(account.createdAt) })} {account.email} {account.id}
      </p>
      <div className="row wrap-row">
        {actsOn(account, role).map(({ name, kind, ...more }) => {
          const title = `${say(`admin:accounts.${name}`)}: ${account.name}`;
          return (
            <Button
              key={name}
              isSmall
              kind={kind}
              onClick={() => setAct({ ...more, title, path: `accounts/${id}/${more.path}` })}
            >
              {say(`admin:accounts.${name}`)}
            </Button>
          );
        })}
      </div>
      <h3>{say("admin:accounts.sessions")}</h3>
      {sessions.length === 0 ? <p className="mut sm">{say("admin:accounts.noSessions")}</p> : null}
      <ul className="stack">
        {sessions.map((session) => (
          <li key={session.id} className="sm">
            {session.label || session.kind}{" "}
            <span className="mut">{say("admin:accounts.seen", { when: moment(session.seenAt) })}</span>
          </li>
        ))}
      </ul>
      <h3>{say("admin:accounts.tables")}</h3>
      {tables.length === 0 ? <p className="mut sm">{say("admin:accounts.noTables")}</p> : null}
      <ul className="stack">
        {tables.map((table) => (
          <TableRow key={table.id} table={table} onAct={setAct} />
        ))}
      </ul>
      {act ? <ActDialog act={act} onClose={() => setAct(null)} /> : null}
    </section>
  );
}

type Offer = Omit<Act, "title"> & { name: string; kind?: "danger" };

/** What this moderator may do to this account. */
function actsOn({ ban, role: its }: AdminAccountTold, role: string): Offer[] {
  const acts: Offer[] = [
    { name: "ban", path: "ban", hasEnd: true, kind: "danger" },
    ...(ban ? [{ name: "unban", path: "unban" }] : []),
    { name: "rename", path: "rename", hasName: true },
    { name: "signOut", path: "sign-out" },
  ];
  if (role === "admin" && its) acts.push({ name: "takeRole", path: "role", body: { role: null } });
  if (role === "admin" && !its)
    acts.push({ name: "makeModerator", path: "role", body: { role: "moderator" } });
  return acts;
}
