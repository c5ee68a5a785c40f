/** Accounts: find one, see its sessions and tables, act on it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../table/api";
import { useTranslation } from "../../ui/locales";
import { Button, Chip, Empty, Skeleton } from "../../ui/parts";
import type { AdminAccountDetails, AdminAccountResponse } from "../../wire/calls";
import { type Act, ActDialog, moment } from "./act";
import { SearchForm } from "./SearchForm";
import { TableRow } from "./Tables";

export function Accounts({ role }: { role: string }) {
  const t = useTranslation();
  const [search, setSearch] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ["admin", "accounts", search],
    enabled: search !== null,
    queryFn: () =>
      call<AdminAccountResponse[]>("GET", `/admin/accounts?search=${encodeURIComponent(search ?? "")}`),
  }).data;
  const look = (text: string) => {
    setOpen(null);
    setSearch(text);
  };
  return (
    <div className="stack">
      <SearchForm label={t("admin:accounts.search")} find={t("admin:accounts.find")} onSearch={look} />
      {found?.length === 0 ? <Empty title={t("admin:accounts.none")} /> : null}
      <ul className="stack">
        {found?.map((account) => (
          <li key={account.id} className="panel pad row wrap-row">
            <Headline account={account} />
            <span className="sp" />
            <Button
              isSmall
              aria-label={t("admin:accounts.openOf", { name: account.name })}
              aria-expanded={open === account.id}
              onClick={() => setOpen(open === account.id ? null : account.id)}
            >
              {t("admin:accounts.open")}
            </Button>
          </li>
        ))}
      </ul>
      {open ? <Details key={open} id={open} role={role} /> : null}
    </div>
  );
}

function Headline({ account }: { account: AdminAccountResponse }) {
  const t = useTranslation();
  const { ban } = account;
  return (
    <span>
      <b>{account.name}</b> <span className="mut sm">{t(`admin:kind.${account.kind}`)}</span>{" "}
      {account.role ? <Chip kind="good">{t(`admin:role.${account.role}`)}</Chip> : null}{" "}
      {ban ? (
        <Chip kind="bad">
          {ban.until === null
            ? t("admin:accounts.banned")
            : t("admin:accounts.bannedUntil", { when: moment(ban.until) })}
        </Chip>
      ) : null}
    </span>
  );
}

function Details({ id, role }: { id: string; role: string }) {
  const t = useTranslation();
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
      {account.ban ? <p>{t("admin:accounts.reason", { reason: account.ban.reason })}</p> : null}
      <p className="mut sm">
        {t("admin:accounts.since", { when: moment(account.createdAt) })} {account.email} {account.id}
      </p>
      <div className="row wrap-row">
        {actsOn(account, role).map(({ name, kind, ...more }) => {
          const title = `${t(`admin:accounts.${name}`)}: ${account.name}`;
          return (
            <Button
              key={name}
              isSmall
              kind={kind}
              onClick={() => setAct({ ...more, title, path: `accounts/${id}/${more.path}` })}
            >
              {t(`admin:accounts.${name}`)}
            </Button>
          );
        })}
      </div>
      <h3>{t("admin:accounts.sessions")}</h3>
      {sessions.length === 0 ? <p className="mut sm">{t("admin:accounts.noSessions")}</p> : null}
      <ul className="stack">
        {sessions.map((session) => (
          <li key={session.id} className="sm">
            {session.label || session.kind}{" "}
            <span className="mut">{t("admin:accounts.seen", { when: moment(session.seenAt) })}</span>
          </li>
        ))}
      </ul>
      <h3>{t("admin:accounts.tables")}</h3>
      {tables.length === 0 ? <p className="mut sm">{t("admin:accounts.noTables")}</p> : null}
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
function actsOn({ ban, role: its }: AdminAccountResponse, role: string): Offer[] {
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
