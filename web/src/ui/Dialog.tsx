/** A native dialog: it keeps the focus, closes by Escape where that is safe, and gives the focus back. */
import { type ReactNode, useEffect, useId, useRef } from "react";

export function Dialog({
  title,
  children,
  onClose,
  kind = "dialog",
  canCancel = true,
}: {
  title: ReactNode;
  children: ReactNode;
  onClose: () => void;
  kind?: "dialog" | "sheet" | "wide";
  canCancel?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    element?.querySelector<HTMLElement>("[data-safe]")?.focus();
    return () => {
      element?.close();
      const back = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const to = back ? before : document.getElementById("actions");
      to?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className={`dialog dialog-${kind}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (canCancel) onClose();
      }}
      onClick={(event) => {
        if (canCancel && event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-in">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
