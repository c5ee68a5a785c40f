/** A link from a mail: opening it signs in, once somebody presses the button. */
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { usePageTitle } from "../alerts";
import { signedIn } from "../session";
import { call } from "../table/api";
import { Button } from "../ui/parts";
import type { AccountTold } from "../wire/calls";
import { useWords } from "../words";
import { errorText } from "./errors";
import { Shell } from "./Shell";

export default function SignIn() {
  const say = useWords();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const token = search.get("token") ?? location.hash.slice(1);
  usePageTitle(say("signIn.title"));
  const open = async () => {
    setBusy(true);
    try {
      signedIn(await call<AccountTold>("POST", "/links", { token }));
      go("/", { replace: true });
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <Shell>
      <div className="wrap narrow">
        <div className="panel pad stack">
          <h1>{say("signIn.title")}</h1>
          <p className="mut">{say("signIn.text")}</p>
          {error ? (
            <p className="error" role="alert">
              {errorText(error, say)}
            </p>
          ) : null}
          <Button kind="primary" isBusy={isBusy} disabled={token === ""} onClick={open}>
            {say("signIn.action")}
          </Button>
        </div>
      </div>
    </Shell>
  );
}
