/** A dialog over everything else: it keeps the focus, closes by Escape where that is safe, and gives the focus back. */
import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef, useState } from "react";

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
  // it stays where it is written, within the styles of its page
  const [here, setHere] = useState<HTMLElement | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <span className="dialog-here" ref={setHere}>
      {here ? (
        <Base.Root open onOpenChange={() => canCancel && onClose()}>
          <Base.Portal container={here}>
            <Base.Backdrop className="dialog-veil" />
            <Base.Popup
              ref={popup}
              className={`dialog dialog-${kind}`}
              render={<dialog open />}
              initialFocus={() => popup.current?.querySelector<HTMLElement>("[data-safe]") ?? true}
              finalFocus={() => document.getElementById("actions")}
            >
              <div className="dialog-in">
                <Base.Title>{title}</Base.Title>
                {children}
              </div>
            </Base.Popup>
          </Base.Portal>
        </Base.Root>
      ) : null}
    </span>
  );
}
