/** Before a move is sent: what it leads to, as the server says. */
import type { Action, CountryView, Forecast, NationAfter } from "../../../wire/imperial";
import type { ImperialProps } from "../acts";
import { draftedAction, useForecast } from "../forecast";
import { listed, UNIT } from "../log/common";
import { money, nation, place, warOf } from "../view";

/** What is chosen and not sent. */
export function ForecastPanel(props: ImperialProps) {
  return (
    <ForecastResult
      {...props}
      action={draftedAction(props)}
      title={props.perspective.t("imperial:forecast.title")}
      waits="imperial:forecast"
    />
  );
}

interface Foreseen {
  action: Action | null;
  title: string;
  /** Where the words are for what it waits for. */
  waits: string;
}

/** What an action leads to; nothing while the server has not answered. */
export function ForecastResult(props: ImperialProps & Foreseen) {
  const forecast = useForecast(props, props.action);
  return <ForecastText {...props} forecast={forecast} />;
}

/** What the server has said. */
export function ForecastText({
  action,
  title,
  waits,
  forecast,
  ...props
}: ImperialProps & Foreseen & { forecast: Forecast | null }) {
  const { t } = props.perspective;
  if (action === null || forecast === null) return null;
  const country = action.type === "BUY_STOCK" ? action.payload.country : (props.view.countryUp ?? "");
  const lines = linesOf(forecast, props, country);
  const changes = changesOf(forecast, props);
  return (
    <section className="forecast" aria-label={title}>
      <h2 className="sub">{title}</h2>
      {[...new Set(forecast.waitsFor)].map((wait) => (
        <p key={wait} className="sm mut">
          {t(`${waits}.${wait}`)}
        </p>
      ))}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {changes.length > 0 ? (
        <dl>
          {changes.map(({ what, before, after, note }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {before} <span aria-hidden="true">→</span>
                <span className="vh">{t("imperial:forecast.afterwards")}</span> <b>{after}</b>
                {note ? <small>{note}</small> : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {forecast.nations && changes.length === 0 && lines.length === 0 ? (
        <p className="sm mut">{t("imperial:forecast.nothing")}</p>
      ) : null}
    </section>
  );
}

/** What is said in words: who pays, what is bought, who leads, what is lost and gained, who buys next. */
function linesOf(forecast: Forecast, props: ImperialProps, country: string): string[] {
  const { view, perspective } = props;
  const { t } = perspective;
  return [
    ...bondOf(forecast, props),
    ...costOf(forecast, props),
    ...(forecast.bond && forecast.nations ? [controlText(props, country, forecast.nations[country])] : []),
    ...consentText(forecast, props),
    ...(forecast.losses?.length
      ? [
          t("imperial:forecast.losses", {
            losses: listed(
              forecast.losses.map((loss) =>
                t("imperial:forecast.loss", {
                  nation: nation(loss.country, perspective),
                  unit: t(`imperial:unit.${UNIT[loss.unitType]}`),
                  place: place(loss.territory, perspective),
                }),
              ),
              perspective,
            ),
          }),
        ]
      : []),
    ...(forecast.losses?.length === 0 && forecast.nations === undefined
      ? [t("imperial:forecast.lossesNone")]
      : []),
    ...(forecast.chips?.length
      ? [t("imperial:forecast.chips", { places: listed(places(forecast.chips, props), perspective) })]
      : []),
    ...(forecast.buyers?.length && forecast.buyers.join() !== view.buyers.slice(1).join()
      ? [
          t("imperial:forecast.buyers", {
            names: listed(forecast.buyers.map(perspective.nameOf), perspective),
          }),
        ]
      : []),
    ...(forecast.ending ? [t("imperial:forecast.ends")] : []),
  ];
}

function places(names: string[], { perspective }: ImperialProps): string[] {
  return names.map((name) => place(name, perspective));
}

/** Whose consent a unit needs that comes in peace, and what a refusal leads to; nothing where nobody has to be asked. */
function consentText(
  { asks = [], rejectedBy, ifRejected }: Forecast,
  { perspective }: ImperialProps,
): string[] {
  const { t } = perspective;
  if (ifRejected === undefined) return [];
  const then = warOf(ifRejected) ? "war" : ifRejected === "" ? "stays" : "enters";
  const names = asks.map((name) => nation(name, perspective));
  if (names.length > 0)
    return [
      t(`imperial:forecast.asks.${then}`, { count: names.length, nations: listed(names, perspective) }),
    ];
  return [t(`imperial:forecast.rejected.${then}`, { nation: nation(rejectedBy ?? "", perspective) })];
}

/** A bid is not sure of its bond. */
function bondOf({ bond, waitsFor }: Forecast, { view, perspective }: ImperialProps): string[] {
  if (bond === undefined || !waitsFor.includes("bids")) return [];
  if (bond === 0) return [perspective.t("imperial:bid.buysNone")];
  const price = money(view.prices[bond] ?? 0);
  return [perspective.t("imperial:bid.buys", { price }), perspective.t("imperial:bid.ties")];
}

function costOf({ cost }: Forecast, { perspective }: ImperialProps): string[] {
  const { t, nameOf, mySeat } = perspective;
  if (!cost) return [];
  const whose = { name: nameOf(cost.payer), ...(cost.payer === mySeat ? { context: "you" } : {}) };
  return [
    ...(cost.fee > 0 ? [t("imperial:forecast.fee", { ...whose, sum: money(cost.fee) })] : []),
    ...(cost.price > 0 ? [t("imperial:forecast.price", { ...whose, sum: money(cost.price) })] : []),
    ...(cost.fromTreasury > 0
      ? [t("imperial:forecast.fromTreasury", { sum: money(cost.fromTreasury) })]
      : []),
  ];
}

/** Who leads the nation after a purchase, beside who leads it now. */
function controlText(
  { view, perspective }: ImperialProps,
  country: string,
  after: NationAfter | undefined,
): string {
  const { t, nameOf, mySeat } = perspective;
  const [now] = view.countryInfo[country]?.leadership ?? [];
  const [then] = after?.leadership ?? [];
  if (then !== mySeat) return t("imperial:buy.controlNone", { name: nameOf(then ?? 0) });
  if (now === mySeat) return t("imperial:buy.controlYours");
  return now === undefined ? t("imperial:buy.control") : t("imperial:buy.controlFrom", { name: nameOf(now) });
}

interface Change {
  what: string;
  before: string;
  after: string;
  note?: string;
}

/** Every figure that will be another. */
function changesOf(forecast: Forecast, props: ImperialProps): Change[] {
  const { view, perspective } = props;
  const { t, nameOf, mySeat } = perspective;
  const nations = Object.entries(forecast.nations ?? {}).flatMap(([country, after]) => {
    const before = view.countryInfo[country];
    return before ? nationChanges(nation(country, perspective), before, after, perspective) : [];
  });
  const cash = (forecast.cash ?? []).flatMap((after, seat) => {
    const before = view.playerInfo[seat]?.money ?? 0;
    if (after === null || after === before) return [];
    const paid = [
      ...(forecast.interest?.[seat]
        ? [t("imperial:forecast.interest", { sum: money(forecast.interest[seat]) })]
        : []),
      ...(forecast.bonus?.[seat] ? [t("imperial:forecast.bonus", { sum: money(forecast.bonus[seat]) })] : []),
    ];
    const what = t("imperial:forecast.cash", {
      name: nameOf(seat),
      ...(seat === mySeat ? { context: "you" } : {}),
    });
    return [{ what, before: money(before), after: money(after), ...(paid[0] ? { note: paid[0] } : {}) }];
  });
  return [...nations, ...cash];
}

function nationChanges(
  name: string,
  before: CountryView,
  after: NationAfter,
  { t }: ImperialProps["perspective"],
): Change[] {
  const figures: [string, string | number, string | number][] = [
    ["treasury", money(before.money), money(after.money)],
    ["power", before.points, after.points],
    ["factories", before.factories.length, after.factories],
    ["armies", before.armies.length, after.armies],
    ["fleets", before.fleets.length, after.fleets],
    ["taxChips", before.taxChips.length, after.taxChips],
  ];
  return figures
    .filter(([, now, then]) => now !== then)
    .map(([what, now, then]) => ({
      what: t(`imperial:forecast.${what}`, { nation: name }),
      before: String(now),
      after: String(then),
    }));
}
