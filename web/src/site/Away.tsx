/** How somebody is told that it is their turn while they are away: mail, this browser, a webhook. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { ALERTS, useAlerts } from "../play/Mute";
import { call } from "../table/api";
import { tellError } from "../ui/errors";
import { Button, Choice, Field, Skeleton, Switch } from "../ui/parts";
import { toast, untoast } from "../ui/toasts";
import { say as sayNow, useWords } from "../ui/words";
import type { AlertsTold, SetAlerts } from "../wire/calls";
import { canPush, mayOffer, offered, subscribe, subscribed, unsubscribe } from "./push";

const DELAYS = [0, 60, 600, 3600];
const DIGESTS = ["off", "hourly", "daily"] as const;

export function Away() {
  const say = useWords();
  const [alerts, keep] = useAlerts();
  const change = (said: SetAlerts) => keep(call<AlertsTold>("PATCH", "/me/alerts", said));
  return (
    <section className="panel pad stack" aria-labelledby="away">
      <h2 id="away">{say("away.title")}</h2>
      <p className="mut">{say("away.text")}</p>
      {alerts === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <Switch
            isOn={alerts.byMail}
            onChange={(byMail) => void change({ byMail })}
            hint={
              alerts.canMail
                ? say("away.mailHint", { most: alerts.mostMails, hours: alerts.mostMailsHours })
                : say("away.noMail")
            }
          >
            {say("away.mail")}
          </Switch>
          <PushSwitch alerts={alerts} keep={keep} />
          <Hook key={alerts.hook} hook={alerts.hook} change={change} />
          <Choice
            legend={say("away.delay")}
            name="delay"
            value={alerts.delayS}
            of={[...new Set([...DELAYS, alerts.delayS])]
              .sort((one, other) => one - other)
              .map((value) => ({ value, label: delayText(value) }))}
            onChange={(delayS) => void change({ delayS })}
          />
          <Choice
            legend={say("away.digest")}
            name="digest"
            value={alerts.digest}
            of={DIGESTS.map((value) => ({ value, label: say(`away.digests.${value}`) }))}
            onChange={(digest) => void change({ digest })}
          />
        </>
      )}
    </section>
  );
}

function delayText(seconds: number): string {
  if (seconds === 0) return sayNow("away.atOnce");
  if (seconds < 3600) return sayNow("away.minutes", { count: Math.max(1, Math.round(seconds / 60)) });
  return sayNow("away.hours", { count: Math.round(seconds / 3600) });
}

function PushSwitch({
  alerts,
  keep,
}: {
  alerts: AlertsTold;
  keep: (doing: Promise<AlertsTold | null>) => Promise<void>;
}) {
  const say = useWords();
  const [endpoint, setEndpoint] = useState<string | null>(null);
  useEffect(() => {
    void subscribed().then((own) => setEndpoint(own?.endpoint ?? null));
  });
  if (alerts.pushKey === null || !canPush())
    return (
      <p className="mut sm">{say(alerts.pushKey === null ? "away.noPushHere" : "away.noPushBrowser")}</p>
    );
  const key = alerts.pushKey;
  return (
    <Switch
      isOn={alerts.devices.some((device) => device.endpoint === endpoint)}
      onChange={(isOn) => void keep(isOn ? subscribe(key).then(sayIfNot) : unsubscribe(alerts))}
      hint={say("away.pushHint")}
    >
      {say("away.push")}
    </Switch>
  );
}

function sayIfNot(told: AlertsTold | null): AlertsTold | null {
  if (told === null)
    toast("push", { kind: "info", title: sayNow("away.denied"), text: sayNow("away.deniedText") });
  return told;
}

function Hook({ hook, change }: { hook: string | null; change: (said: SetAlerts) => Promise<void> }) {
  const say = useWords();
  const id = useId();
  const [url, setUrl] = useState(hook ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    void change({ hook: url.trim() === "" ? null : url.trim() });
  };
  return (
    <form onSubmit={save}>
      <Field id={id} label={say("away.hook")} hint={say("away.hookHint")}>
        <div className="join">
          <input
            id={id}
            className="input"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={url}
            maxLength={2000}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button type="submit" disabled={url.trim() === (hook ?? "")}>
            {say("action.save")}
          </Button>
        </div>
      </Field>
    </form>
  );
}

/** After the first game that was played to its end, and never again: shall we tell you next time? */
export function usePushOffer(isOver: boolean, isSeated: boolean): void {
  const isAsking = isOver && isSeated && mayOffer();
  const { data } = useQuery({
    queryKey: ALERTS,
    enabled: isAsking,
    queryFn: () => call<AlertsTold>("GET", "/me/alerts"),
  });
  const key = data?.pushKey ?? null;
  const client = useQueryClient();
  useEffect(() => {
    if (!isAsking || key === null) return;
    offered();
    const accept = async () => {
      untoast("offer");
      try {
        const told = sayIfNot(await subscribe(key));
        if (told) client.setQueryData(ALERTS, told);
      } catch (error) {
        tellError(error);
      }
    };
    toast("offer", {
      title: sayNow("away.offer"),
      text: sayNow("away.offerText"),
      forMs: Number.POSITIVE_INFINITY,
      action: (
        <Button isSmall onClick={() => void accept()}>
          {sayNow("away.offerYes")}
        </Button>
      ),
    });
  }, [isAsking, key, client]);
}
