/** A link from a mail: it says whose account it is, and signs in once somebody presses the button that says so. */
import { type FormEvent, useEffect, useId, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { call } from "../table/api";
import { arrive, signedIn, useMe } from "../table/session";
import { errorText } from "../ui/errors";
import { Button, Field } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { spoken, useWords } from "../ui/words";
import type { AccountTold, LinkTold } from "../wire/calls";
import { Shell } from "./Shell";

export default function SignIn() {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? location.hash.slice(1));
  return token ? <ByLink token={token} /> : <AskLink />;
}

/** Somebody has an account and is not signed in here: a link to their address brings them in. */
function AskLink() {
  const say = useWords();
  const me = useMe();
  const id = useId();
  const [email, setEmail] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ isSent: boolean; error?: unknown } | null>(null);
  usePageTitle(say("signIn.title"));
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      // the server counts mails by account: until the link is opened, this is a guest's
      if (!me) await arrive(`Guest ${1000 + Math.floor(Math.random() * 9000)}`, spoken());
      await call("POST", "/me/email", { email });
      setAnswer({ isSent: true });
    } catch (error) {
      setAnswer({ isSent: false, error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Shell>
      <div className="wrap narrow">
        <form className="panel pad stack" onSubmit={ask}>
          <h1>{say("signIn.title")}</h1>
          <Field id={id} label={say("you.email")} hint={say("you.memberText")}>
            <input
              id={id}
              className="input"
              type="email"
              autoComplete="email"
              value={email}
              aria-describedby={`${id}-hint`}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={!email.includes("@")}>
            {say("you.sendLink")}
          </Button>
          <p role="status">{answer?.isSent ? `${say("you.mailed")}. ${say("you.mailedText")}` : ""}</p>
          {answer?.error ? (
            <p className="error" role="alert">
              {errorText(answer.error, say)}
            </p>
          ) : null}
        </form>
      </div>
    </Shell>
  );
}

function ByLink({ token }: { token: string }) {
  const say = useWords();
  const me = useMe();
  const [, go] = useLocation();
  const [whose, setWhose] = useState<LinkTold | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  usePageTitle(say("signIn.title"));
  useEffect(() => {
    call<LinkTold>("POST", "/links/look", { token }).then(setWhose, setError);
  }, [token]);
  const open = async () => {
    setBusy(true);
    try {
      signedIn(await call<AccountTold>("POST", "/links", { token, ...whose }));
      go("/", { replace: true });
    } catch (problem) {
      setError(problem);
      setWhose(null);
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
          {whose ? (
            <>
              <p>{say("signIn.whose", { name: whose.name, email: whose.email })}</p>
              <p className="mut">{say("signIn.notYou")}</p>
              {me && me.id !== whose.account ? <p>{say("signIn.instead", { name: me.name })}</p> : null}
              <Button kind="primary" isBusy={isBusy} onClick={open}>
                {say("signIn.action", { name: whose.name })}
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </Shell>
  );
}
