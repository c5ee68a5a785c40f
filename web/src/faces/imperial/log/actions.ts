/** What an action is called. */

import type { Action as AnyAction, BoardState, Perspective } from "../../../play/board";
import type { Action } from "../../../wire/imperial";
import { money, nation, place, unitsLeft, viewOf } from "../view";
import { doesText, proposeText, viaText } from "./plan";

export function actionText(any: AnyAction, state: BoardState, perspective: Perspective): string | null {
  const action = any as Action;
  const view = viewOf(state);
  const { t, mySeat } = perspective;
  const price = (stock: number) => money(view.prices[stock] ?? 0);
  switch (action.type) {
    case "BID":
      return t("imperial:act.bid", { amount: money(action.payload.amount) });
    case "BUY_BID": {
      const bid = view.playerInfo[mySeat ?? 0]?.bid ?? 0;
      if (!action.payload.accept) return t("imperial:buyBid.leave");
      return t("imperial:buyBid.take", { price: price(view.offered ?? 0), bid: money(bid) });
    }
    case "PROPOSE": {
      const fee = view.fees[action.payload.wheelSpot] ?? 0;
      const text = proposeText(action, perspective);
      return fee > 0 ? `${text}, ${t("imperial:plan.fee", { fee: money(fee) })}` : text;
    }
    case "AGREE":
      return t("imperial:opp.agree");
    case "VOTE":
      return t(action.payload.proposal === 1 ? "imperial:act.proposal1" : "imperial:act.proposal2");
    case "MOVE_UNIT": {
      const { destination, actionCode, via } = action.payload;
      const [unit] = view.currentManeuver ? unitsLeft(view.currentManeuver) : [];
      const does = doesText(actionCode, unit?.territory === destination, perspective);
      return t("imperial:act.move", {
        place: place(destination, perspective),
        does: via?.length ? `${does}, ${viaText(via, perspective)}` : does,
      });
    }
    case "DEFER_UNIT":
      return t("imperial:move.defer");
    case "ANSWER_PEACE":
    case "VOTE_PEACE":
      return t(action.payload.accept ? "imperial:peace.accept" : "imperial:peace.reject");
    case "BUY_STOCK": {
      const { country, stock, returnStock = 0 } = action.payload;
      const all = { nation: nation(country, perspective), price: price(stock) };
      return returnStock > 0
        ? t("imperial:act.buyBack", { ...all, back: price(returnStock) })
        : t("imperial:act.buy", all);
    }
    case "PUNT_BUY":
      return t("imperial:buy.pass");
    case "PAUSE_CLOCK":
      return t("imperial:pause.pause");
    case "RESUME_CLOCK":
      return t("imperial:pause.resume");
    case "TAKE_BACK":
      return t("imperial:act.undo");
    default:
      return null;
  }
}
