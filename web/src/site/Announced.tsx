/** What the server tells everybody, across the top, until it is dismissed. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../table/api";
import { read, write } from "../table/keep";
import { Button, Notice } from "../ui/parts";
import { useGameWords, useWords } from "../ui/words";
import type { AnnouncementTold } from "../wire/calls";

const EVERY_MS = 30_000;
const DISMISSED = "rondel.announced";

export default function Announced() {
  const told = useQuery({
    queryKey: ["announcement"],
    refetchInterval: EVERY_MS,
    queryFn: () => call<AnnouncementTold>("GET", "/announcement"),
  }).data;
  return told?.text ? <Shown key={told.text} told={told} /> : null;
}

function Shown({ told }: { told: AnnouncementTold }) {
  const say = useWords();
  const [isGone, setGone] = useState(() => read<string>(DISMISSED, "") === told.text);
  if (!useGameWords("people") || isGone) return null;
  const dismiss = () => {
    write(DISMISSED, told.text);
    setGone(true);
  };
  return (
    <Notice
      kind="info"
      role="status"
      title={say(`people:${told.kind}`)}
      action={
        <Button isSmall onClick={dismiss}>
          {say("action.dismiss")}
        </Button>
      }
    >
      {told.text}
    </Notice>
  );
}
