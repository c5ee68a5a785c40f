/** Who I am here, and how I want it. */
import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../table/api";
import { signedIn, signedOut, useMe, useServer } from "../table/session";
import { Dialog } from "../ui/Dialog";
import { tellError } from "../ui/errors";
import { PlayingCard } from "../ui/PlayingCard";
import { Button, Choice, Field, LinkButton, Switch } from "../ui/parts";
import { choose, type Settings, SOUND_KINDS, useSettings } from "../ui/settings";
import { play } from "../ui/sound";
import { usePageTitle } from "../ui/title";
import { toast } from "../ui/toasts";
import { useWords } from "../ui/words";
import type { AccountTold, SessionTold } from "../wire/calls";
import { Away } from "./Away";
import { Blocked } from "./Blocked";
import { NameForm } from "./NameForm";
import { WaysIn } from "./Passkeys";
import { leaveBrowser } from "./push";
import { Shell } from "./Shell";

export default function You() {
  const say = useWords();
  const me = useMe();
  usePageTitle(say("nav.you"));
  return (
    <Shell>
      <div className="wrap narrow stack stack-wide">
        <h1>{say("you.title")}</h1>
        {me === null ? (
          <div className="panel pad">
            <NameForm action={say("welcome.action")} />
          </div>
        ) : null}
        {me?.role ? (
          <p>
            <LinkButton href="/admin">{say("nav.moderation")}</LinkButton>
          </p>
        ) : null}
        {me ? <Account key={me.id} me={me} /> : null}
        {me ? <WaysIn key={`${me.id} ways`} me={me} /> : null}
        <Looks />
        <Play />
        <Alerts />
        {me ? <Away /> : null}
        {me ? <Blocked /> : null}
        {me ? <Leaving /> : null}
      </div>
    </Shell>
  );
}

function Account({ me }: { me: AccountTold }) {
  const say = useWords();
  const id = useId();
  const [name, setName] = useState(me.name);
  const canMail = useServer()?.canMail;
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    try {
      signedIn(await call<AccountTold>("PATCH", "/me", { name: name.trim() }));
      toast("you", { title: say("you.renamed") });
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <section className="panel pad stack" aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{say("you.account")}</h2>
      <form onSubmit={rename}>
        <Field id={`${id}-name`} label={say("name.label")}>
          <div className="join">
            <input
              id={`${id}-name`}
              className="input"
              value={name}
              maxLength={20}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" disabled={name.trim().length < 2 || name.trim() === me.name}>
              {say("action.save")}
            </Button>
          </div>
        </Field>
      </form>
      {canMail === false ? (
        <p className="mut">{me.kind === "guest" ? say("refusal.NO_MAIL") : me.email}</p>
      ) : (
        <ByMail me={me} />
      )}
    </section>
  );
}

/** An address for a guest, or another way in for a member: a link is sent to it. */
function ByMail({ me }: { me: AccountTold }) {
  const say = useWords();
  const id = useId();
  const [email, setEmail] = useState(me.email ?? "");
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await call("POST", "/me/email", { email: email.trim() });
      toast("you", { title: say("you.mailed"), text: say("you.mailedText") });
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <form onSubmit={ask}>
      <Field
        id={`${id}-mail`}
        label={say("you.email")}
        hint={say(me.kind === "guest" ? "you.guestText" : "you.memberText")}
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
            {say("you.sendLink")}
          </Button>
        </div>
      </Field>
    </form>
  );
}

function Looks() {
  const say = useWords();
  const settings = useSettings();
  return (
    <section className="panel pad stack" aria-labelledby="looks">
      <h2 id="looks">{say("settings.looks")}</h2>
      <Choice
        legend={say("settings.theme")}
        name="theme"
        value={settings.theme}
        of={(["system", "light", "dark"] as const).map((value) => ({
          value,
          label: say(`settings.themes.${value}`),
        }))}
        onChange={(theme) => choose({ theme })}
      />
      <Choice
        legend={say("settings.language")}
        name="language"
        value={settings.language}
        of={[
          { value: "system" as const, label: say("settings.themes.system") },
          { value: "en" as const, label: "English" },
          { value: "de" as const, label: "Deutsch" },
        ]}
        onChange={(language) => choose({ language })}
      />
      <Choice
        legend={say("settings.motion")}
        name="motion"
        value={String(settings.motion)}
        of={["system", "0", "0.5", "1", "2"].map((value) => ({
          value,
          label: say(`settings.motions.${value.replace(".", "_")}`),
        }))}
        onChange={(motion) =>
          choose({ motion: (motion === "system" ? motion : Number(motion)) as Settings["motion"] })
        }
      />
      <div className="four">
        <Switch
          isOn={settings.fourColours}
          onChange={(fourColours) => choose({ fourColours })}
          hint={say("settings.fourHint")}
        >
          {say("settings.four")}
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
        hint={say("settings.patternsHint")}
      >
        {say("settings.patterns")}
      </Switch>
      <Switch
        isOn={settings.textView}
        onChange={(textView) => choose({ textView })}
        hint={say("settings.textHint")}
      >
        {say("settings.text")}
      </Switch>
    </section>
  );
}

