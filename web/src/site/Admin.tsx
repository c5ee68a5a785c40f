/** The page of moderators: reports, accounts, tables, announcements, and the log of what was done. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../table/api";
import { useGameWords, useTranslation } from "../ui/locales";
import { Empty, Skeleton } from "../ui/parts";
import { Tabs } from "../ui/Tabs";
import { usePageTitle } from "../ui/title";
import type { StaffResponse } from "../wire/calls";
import { Accounts } from "./admin/Accounts";
import { Log } from "./admin/Log";
import { Reports } from "./admin/Reports";
import { Server } from "./admin/Server";
import { AdminTables } from "./admin/Tables";
import { Shell } from "./Shell";

export default function Admin() {
  const t = useTranslation();
  const isHere = useGameWords("admin");
  usePageTitle(isHere ? t("admin:title") : t("nav.moderation"));
  const staff = useQuery({
    queryKey: ["admin", "who"],
    queryFn: async () => {
      try {
        return await call<StaffResponse>("GET", "/admin");
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  }).data;
  return (
    <Shell>
      <div className="wrap stack stack-wide admin">
        <h1>{t("nav.moderation")}</h1>
        {!isHere || staff === undefined ? <Skeleton lines={3} /> : null}
        {isHere && staff === null ? <Empty title={t("admin:only")}>{t("admin:onlyText")}</Empty> : null}
        {isHere && staff ? <Pages role={staff.role} /> : null}
      </div>
    </Shell>
  );
}

function Pages({ role }: StaffResponse) {
  const t = useTranslation();
  const client = useQueryClient();
  const [tab, setTab] = useState("reports");
  const tabs = [
    { id: "reports", label: t("admin:tabs.reports"), content: <Reports /> },
    { id: "accounts", label: t("admin:tabs.accounts"), content: <Accounts role={role} /> },
    { id: "tables", label: t("admin:tabs.tables"), content: <AdminTables /> },
    { id: "server", label: t("admin:tabs.server"), content: <Server role={role} /> },
    { id: "log", label: t("admin:tabs.log"), content: <Log /> },
  ];
  const choose = (next: string) => {
    void client.invalidateQueries({ queryKey: ["admin"] });
    setTab(next);
  };
  return <Tabs tabs={tabs} value={tab} onChange={choose} label={t("admin:tabs.label")} />;
}
