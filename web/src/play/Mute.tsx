/** What somebody is told while they are away, and whether this table is part of it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../table/api";
import { useMe } from "../table/session";
import { showError } from "../ui/errors";
import { useTranslation } from "../ui/locales";
import { Switch } from "../ui/parts";
import type { NotificationPreferencesResponse } from "../wire/calls";

export const ALERTS = ["alerts"];

export function useAlerts(): [
  NotificationPreferencesResponse | undefined,
  (doing: Promise<NotificationPreferencesResponse | null>) => Promise<void>,
] {
  const me = useMe();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ALERTS,
    enabled: me != null,
    queryFn: () => call<NotificationPreferencesResponse>("GET", "/me/alerts"),
  });
  const keep = async (doing: Promise<NotificationPreferencesResponse | null>) => {
    try {
      const changed = await doing;
      if (changed) client.setQueryData(ALERTS, changed);
    } catch (error) {
      showError(error);
    }
  };
  return [data, keep];
}

/** Turn the alerts of one table on or off. */
export function MuteSwitch({ table }: { table: string }) {
  const t = useTranslation();
  const [alerts, keep] = useAlerts();
  if (alerts === undefined) return null;
  return (
    <Switch
      isOn={alerts.muted.includes(table)}
      onChange={(isMuted) =>
        void keep(call<NotificationPreferencesResponse>("POST", `/tables/${table}/mute`, { isMuted }))
      }
      hint={t("settings:away.muteHint")}
    >
      {t("settings:away.mute")}
    </Switch>
  );
}
