/** The end: who won, why, what every nation counted, and how it came about. */
import { useMemo, useState } from "react";
import { Rematch } from "../../play/board";
import { LinkButton } from "../../ui/parts";
import type { ImperialProps } from "./acts";
import { csvOf, historyOf, type Series } from "./history";
import { listed } from "./log/common";
import { ending } from "./log/strip";
import { NationMark } from "./marks";
import { SeatDot, seatColour } from "./seats";
import { money, nation, nationsOf } from "./view";

const STRONG: Record<string, string> = {
  Austria: "#c08d17",
  Italy: "#3fa37e",
  France: "#2f68bd",
  England: "#b02f2e",
  Germany: "#6b6d75",
  Russia: "#7d4ba3",
};

export function Results(props: ImperialProps) {
  const { view, perspective, table } = props;
  const { t, nameOf, mySeat } = perspective;
  const winners = view.standings.filter((one) => one.place === 1).map((one) => one.seat);
  const rows = view.standings.toSorted((one, other) => one.place - other.place);
  const nations = nationsOf(view).map(([name]) => name);
  const isTimed = view.timer.timed;
  return (
    <div className="results pane">
      <h2>
        {winners.length === 0
          ? t("imperial:result.unscored")
          : winners.length === 1 && winners[0] === mySeat
            ? t("imperial:result.won", { context: "you" })
            : t("imperial:result.won", { names: listed(winners.map(nameOf), perspective) })}
      </h2>
      <p className="mut">{ending(view, perspective)}</p>
      {rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
        <div className="scroll" tabIndex={0} role="region" aria-label={t("imperial:result.title")}>
          <table className="result-table">
            <thead>
              <tr>
                <th scope="col">{t("imperial:result.place")}</th>
                <th scope="col">{t("imperial:result.player")}</th>
                <th scope="col">{t("imperial:result.score")}</th>
                {nations.map((country) => (
                  <th key={country} scope="col">
                    <NationMark country={country} perspective={perspective} />
                    <span className="vh">
                      {t("imperial:result.points", { count: view.countryInfo[country]?.points ?? 0 })}
                    </span>
                    <span className="times" aria-hidden="true">
                      {view.countryInfo[country]?.points}
                    </span>
                  </th>
                ))}
                <th scope="col">{t("imperial:result.cash")}</th>
                {isTimed ? <th scope="col">{t("imperial:result.time")}</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const player = view.playerInfo[row.seat];
                return (
                  <tr key={row.seat} className={row.seat === mySeat ? "own" : undefined}>
                    <td>{row.place}</td>
                    <th scope="row">
                      <SeatDot seat={row.seat}>{nameOf(row.seat)}</SeatDot>
                    </th>
                    <td>
                      <b>{money(row.score ?? player?.score ?? 0)}</b>
                    </td>
                    {nations.map((country) => (
                      <Worth key={country} props={props} seat={row.seat} country={country} />
                    ))}
                    <td>{money(player?.money ?? 0)}</td>
                    {isTimed ? <td>{player?.scoreModifier ? player.scoreModifier : "–"}</td> : null}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      ) : null}
      <History {...props} />
      <div className="actions">
        {view.ending === "abandoned" ? null : <Rematch table={table} />}
        <LinkButton href="/">{t("action.lobby")}</LinkButton>
      </div>
    </div>
  );
}

/** What a seat's bonds of a nation count: what they pay, so many times. */
function Worth({ props, seat, country }: { props: ImperialProps; seat: number; country: string }) {
  const held = props.view.playerInfo[seat]?.holdings[country] ?? 0;
  if (held === 0) return <td>–</td>;
  const times = props.view.countryInfo[country]?.factor ?? 0;
  return (
    <td>
      {money(held * times * 100)}
      <small className="worth">
        {held}×{times}
      </small>
    </td>
  );
}

type What = "power" | "cash" | "stock";

export function History({ view, state, perspective }: Pick<ImperialProps, "view" | "state" | "perspective">) {
  const { t, nameOf } = perspective;
  const [what, setWhat] = useState<What>("power");
  const history = useMemo(() => historyOf(view, state.events), [view, state.events]);
  const csv = `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(history, nameOf))}`;
  const titles = {
    power: "imperial:result.power",
    cash: "imperial:result.money",
    stock: "imperial:result.stock",
  };
  const lines = history[what].keys.map((key) =>
    what === "power"
      ? { name: nation(key, perspective), colour: STRONG[key] ?? "#888" }
      : { name: nameOf(Number(key)), colour: seatColour(Number(key)) },
  );
  return (
    <section className="history" aria-label={t("imperial:result.charts")}>
      <h2 className="sub">{t("imperial:result.charts")}</h2>
      <div className="quick">
        {(["power", "cash", "stock"] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="btn btn-small"
            aria-pressed={what === one}
            onClick={() => setWhat(one)}
          >
            {t(titles[one])}
          </button>
        ))}
      </div>
      <Chart
        series={history[what]}
        lines={lines}
        label={t("imperial:result.chart", { what: t(titles[what]), count: history.labels.length - 1 })}
        text={(value) => (what === "cash" ? money(value) : String(value))}
      />
      <a className="sm" href={csv} download="imperial.csv">
        {t("imperial:result.csv")}
      </a>
    </section>
  );
}

const [WIDE, HIGH] = [320, 150];

function Chart({
  series,
  lines,
  label,
  text,
}: {
  series: Series;
  lines: { name: string; colour: string }[];
  label: string;
  text: (value: number) => string;
}) {
  const most = Math.max(5, ...series.turns.flat());
  const count = Math.max(1, series.turns.length - 1);
  const last = series.turns.at(-1) ?? [];
  const path = (line: number) =>
    series.turns
      .map((turn, index) => {
        const [x, y] = [(index / count) * WIDE, HIGH - ((turn[line] ?? 0) / most) * HIGH];
        return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  return (
    <figure className="chart">
      <svg viewBox={`-4 -6 ${WIDE + 8} ${HIGH + 12}`} role="img" aria-label={label}>
        <path className="chart-axis" d={`M0 0V${HIGH}H${WIDE}`} />
        {lines.map((line, index) => (
          <path
            key={line.name}
            className="chart-line"
            d={path(index)}
            style={{ stroke: line.colour }}
            strokeDasharray={["", "6 3", "2 3", "9 3 2 3", "1 2", "12 4"][index % 6]}
          />
        ))}
      </svg>
      <figcaption>
        <ul className="chart-key">
          {lines.map((line, index) => (
            <li key={line.name}>
              <svg width="26" height="10" aria-hidden="true">
                <path
                  className="chart-line"
                  d="M1 5H25"
                  style={{ stroke: line.colour }}
                  strokeDasharray={["", "6 3", "2 3", "9 3 2 3", "1 2", "12 4"][index % 6]}
                />
              </svg>
              {line.name} <b className="num">{text(last[index] ?? 0)}</b>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
