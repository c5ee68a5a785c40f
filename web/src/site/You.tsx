/** Who I am here, and how I want it. */
import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../table/api";
import { signedIn, signedOut, useMe, useServer } from "../table/session";
import { Dialog } from "../ui/Dialog";
import { download } from "../ui/download";
import { showError } from "../ui/errors";
import { LANGUAGES, useGameWords, useTranslation } from "../ui/locales";
import { PlayingCard } from "../ui/PlayingCard";
import { Button, Choice, Field, LinkButton, Switch } from "../ui/parts";
import { choose, type Settings, SOUND_KINDS, useSettings } from "../ui/settings";
import { play } from "../ui/sound";
import { usePageTitle } from "../ui/title";
import { toast } from "../ui/toasts";
import type { AccountResponse, SessionResponse } from "../wire/calls";
import { Away } from "./Away";
import { Blocked } from "./Blocked";
import { NameForm } from "./NameForm";
import { WaysIn } from "./Passkeys";
import { leaveBrowser } from "./push";
import { Shell } from "./Shell";

/** What a language is called by those who speak it. */
function ownName(language: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

export default function You() {
  const t = useTranslation();
  const me = useMe();
  const isHere = useGameWords("settings");
  usePageTitle(t("nav.you"));
  return (
    <Shell>
      <div className="wrap narrow stack stack-wide">
        <h1>{t("nav.you")}</h1>
        {me === null ? (
          <div className="panel pad">
            <NameForm action={t("welcome.action")} />
          </div>
        ) : null}
        {me?.role ? (
          <p>
            <LinkButton href="/admin">{t("nav.moderation")}</LinkButton>
          </p>
        ) : null}
        {me && isHere ? <Account key={me.id} me={me} /> : null}
        {me ? <WaysIn key={`${me.id} ways`} me={me} /> : null}
        {isHere ? (
          <>
            <Looks />
            <Play />
            <Alerts />
          </>
        ) : null}
        {me && isHere ? <Away /> : null}
        {me ? <Blocked /> : null}
        {me && isHere ? <Leaving /> : null}
      </div>
    </Shell>
  );
}

function Account({ me }: { me: AccountResponse }) {
  const t = useTranslation();
  const id = useId();
  const [name, setName] = useState(me.name);
  const canMail = useServer()?.canMail;
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    try {
      signedIn(await call<AccountResponse>("PATCH", "/me", { name: name.trim() }));
      toast("you", { title: t("settings:you.renamed") });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section className="panel pad stack" aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{t("settings:you.account")}</h2>
      <form onSubmit={rename}>
        <Field id={`${id}-name`} label={t("name.label")}>
          <div className="join">
            <input
              id={`${id}-name`}
              className="input"
              value={name}
              maxLength={20}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" disabled={name.trim().length < 2 || name.trim() === me.name}>
              {t("action.save")}
            </Button>
          </div>
        </Field>
      </form>
      {canMail === false ? (
        <p className="mut">{me.kind === "guest" ? t("refusal.NO_MAIL") : me.email}</p>
      ) : (
        <ByMail me={me} />
      )}
    </section>
  );
}

/** An address for a guest, or another way in for a member: a link is sent to it. */
function ByMail({ me }: { me: AccountResponse }) {
  const t = useTranslation();
  const id = useId();
  const [email, setEmail] = useState(me.email ?? "");
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await call("POST", "/me/email", { email: email.trim() });
      toast("you", { title: t("you.mailed"), text: t("you.mailedText") });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form onSubmit={ask}>
      <Field
        id={`${id}-mail`}
        label={t("you.email")}
        hint={t(me.kind === "guest" ? "settings:you.guestText" : "you.memberText")}
      >
        <div className="join">
          <input
            id={`${id}-mail`}
            className="input"
            type="email"
            autoComplete="email"
            value={email}
            aria-describedby={`${id}-mail-hint`}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" disabled={!email.includes("@")}>
            {t("you.sendLink")}
          </Button>
        </div>
      </Field>
    </form>
  );
}

function Looks() {
  const t = useTranslation();
  const settings = useSettings();
  return (
    <section className="panel pad stack" aria-labelledby="looks">
      <h2 id="looks">{t("settings:looks")}</h2>
      <Choice
        legend={t("settings:theme")}
        name="theme"
        value={settings.theme}
        of={(["system", "light", "dark"] as const).map((value) => ({
          value,
          label: t(`settings:themes.${value}`),
        }))}
        onChange={(theme) => choose({ theme })}
      />
      <Choice
        legend={t("settings:language")}
        name="language"
        value={settings.language}
        of={[
          { value: "system", label: t("settings:themes.system") },
          ...LANGUAGES.map((value) => ({ value, label: ownName(value) })),
        ]}
        onChange={(language) => choose({ language })}
      />
      <Choice
        legend={t("settings:motion")}
        name="motion"
        value={String(settings.motion)}
        of={["system", "0", "0.5", "1", "2"].map((value) => ({
          value,
          label: t(`settings:motions.${value.replace(".", "_")}`),
        }))}
        onChange={(motion) =>
          choose({ motion: (motion === "system" ? motion : Number(motion)) as Settings["motion"] })
        }
      />
      <div className="four">
        <Switch
          isOn={settings.fourColours}
          onChange={(fourColours) => choose({ fourColours })}
          hint={t("settings:fourHint")}
        >
          {t("settings:four")}
        </Switch>
        <span className="four-cards">
          {(["spades", "hearts", "diamonds", "clubs"] as const).map((suit) => (
            <PlayingCard key={suit} face={{ rank: "A", suit }} isCompact label={false} />
          ))}
        </span>
      </div>
      <Switch
        isOn={settings.patterns}
        onChange={(patterns) => choose({ patterns })}
        hint={t("settings:patternsHint")}
      >
        {t("settings:patterns")}
      </Switch>
      <Switch
        isOn={settings.textView}
        onChange={(textView) => choose({ textView })}
        hint={t("settings:textHint")}
      >
        {t("settings:text")}
      </Switch>
    </section>
  );
}

