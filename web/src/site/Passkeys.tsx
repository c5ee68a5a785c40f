/** My passkeys: added on this device, listed, and removed. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../table/api";
import { useServer } from "../table/session";
import { Dialog } from "../ui/Dialog";
import { spoken, useGameWords, useTranslation } from "../ui/locales";
import { Button, Field } from "../ui/parts";
import { toast } from "../ui/toasts";
import type { AccountResponse, PasskeyResponse } from "../wire/calls";
import { Connected, useIdentities } from "./Provider";
import { addPasskey, canUsePasskeys, signInText } from "./passkey";

const PASSKEYS = ["passkeys"];
const DEVICES = /iPhone|iPad|Android|Macintosh|Windows|Linux/;

/** The ways to sign in without mail: the other site of this server, and passkeys. */
export function WaysIn({ me }: { me: AccountResponse }) {
  const server = useServer();
  const isHere = useGameWords("people");
  const passkeys = useQuery({
    queryKey: PASSKEYS,
    enabled: server?.hasPasskeys === true,
    queryFn: () => call<PasskeyResponse[]>("GET", "/me/passkeys"),
  }).data;
  const identities = useIdentities(server?.provider != null);
  if (!isHere || !server) return null;
  const isMailed = server.canMail && me.email !== null;
  const isConnected = server.provider !== null && (identities ?? []).length > 0;
  return (
    <>
      <Connected isMailed={isMailed} hasPasskeys={(passkeys ?? []).length > 0} />
      {server.hasPasskeys && passkeys ? (
        <List me={me} passkeys={passkeys} canMail={server.canMail} hasOther={isMailed || isConnected} />
      ) : null}
    </>
  );
}

function List({
  me,
  passkeys,
  canMail,
  hasOther,
}: {
  me: AccountResponse;
  passkeys: PasskeyResponse[];
  canMail: boolean;
  hasOther: boolean;
}) {
  const t = useTranslation();
  const [removing, setRemoving] = useState<PasskeyResponse | null>(null);
  return (
    <section className="panel pad stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t("people:signin.passkeys")}</h2>
      <p className="mut">{t("people:signin.passkeysText")}</p>
      {canMail && me.kind === "guest" ? <p className="mut">{t("people:signin.guestFirst")}</p> : null}
      {passkeys.length > 0 ? (
        <ul className="stack plain-list">
          {passkeys.map((passkey) => (
            <Line key={passkey.id} passkey={passkey} remove={() => setRemoving(passkey)} />
          ))}
        </ul>
      ) : null}
      {canUsePasskeys ? <Add /> : <p>{t("people:signin.unsupported")}</p>}
      {removing ? (
        <Removing
          passkey={removing}
          isLast={passkeys.length === 1 && !hasOther}
          close={() => setRemoving(null)}
        />
      ) : null}
    </section>
  );
}

function Line({ passkey, remove }: { passkey: PasskeyResponse; remove: () => void }) {
  const t = useTranslation();
  const { name, createdAt, usedAt } = passkey;
  return (
    <li className="row wrap-row">
      <b>{name}</b>
      <span className="mut">
        {t("people:signin.created", { date: day(createdAt) })},{" "}
        {usedAt === null ? t("people:signin.unused") : t("people:signin.used", { date: day(usedAt) })}
      </span>
      <span className="sp" />
      <Button isSmall aria-label={t("people:signin.removeOf", { name })} onClick={remove}>
        {t("people:signin.remove")}
      </Button>
    </li>
  );
}

function Add() {
  const t = useTranslation();
  const id = useId();
  const client = useQueryClient();
  const [name, setName] = useState(() => DEVICES.exec(navigator.userAgent)?.[0] ?? "");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await addPasskey(name.trim());
      toast("you", { title: t("people:signin.added") });
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
    void client.invalidateQueries({ queryKey: PASSKEYS });
  };
  return (
    <form onSubmit={add}>
      <Field id={id} label={t("people:signin.name")}>
        <div className="join">
          <input
            id={id}
            className="input"
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" isBusy={isBusy} disabled={name.trim() === ""}>
            {t("people:signin.add")}
          </Button>
        </div>
      </Field>
      {error ? (
        <p className="error" role="alert">
          {signInText(error, t)}
        </p>
      ) : null}
    </form>
  );
}

function Removing({
  passkey,
  isLast,
  close,
}: {
  passkey: PasskeyResponse;
  isLast: boolean;
  close: () => void;
}) {
  const t = useTranslation();
  const client = useQueryClient();
  const remove = async () => {
    try {
      await call("DELETE", `/me/passkeys/${passkey.id}`);
      toast("you", { title: t("people:signin.removed") });
    } catch (error) {
      toast("error", { kind: "bad", title: t("error.title"), text: signInText(error, t) });
    }
    close();
    void client.invalidateQueries({ queryKey: PASSKEYS });
  };
  return (
    <Dialog title={t("people:signin.removeTitle", { name: passkey.name })} onClose={close}>
      <p className="mut">{t("people:signin.removeText")}</p>
      {isLast ? <p className="error">{t("people:signin.removeLast")}</p> : null}
      <div className="actions">
        <Button onClick={close}>{t("action.cancel")}</Button>
        <Button kind="danger" onClick={() => void remove()}>
          {t("people:signin.remove")}
        </Button>
      </div>
    </Dialog>
  );
}

function day(at: number): string {
  return new Date(at).toLocaleDateString(spoken(), { dateStyle: "medium" });
}
