/** The frame of every page but a table: brand, ways, and what somebody who needs no eyes needs. */
import { CircleUser, History as HistoryIcon, Home, LayoutGrid, Volume2, VolumeX } from "lucide-react";
import { lazy, type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useMe } from "../table/session";
import { Wheel } from "../ui/art";
import { useTranslation } from "../ui/locales";
import { Avatar, Badge, Button } from "../ui/parts";
import { LOGO, SERVER, SITE_PAGES } from "../ui/server";
import { choose, useSettings } from "../ui/settings";
import { useWaiting } from "./alerts";

const Foot = lazy(() => import("./Foot"));

const WAYS = [
  { href: "/", name: "play", Icon: Home },
  { href: "/tables", name: "tables", Icon: LayoutGrid },
  { href: "/history", name: "history", Icon: HistoryIcon },
  { href: "/you", name: "you", Icon: CircleUser },
] as const;

export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslation();
  const [path] = useLocation();
  const me = useMe();
  const waiting = useWaiting();
  const hasSound = useSettings((settings) => settings.sound);
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== path) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t("skip.main")}
      </a>
      <header className="top">
        <Link href="/" className="brand" aria-label={t("nav.home")}>
          {LOGO ? <img src={LOGO} alt="" height={30} /> : <Wheel size={30} />}
          <span>{SERVER}</span>
        </Link>
        <nav className="top-ways" aria-label={t("nav.main")}>
          {WAYS.map(({ href, name }) => (
            <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
              {t(`nav.${name}`)}
            </Link>
          ))}
        </nav>
        <span className="sp" />
        <Button
          kind="quiet"
          isIcon
          aria-pressed={hasSound}
          aria-label={t("nav.sound")}
          onClick={() => choose({ sound: !hasSound })}
        >
          {hasSound ? <Volume2 size={21} aria-hidden="true" /> : <VolumeX size={21} aria-hidden="true" />}
        </Button>
        {me ? (
          <Link href="/you" className="who" aria-label={t("nav.profile", { name: me.name })}>
            <Avatar name={me.name} />
          </Link>
        ) : null}
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {children}
        {SITE_PAGES ? <Foot /> : null}
      </main>
      <nav className="bottom-ways" aria-label={t("nav.main")}>
        {WAYS.map(({ href, name, Icon }) => (
          <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
            <span>
              <Icon size={22} aria-hidden="true" />
              {name === "play" ? <Badge count={waiting} /> : null}
            </span>
            {t(`nav.${name}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
