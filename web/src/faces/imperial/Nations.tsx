/** The nations and the players: what they have, who leads, what they are worth. */
import { type ReactNode, useState } from "react";
import type { Looking } from "../../play/face";
import type { TableState } from "../../table";
import type { View } from "../../wire/imperial";
import { LIMITS } from "./board";
import { SeatClock } from "./Clocks";
import { interestOf } from "./Holdings";
import { NationMark, nationClass } from "./marks";
import { SeatDot, SeatMark } from "./seats";
import { bondsText } from "./tell/state";
import { bondsOf, money, nation, nationsOf, spotName } from "./view";

const MOST_POINTS = 25;
const TAX_STEPS = 15;

/** The nations, then who plays them; what is looked up less often stands below. */
export function Nations({ view, looking, children }: { view: View; looking: Looking; children?: ReactNode }) {
  const { say, name } = looking;
  const [isCharts, setCharts] = useState(false);
  return (
    <div>
      <table className="nations">
        <thead>
          <tr>
            <th scope="col">{say("imperial:nations.nation")}</th>
            <th scope="col">{say("imperial:nations.treasury")}</th>
            <th scope="col">{say("imperial:nations.tax")}</th>
            <th scope="col">{say("imperial:nations.power")}</th>
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
                    <NationMark country={country} looking={looking} />
                    <span>
                      <b>{nation(country, looking)}</b>
                      <span className="owner">
                        {leader === undefined ? (
                          say("imperial:nations.nobody")
                        ) : (
                          <SeatDot seat={leader}>{name(leader)}</SeatDot>
                        )}
                        {leader !== undefined && info.gov === "democracy"
                          ? ` · ${say("imperial:gov.democracy")}`
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
      <Units view={view} looking={looking} />
      <details className="charts" open={isCharts} onToggle={(event) => setCharts(event.currentTarget.open)}>
        <summary>{say("imperial:nations.charts")}</summary>
        {isCharts ? <Charts view={view} looking={looking} /> : null}
      </details>
    </div>
  );
}

/** How many units each nation has, of how many it may have, and what they cost at its next Taxation. */
function Units({ view, looking }: { view: View; looking: Looking }) {
  const { say } = looking;
  const of = (count: number, most: number | undefined) => (
    <>
      {count}
      <span className="mut">/{most}</span>
    </>
  );
  return (
    <table className="nations units">
      <caption className="sub">{say("imperial:units.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("imperial:nations.nation")}</th>
          <th scope="col">{say("imperial:units.armies")}</th>
          <th scope="col">{say("imperial:units.fleets")}</th>
          <th scope="col">{say("imperial:units.upkeep")}</th>
        </tr>
      </thead>
      <tbody>
        {nationsOf(view).map(([name, info]) => (
          <tr key={name}>
            <th scope="row">
              <span className="row">
                <NationMark country={name} looking={looking} />
                {nation(name, looking)}
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
function Charts({ view, looking }: { view: View; looking: Looking }) {
  const { say } = looking;
  return (
    <div className="tracks">
      <Track
        title={say("imperial:nations.powerChart")}
        text={say("imperial:nations.powerText")}
        steps={MOST_POINTS}
        at={(country) => view.countryInfo[country]?.points ?? 0}
        view={view}
        looking={looking}
      />
      <Track
        title={say("imperial:nations.taxChart", { from: 0, to: TAX_STEPS })}
        text={say("imperial:nations.taxText")}
        steps={TAX_STEPS}
        at={(country) => view.countryInfo[country]?.revenue ?? 0}
        view={view}
        looking={looking}
      />
      <ul className="nation-notes">
        {nationsOf(view).map(([country, info]) => (
          <li key={country}>
            <NationMark country={country} looking={looking} />
            <span>
              {spotName(info.wheelSpot, looking)} · {say("imperial:nations.last", { tax: info.lastTax })} ·{" "}
              {say("imperial:nations.factories")}{" "}
              {say("imperial:nations.open", {
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
  looking,
}: {
  title: string;
  text: string;
  steps: number;
  at: (country: string) => number;
  view: View;
  looking: Looking;
}) {
  const countries = nationsOf(view).map(([name]) => name);
  return (
    <section aria-label={title}>
      <h2 className="sub">{title}</h2>
      <ul className="track">
        {countries.map((country) => (
          <li key={country} className={nationClass(country)}>
            <span className="track-code">
              <NationMark country={country} looking={looking} />
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

export function Players({ state, view, looking }: { state: TableState; view: View; looking: Looking }) {
  const { say, name } = looking;
  const isOver = view.mode === "game-over";
  return (
    <ul className="people">
      {view.playerInfo.map((player, seat) => (
        <li key={seat} className={player.myTurn && !isOver ? "up" : undefined}>
          <SeatMark seat={seat} seats={view.playerInfo.length} looking={looking} />
          <div>
            <b>{name(seat)}</b>{" "}
            <span className="mut sm num">
              · {money(player.money)} · {say("imperial:players.interest", { count: interestOf(view, seat) })}
            </span>
            <span className="vh">, {bondsText(view, seat, looking)}</span>
            <div className="bonds" aria-hidden="true">
              {bondsOf(view, seat).map(({ country, bonds, interest }) => (
                <span
                  key={country}
                  className={`${nationClass(country)} bond`}
                  title={say("imperial:players.group", { nation: nation(country, looking), count: interest })}
                >
                  <small>{say(`imperial:code.${country}`)[0]}</small>
                  {bonds.map((bond) => (view.prices[bond] ?? 0) / 100).join(" · ")}
                </span>
              ))}
            </div>
            <div className="xs mut people-notes">
              {player.score === player.money ? null : (
                <span>{say("imperial:players.score", { score: money(player.score) })}</span>
              )}
              {player.investor ? <span className="tag">{say("imperial:players.card")}</span> : null}
              {player.swiss ? <span className="tag">{say("imperial:players.swiss")}</span> : null}
              {player.scoreModifier !== 0 ? (
                <span className="tag tag-bad">
                  {say("imperial:players.flagged", { count: player.scoreModifier })}
                </span>
              ) : null}
              {player.myTurn && !isOver ? <span className="vh">{say("imperial:players.up")}</span> : null}
            </div>
          </div>
          <SeatClock state={state} view={view} seat={seat} />
        </li>
      ))}
    </ul>
  );
}