function Play() {
  const say = useWords();
  const settings = useSettings();
  return (
    <section className="panel pad stack" aria-labelledby="play">
      <h2 id="play">{say("settings.play")}</h2>
      {(["live", "day"] as const).map((pace) => (
        <Choice
          key={pace}
          legend={say(`settings.confirm.${pace}`)}
          name={`confirm-${pace}`}
          value={settings.confirm[pace]}
          of={(["never", "big", "always"] as const).map((value) => ({
            value,
            label: say(`settings.confirms.${value}`),
          }))}
          onChange={(chosen) => choose({ confirm: { ...settings.confirm, [pace]: chosen } })}
        />
      ))}
      <Switch
        isOn={settings.hotkeys}
        onChange={(hotkeys) => choose({ hotkeys })}
        hint={say("settings.hotkeysHint")}
      >
        {say("settings.hotkeys")}
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
  const say = useWords();
  const id = useId();
  const settings = useSettings();
  const notify = async (isOn: boolean) => {
    if (isOn && "Notification" in window && Notification.permission === "default")
      await Notification.requestPermission();
    choose({ notify: isOn && "Notification" in window && Notification.permission === "granted" });
  };
  return (
    <section className="panel pad stack" aria-labelledby="alerts">
      <h2 id="alerts">{say("settings.alerts")}</h2>
      <Switch isOn={settings.sound} onChange={(sound) => choose({ sound })}>
        {say("settings.sound")}
      </Switch>
      <Field id={id} label={say("settings.volume")}>
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
        <legend>{say("settings.kinds")}</legend>
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
              {say(`settings.kind.${kind}`)}
            </Switch>
          ))}
        </div>
        <Switch isOn={settings.daySound} onChange={(daySound) => choose({ daySound })}>
          {say("settings.daySound")}
        </Switch>
      </fieldset>
      <Switch isOn={settings.notify} onChange={(isOn) => void notify(isOn)} hint={say("settings.notifyHint")}>
        {say("settings.notify")}
      </Switch>
    </section>
  );
}

function Leaving() {
  const say = useWords();
  const [, go] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const leave = async (how: "out" | "everywhere" | "forget") => {
    try {
      await leaveBrowser();
      if (how === "forget") await call("DELETE", "/me");
      else if (how === "everywhere") await call("DELETE", "/me/sessions");
      else {
        const sessions = await call<SessionTold[]>("GET", "/me/sessions");
        const own = sessions.find((session) => session.isThis);
        if (own) await call("DELETE", `/me/sessions/${own.id}`);
      }
      signedOut();
      go("/");
    } catch (error) {
      tellError(error);
    }
  };
  const save = async () => {
    try {
      const told = await call("GET", "/me/export");
      const link = document.createElement("a");
      link.href = URL.createObjectURL(
        new Blob([JSON.stringify(told, null, 2)], { type: "application/json" }),
      );
      link.download = "rondel-export.json";
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <section className="panel pad stack" aria-labelledby="leaving">
      <h2 id="leaving">{say("you.leaving")}</h2>
      <div className="row wrap-row">
        <Button onClick={() => void save()}>{say("you.export")}</Button>
        <Button onClick={() => void leave("out")}>{say("you.signOut")}</Button>
        <Button onClick={() => void leave("everywhere")}>{say("you.everywhere")}</Button>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {say("you.forget")}
        </Button>
      </div>
      {isAsking ? (
        <Dialog title={say("you.forgetTitle")} onClose={() => setAsking(false)}>
          <p className="mut">{say("you.forgetText")}</p>
          <div className="actions">
            <Button onClick={() => setAsking(false)}>{say("action.cancel")}</Button>
            <Button kind="danger" onClick={() => void leave("forget")}>
              {say("you.forget")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}
