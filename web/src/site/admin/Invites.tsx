/** Invitations to this server: make one, copy its link while it is shown, withdraw it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../table/api";
import { showError } from "../../ui/errors";
import { useTranslation } from "../../ui/locales";
import { NumberField } from "../../ui/NumberField";
import { Button, Choice, Field } from "../../ui/parts";
import type { InviteResponse } from "../../wire/calls";
import { type Act, ActDialog, endOf, moment, ReasonField } from "./act";

const SPANS = ["day", "week", "month"] as const;

export function Invites() {
  const t = useTranslation();
  const id = useId();
  const client = useQueryClient();
  const [uses, setUses] = useState(1);
  const [span, setSpan] = useState<(typeof SPANS)[number]>("week");
  const [reason, setReason] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const [act, setAct] = useState<Act | null>(null);
  const found = useQuery({
    queryKey: ["admin", "invites"],
    queryFn: () => call<InviteResponse[]>("GET", "/admin/invites"),
  }).data;
  const make = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const body = { uses, until: endOf(span), reason: reason.trim() };
      setLink((await call<InviteResponse>("POST", "/admin/invites", body)).link);
      setReason("");
    } catch (error) {
      showError(error);
    }
    void client.invalidateQueries({ queryKey: ["admin"] });
  };
  const left = (one: InviteResponse) =>
    t("admin:invites.left", { left: one.leftUses, uses: one.uses, when: moment(one.until) });
  return (
    <section className="panel pad stack" aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{t("admin:invites.title")}</h2>
      {found?.length === 0 ? <p className="mut sm">{t("admin:invites.none")}</p> : null}
      <ul className="stack">
        {found?.map((one) => (
          <li key={one.id} className="row wrap-row">
            <span>{left(one)}</span>
            <span className="sp" />
            <Button
              isSmall
              aria-label={`${t("admin:invites.withdraw")}: ${left(one)}`}
              onClick={() =>
                setAct({ title: t("admin:invites.withdraw"), path: `invites/${one.id}/withdraw` })
              }
            >
              {t("admin:invites.withdraw")}
            </Button>
          </li>
        ))}
      </ul>
      <form className="stack" onSubmit={make}>
        <Field id={`${id}-uses`} label={t("admin:invites.uses")}>
          <NumberField id={`${id}-uses`} value={uses} least={1} most={1000} onChange={setUses} />
        </Field>
        <Choice
          legend={t("admin:invites.until")}
          name="invite-span"
          value={span}
          of={SPANS.map((value) => ({ value, label: t(`admin:spans.${value}`) }))}
          onChange={setSpan}
        />
        <ReasonField hint={t("admin:reasonHint")} value={reason} onChange={setReason} />
        <div className="actions">
          <Button type="submit" kind="primary" disabled={reason.trim() === ""}>
            {t("admin:invites.make")}
          </Button>
        </div>
      </form>
      <div role="status">{link ? <MadeLink link={link} /> : null}</div>
      {act ? <ActDialog act={act} onClose={() => setAct(null)} /> : null}
    </section>
  );
}

function MadeLink({ link }: { link: string }) {
  const t = useTranslation();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(link).then(() => setCopied(true));
  return (
    <Field id={id} label={t("admin:invites.link")} hint={t("admin:invites.linkHint")}>
      <div className="join">
        <input
          id={id}
          className="input"
          readOnly
          value={link}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={copy}>{t(isCopied ? "admin:invites.copied" : "admin:invites.copy")}</Button>
      </div>
    </Field>
  );
}