function Play() {
  const t = useTranslation();
  const settings = useSettings();
  return (
    <section className="panel pad stack" aria-labelledby="play">
      <h2 id="play">{t("settings:play")}</h2>
      {(["live", "day"] as const).map((pace) => (
        <Choice
          key={pace}
          legend={t(`settings:confirm.${pace}`)}
          name={`confirm-${pace}`}
          value={settings.confirm[pace]}
          of={(["never", "big", "always"] as const).map((value) => ({
            value,
            label: t(`settings:confirms.${value}`),
          }))}
          onChange={(chosen) => choose({ confirm: { ...settings.confirm, [pace]: chosen } })}
        />
      ))}
      <Choice
        legend={t("settings:choices.legend")}
        name="choices"
        value={settings.choices ?? "dialog"}
        of={(["dialog", "table"] as const).map((value) => ({
          value,
          label: t(`settings:choices.${value}`),
        }))}
        onChange={(choices) => choose({ choices })}
      />
      <Switch
        isOn={settings.hotkeys}
        onChange={(hotkeys) => choose({ hotkeys })}
        hint={t("settings:hotkeysHint")}
      >
        {t("settings:hotkeys")}
      </Switch>
    </section>
  );
}

/** How each kind sounds. */
const SAMPLES = {
  turn: "turn",
  cards: "slide",
  chat: "chat",
  time: "low",
  end: "over",
  error: "error",
} as const;

function Alerts() {
  const t = useTranslation();
  const id = useId();
  const settings = useSettings();
  const notify = async (isOn: boolean) => {
    if (isOn && "Notification" in window && Notification.permission === "default")
      await Notification.requestPermission();
    choose({ notify: isOn && "Notification" in window && Notification.permission === "granted" });
  };
  return (
    <section className="panel pad stack" aria-labelledby="alerts">
      <h2 id="alerts">{t("settings:alerts")}</h2>
      <Switch isOn={settings.sound} onChange={(sound) => choose({ sound })}>
        {t("settings:sound")}
      </Switch>
      <Field id={id} label={t("settings:volume")}>
        <input
          id={id}
          className="range"
          type="range"
          min="0"
          max="1"
          step="0.1"
          value={settings.volume}
          disabled={!settings.sound}
          onChange={(event) => {
            choose({ volume: Number(event.target.value) });
            play("turn");
          }}
        />
      </Field>
      <fieldset className="stack" disabled={!settings.sound}>
        <legend>{t("settings:kinds")}</legend>
        <div className="kinds">
          {SOUND_KINDS.map((kind) => (
            <Switch
              key={kind}
              isOn={settings.sounds[kind]}
              onChange={(isOn) => {
                choose({ sounds: { ...settings.sounds, [kind]: isOn } });
                if (isOn) play(SAMPLES[kind]);
              }}
            >
              {t(`settings:kind.${kind}`)}
            </Switch>
          ))}
        </div>
        <Switch isOn={settings.daySound} onChange={(daySound) => choose({ daySound })}>
          {t("settings:daySound")}
        </Switch>
      </fieldset>
      <Switch isOn={settings.notify} onChange={(isOn) => void notify(isOn)} hint={t("settings:notifyHint")}>
        {t("settings:notify")}
      </Switch>
    </section>
  );
}

function Leaving() {
  const t = useTranslation();
  const [, go] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const leave = async (how: "out" | "everywhere" | "forget") => {
    try {
      await leaveBrowser();
      if (how === "forget") await call("DELETE", "/me");
      else if (how === "everywhere") await call("DELETE", "/me/sessions");
      else {
        const sessions = await call<SessionResponse[]>("GET", "/me/sessions");
        const own = sessions.find((session) => session.isThis);
        if (own) await call("DELETE", `/me/sessions/${own.id}`);
      }
      signedOut();
      go("/");
    } catch (error) {
      showError(error);
    }
  };
  const save = async () => {
    try {
      const data = await call("GET", "/me/export");
      download("rondel-export.json", JSON.stringify(data, null, 2));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section className="panel pad stack" aria-labelledby="leaving">
      <h2 id="leaving">{t("settings:you.leaving")}</h2>
      <div className="row wrap-row">
        <Button onClick={() => void save()}>{t("settings:you.export")}</Button>
        <Button onClick={() => void leave("out")}>{t("settings:you.signOut")}</Button>
        <Button onClick={() => void leave("everywhere")}>{t("settings:you.everywhere")}</Button>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t("settings:you.forget")}
        </Button>
      </div>
      {isAsking ? (
        <Dialog title={t("settings:you.forgetTitle")} onClose={() => setAsking(false)}>
          <p className="mut">{t("settings:you.forgetText")}</p>
          <div className="actions">
            <Button onClick={() => setAsking(false)}>{t("action.cancel")}</Button>
            <Button kind="danger" onClick={() => void leave("forget")}>
              {t("settings:you.forget")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}
