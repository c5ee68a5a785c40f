/** The link by which others come to a table: copied, or handed to whatever the device shares by. */
import { Check, Copy, QrCode as QrIcon, Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Dialog } from "../ui/Dialog";
import { announce } from "../ui/live";
import { Button, Skeleton } from "../ui/parts";
import { SERVER } from "../ui/server";
import { useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";

const QrCode = lazy(() => import("../ui/QrCode"));

function linkOf(told: TableTold): string {
  if (told.access === "private" && told.key)
    return `${location.origin}/t/${told.id}?key=${encodeURIComponent(told.key)}`;
  return `${location.origin}/j/${told.code}`;
}

export function ShareRow({ told }: { told: TableTold }) {
  const say = useWords();
  const [isCopied, setCopied] = useState(false);
  const [isShown, setShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(linkOf(told));
      setCopied(true);
      announce(say("seating.copied"));
      setTimeout(() => setCopied(false), 2500);
    } catch {
      window.prompt(say("seating.copyByHand"), linkOf(told));
    }
  };
  const share = () => void navigator.share({ title: SERVER, url: linkOf(told) }).catch(() => {});
  return (
    <div className="row wrap-row">
      <Button onClick={() => void copy()}>
        {isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        {say(isCopied ? "seating.copied" : "seating.copy")}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setShown(true)}>
        <QrIcon size={18} aria-hidden="true" />
        {say("seating.qr")}
      </Button>
      {isShown ? (
        <Dialog title={say("seating.qrTitle")} onClose={() => setShown(false)}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <QrCode text={linkOf(told)} label={say("seating.qrTitle")} />
          </Suspense>
          <div className="actions">
            <Button onClick={() => setShown(false)}>{say("action.close")}</Button>
          </div>
        </Dialog>
      ) : null}
      {"share" in navigator ? (
        <Button onClick={share}>
          <Share2 size={18} aria-hidden="true" />
          {say("seating.share")}
        </Button>
      ) : null}
    </div>
  );
}
