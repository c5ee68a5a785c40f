/** Signing in at the other site that this server's host has chosen: go there, come back, say yes to whose account it is. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { ApiError, call } from "../table/api";
import { invite, signedIn, useMe, useServer } from "../table/session";
import { Dialog } from "../ui/Dialog";
import { showError } from "../ui/errors";
import { spoken, type Translate, useGameWords, useTranslation } from "../ui/locales";
import { Button, Field } from "../ui/parts";
import { toast } from "../ui/toasts";
import type { AccountResponse, IdentityResponse, PersonResponse, ProviderResponse } from "../wire/calls";
import { signInText } from "./passkey";

const IDENTITIES = ["identities"];

/** What the other site sent back with the browser, if it did: read once, and not left in the address. */
export type Returned = { code: string; state: string; isNo: boolean };

export function returned(search: URLSearchParams): Returned | null {
  const [code, state] = [search.get("code") ?? "", search.get("state") ?? ""];
  return state && (code || search.has("error")) ? { code, state, isNo: !code } : null;
}

export function useIdentities(isOn: boolean): IdentityResponse[] | undefined {
  return useQuery({
    queryKey: IDENTITIES,
    enabled: isOn,
    queryFn: () => call<IdentityResponse[]>("GET", "/me/identities"),
  }).data;
}

function problemText(error: unknown, provider: string, t: Translate): string {
  const isDown = error instanceof ApiError && error.code === "UNAVAILABLE";
  return isDown ? t("people:signin.providerDown", { provider }) : signInText(error, t);
}

/** The button that leads to the other site. */
export function ByProvider({ provider, isNo = false }: { provider: string; isNo?: boolean }) {
  const t = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const go = async () => {
    setBusy(true);
    setError(null);
    try {
      location.assign((await call<ProviderResponse>("POST", "/provider/start")).url);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void go()}>
        {t("people:signin.withProvider", { provider })}
      </Button>
      {error || isNo ? (
        <p className="error" role="alert">
          {error ? problemText(error, provider, t) : t("people:signin.providerNo", { provider })}
        </p>
      ) : null}
    </>
  );
}

/** Back from the other site: it says whose account it is, and signs in once somebody presses the button. */
export function FromProvider({ code, state, provider }: Returned & { provider: string }) {
  const t = useTranslation();
  const me = useMe();
  const id = useId();
  const [, go] = useLocation();
  const shown = useQuery({
    queryKey: ["provider", state],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<PersonResponse>("POST", "/provider/look", { code, state }),
  });
  const [name, setName] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const values = {
        account: shown.data?.account,
        name: chosen.trim(),
        language: spoken(),
        invite: invite(),
      };
      signedIn(await call<AccountResponse>("POST", "/provider", values));
      go("/", { replace: true });
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  const problem = error ?? shown.error;
  const alert = problem ? (
    <p className="error" role="alert">
      {problemText(problem, provider, t)}
    </p>
  ) : null;
  if (!shown.data)
    return (
      <>
        {alert}
        {problem ? <ByProvider provider={provider} /> : null}
      </>
    );
  const { account, connects, person } = shown.data;
  const chosen = name ?? person.slice(0, 20);
  const words = { provider, person: person || "?", name: shown.data.name ?? "" };
  return (
    <form className="stack" onSubmit={open}>
      <p>{t(`people:signin.${account === null ? "fresh" : connects ? "connects" : "known"}`, words)}</p>
      <p className="mut">{t("people:signin.notYou")}</p>
      {account !== null && me && me.id !== account ? <p>{t("signIn.instead", { name: me.name })}</p> : null}
      {account === null ? (
        <Field id={id} label={t("name.label")}>
          <input
            id={id}
            className="input"
            autoComplete="nickname"
            value={chosen}
            maxLength={20}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      ) : null}
      {alert}
      <Button
        kind="primary"
        type="submit"
        isBusy={isBusy}
        disabled={account === null && chosen.trim().length < 2}
      >
        {account === null
          ? t("people:signin.begin")
          : connects
            ? t("people:signin.connect", words)
            : t("signIn.action", { name: words.name })}
      </Button>
    </form>
  );
}

/** On the page You: whether this account is connected with the other site, and how to change that. */
export function Connected({ isMailed, hasPasskeys }: { isMailed: boolean; hasPasskeys: boolean }) {
  const t = useTranslation();
  const client = useQueryClient();
  const provider = useServer()?.provider ?? null;
  const isHere = useGameWords("people");
  const identities = useIdentities(provider !== null);
  const [isAsking, setAsking] = useState(false);
  if (!isHere || provider === null || !identities) return null;
  const disconnect = async () => {
    try {
      await call("DELETE", "/me/identities");
      toast("you", { title: t("people:signin.disconnected", { provider }) });
    } catch (error) {
      showError(error);
    }
    setAsking(false);
    void client.invalidateQueries({ queryKey: IDENTITIES });
  };
  const isOn = identities.length > 0;
  return (
    <section className="panel pad stack" aria-labelledby="connected">
      <h2 id="connected">{t("people:signin.elsewhere", { provider })}</h2>
      <p className="mut">
        {t(isOn ? "people:signin.isConnected" : "people:signin.notConnected", { provider })}
      </p>
      {isOn ? (
        <div className="row">
          <Button onClick={() => setAsking(true)}>{t("people:signin.disconnect", { provider })}</Button>
        </div>
      ) : (
        <ByProvider provider={provider} />
      )}
      {isAsking ? (
        <Dialog title={t("people:signin.disconnectTitle", { provider })} onClose={() => setAsking(false)}>
          <p className="mut">{t("people:signin.disconnectText", { provider })}</p>
          {isMailed || hasPasskeys ? null : <p className="error">{t("people:signin.removeLast")}</p>}
          <div className="actions">
            <Button onClick={() => setAsking(false)}>{t("action.cancel")}</Button>
            <Button kind="danger" onClick={() => void disconnect()}>
              {t("people:signin.disconnect", { provider })}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}
