/** Standing orders at a slow table: what is done for the player when it comes to it. The server lists them. */
import { useEffect, useState } from "react";
import { tellError } from "../../../ui/errors";
import { Button } from "../../../ui/parts";
import type { OrdersTold } from "../../../wire/calls";
import type { Order } from "../../../wire/imperial";
import type { Given } from "../acts";
import { nation } from "../view";

export default function Orders({ table, state, looking }: Pick<Given, "table" | "state" | "looking">) {
  const { say } = looking;
  const [told, setTold] = useState<OrdersTold | null>(null);
  const { version } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another version others are offered
  useEffect(() => {
    let isWanted = true;
    table
      .orders()
      .catch(() => null)
      .then((found) => isWanted && setTold(found));
    return () => {
      isWanted = false;
    };
  }, [table, version]);
  const change = (doing: Promise<OrdersTold>) => void doing.then(setTold).catch(tellError);
  if (told === null || told.offered.length + told.standing.length === 0) return null;
  return (
    <section className="orders" aria-label={say("imperial:order.title")}>
      <h2 className="sub">{say("imperial:order.title")}</h2>
      <p className="mut sm">{say("imperial:order.text")}</p>
      <ul>
        {told.standing.map(({ id, order }) => {
          const text = orderText(order as Order, looking);
          return (
            <li key={id}>
              <span>{text}</span>
              <Button
                data-order="end"
                aria-label={`${say("action.cancel")}: ${text}`}
                onClick={() => change(table.endOrder(id))}
              >
                {say("action.cancel")}
              </Button>
            </li>
          );
        })}
      </ul>
      {told.offered.length > 0 ? (
        <fieldset className="picks">
          <legend className="vh">{say("imperial:order.offered")}</legend>
          {told.offered.map((order) => (
            <Button
              key={JSON.stringify(order)}
              data-order={(order as Order).type}
              onClick={() => change(table.giveOrder(order))}
            >
              {orderText(order as Order, looking)}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </section>
  );
}

function orderText(order: Order, looking: Given["looking"]): string {
  const { say, name, you } = looking;
  const of = nation(order.country, looking);
  switch (order.type) {
    case "AGREE_WITH":
      return say("imperial:order.agree", { name: name(order.leader), nation: of });
    case "PASS_BUYING":
      return say("imperial:order.pass");
    case "VOTE_FOR":
      return order.proposal === 2
        ? say("imperial:order.counter", { nation: of })
        : say("imperial:order.vote", {
            name: name(order.first.seat),
            nation: of,
            ...(order.first.seat === you ? { context: "you" } : {}),
          });
  }
}
