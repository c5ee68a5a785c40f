/** Standing orders at a slow table: what is done for the player when it comes to it. The server lists them. */
import { useEffect, useState } from "react";
import { showError } from "../../../ui/errors";
import { Button } from "../../../ui/parts";
import type { OrdersResponse } from "../../../wire/calls";
import type { Order } from "../../../wire/imperial";
import type { ImperialProps } from "../acts";
import { nation } from "../view";

export default function Orders({
  table,
  state,
  perspective,
}: Pick<ImperialProps, "table" | "state" | "perspective">) {
  const { t } = perspective;
  const [orders, setOrders] = useState<OrdersResponse | null>(null);
  const { version } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another version others are offered
  useEffect(() => {
    let isWanted = true;
    table
      .orders()
      .catch(() => null)
      .then((found) => isWanted && setOrders(found));
    return () => {
      isWanted = false;
    };
  }, [table, version]);
  const change = (doing: Promise<OrdersResponse>) => void doing.then(setOrders).catch(showError);
  if (orders === null || orders.offered.length + orders.standing.length === 0) return null;
  return (
    <section className="orders" aria-label={t("imperial:order.title")}>
      <h2 className="sub">{t("imperial:order.title")}</h2>
      <p className="mut sm">{t("imperial:order.text")}</p>
      <ul>
        {orders.standing.map(({ id, order }) => {
          const text = orderText(order as Order, perspective);
          return (
            <li key={id}>
              <span>{text}</span>
              <Button
                data-order="end"
                aria-label={`${t("action.cancel")}: ${text}`}
                onClick={() => change(table.endOrder(id))}
              >
                {t("action.cancel")}
              </Button>
            </li>
          );
        })}
      </ul>
      {orders.offered.length > 0 ? (
        <fieldset className="picks">
          <legend className="vh">{t("imperial:order.offered")}</legend>
          {orders.offered.map((order) => (
            <Button
              key={JSON.stringify(order)}
              data-order={(order as Order).type}
              onClick={() => change(table.giveOrder(order))}
            >
              {orderText(order as Order, perspective)}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </section>
  );
}

function orderText(order: Order, perspective: ImperialProps["perspective"]): string {
  const { t, nameOf, mySeat } = perspective;
  const of = nation(order.country, perspective);
  switch (order.type) {
    case "AGREE_WITH":
      return t("imperial:order.agree", { name: nameOf(order.leader), nation: of });
    case "PASS_BUYING":
      return t("imperial:order.pass");
    case "VOTE_FOR":
      return order.proposal === 2
        ? t("imperial:order.counter", { nation: of })
        : t("imperial:order.vote", {
            name: nameOf(order.first.seat),
            nation: of,
            ...(order.first.seat === mySeat ? { context: "you" } : {}),
          });
  }
}
