/** All that can be looked up, behind tabs: beside the map, or in the sheet under it. */

import type { BoardGiven } from "../../play/face";
import { Badge, Rich } from "../../ui/parts";
import { Tabs } from "../../ui/Tabs";
import type { Given } from "./acts";
import { NationMark } from "./marks";
import { Nations, Players } from "./Nations";
import { RondelPane } from "./Rondel";
import { Stocks } from "./Stocks";
import { describe } from "./tell/events";
import { nationIn } from "./tell/filters";
import { Turn } from "./turn/Turn";

export function SideTabs({
  tab,
  onTab,
  isSheet,
  log,
  chat,
  notes,
  ...given
}: Given &
  Pick<BoardGiven, "log" | "chat" | "notes"> & {
    tab: string;
    onTab: (tab: string) => void;
    isSheet?: boolean;
  }) {
  const { state, view, looking } = given;
  const { say } = looking;
  const unread = state.chat.filter((line) => line.at > state.readAt && line.seat !== state.seat).length;
  const chatLabel = (
    <>
      {say("imperial:tab.chat")} <Badge count={unread} />
      {unread > 0 ? <span className="vh">{say("side.unread", { count: unread })}</span> : null}
    </>
  );
  const scroll = (label: string, content: React.ReactNode) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <div className="im-scroll" tabIndex={0} role="region" aria-label={label}>
      {content}
    </div>
  );
  const nations = (
    <>
      <Nations view={view} looking={looking}>
        <h2 className="sec">{say("imperial:players.title")}</h2>
        <Players state={state} view={view} looking={looking} />
      </Nations>
      {isSheet ? null : (
        <>
          <h2 className="sec">{say("imperial:tab.last")}</h2>
          <LastMoves {...given} />
        </>
      )}
    </>
  );
  const tabs = [
    ...(isSheet
      ? [
          {
            id: "turn",
            label: say("imperial:tab.turn"),
            content: scroll(say("imperial:tab.turn"), <Turn {...given} />),
          },
          {
            id: "rondel",
            label: say("imperial:tab.rondel"),
            content: scroll(say("imperial:tab.rondel"), <RondelPane {...given} />),
          },
        ]
      : []),
    {
      id: "nations",
      label: say("imperial:tab.nations"),
      content: scroll(say("imperial:tab.nations"), nations),
    },
    {
      id: "stocks",
      label: say("imperial:tab.stocks"),
      content: scroll(say("imperial:tab.stocks"), <Stocks {...given} />),
    },
    ...(log ? [{ id: "log", label: say("imperial:tab.log"), content: log }] : []),
    ...(chat ? [{ id: "chat", label: chatLabel, content: chat }] : []),
    ...(notes ? [{ id: "notes", label: say("side.notes"), content: notes }] : []),
  ];
  return <Tabs tabs={tabs} value={tab} onChange={onTab} label={say("imperial:tab.label")} />;
}

const LAST = 6;

/** The last lines of the log, the newest first. */
function linesOf({ state, looking }: Pick<Given, "state" | "looking">) {
  return state.events
    .slice(-40)
    .flatMap((event) => {
      const text = describe(event, looking);
      return text ? [{ text, country: nationIn(event) }] : [];
    })
    .toReversed();
}

/** What happened last, in one line under the tabs: for a sheet that leaves the screen to the map. */
export function Latest({ state, looking }: Pick<Given, "state" | "looking">) {
  const [line] = linesOf({ state, looking });
  if (!line) return null;
  return (
    <p className="im-latest">
      <Rich text={line.text} />
    </p>
  );
}

function LastMoves(given: Given) {
  const { looking } = given;
  return (
    <ul className="last-moves">
      {linesOf(given)
        .slice(0, LAST)
        .map((line, index) => (
          <li key={index}>
            {line.country ? <NationMark country={line.country} looking={looking} /> : null}
            <span>
              <Rich text={line.text} />
            </span>
          </li>
        ))}
    </ul>
  );
}
