/** Tabs by the book: one stop for Tab, arrows between them. */
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

export function Tabs({
  tabs,
  value,
  onChange,
  label,
}: {
  tabs: Tab[];
  value: string;
  onChange: (id: string) => void;
  label: string;
}) {
  const open = tabs.some((tab) => tab.id === value) ? value : tabs[0]?.id;
  return (
    <Base.Root className="tabs-root" value={open} onValueChange={onChange}>
      <Base.List className="tabs" aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} value={tab.id} data-tab={tab.id}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="tabpanel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
