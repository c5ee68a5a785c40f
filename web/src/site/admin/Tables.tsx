/** Tables: the halted ones, or one by its code; let it go on or end it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../table/api";
import { useTranslation } from "../../ui/locales";
import { Button, Chip, Empty } from "../../ui/parts";
import type { AdminTableResponse } from "../../wire/calls";
import { type Act, ActDialog, moment } from "./act";
import { SearchForm } from "./SearchForm";

export function AdminTables() {
  const t = useTranslation();
  const [search, setSearch] = useState("");
  const [act, setAct] = useState<Act | null>(null);
  const found = useQuery({
    queryKey: ["admin", "tables", search],
    queryFn: () => call<AdminTableResponse[]>("GET", `/admin/tables?search=${encodeURIComponent(search)}`),
  }).data;
  return (
    <div className="stack">
      <SearchForm label={t("admin:tables.search")} find={t("admin:tables.find")} onSearch={setSearch} />
      {found?.length === 0 ? (
        <Empty title={t(search ? "admin:tables.noneFound" : "admin:tables.none")} />
      ) : null}
      <ul className="stack">
        {found?.map((table) => (
          <TableRow key={table.id} table={table} onAct={setAct} />
        ))}
      </ul>
      {act ? <ActDialog act={act} onClose={() => setAct(null)} /> : null}
    </div>
  );
}

export function TableRow({ table, onAct }: { table: AdminTableResponse; onAct: (act: Act) => void }) {
  const t = useTranslation();
  const { id, code } = table;
  const resume = t("admin:tables.resumeOf", { code });
  const close = t("admin:tables.closeOf", { code });
  return (
    <li className="panel pad row wrap-row">
      <span>
        <Link href={`/t/${id}`}>
          <b>{table.name ?? code}</b>
        </Link>{" "}
        <span className="mut sm">
          {table.game} · {code} · {t(`status.${table.status}`, { defaultValue: table.status })} ·{" "}
          {moment(table.createdAt)} · {table.players.join(", ")}
        </span>{" "}
        {table.halted ? <Chip kind="bad">{t("admin:tables.halted", { error: table.halted })}</Chip> : null}
      </span>
      <span className="sp" />
      {table.halted ? (
        <Button
          isSmall
          aria-label={resume}
          onClick={() => onAct({ title: resume, path: `tables/${id}/resume` })}
        >
          {t("admin:tables.resume")}
        </Button>
      ) : null}
      {table.status === "open" || table.status === "active" ? (
        <Button
          isSmall
          kind="danger"
          aria-label={close}
          onClick={() => onAct({ title: close, path: `tables/${id}/close` })}
        >
          {t("admin:tables.close")}
        </Button>
      ) : null}
    </li>
  );
}
