/** A link with a code: who has no name yet says one, then the table is there. */
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { usePageTitle } from "../alerts";
import { useMe } from "../session";
import { call } from "../table/api";
import { Skeleton } from "../ui/parts";
import type { TableTold } from "../wire/calls";
import { useWords } from "../words";
import { errorText } from "./errors";
import { NameForm } from "./NameForm";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";

export default function Join({ code }: { code: string }) {
  const say = useWords();
  const me = useMe();
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  usePageTitle(say("join.title"));
  useEffect(() => {
    if (!me) return;
    let isOn = true;
    call<TableTold>("GET", `/codes/${encodeURIComponent(code)}`)
      .then((table) => isOn && go(`/t/${table.id}`, { replace: true }))
      .catch((problem: unknown) => isOn && setError(problem));
    return () => {
      isOn = false;
    };
  }, [code, me, go]);
  if (error) return <Problem title={say("join.none")} text={errorText(error, say)} />;
  return (
    <Shell>
      <div className="wrap narrow">
        {me === null ? (
          <div className="panel pad stack">
            <h1>{say("join.invited")}</h1>
            <p className="mut">{say("join.invitedText", { code })}</p>
            <NameForm action={say("join.enter")} />
          </div>
        ) : (
          <Skeleton lines={3} />
        )}
      </div>
    </Shell>
  );
}
