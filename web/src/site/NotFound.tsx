import { LinkButton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { useWords } from "../ui/words";
import { Shell } from "./Shell";

export default function NotFound() {
  const say = useWords();
  return <Problem title={say("notFound.title")} text={say("notFound.text")} />;
}

export function Problem({ title, text }: { title: string; text: string }) {
  const say = useWords();
  usePageTitle(title);
  return (
    <Shell>
      <div className="wrap narrow">
        <div className="panel pad stack">
          <h1>{title}</h1>
          <p className="mut">{text}</p>
          <div>
            <LinkButton href="/">{say("action.lobby")}</LinkButton>
          </div>
        </div>
      </div>
    </Shell>
  );
}
