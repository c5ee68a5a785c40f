/**
 * Ways to sign in: a passkey, or a link to one's address. A link from a mail says whose account it is, and signs in
 * once somebody presses the button that says so.
 */
import { type FormEvent, useEffect, useId, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { call } from "../table/api";
import { createGuest, signedIn, useMe, useServer } from "../table/session";
import { errorText } from "../ui/errors";
import { spoken, useGameWords, useTranslation } from "../ui/locales";
import { Button, Field } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import type { AccountResponse, LinkResponse } from "../wire/calls";
import { isClosed } from "./NameForm";
import { ByProvider, FromProvider, type Returned, returned } from "./Provider";
import { canUsePasskeys, signInByPasskey, signInText } from "./passkey";
import { Shell } from "./Shell";

export default function SignIn() {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? location.hash.slice(1));
  const [back] = useState(() => returned(search));
  return token ? <ByLink token={token} /> : <Ways back={back} />;
}

/** What this server offers; where it offers nothing, it says so. */
function Ways({ back }: { back: Returned | null }) {
  const t = useTranslation();
  const server = useServer();
  const hasWords = useGameWords("people");
  const provider = (hasWords && server?.provider) || null;
  useEffect(() => {
    if (back) history.replaceState(null, "", "/sign-in"); // a code is not to be kept, nor sent twice
  }, [back]);
  const hasPasskeys = server?.hasPasskeys && canUsePasskeys && hasWords;
  usePageTitle(t("signIn.title"));
  return (
    <Shell>
      <div className="wrap narrow">
        <div className="panel pad stack">
          <h1>{t("signIn.title")}</h1>
          {back && provider && !back.isNo ? (
            <FromProvider {...back} provider={provider} />
          ) : (
            <>
              {provider ? <ByProvider provider={provider} isNo={back?.isNo} /> : null}
              {hasPasskeys ? <ByPasskey /> : null}
              {(hasPasskeys || provider) && server?.canMail ? (
                <p className="mut center">{t("people:signin.or")}</p>
              ) : null}
              {server?.canMail === false ? null : <AskLink />}
              {server?.canMail === false && !hasPasskeys && !provider ? <p>{t("refusal.NO_MAIL")}</p> : null}
            </>
          )}
        </div>
      </div>
    </Shell>
  );
}

/** The device shows which accounts it has keys for: nothing is typed, and the server is told no name. */
function ByPasskey() {
  const t = useTranslation();
  const id = useId();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const signIn = async () => {
    setBusy(true);
    setError(null);
    try {
      signedIn(await signInByPasskey());
      go("/", { replace: true });
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <>
      <p className="mut" id={id}>
        {t("people:signin.passkeyHint")}
      </p>
      <Button kind="primary" isBusy={isBusy} aria-describedby={id} onClick={() => void signIn()}>
        {t("people:signin.withPasskey")}
      </Button>
      {error ? (
        <p className="error" role="alert">
          {signInText(error, t)}
        </p>
      ) : null}
    </>
  );
}

/** Somebody has an account and is not signed in here: a link to their address brings them in. */
function AskLink() {
  const t = useTranslation();
  const me = useMe();
  const id = useId();
  const [email, setEmail] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ isSent: boolean; error?: unknown } | null>(null);
  const isHere = useGameWords("server");
  const sent = isClosed() && isHere ? t("server:mailedIf") : `${t("you.mailed")}. ${t("you.mailedText")}`;
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      // the server counts mails by account: until the link is opened, this is a guest's
      if (!me && isClosed()) {
        await call("POST", "/sign-in", { email, language: spoken() });
        setAnswer({ isSent: true });
        return;
      }
      if (!me) await createGuest(`Guest ${1000 + Math.floor(Math.random() * 9000)}`, spoken());
      await call("POST", "/me/email", { email });
      setAnswer({ isSent: true });
    } catch (error) {
      setAnswer({ isSent: false, error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={ask}>
      <Field id={id} label={t("you.email")} hint={t("you.memberText")}>
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
        {t("you.sendLink")}
      </Button>
      <p role="status">{answer?.isSent ? sent : ""}</p>
      {answer?.error ? (
        <p className="error" role="alert">
          {errorText(answer.error, t)}
        </p>
      ) : null}
    </form>
  );
}

function ByLink({ token }: { token: string }) {
  const t = useTranslation();
  const me = useMe();
  const [, go] = useLocation();
  const [whose, setWhose] = useState<LinkResponse | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  usePageTitle(t("signIn.title"));
  useEffect(() => {
    call<LinkResponse>("POST", "/links/look", { token }).then(setWhose, setError);
  }, [token]);
  const open = async () => {
    setBusy(true);
    try {
      signedIn(await call<AccountResponse>("POST", "/links", { token, ...whose }));
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
          <h1>{t("signIn.title")}</h1>
          <p className="mut">{t("signIn.text")}</p>
          {error ? (
            <p className="error" role="alert">
              {errorText(error, t)}
            </p>
          ) : null}
          {whose ? (
            <>
              <p>{t("signIn.whose", { name: whose.name, email: whose.email })}</p>
              <p className="mut">{t("signIn.notYou")}</p>
              {me && me.id !== whose.account ? <p>{t("signIn.instead", { name: me.name })}</p> : null}
              <Button kind="primary" isBusy={isBusy} onClick={open}>
                {t("signIn.action", { name: whose.name })}
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </Shell>
  );
}
