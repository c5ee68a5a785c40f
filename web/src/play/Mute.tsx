/** What somebody is told while they are away, and whether this table is part of it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../table/api";
import { useMe } from "../table/session";
import { tellError } from "../ui/errors";
import { Switch } from "../ui/parts";
import { useWords } from "../ui/words";
import type { AlertsTold } from "../wire/calls";

export const ALERTS = ["alerts"];

export function useAlerts(): [AlertsTold | undefined, (doing: Promise<AlertsTold | null>) => Promise<void>] {
  const me = useMe();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ALERTS,
    enabled: me != null,
    queryFn: () => call<AlertsTold>("GET", "/me/alerts"),
  });
  const keep = async (doing: Promise<AlertsTold | null>) => {
    try {
      const told = await doing;
      if (told) client.setQueryData(ALERTS, told);
    } catch (error) {
      tellError(error);
    }
  };
  return [data, keep];
}

/** Turn the alerts of one table on or off. */
export function MuteSwitch({ table }: { table: string }) {
  const say = useWords();
  const [alerts, keep] = useAlerts();
  if (alerts === undefined) return null;
  return (
    <Switch
      isOn={alerts.muted.includes(table)}
      onChange={(isMuted) => void keep(call<AlertsTold>("POST", `/tables/${table}/mute`, { isMuted }))}
      hint={say("away.muteHint")}
    >
      {say("away.mute")}
    </Switch>
  );
}
