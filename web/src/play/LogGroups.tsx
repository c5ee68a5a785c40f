/** The lines of a log by turns, as a table and a transcript show them; each leads to the board at that move. */
import type { ReactNode } from "react";
import { useTranslation } from "../ui/locales";
import { Rich } from "../ui/parts";
import type { LogGroup, LogLine } from "./log";

interface Props {
  groups: LogGroup[];
  /** The move that is looked at. */
  move: number | null;
  go: (version: number) => void;
  /** When it happened; a transcript from a file counts moves instead. */
  time?: (line: LogLine) => string;
  after?: (line: LogLine) => ReactNode;
}

export function LogGroups({ groups, ...props }: Props) {
  return groups.map((group) => (
    <section key={group.key}>
      {group.title ? (
        <h2>
          {group.mark}
          {group.title}
        </h2>
      ) : null}
      <ol reversed>
        {group.lines.map((line) => (
          <Line key={line.key} line={line} {...props} />
        ))}
      </ol>
    </section>
  ));
}

function Line({ line, move, go, time, after }: Omit<Props, "groups"> & { line: LogLine }) {
  const t = useTranslation();
  const at = time?.(line) ?? "";
  return (
    <li aria-current={line.version === move ? "step" : undefined}>
      <button
        type="button"
        className="log-time num"
        aria-label={t("past.goTo", { move: line.version, time: at })}
        onClick={() => go(line.version)}
      >
        {at || line.version}
      </button>
      <span>
        <LineText line={line} />
        {after?.(line)}
      </span>
    </li>
  );
}

/** What was taken back is struck out. */
function LineText({ line }: { line: LogLine }) {
  const t = useTranslation();
  if (!line.isUndone) return <Rich text={line.text} />;
  return (
    <s className="mut">
      <span className="vh">{t("log.undone")}: </span>
      <Rich text={line.text} />
    </s>
  );
}
