import { lazy } from "react";
import { useLocation } from "wouter";
import { useTranslation } from "../ui/locales";
import { LinkButton } from "../ui/parts";
import { SITE_PAGES } from "../ui/server";
import { usePageTitle } from "../ui/title";
import { Shell } from "./Shell";

const SitePage = lazy(() => import("./SitePage"));

/** Every other address: a page of the host's, or none. */
export default function NotFound() {
  const t = useTranslation();
  const [path] = useLocation();
  const page = SITE_PAGES.split(" ").find((name) => path === `/${name}`);
  if (page) return <SitePage name={page} />;
  return <Problem title={t("notFound.title")} text={t("notFound.text")} />;
}

export function Problem({ title, text }: { title: string; text: string }) {
  const t = useTranslation();
  usePageTitle(title);
  return (
    <Shell>
      <div className="wrap narrow">
        <div className="panel pad stack">
          <h1>{title}</h1>
          <p className="mut">{text}</p>
          <div>
            <LinkButton href="/">{t("action.lobby")}</LinkButton>
          </div>
        </div>
      </div>
    </Shell>
  );
}
