/** How somebody is told that it is their turn while they are away: mail, this browser, a webhook. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { ALERTS, useAlerts } from "../play/Mute";
import { call } from "../table/api";
import { showError } from "../ui/errors";
import { t as translate, useTranslation } from "../ui/locales";
import { Button, Choice, Field, Skeleton, Switch } from "../ui/parts";
import { toast, untoast } from "../ui/toasts";
import type { NotificationPreferencesResponse, SetNotificationPreferences } from "../wire/calls";
import { canPush, mayOffer, offered, subscribe, subscribed, unsubscribe } from "./push";

const DELAYS = [0, 60, 600, 3600];
const DIGESTS = ["off", "hourly", "daily"] as const;

export function Away() {
  const t = useTranslation();
  const [alerts, keep] = useAlerts();
  const change = (settings: SetNotificationPreferences) =>
    keep(call<NotificationPreferencesResponse>("PATCH", "/me/alerts", settings));
  return (
    <section className="panel pad stack" aria-labelledby="away">
      <h2 id="away">{t("settings:away.title")}</h2>
      <p className="mut">{t("settings:away.text")}</p>
      {alerts === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <Switch
            isOn={alerts.byMail}
            onChange={(byMail) => void change({ byMail })}
            hint={
              alerts.canMail
                ? t("settings:away.mailHint", {
                    most: alerts.mostMails,
                    atOnce: alerts.mostMailsAtOnce,
                    hours: alerts.mostMailsHours,
                  })
                : t("settings:away.noMail")
            }
          >
            {t("settings:away.mail")}
          </Switch>
          <PushSwitch alerts={alerts} keep={keep} />
          <Hook key={alerts.hook} hook={alerts.hook} change={change} />
          <Choice
            legend={t("settings:away.delay")}
            name="delay"
            value={alerts.delayS}
            of={[...new Set([...DELAYS, alerts.delayS])]
              .sort((one, other) => one - other)
              .map((value) => ({ value, label: delayText(value) }))}
            onChange={(delayS) => void change({ delayS })}
          />
          <Choice
            legend={t("settings:away.digest")}
            name="digest"
            value={alerts.digest}
            of={DIGESTS.map((value) => ({ value, label: t(`settings:away.digests.${value}`) }))}
            onChange={(digest) => void change({ digest })}
          />
        </>
      )}
    </section>
  );
}

function delayText(seconds: number): string {
  if (seconds === 0) return translate("settings:away.atOnce");
  if (seconds < 3600)
    return translate("settings:away.minutes", { count: Math.max(1, Math.round(seconds / 60)) });
  return translate("settings:away.hours", { count: Math.round(seconds / 3600) });
}

function PushSwitch({
  alerts,
  keep,
}: {
  alerts: NotificationPreferencesResponse;
  keep: (doing: Promise<NotificationPreferencesResponse | null>) => Promise<void>;
}) {
  const t = useTranslation();
  const [endpoint, setEndpoint] = useState<string | null>(null);
  useEffect(() => {
    void subscribed().then((own) => setEndpoint(own?.endpoint ?? null));
  });
  if (alerts.pushKey === null || !canPush())
    return (
      <p className="mut sm">
        {t(alerts.pushKey === null ? "settings:away.noPushHere" : "settings:away.noPushBrowser")}
      </p>
    );
  const key = alerts.pushKey;
  return (
    <Switch
      isOn={alerts.devices.some((device) => device.endpoint === endpoint)}
      onChange={(isOn) => void keep(isOn ? subscribe(key).then(warnUnless) : unsubscribe(alerts))}
      hint={t("settings:away.pushHint")}
    >
      {t("settings:away.push")}
    </Switch>
  );
}

function warnUnless(
  response: NotificationPreferencesResponse | null,
): NotificationPreferencesResponse | null {
  if (response === null)
    toast("push", { kind: "info", title: translate("away.denied"), text: translate("away.deniedText") });
  return response;
}

function Hook({
  hook,
  change,
}: {
  hook: string | null;
  change: (settings: SetNotificationPreferences) => Promise<void>;
}) {
  const t = useTranslation();
  const id = useId();
  const [url, setUrl] = useState(hook ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    void change({ hook: url.trim() === "" ? null : url.trim() });
  };
  return (
    <form onSubmit={save}>
      <Field id={id} label={t("settings:away.hook")} hint={t("settings:away.hookHint")}>
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
            {t("action.save")}
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
    queryFn: () => call<NotificationPreferencesResponse>("GET", "/me/alerts"),
  });
  const key = data?.pushKey ?? null;
  const client = useQueryClient();
  useEffect(() => {
    if (!isAsking || key === null) return;
    offered();
    const accept = async () => {
      untoast("offer");
      try {
        const response = warnUnless(await subscribe(key));
        if (response) client.setQueryData(ALERTS, response);
      } catch (error) {
        showError(error);
      }
    };
    toast("offer", {
      title: translate("away.offer"),
      text: translate("away.offerText"),
      forMs: Number.POSITIVE_INFINITY,
      action: (
        <Button isSmall onClick={() => void accept()}>
          {translate("away.offerYes")}
        </Button>
      ),
    });
  }, [isAsking, key, client]);
}
