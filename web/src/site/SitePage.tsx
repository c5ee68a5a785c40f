/** A page that the host of this server has written: its imprint, or what it says about privacy. */
import { useQuery } from "@tanstack/react-query";
import { call } from "../table/api";
import { Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { useGameWords, useWords } from "../ui/words";
import type { SitePageTold } from "../wire/calls";
import { Markdown } from "./Markdown";
import { Shell } from "./Shell";
import "./sitepage.css";

export default function SitePage({ name }: { name: string }) {
  const say = useWords();
  const isHere = useGameWords("server");
  const title = isHere ? say(`server:pages.${name}`) : "";
  const told = useQuery({
    queryKey: ["server", name],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<SitePageTold>("GET", `/server/pages/${name}`),
  }).data;
  usePageTitle(title);
  if (!told || !isHere)
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
          {/^\s*# /.test(told.text) && told.isMarkdown ? null : <h1>{title}</h1>}
          {told.isMarkdown ? <Markdown text={told.text} /> : <Plain text={told.text} />}
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
