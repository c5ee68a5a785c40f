/** Notes that come and go: what was refused and why, what has happened elsewhere. */
import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { create } from "zustand";
import { announce } from "./live";
import { Button, Notice } from "./parts";
import { useWords } from "./words";

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
  told: {
    kind?: Toast["kind"];
    title: string;
    text?: string | undefined;
    action?: ReactNode;
    forMs?: number;
  },
): void {
  const next: Toast = { id, kind: "plain", forMs: 7000, ...told };
  useToasts.setState(({ all }) => ({ all: [...all.filter((one) => one.id !== id), next].slice(-3) }));
  announce(`${next.title} ${next.text ?? ""}`.trim());
}

export function untoast(id: string): void {
  useToasts.setState(({ all }) => ({ all: all.filter((one) => one.id !== id) }));
}

export function Toasts() {
  const say = useWords();
  const all = useToasts((state) => state.all);
  if (all.length === 0) return null;
  return (
    <aside className="toasts" aria-label={say("state.notes")}>
      {all.map((one) => (
        <OneToast key={one.id} told={one} />
      ))}
    </aside>
  );
}

function OneToast({ told }: { told: Toast }) {
  const say = useWords();
  useEffect(() => {
    if (told.forMs === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => untoast(told.id), told.forMs);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <Notice
      kind={told.kind}
      title={told.title}
      action={
        <>
          {told.action}
          <Button
            kind="quiet"
            isIcon
            isSmall
            aria-label={say("action.dismiss")}
            onClick={() => untoast(told.id)}
          >
            <X size={18} aria-hidden="true" />
          </Button>
        </>
      }
    >
      {told.text}
    </Notice>
  );
}
