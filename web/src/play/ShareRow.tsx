/** The link by which others come to a table: copied, or handed to whatever the device shares by. */
import { Check, Copy, QrCode as QrIcon, Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Dialog } from "../ui/Dialog";
import { announce } from "../ui/live";
import { useTranslation } from "../ui/locales";
import { Button, Skeleton } from "../ui/parts";
import { SERVER } from "../ui/server";
import type { TableResponse } from "../wire/calls";
import { linkOf } from "./links";

const QrCode = lazy(() => import("../ui/QrCode"));

export function ShareRow({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const [isShown, setShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(linkOf(summary));
      setCopied(true);
      announce(t("seating.copied"));
      setTimeout(() => setCopied(false), 2500);
    } catch {
      window.prompt(t("seating.copyByHand"), linkOf(summary));
    }
  };
  const share = () => void navigator.share({ title: SERVER, url: linkOf(summary) }).catch(() => {});
  return (
    <div className="row wrap-row">
      <Button onClick={() => void copy()}>
        {isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        {t(isCopied ? "seating.copied" : "seating.copy")}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setShown(true)}>
        <QrIcon size={18} aria-hidden="true" />
        {t("seating.qr")}
      </Button>
      {isShown ? (
        <Dialog title={t("seating.qrTitle")} onClose={() => setShown(false)}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <QrCode text={linkOf(summary)} label={t("seating.qrTitle")} />
          </Suspense>
          <div className="actions">
            <Button onClick={() => setShown(false)}>{t("action.close")}</Button>
          </div>
        </Dialog>
      ) : null}
      {"share" in navigator ? (
        <Button onClick={share}>
          <Share2 size={18} aria-hidden="true" />
          {t("seating.share")}
        </Button>
      ) : null}
    </div>
  );
}
