/** The links at the foot of a page to what the host of this server has written. */
import { Link } from "wouter";
import { useGameWords, useTranslation } from "../ui/locales";
import { SITE_PAGES } from "../ui/server";
import "./sitepage.css";

export default function Foot() {
  const t = useTranslation();
  if (!useGameWords("server")) return null;
  return (
    <nav className="foot" aria-label={t("server:foot")}>
      {SITE_PAGES.split(" ").map((page) => (
        <Link key={page} href={`/${page}`}>
          {t(`server:pages.${page}`)}
        </Link>
      ))}
    </nav>
  );
}
