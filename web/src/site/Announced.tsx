/** What the server tells everybody, across the top, until it is dismissed. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../table/api";
import { read, write } from "../table/keep";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button, Notice } from "../ui/parts";
import type { AnnouncementResponse } from "../wire/calls";

const EVERY_MS = 30_000;
const DISMISSED = "rondel.announced";

export default function Announced() {
  const announcement = useQuery({
    queryKey: ["announcement"],
    refetchInterval: EVERY_MS,
    queryFn: () => call<AnnouncementResponse>("GET", "/announcement"),
  }).data;
  return announcement?.text ? <Shown key={announcement.text} announcement={announcement} /> : null;
}

function Shown({ announcement }: { announcement: AnnouncementResponse }) {
  const t = useTranslation();
  const [isGone, setGone] = useState(() => read<string>(DISMISSED, "") === announcement.text);
  if (!useGameWords("people") || isGone) return null;
  const dismiss = () => {
    write(DISMISSED, announcement.text);
    setGone(true);
  };
  return (
    <Notice
      kind="info"
      role="status"
      title={t(`people:${announcement.kind}`)}
      action={
        <Button isSmall onClick={dismiss}>
          {t("action.dismiss")}
        </Button>
      }
    >
      {announcement.text}
    </Notice>
  );
}
