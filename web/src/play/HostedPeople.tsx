/** The people at a table, and what its host can do about each: make them host, remove them, let them back. */
import { Button } from "../ui/parts";
import { useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";

interface Props {
  people: { seat: number; name: string; canRemove: boolean }[];
  removed: TableTold["removed"];
  ask: (method: "POST" | "DELETE", path: string, body?: unknown) => Promise<boolean>;
}

export function HostedPeople({ people, removed, ask }: Props) {
  const say = useWords();
  const shown = people.filter((one) => !removed.some((gone) => gone.seat === one.seat));
  if (shown.length + removed.length === 0) return null;
  return (
    <ul className="stack" aria-label={say("host:people")}>
      {shown.map(({ seat, name, canRemove }) => (
        <li key={seat} className="row wrap-row">
          <b>{name}</b>
          <span className="sp" />
          <Button
            isSmall
            aria-label={say("host:makeHostOf", { name })}
            onClick={() => void ask("POST", "/host", { seat })}
          >
            {say("host:makeHost")}
          </Button>
          {canRemove ? (
            <Button
              isSmall
              kind="danger"
              aria-label={say("host:removeOf", { name })}
              onClick={() => void ask("DELETE", `/seats/${seat}/person`)}
            >
              {say("host:remove")}
            </Button>
          ) : null}
        </li>
      ))}
      {removed.map((one) => (
        <li key={one.id} className="row wrap-row">
          <span className="mut">{say("host:removed", { name: one.name })}</span>
          <span className="sp" />
          <Button
            isSmall
            aria-label={say("host:letBackOf", { name: one.name })}
            onClick={() => void ask("DELETE", `/removed/${one.id}`)}
          >
            {say("host:letBack")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
