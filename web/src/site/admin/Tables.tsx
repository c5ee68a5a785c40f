/** Tables: the halted ones, or one by its code; let it go on or end it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../table/api";
import { Button, Chip, Empty } from "../../ui/parts";
import { useWords } from "../../ui/words";
import type { AdminTableTold } from "../../wire/calls";
import { type Act, ActDialog, moment } from "./act";
import { SearchForm } from "./SearchForm";

export function AdminTables() {
  const say = useWords();
  const [search, setSearch] = useState("");
  const [act, setAct] = useState<Act | null>(null);
  const found = useQuery({
    queryKey: ["admin", "tables", search],
    queryFn: () => call<AdminTableTold[]>("GET", `/admin/tables?search=${encodeURIComponent(search)}`),
  }).data;
  return (
    <div className="stack">
      <SearchForm label={say("admin:tables.search")} find={say("admin:tables.find")} onSearch={setSearch} />
      {found?.length === 0 ? (
        <Empty title={say(search ? "admin:tables.noneFound" : "admin:tables.none")} />
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

export function TableRow({ table, onAct }: { table: AdminTableTold; onAct: (act: Act) => void }) {
  const say = useWords();
  const { id, code } = table;
  const resume = say("admin:tables.resumeOf", { code });
  const close = say("admin:tables.closeOf", { code });
  return (
    <li className="panel pad row wrap-row">
      <span>
        <Link href={`/t/${id}`}>
          <b>{table.name ?? code}</b>
        </Link>{" "}
        <span className="mut sm">
          {table.game} · {code} · {say(`status.${table.status}`, { defaultValue: table.status })} ·{" "}
          {moment(table.createdAt)} · {table.players.join(", ")}
        </span>{" "}
        {table.halted ? <Chip kind="bad">{say("admin:tables.halted", { error: table.halted })}</Chip> : null}
      </span>
      <span className="sp" />
      {table.halted ? (
        <Button
          isSmall
          aria-label={resume}
          onClick={() => onAct({ title: resume, path: `tables/${id}/resume` })}
        >
          {say("admin:tables.resume")}
        </Button>
      ) : null}
      {table.status === "open" || table.status === "active" ? (
        <Button
          isSmall
          kind="danger"
          aria-label={close}
          onClick={() => onAct({ title: close, path: `tables/${id}/close` })}
        >
          {say("admin:tables.close")}
        </Button>
      ) : null}
    </li>
  );
}
