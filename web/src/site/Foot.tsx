/** The links at the foot of a page to what the host of this server has written. */
import { Link } from "wouter";
import { SITE_PAGES } from "../ui/server";
import { useGameWords, useWords } from "../ui/words";
import "./sitepage.css";

export default function Foot() {
  const say = useWords();
  if (!useGameWords("server")) return null;
  return (
    <nav className="foot" aria-label={say("server:foot")}>
      {SITE_PAGES.split(" ").map((page) => (
        <Link key={page} href={`/${page}`}>
          {say(`server:pages.${page}`)}
        </Link>
      ))}
    </nav>
  );
}
