/** All that can be looked up, behind tabs: beside the map, or in the sheet under it. */

import type { BoardProps } from "../../play/board";
import { Rich } from "../../ui/parts";
import { Tabs } from "../../ui/Tabs";
import type { ImperialProps } from "./acts";
import { describe } from "./log/events";
import { nationIn } from "./log/filters";
import { NationMark } from "./marks";
import { Nations, Players } from "./Nations";
import { RondelPane } from "./Rondel";
import { Stocks } from "./Stocks";
import { Turn } from "./turn/Turn";

export function SideTabs({
  tab,
  onTab,
  isSheet,
  log,
  chat,
  chatLabel,
  notes,
  ...props
}: ImperialProps &
  Pick<BoardProps, "log" | "chat" | "chatLabel" | "notes"> & {
    tab: string;
    onTab: (tab: string) => void;
    isSheet?: boolean;
  }) {
  const { state, view, perspective } = props;
  const { t } = perspective;
  const scroll = (label: string, content: React.ReactNode) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <div className="im-scroll" tabIndex={0} role="region" aria-label={label}>
      {content}
    </div>
  );
  const nations = (
    <>
      <Nations view={view} perspective={perspective}>
        <h2 className="sec">{t("imperial:players.title")}</h2>
        <Players state={state} view={view} perspective={perspective} />
      </Nations>
      {isSheet ? null : (
        <>
          <h2 className="sec">{t("imperial:tab.last")}</h2>
          <LastMoves {...props} />
        </>
      )}
    </>
  );
  const tabs = [
    ...(isSheet
      ? [
          {
            id: "turn",
            label: t("imperial:tab.turn"),
            content: scroll(t("imperial:tab.turn"), <Turn {...props} />),
          },
          {
            id: "rondel",
            label: t("imperial:tab.rondel"),
            content: scroll(t("imperial:tab.rondel"), <RondelPane {...props} />),
          },
        ]
      : []),
    {
      id: "nations",
      label: t("imperial:tab.nations"),
      content: scroll(t("imperial:tab.nations"), nations),
    },
    {
      id: "stocks",
      label: t("imperial:tab.stocks"),
      content: scroll(t("imperial:tab.stocks"), <Stocks {...props} />),
    },
    ...(log ? [{ id: "log", label: t("imperial:tab.log"), content: log }] : []),
    ...(chat ? [{ id: "chat", label: chatLabel, content: chat }] : []),
    ...(notes ? [{ id: "notes", label: t("side.notes"), content: notes }] : []),
  ];
  return <Tabs tabs={tabs} value={tab} onChange={onTab} label={t("imperial:tab.label")} />;
}

const LAST = 6;

/** The last lines of the log, the newest first. */
function linesOf({ state, perspective }: Pick<ImperialProps, "state" | "perspective">) {
  return state.events
    .slice(-40)
    .flatMap((event) => {
      const text = describe(event, perspective);
      return text ? [{ text, country: nationIn(event) }] : [];
    })
    .toReversed();
}

/** What happened last, in one line under the tabs: for a sheet that leaves the screen to the map. */
export function Latest({ state, perspective }: Pick<ImperialProps, "state" | "perspective">) {
  const [line] = linesOf({ state, perspective });
  if (!line) return null;
  return (
    <p className="im-latest">
      <Rich text={line.text} />
    </p>
  );
}

function LastMoves(props: ImperialProps) {
  const { perspective } = props;
  return (
    <ul className="last-moves">
      {linesOf(props)
        .slice(0, LAST)
        .map((line, index) => (
          <li key={index}>
            {line.country ? <NationMark country={line.country} perspective={perspective} /> : null}
            <span>
              <Rich text={line.text} />
            </span>
          </li>
        ))}
    </ul>
  );
}
