/** Who holds how much of which nation: what it pays, which share it is, and what is missing to lead. */
import { Star } from "lucide-react";
import { useState } from "react";
import type { Perspective } from "../../play/board";
import type { View } from "../../wire/imperial";
import { NationMark } from "./marks";
import { SeatMark } from "./seats";
import { money, nation, nationsOf } from "./view";

const SIDES = ["interest", "share", "lead"] as const;
type Side = (typeof SIDES)[number];

export function heldBy(view: View, seat: number, country: string): number {
  return view.playerInfo[seat]?.holdings[country] ?? 0;
}

export function totalOf(view: View, country: string): number {
  return view.playerInfo.reduce((sum, _, seat) => sum + heldBy(view, seat, country), 0);
}

/** What a seat's bonds pay in all. */
export function interestOf(view: View, seat: number): number {
  return Object.values(view.playerInfo[seat]?.holdings ?? {}).reduce((sum, held) => sum + held, 0);
}

/** How much interest a seat lacks to lead a nation; null if it does. */
export function missingOf(view: View, seat: number, country: string): number | null {
  const info = view.countryInfo[country];
  if (info === undefined || info.leadership[0] === seat) return null;
  return info.leadAt - heldBy(view, seat, country);
}

/** The price of the cheapest free bond that brings so much; null if there is none. */
export function priceOf(view: View, country: string, interest: number): number | null {
  const enough = (view.countryInfo[country]?.availStock ?? []).filter((bond) => bond >= interest);
  return enough.length > 0 ? (view.prices[Math.min(...enough)] ?? null) : null;
}

export function Holdings({ view, perspective }: { view: View; perspective: Perspective }) {
  const { t, nameOf, mySeat } = perspective;
  const [side, setSide] = useState<Side>("interest");
  const seats = view.playerInfo.map((_, seat) => seat);
  return (
    <div className="holdings">
      <h2 className="sub">{t("imperial:holdings.title")}</h2>
      <div className="quick">
        {SIDES.map((one) => (
          <button
            key={one}
            type="button"
            className="btn btn-small"
            aria-pressed={side === one}
            onClick={() => setSide(one)}
          >
            {t(`imperial:holdings.${one}`)}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <div className="holdings-scroll" tabIndex={0} role="region" aria-label={t("imperial:holdings.title")}>
        <table className="holdings-grid" data-side={side}>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">{t("imperial:nations.nation")}</span>
              </th>
              {seats.map((seat) => (
                <th key={seat} scope="col" className={seat === mySeat ? "own" : undefined}>
                  <SeatMark seat={seat} seats={seats.length} perspective={perspective} />
                  <span className="holder">{nameOf(seat)}</span>
                </th>
              ))}
              <th scope="col">{t(side === "lead" ? "imperial:holdings.at" : "imperial:holdings.all")}</th>
            </tr>
          </thead>
          <tbody>
            {nationsOf(view).map(([country, info]) => (
              <tr key={country}>
                <th scope="row">
                  <NationMark country={country} perspective={perspective} />
                </th>
                {seats.map((seat) => (
                  <Cell
                    key={seat}
                    side={side}
                    view={view}
                    seat={seat}
                    country={country}
                    perspective={perspective}
                  />
                ))}
                <td>{side === "lead" ? info.leadAt : totalOf(view, country)}</td>
              </tr>
            ))}
          </tbody>
          {side === "interest" ? (
            <tfoot>
              <tr>
                <th scope="row">{t("imperial:holdings.all")}</th>
                {seats.map((seat) => (
                  <td key={seat} className={seat === mySeat ? "own" : undefined}>
                    {interestOf(view, seat)}
                  </td>
                ))}
                <td>{seats.reduce((sum, seat) => sum + interestOf(view, seat), 0)}</td>
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
      <p className="xs mut">{t(`imperial:holdings.${side}Text`)}</p>
    </div>
  );
}

function Cell({
  side,
  view,
  seat,
  country,
  perspective,
}: {
  side: Side;
  view: View;
  seat: number;
  country: string;
  perspective: Perspective;
}) {
  const { t, mySeat } = perspective;
  const isLeader = view.countryInfo[country]?.leadership[0] === seat;
  const looks = [seat === mySeat && "own", isLeader && "leads"].filter(Boolean).join(" ");
  return (
    <td className={looks || undefined} title={nation(country, perspective)}>
      {isLeader ? (
        <>
          <Star size={10} fill="currentColor" aria-hidden="true" />
          <span className="vh">{t("imperial:holdings.leads")}, </span>
        </>
      ) : null}
      <Figure side={side} view={view} seat={seat} country={country} perspective={perspective} />
    </td>
  );
}

function Figure({
  side,
  view,
  seat,
  country,
  perspective,
}: {
  side: Side;
  view: View;
  seat: number;
  country: string;
  perspective: Perspective;
}) {
  const { t } = perspective;
  const held = heldBy(view, seat, country);
  const missing = missingOf(view, seat, country);
  if (side === "lead") {
    if (missing === null) return <>{held}</>;
    const price = priceOf(view, country, missing);
    return (
      <>
        +{missing}
        <small>
          <span className="vh">, {t("imperial:holdings.bond")} </span>
          {price === null ? t("imperial:holdings.noBond") : money(price)}
        </small>
      </>
    );
  }
  if (held === 0) return <span className="mut">–</span>;
  if (side === "interest") return <>{held}</>;
  return <>{t("imperial:holdings.percent", { share: Math.round((100 * held) / totalOf(view, country)) })}</>;
}
