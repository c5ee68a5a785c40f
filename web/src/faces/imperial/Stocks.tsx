/** All bonds, nation by nation, in order of price; those that may be bought are buttons. */
import type { View } from "../../wire/imperial";
import { type ImperialProps, offersOf, paidFor, purchaseOf } from "./acts";
import { Holdings } from "./Holdings";
import { NationMark, nationClass } from "./marks";
import { SeatMark } from "./seats";
import { ForecastPanel } from "./turn/Forecast";
import { allOf, isMine, legalOf, money, nation, nationsOf, type Of } from "./view";

function holderOf(view: View, country: string, stock: number): number | null {
  const seat = view.playerInfo.findIndex((player) =>
    player.stock.some((bond) => bond.country === country && bond.stock === stock),
  );
  return seat < 0 ? null : seat;
}

export function Stocks(props: ImperialProps) {
  const { view, perspective } = props;
  const { t } = perspective;
  const canBuy = view.mode === "buy" && isMine(view, perspective.mySeat);
  return (
    <div className="stocks">
      {canBuy ? <Purchase {...props} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <div className="stocks-scroll" tabIndex={0} role="region" aria-label={t("imperial:stocks.grid")}>
        <table className="stock-grid">
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">{t("imperial:nations.nation")}</span>
              </th>
              {view.prices.slice(1).map((price, index) => (
                <th key={index} scope="col">
                  {money(price)}
                  <span className="pays">{t("imperial:stocks.pays", { count: index + 1 })}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nationsOf(view).map(([country, info]) => (
              <tr key={country} className={info.offLimits ? "off" : undefined}>
                <th scope="row">
                  <NationMark country={country} perspective={perspective} />
                  {info.offLimits ? <span className="vh">{t("imperial:stocks.limits")}</span> : null}
                </th>
                {view.prices.slice(1).map((_, index) => (
                  <Cell key={index} {...props} country={country} stock={index + 1} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="xs mut">{t("imperial:stocks.key")}</p>
      <Holdings view={view} perspective={perspective} />
    </div>
  );
}

function Cell({ country, stock, ...props }: ImperialProps & { country: string; stock: number }) {
  const { view, state, perspective, draft, setDraft } = props;
  const { t, nameOf, mySeat } = perspective;
  const price = money(view.prices[stock] ?? 0);
  const holder = holderOf(view, country, stock);
  const offers = allOf(legalOf(state), "BUY_STOCK").filter(
    ({ payload }) => payload.country === country && payload.stock === stock,
  );
  const what = t("imperial:stocks.price", { nation: nation(country, perspective), price, pays: stock });
  if (holder !== null)
    return (
      <td>
        <span className={`${nationClass(country)} cert cert-held${holder === mySeat ? " cert-own" : ""}`}>
          <span className="vh">
            {what},{" "}
            {holder === mySeat
              ? t("imperial:stocks.yours")
              : t("imperial:stocks.held", { name: nameOf(holder) })}
          </span>
          <span aria-hidden="true">{(view.prices[stock] ?? 0) / 100}</span>
          <SeatMark seat={holder} seats={view.playerInfo.length} perspective={perspective} />
        </span>
      </td>
    );
  if (offers.length === 0)
    return (
      <td>
        <span className={`${nationClass(country)} cert`}>
          <span className="vh">
            {what}, {t("imperial:stocks.open")}
          </span>
          <span aria-hidden="true">{(view.prices[stock] ?? 0) / 100}</span>
        </span>
      </td>
    );
  const isChosen = draft.share?.country === country && draft.share.stock === stock;
  const gentle = offers.find(({ payload }) => (payload.returnStock ?? 0) === 0) ?? offers[0];
  return (
    <td>
      <button
        type="button"
        className={`${nationClass(country)} cert cert-can`}
        aria-pressed={isChosen}
        onClick={() => setDraft({ share: { country, stock }, back: gentle?.payload.returnStock ?? 0 })}
      >
        <span className="vh">
          {what}, {t("imperial:stocks.can")}
        </span>
        <span aria-hidden="true">{(view.prices[stock] ?? 0) / 100}</span>
      </button>
    </td>
  );
}

/** What is chosen, what it costs, and what becomes of it. */
export function Purchase(props: ImperialProps) {
  const { view, state, perspective, draft, setDraft } = props;
  const { t, mySeat } = perspective;
  const { share } = draft;
  const cash = view.playerInfo[mySeat ?? 0]?.money ?? 0;
  const offers = offersOf(legalOf(state), draft);
  const purchase = purchaseOf(legalOf(state), draft);
  if (share === undefined || offers.length === 0)
    return (
      <p className="purchase">
        {t("imperial:buy.cash", { cash: money(cash) })} {t("imperial:buy.choose")}
      </p>
    );
  return (
    <div className="purchase">
      {offers.length > 1 || (offers[0]?.payload.returnStock ?? 0) > 0 ? (
        <fieldset className="choice">
          <legend>{t("imperial:buy.back")}</legend>
          <div>
            {offers.map(({ payload }) => (
              <label key={payload.returnStock ?? 0}>
                <input
                  type="radio"
                  name="back"
                  checked={(draft.back ?? 0) === (payload.returnStock ?? 0)}
                  onChange={() => setDraft({ back: payload.returnStock ?? 0 })}
                />
                <span>
                  {payload.returnStock
                    ? money(view.prices[payload.returnStock] ?? 0)
                    : t("imperial:buy.backNone")}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {purchase ? <p className="sentence">{purchaseText(props, purchase)}</p> : null}
      <ForecastPanel {...props} />
    </div>
  );
}

function purchaseText({ view, perspective }: ImperialProps, purchase: Of<"BUY_STOCK">): string {
  const { t } = perspective;
  const { country, stock, returnStock = 0 } = purchase.payload;
  const all = {
    nation: nation(country, perspective),
    price: money(view.prices[stock] ?? 0),
    back: money(view.prices[returnStock] ?? 0),
    paid: money(paidFor(view, purchase)),
  };
  return t(returnStock > 0 ? "imperial:buy.trade" : "imperial:buy.pay", all);
}
