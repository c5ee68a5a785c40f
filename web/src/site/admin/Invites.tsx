/** Invitations to this server: make one, copy its link while it is shown, withdraw it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../table/api";
import { tellError } from "../../ui/errors";
import { NumberField } from "../../ui/NumberField";
import { Button, Choice, Field } from "../../ui/parts";
import { useWords } from "../../ui/words";
import type { InviteTold } from "../../wire/calls";
import { type Act, ActDialog, endOf, moment, ReasonField } from "./act";

const SPANS = ["day", "week", "month"] as const;

export function Invites() {
  const say = useWords();
  const id = useId();
  const client = useQueryClient();
  const [uses, setUses] = useState(1);
  const [span, setSpan] = useState<(typeof SPANS)[number]>("week");
  const [reason, setReason] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const [act, setAct] = useState<Act | null>(null);
  const found = useQuery({
    queryKey: ["admin", "invites"],
    queryFn: () => call<InviteTold[]>("GET", "/admin/invites"),
  }).data;
  const make = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const body = { uses, until: endOf(span), reason: reason.trim() };
      setLink((await call<InviteTold>("POST", "/admin/invites", body)).link);
      setReason("");
    } catch (error) {
      tellError(error);
    }
    void client.invalidateQueries({ queryKey: ["admin"] });
  };
  const left = (one: InviteTold) =>
    say("admin:invites.left", { left: one.leftUses, uses: one.uses, when: moment(one.until) });
  return (
    <section className="panel pad stack" aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{say("admin:invites.title")}</h2>
      {found?.length === 0 ? <p className="mut sm">{say("admin:invites.none")}</p> : null}
      <ul className="stack">
        {found?.map((one) => (
          <li key={one.id} className="row wrap-row">
            <span>{left(one)}</span>
            <span className="sp" />
            <Button
              isSmall
              aria-label={`${say("admin:invites.withdraw")}: ${left(one)}`}
              onClick={() =>
                setAct({ title: say("admin:invites.withdraw"), path: `invites/${one.id}/withdraw` })
              }
            >
              {say("admin:invites.withdraw")}
            </Button>
          </li>
        ))}
      </ul>
      <form className="stack" onSubmit={make}>
        <Field id={`${id}-uses`} label={say("admin:invites.uses")}>
          <NumberField id={`${id}-uses`} value={uses} least={1} most={1000} onChange={setUses} />
        </Field>
        <Choice
          legend={say("admin:invites.until")}
          name="invite-span"
          value={span}
          of={SPANS.map((value) => ({ value, label: say(`admin:spans.${value}`) }))}
          onChange={setSpan}
        />
        <ReasonField hint={say("admin:reasonHint")} value={reason} onChange={setReason} />
        <div className="actions">
          <Button type="submit" kind="primary" disabled={reason.trim() === ""}>
            {say("admin:invites.make")}
          </Button>
        </div>
      </form>
      <div role="status">{link ? <MadeLink link={link} /> : null}</div>
      {act ? <ActDialog act={act} onClose={() => setAct(null)} /> : null}
    </section>
  );
}

function MadeLink({ link }: { link: string }) {
  const say = useWords();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(link).then(() => setCopied(true));
  return (
    <Field id={id} label={say("admin:invites.link")} hint={say("admin:invites.linkHint")}>
      <div className="join">
        <input
          id={id}
          className="input"
          readOnly
          value={link}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={copy}>{say(isCopied ? "admin:invites.copied" : "admin:invites.copy")}</Button>
      </div>
    </Field>
  );
}
