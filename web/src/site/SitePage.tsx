/** A page that the host of this server has written: its imprint, or what it says about privacy. */
import { useQuery } from "@tanstack/react-query";
import { call } from "../table/api";
import { useGameWords, useTranslation } from "../ui/locales";
import { Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import type { SitePageResponse } from "../wire/calls";
import { Markdown } from "./Markdown";
import { Shell } from "./Shell";
import "./sitepage.css";

export default function SitePage({ name }: { name: string }) {
  const t = useTranslation();
  const isHere = useGameWords("server");
  const title = isHere ? t(`server:pages.${name}`) : "";
  const page = useQuery({
    queryKey: ["server", name],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<SitePageResponse>("GET", `/server/pages/${name}`),
  }).data;
  usePageTitle(title);
  if (!page || !isHere)
    return (
      <Shell>
        <div className="wrap narrow">
          <Skeleton lines={5} />
        </div>
      </Shell>
    );
  return (
    <Shell>
      <div className="wrap narrow">
        <article className="panel pad stack site-page">
          {/^\s*# /.test(page.text) && page.isMarkdown ? null : <h1>{title}</h1>}
          {page.isMarkdown ? <Markdown text={page.text} /> : <Plain text={page.text} />}
        </article>
      </div>
    </Shell>
  );
}

function Plain({ text }: { text: string }) {
  return text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((part) => (
      <p key={part} className="prewrap">
        {part}
      </p>
    ));
}
