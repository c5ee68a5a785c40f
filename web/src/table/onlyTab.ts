/** A table is played in one tab: the newest one that asked for it. The others say so and offer to take over. */
import { useCallback, useEffect, useRef, useState } from "react";
import { newId } from "./ids";

interface Claim {
  table: string;
  tab: string;
}

const tab = newId();

export function useOnlyTab(table: string): { isHere: boolean; playHere: () => void } {
  const [isHere, setHere] = useState(true);
  const channel = useRef<BroadcastChannel | null>(null);
  const claim = useCallback(() => {
    setHere(true);
    channel.current?.postMessage({ table, tab } satisfies Claim);
  }, [table]);
  useEffect(() => {
    if (!("BroadcastChannel" in window)) return;
    const own = new BroadcastChannel("rondel.tables");
    channel.current = own;
    own.onmessage = (event: MessageEvent<Claim>) => {
      if (event.data.table === table && event.data.tab !== tab) setHere(false);
    };
    claim();
    return () => own.close();
  }, [table, claim]);
  return { isHere, playHere: claim };
}
