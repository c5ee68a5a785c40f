/** Notes that come and go: what was refused and why, what has happened elsewhere. */
import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { create } from "zustand";
import { announce } from "./live";
import { useTranslation } from "./locales";
import { Button, Notice } from "./parts";

interface Toast {
  id: string;
  kind: "plain" | "bad" | "info";
  title: string;
  text?: string | undefined;
  action?: ReactNode;
  forMs: number;
}

const useToasts = create<{ all: Toast[] }>(() => ({ all: [] }));

/** Show it; the same id again replaces it. */
export function toast(
  id: string,
  content: {
    kind?: Toast["kind"];
    title: string;
    text?: string | undefined;
    action?: ReactNode;
    forMs?: number;
  },
): void {
  const next: Toast = { id, kind: "plain", forMs: 7000, ...content };
  useToasts.setState(({ all }) => ({ all: [...all.filter((one) => one.id !== id), next].slice(-3) }));
  announce(`${next.title} ${next.text ?? ""}`.trim());
}

export function untoast(id: string): void {
  useToasts.setState(({ all }) => ({ all: all.filter((one) => one.id !== id) }));
}

export function Toasts() {
  const t = useTranslation();
  const all = useToasts((state) => state.all);
  if (all.length === 0) return null;
  return (
    <aside className="toasts" aria-label={t("state.notes")}>
      {all.map((one) => (
        <OneToast key={one.id} content={one} />
      ))}
    </aside>
  );
}

function OneToast({ content }: { content: Toast }) {
  const t = useTranslation();
  useEffect(() => {
    if (content.forMs === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => untoast(content.id), content.forMs);
    return () => clearTimeout(timer);
  }, [content]);
  return (
    <Notice
      kind={content.kind}
      title={content.title}
      action={
        <>
          {content.action}
          <Button
            kind="quiet"
            isIcon
            isSmall
            aria-label={t("action.dismiss")}
            onClick={() => untoast(content.id)}
          >
            <X size={18} aria-hidden="true" />
          </Button>
        </>
      }
    >
      {content.text}
    </Notice>
  );
}
