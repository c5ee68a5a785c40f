/** The nations and the players: what they have, who leads, what they are worth. */
import { type ReactNode, useState } from "react";
import type { BoardState, Perspective } from "../../play/board";
import type { View } from "../../wire/imperial";
import { LIMITS } from "./board";
import { SeatClock } from "./Clocks";
import { interestOf } from "./Holdings";
import { bondsText } from "./log/state";
import { NationMark, nationClass } from "./marks";
import { SeatDot, SeatMark } from "./seats";
import { bondsOf, money, nation, nationsOf, spotName } from "./view";

const MOST_POINTS = 25;
const TAX_STEPS = 15;

/** The nations, then who plays them; what is looked up less often stands below. */
export function Nations({
  view,
  perspective,
  children,
}: {
  view: View;
  perspective: Perspective;
  children?: ReactNode;
}) {
  const { t, nameOf } = perspective;
  const [isCharts, setCharts] = useState(false);
  return (
    <div>
      <table className="nations">
        <thead>
          <tr>
            <th scope="col">{t("imperial:nations.nation")}</th>
            <th scope="col">{t("imperial:nations.treasury")}</th>
            <th scope="col">{t("imperial:nations.tax")}</th>
            <th scope="col">{t("imperial:nations.power")}</th>
          </tr>
        </thead>
        <tbody>
          {nationsOf(view).map(([country, info]) => {
            const [leader] = info.leadership;
            return (
              <tr
                key={country}
                className={`${nationClass(country)}${country === view.countryUp ? " up" : ""}`}
              >
                <th scope="row">
                  <span className="row">
                    <NationMark country={country} perspective={perspective} />
                    <span>
                      <b>{nation(country, perspective)}</b>
                      <span className="owner">
                        {leader === undefined ? (
                          t("imperial:nations.nobody")
                        ) : (
                          <SeatDot seat={leader}>{nameOf(leader)}</SeatDot>
                        )}
                        {leader !== undefined && info.gov === "democracy"
                          ? ` · ${t("imperial:gov.democracy")}`
                          : ""}
                      </span>
                    </span>
                  </span>
                </th>
                <td>{money(info.money)}</td>
                <td>{info.revenue}</td>
                <td>
                  <span className="bar-power" aria-hidden="true">
                    <i style={{ width: `${(info.points / MOST_POINTS) * 100}%` }} />
                  </span>
                  {info.points}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {children}
      <Units view={view} perspective={perspective} />
      <details className="charts" open={isCharts} onToggle={(event) => setCharts(event.currentTarget.open)}>
        <summary>{t("imperial:nations.charts")}</summary>
        {isCharts ? <Charts view={view} perspective={perspective} /> : null}
      </details>
    </div>
  );
}

/** How many units each nation has, of how many it may have, and what they cost at its next Taxation. */
function Units({ view, perspective }: { view: View; perspective: Perspective }) {
  const { t } = perspective;
  const of = (count: number, most: number | undefined) => (
    <>
      {count}
      <span className="mut">/{most}</span>
    </>
  );
  return (
    <table className="nations units">
      <caption className="sub">{t("imperial:units.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("imperial:nations.nation")}</th>
          <th scope="col">{t("imperial:units.armies")}</th>
          <th scope="col">{t("imperial:units.fleets")}</th>
          <th scope="col">{t("imperial:units.upkeep")}</th>
        </tr>
      </thead>
      <tbody>
        {nationsOf(view).map(([name, info]) => (
          <tr key={name}>
            <th scope="row">
              <span className="row">
                <NationMark country={name} perspective={perspective} />
                {nation(name, perspective)}
              </span>
            </th>
            <td>{of(info.armies.length, LIMITS.get(name)?.army)}</td>
            <td>{of(info.fleets.length, LIMITS.get(name)?.fleet)}</td>
            <td>{money(info.upkeep)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where every nation stands on the two tracks. */
function Charts({ view, perspective }: { view: View; perspective: Perspective }) {
  const { t } = perspective;
  return (
    <div className="tracks">
      <Track
        title={t("imperial:nations.powerChart")}
        text={t("imperial:nations.powerText")}
        steps={MOST_POINTS}
        at={(country) => view.countryInfo[country]?.points ?? 0}
        view={view}
        perspective={perspective}
      />
      <Track
        title={t("imperial:nations.taxChart", { from: 0, to: TAX_STEPS })}
        text={t("imperial:nations.taxText")}
        steps={TAX_STEPS}
        at={(country) => view.countryInfo[country]?.revenue ?? 0}
        view={view}
        perspective={perspective}
      />
      <ul className="nation-notes">
        {nationsOf(view).map(([country, info]) => (
          <li key={country}>
            <NationMark country={country} perspective={perspective} />
            <span>
              {spotName(info.wheelSpot, perspective)} · {t("imperial:nations.last", { tax: info.lastTax })} ·{" "}
              {t("imperial:nations.factories")}{" "}
              {t("imperial:nations.open", {
                open: info.openFactories.length,
                count: info.factories.length,
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Track({
  title,
  text,
  steps,
  at,
  view,
  perspective,
}: {
  title: string;
  text: string;
  steps: number;
  at: (country: string) => number;
  view: View;
  perspective: Perspective;
}) {
  const countries = nationsOf(view).map(([name]) => name);
  return (
    <section aria-label={title}>
      <h2 className="sub">{title}</h2>
      <ul className="track">
        {countries.map((country) => (
          <li key={country} className={nationClass(country)}>
            <span className="track-code">
              <NationMark country={country} perspective={perspective} />
            </span>
            <span className="track-line" aria-hidden="true">
              <i style={{ width: `${(Math.min(steps, at(country)) / steps) * 100}%` }} />
            </span>
            <span className="num">{at(country)}</span>
          </li>
        ))}
      </ul>
      <p className="sm mut">{text}</p>
    </section>
  );
}

export function Players({
  state,
  view,
  perspective,
}: {
  state: BoardState;
  view: View;
  perspective: Perspective;
}) {
  const { t, nameOf } = perspective;
  const isOver = view.mode === "game-over";
  return (
    <ul className="people">
      {view.playerInfo.map((player, seat) => (
        <li key={seat} className={player.myTurn && !isOver ? "up" : undefined}>
          <SeatMark seat={seat} seats={view.playerInfo.length} perspective={perspective} />
          <div>
            <b>{nameOf(seat)}</b>{" "}
            <span className="mut sm num">
              · {money(player.money)} · {t("imperial:players.interest", { count: interestOf(view, seat) })}
            </span>
            <span className="vh">, {bondsText(view, seat, perspective)}</span>
            <div className="bonds" aria-hidden="true">
              {bondsOf(view, seat).map(({ country, bonds, interest }) => (
                <span
                  key={country}
                  className={`${nationClass(country)} bond`}
                  title={t("imperial:players.group", {
                    nation: nation(country, perspective),
                    count: interest,
                  })}
                >
                  <small>{t(`imperial:code.${country}`)[0]}</small>
                  {bonds.map((bond) => (view.prices[bond] ?? 0) / 100).join(" · ")}
                </span>
              ))}
            </div>
            <div className="xs mut people-notes">
              {player.score === player.money ? null : (
                <span>{t("imperial:players.score", { score: money(player.score) })}</span>
              )}
              {player.investor ? <span className="tag">{t("imperial:players.card")}</span> : null}
              {player.swiss ? <span className="tag">{t("imperial:players.swiss")}</span> : null}
              {player.scoreModifier !== 0 ? (
                <span className="tag tag-bad">
                  {t("imperial:players.flagged", { sum: money(-player.scoreModifier * 100) })}
                </span>
              ) : null}
              {player.myTurn && !isOver ? <span className="vh">{t("imperial:players.up")}</span> : null}
            </div>
          </div>
          <SeatClock state={state} view={view} seat={seat} />
        </li>
      ))}
    </ul>
  );
}
