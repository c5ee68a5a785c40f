/** What an action is called. */

import type { Looking } from "../../../play/face";
import type { Action as AnyAction, TableState } from "../../../table";
import type { Action } from "../../../wire/imperial";
import { money, nation, place, unitsLeft, viewOf } from "../view";
import { doesText, proposeText, viaText } from "./plan";

export function actionText(any: AnyAction, state: TableState, looking: Looking): string | null {
  const action = any as Action;
  const view = viewOf(state);
  const { say, you } = looking;
  const price = (stock: number) => money(view.prices[stock] ?? 0);
  switch (action.type) {
    case "BID":
      return say("imperial:act.bid", { amount: money(action.payload.amount) });
    case "BUY_BID": {
      const bid = view.playerInfo[you ?? 0]?.bid ?? 0;
      if (!action.payload.accept) return say("imperial:buyBid.leave");
      return say("imperial:buyBid.take", { price: price(view.offered ?? 0), bid: money(bid) });
    }
    case "PROPOSE": {
      const fee = view.fees[action.payload.wheelSpot] ?? 0;
      const text = proposeText(action, looking);
      return fee > 0 ? `${text}, ${say("imperial:plan.fee", { fee: money(fee) })}` : text;
    }
    case "AGREE":
      return say("imperial:opp.agree");
    case "VOTE":
      return say(action.payload.proposal === 1 ? "imperial:act.proposal1" : "imperial:act.proposal2");
    case "MOVE_UNIT": {
      const { destination, actionCode, via } = action.payload;
      const [unit] = view.currentManeuver ? unitsLeft(view.currentManeuver) : [];
      const does = doesText(actionCode, unit?.territory === destination, looking);
      return say("imperial:act.move", {
        place: place(destination, looking),
        does: via?.length ? `${does}, ${viaText(via, looking)}` : does,
      });
    }
    case "DEFER_UNIT":
      return say("imperial:move.defer");
    case "ANSWER_PEACE":
    case "VOTE_PEACE":
      return say(action.payload.accept ? "imperial:peace.accept" : "imperial:peace.reject");
    case "BUY_STOCK": {
      const { country, stock, returnStock = 0 } = action.payload;
      const all = { nation: nation(country, looking), price: price(stock) };
      return returnStock > 0
        ? say("imperial:act.buyBack", { ...all, back: price(returnStock) })
        : say("imperial:act.buy", all);
    }
    case "PUNT_BUY":
      return say("imperial:buy.pass");
    case "PAUSE_CLOCK":
      return say("imperial:pause.pause");
    case "RESUME_CLOCK":
      return say("imperial:pause.resume");
    case "TAKE_BACK":
      return say("imperial:act.undo");
    default:
      return null;
  }
}
