/** What concerns everybody: the announcement, and networks that are kept out. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../table/api";
import { useGameWords, useTranslation } from "../../ui/locales";
import { Button, Choice, Field } from "../../ui/parts";
import { REGISTRATION } from "../../ui/server";
import type { AnnouncementResponse, BanResponse } from "../../wire/calls";
import { type Act, ActDialog, endOf, moment, SpanChoice, useDo } from "./act";
import { Invites } from "./Invites";

export function Server({ role }: { role: string }) {
  const t = useTranslation();
  return (
    <div className="stack stack-wide">
      {role === "admin" ? null : <p className="mut">{t("admin:server.adminOnly")}</p>}
      {role === "admin" ? <Announce /> : null}
      {REGISTRATION === "invitation" ? <Invites /> : null}
      <Networks isAdmin={role === "admin"} />
    </div>
  );
}

function Announce() {
  const t = useTranslation();
  const id = useId();
  const run = useDo();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [kind, setKind] = useState<AnnouncementResponse["kind"]>("news");
  const [span, setSpan] = useState<Parameters<typeof endOf>[0]>("day");
  useGameWords("people");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run("announcement", { text: text.trim(), kind, until: endOf(span) })) setText("");
    void client.invalidateQueries({ queryKey: ["announcement"] });
  };
  return (
    <form className="panel pad stack" onSubmit={submit} aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{t("admin:server.announcement")}</h2>
      <Field id={id} label={t("admin:server.text")} hint={t("admin:server.textHint")}>
        <textarea
          id={id}
          className="input"
          rows={2}
          maxLength={500}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Choice
        legend={t("admin:server.kind")}
        name="kind"
        value={kind}
        of={(["news", "maintenance"] as const).map((value) => ({ value, label: t(`people:${value}`) }))}
        onChange={setKind}
      />
      <SpanChoice value={span} onChange={setSpan} />
      <div className="actions">
        <Button type="submit" kind="primary">
          {t("admin:server.tell")}
        </Button>
      </div>
    </form>
  );
}

function Networks({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslation();
  const id = useId();
  const [network, setNetwork] = useState("");
  const [act, setAct] = useState<Act | null>(null);
  const found = useQuery({
    queryKey: ["admin", "networks"],
    queryFn: () => call<BanResponse[]>("GET", "/admin/networks"),
  }).data;
  const ban = (event: FormEvent) => {
    event.preventDefault();
    const title = `${t("admin:server.ban")}: ${network.trim()}`;
    setAct({ title, path: "networks/ban", body: { network: network.trim() }, hasEnd: true });
  };
  return (
    <section className="panel pad stack" aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{t("admin:server.networks")}</h2>
      {found?.length === 0 ? <p className="mut sm">{t("admin:server.none")}</p> : null}
      <ul className="stack">
        {found?.map((one) => (
          <li key={one.network} className="row wrap-row">
            <b>{one.network}</b>{" "}
            <span className="mut sm">
              {one.until === null ? "" : moment(one.until)} {one.reason}
            </span>
            <span className="sp" />
            {isAdmin ? (
              <Button
                isSmall
                aria-label={t("admin:server.unbanOf", { network: one.network ?? "" })}
                onClick={() =>
                  setAct({
                    title: t("admin:server.unbanOf", { network: one.network ?? "" }),
                    path: "networks/unban",
                    body: { network: one.network },
                  })
                }
              >
                {t("admin:server.unban")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {isAdmin ? (
        <form onSubmit={ban}>
          <Field id={id} label={t("admin:server.network")} hint={t("admin:server.networkHint")}>
            <div className="join">
              <input
                id={id}
                className="input"
                value={network}
                maxLength={60}
                autoComplete="off"
                aria-describedby={`${id}-hint`}
                onChange={(event) => setNetwork(event.target.value)}
              />
              <Button type="submit" kind="danger" disabled={network.trim() === ""}>
                {t("admin:server.ban")}
              </Button>
            </div>
          </Field>
        </form>
      ) : null}
      {act ? <ActDialog act={act} onClose={() => setAct(null)} /> : null}
    </section>
  );
}
