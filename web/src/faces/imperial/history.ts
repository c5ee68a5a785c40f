/** How it went: power by nation, cash and interest by player, turn by turn, told back from the present. */
import type { Event as AnyEvent } from "../../play/board";
import type { Event, View } from "../../wire/imperial";
import { nationsOf, standingEvents } from "./view";

export interface Series {
  /** Who or what each line is. */
  keys: string[];
  /** One list of values for each turn. */
  turns: number[][];
}

export interface History {
  labels: string[];
  power: Series;
  cash: Series;
  stock: Series;
}

/** What an event changed, by seat: money in cents, interest held. */
function changeOf(event: Event, seats: number): { cash: number[]; stock: number[] } | null {
  const cash = Array<number>(seats).fill(0);
  const stock = Array<number>(seats).fill(0);
  const add = (list: number[], seat: number, amount: number) => {
    list[seat] = (list[seat] ?? 0) + amount;
  };
  switch (event.type) {
    case "BID_ACCEPTED":
      add(cash, event.payload.seat, -event.payload.paid);
      add(stock, event.payload.seat, event.payload.stock);
      break;
    case "STOCK_BOUGHT":
      add(cash, event.payload.seat, -event.payload.paid);
      add(stock, event.payload.seat, event.payload.stock - event.payload.returnStock);
      break;
    case "WHEEL_MOVED":
      add(cash, event.payload.payer, -event.payload.fee);
      break;
    case "FACTORY_BUILT":
    case "UNITS_IMPORTED":
      add(cash, event.payload.payer, -event.payload.fromSeat);
      break;
    case "TAXES_COLLECTED":
      for (const [seat, paid] of event.payload.bonus.entries()) add(cash, seat, paid);
      break;
    case "INTEREST_PAID":
      for (const [seat, paid] of event.payload.interest.entries()) add(cash, seat, paid);
      add(cash, event.payload.payer, -event.payload.fromSeat);
      break;
    case "INVESTOR_STARTED":
      if (event.payload.holder !== null) add(cash, event.payload.holder, event.payload.bonus);
      break;
    default:
      return null;
  }
  return { cash, stock };
}

export function historyOf(view: View, all: AnyEvent[]): History {
  const events = standingEvents(all);
  const seats = view.playerInfo.length;
  const nations = nationsOf(view).map(([name]) => name);
  const cash = view.playerInfo.map((player) => player.money);
  const stock = view.playerInfo.map((player) =>
    Object.values(player.holdings).reduce((sum, held) => sum + held, 0),
  );
  const turns: { label: string; cash: number[]; stock: number[] }[] = [];
  const mark = (label: string) => turns.push({ label, cash: [...cash], stock: [...stock] });
  mark(String(view.round));
  for (const event of events.toReversed()) {
    const change = changeOf(event, seats);
    for (const [seat, amount] of (change?.cash ?? []).entries()) cash[seat] = (cash[seat] ?? 0) - amount;
    for (const [seat, amount] of (change?.stock ?? []).entries()) stock[seat] = (stock[seat] ?? 0) - amount;
    if (event.type === "COUNTRY_STARTED") mark(`${event.payload.round} ${event.payload.country}`);
  }
  turns.reverse();
  const points = nations.map(() => 0);
  const power: number[][] = [];
  for (const event of events) {
    if (event.type === "COUNTRY_STARTED") power.push([...points]);
    if (event.type === "TAXES_COLLECTED")
      points[nations.indexOf(event.payload.country)] = event.payload.points;
  }
  power.push([...points]);
  const people = view.playerInfo.map((_, seat) => String(seat));
  return {
    labels: turns.map((turn) => turn.label),
    power: { keys: nations, turns: power },
    cash: { keys: people, turns: turns.map((turn) => turn.cash) },
    stock: { keys: people, turns: turns.map((turn) => turn.stock) },
  };
}

export function csvOf(history: History, name: (seat: number) => string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const people = history.cash.keys.map((seat) => name(Number(seat)));
  const head = [
    "turn",
    ...history.power.keys.map((country) => `power ${country}`),
    ...people.map((person) => `cash ${person}`),
    ...people.map((person) => `interest ${person}`),
  ];
  const rows = history.labels.map((label, index) => [
    quoted(label),
    ...(history.power.turns[index] ?? []),
    ...(history.cash.turns[index] ?? []).map((cents) => cents / 100),
    ...(history.stock.turns[index] ?? []),
  ]);
  return [head.map(quoted), ...rows].map((row) => row.join(",")).join("\n");
}
