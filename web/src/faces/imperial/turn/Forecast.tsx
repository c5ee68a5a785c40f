/** Before a move is sent: what it leads to, as the server says. */
import type { Action, CountryView, Forecast, NationAfter } from "../../../wire/imperial";
import type { Given } from "../acts";
import { draftedAction, useForecast } from "../forecast";
import { listed, UNIT } from "../tell/common";
import { money, nation, place } from "../view";

/** What is chosen and not sent. */
export function ForecastPanel(given: Given) {
  return (
    <Foretold
      {...given}
      action={draftedAction(given)}
      title={given.looking.say("imperial:forecast.title")}
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
export function Foretold({ action, title, waits, ...given }: Given & Foreseen) {
  const { say } = given.looking;
  const told = useForecast(given, action);
  if (action === null || told === null) return null;
  const country = action.type === "BUY_STOCK" ? action.payload.country : (given.view.countryUp ?? "");
  const lines = linesOf(told, given, country);
  const changes = changesOf(told, given);
  return (
    <section className="forecast" aria-label={title}>
      <h2 className="sub">{title}</h2>
      {[...new Set(told.waitsFor)].map((wait) => (
        <p key={wait} className="sm mut">
          {say(`${waits}.${wait}`)}
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
                <span className="vh">{say("imperial:forecast.afterwards")}</span> <b>{after}</b>
                {note ? <small>{note}</small> : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {told.nations && changes.length === 0 && lines.length === 0 ? (
        <p className="sm mut">{say("imperial:forecast.nothing")}</p>
      ) : null}
    </section>
  );
}

/** What is said in words: who pays, what is bought, who leads, what is lost and gained, who buys next. */
function linesOf(told: Forecast, given: Given, country: string): string[] {
  const { view, looking } = given;
  const { say } = looking;
  return [
    ...bondOf(told, given),
    ...costOf(told, given),
    ...(told.bond && told.nations ? [controlText(given, country, told.nations[country])] : []),
    ...(told.losses?.length
      ? [
          say("imperial:forecast.losses", {
            losses: listed(
              told.losses.map((loss) =>
                say("imperial:forecast.loss", {
                  nation: nation(loss.country, looking),
                  unit: say(`imperial:unit.${UNIT[loss.unitType]}`),
                  place: place(loss.territory, looking),
                }),
              ),
              looking,
            ),
          }),
        ]
      : []),
    ...(told.losses?.length === 0 && told.nations === undefined ? [say("imperial:forecast.lossesNone")] : []),
    ...(told.chips?.length
      ? [say("imperial:forecast.chips", { places: listed(places(told.chips, given), looking) })]
      : []),
    ...(told.buyers?.length && told.buyers.join() !== view.buyers.slice(1).join()
      ? [say("imperial:forecast.buyers", { names: listed(told.buyers.map(looking.name), looking) })]
      : []),
    ...(told.ending ? [say("imperial:forecast.ends")] : []),
  ];
}

function places(names: string[], { looking }: Given): string[] {
  return names.map((name) => place(name, looking));
}

/** A bid is not sure of its bond. */
function bondOf({ bond, waitsFor }: Forecast, { view, looking }: Given): string[] {
  if (bond === undefined || !waitsFor.includes("bids")) return [];
  return [
    bond === 0
      ? looking.say("imperial:bid.buysNone")
      : looking.say("imperial:bid.buys", { price: money(view.prices[bond] ?? 0) }),
  ];
}

function costOf({ cost }: Forecast, { looking }: Given): string[] {
  const { say, name, you } = looking;
  if (!cost) return [];
  const whose = { name: name(cost.payer), ...(cost.payer === you ? { context: "you" } : {}) };
  return [
    ...(cost.fee > 0 ? [say("imperial:forecast.fee", { ...whose, sum: money(cost.fee) })] : []),
    ...(cost.price > 0 ? [say("imperial:forecast.price", { ...whose, sum: money(cost.price) })] : []),
    ...(cost.fromTreasury > 0
      ? [say("imperial:forecast.fromTreasury", { sum: money(cost.fromTreasury) })]
      : []),
  ];
}

/** Who leads the nation after a purchase, beside who leads it now. */
function controlText({ view, looking }: Given, country: string, after: NationAfter | undefined): string {
  const { say, name, you } = looking;
  const [now] = view.countryInfo[country]?.leadership ?? [];
  const [then] = after?.leadership ?? [];
  if (then !== you) return say("imperial:buy.controlNone", { name: name(then ?? 0) });
  if (now === you) return say("imperial:buy.controlYours");
  return now === undefined
    ? say("imperial:buy.control")
    : say("imperial:buy.controlFrom", { name: name(now) });
}

interface Change {
  what: string;
  before: string;
  after: string;
  note?: string;
}

/** Every figure that will be another. */
function changesOf(told: Forecast, given: Given): Change[] {
  const { view, looking } = given;
  const { say, name, you } = looking;
  const nations = Object.entries(told.nations ?? {}).flatMap(([country, after]) => {
    const before = view.countryInfo[country];
    return before ? nationChanges(nation(country, looking), before, after, looking) : [];
  });
  const cash = (told.cash ?? []).flatMap((after, seat) => {
    const before = view.playerInfo[seat]?.money ?? 0;
    if (after === null || after === before) return [];
    const paid = [
      ...(told.interest?.[seat]
        ? [say("imperial:forecast.interest", { sum: money(told.interest[seat]) })]
        : []),
      ...(told.bonus?.[seat] ? [say("imperial:forecast.bonus", { sum: money(told.bonus[seat]) })] : []),
    ];
    const what = say("imperial:forecast.cash", {
      name: name(seat),
      ...(seat === you ? { context: "you" } : {}),
    });
    return [{ what, before: money(before), after: money(after), ...(paid[0] ? { note: paid[0] } : {}) }];
  });
  return [...nations, ...cash];
}

function nationChanges(
  name: string,
  before: CountryView,
  after: NationAfter,
  { say }: Given["looking"],
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
      what: say(`imperial:forecast.${what}`, { nation: name }),
      before: String(now),
      after: String(then),
    }));
}
