/** The auction: sealed bids, then a bond for each bid that is good for one. */
import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { NumberField } from "../../../ui/NumberField";
import { Button } from "../../../ui/parts";
import type { ImperialProps } from "../acts";
import { COUNTRIES } from "../board";
import { NationMark, nationClass } from "../marks";
import { SeatDot } from "../seats";
import { allOf, legalOf, money } from "../view";
import { ForecastPanel } from "./Forecast";
import { Ticks } from "./Waiting";

export function Bidders({ view, perspective }: ImperialProps) {
  const { t, mySeat } = perspective;
  const own = mySeat === null ? undefined : view.playerInfo[mySeat]?.bid;
  return (
    <div className="pane">
      {own === undefined ? null : <p>{t("imperial:bid.own", { amount: money(own) })}</p>}
      <Ticks
        seats={view.bidders}
        isDone={(seat) => view.playerInfo[seat]?.myTurn === false}
        title={t("imperial:bid.who")}
        done={t("imperial:bid.done")}
        open={t("imperial:bid.open")}
        perspective={perspective}
      />
      <Coming view={view} perspective={perspective} />
    </div>
  );
}

function Coming({ view, perspective }: Pick<ImperialProps, "view" | "perspective">) {
  const left = COUNTRIES.slice(COUNTRIES.indexOf(view.countryUp ?? "") + 1);
  if (left.length === 0) return null;
  return (
    <p className="coming">
      <span className="mut sm">{perspective.t("imperial:bid.next")}</span>
      {left.map((country) => (
        <NationMark key={country} country={country} perspective={perspective} />
      ))}
    </p>
  );
}

const DOLLAR = 100;

export function BidForm(props: ImperialProps) {
  const id = useId();
  const { view, state, perspective, draft, setDraft } = props;
  const { t } = perspective;
  const most = Math.max(0, ...allOf(legalOf(state), "BID").map(({ payload }) => payload.amount));
  const amount = Math.min(most, draft.bid ?? 0);
  const set = (cents: number) => setDraft({ bid: Math.round(Math.min(most, Math.max(0, cents))) });
  const prices = allOf(legalOf(state), "BID").map(({ payload }) => payload.amount);
  return (
    <div className="pane">
      <p className="sm mut">{t("imperial:bid.text")}</p>
      <div className="stepper">
        <Button isIcon aria-label={t("imperial:bid.less")} onClick={() => set(amount - DOLLAR)}>
          <Minus size={18} aria-hidden="true" />
        </Button>
        <label htmlFor={id}>
          <span className="vh">{t("imperial:bid.amount")}</span>
          <NumberField
            id={id}
            least={0}
            most={most / DOLLAR}
            step="any"
            value={amount / DOLLAR}
            onChange={(dollars) => set(dollars * DOLLAR)}
          />
        </label>
        <Button isIcon aria-label={t("imperial:bid.more")} onClick={() => set(amount + DOLLAR)}>
          <Plus size={18} aria-hidden="true" />
        </Button>
      </div>
      <input
        className="slider"
        type="range"
        min={0}
        max={most}
        step={1}
        value={amount}
        aria-label={t("imperial:bid.slider")}
        aria-valuetext={money(amount)}
        onChange={(event) => set(Number(event.target.value))}
      />
      <div className="quick">
        {prices
          .filter((price) => price > 0)
          .map((price) => (
            <Button key={price} isSmall aria-pressed={price === amount} onClick={() => set(price)}>
              {money(price)}
            </Button>
          ))}
      </div>
      <ForecastPanel {...props} />
      <p className="sm mut">{t("imperial:bid.of", { cash: money(most) })}</p>
      <Ticks
        seats={view.bidders}
        isDone={(seat) => view.playerInfo[seat]?.myTurn === false}
        title={t("imperial:bid.who")}
        done={t("imperial:bid.done")}
        open={t("imperial:bid.open")}
        perspective={perspective}
      />
      <Coming view={view} perspective={perspective} />
    </div>
  );
}

export function BuyBid({ isOwn, ...props }: ImperialProps & { isOwn: boolean }) {
  const { view, perspective } = props;
  const { t, nameOf, mySeat } = perspective;
  const country = view.countryUp ?? "";
  const bid = view.playerInfo[mySeat ?? 0]?.bid ?? 0;
  const bond = view.offered;
  const bids = view.playerInfo
    .map((player, seat) => ({ seat, bid: player.bid ?? 0 }))
    .filter((one) => one.bid > 0)
    .toSorted((one, other) => other.bid - one.bid);
  return (
    <div className="pane">
      {isOwn && bond !== null ? (
        <>
          <div className={`${nationClass(country)} certificate`}>
            <NationMark country={country} perspective={perspective} isLarge />
            <b className="num">{money(view.prices[bond] ?? 0)}</b>
            <span>{t("imperial:stocks.pays", { count: bond })}</span>
          </div>
          <p className="sentence">
            {t("imperial:buyBid.take", { price: money(view.prices[bond] ?? 0), bid: money(bid) })}.
          </p>
          <ForecastPanel {...props} />
        </>
      ) : null}
      <section className="ticks" aria-label={t("imperial:bid.list")}>
        <h2 className="sub">{t("imperial:bid.list")}</h2>
        <ul>
          {bids.map((one) => (
            <li key={one.seat} className={view.bidBuyOrder[0] === one.seat ? "now" : undefined}>
              <SeatDot seat={one.seat}>{nameOf(one.seat)}</SeatDot>{" "}
              <span className="num">{money(one.bid)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Coming view={view} perspective={perspective} />
    </div>
  );
}
