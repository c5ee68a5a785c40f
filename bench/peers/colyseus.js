// The second peer of goal P5: Colyseus with the game of swap.js, a room for each table, everything in memory.
//
//   NODE_ENV=production node colyseus.js PORT
//
// It writes one line to standard output when it listens. Every move is one patch of the state to all four
// clients, sent at once and not at the next tick of a timer. A drawn card is in the view of its seat alone.

"use strict";

const { Room, Server } = require("@colyseus/core");
const { schema, StateView } = require("@colyseus/schema");
const { WebSocketTransport } = require("@colyseus/ws-transport");

const { HAND_SIZE, SEATS, wholeDeck } = require("./swap.js");

const Card = schema({ rank: "string", suit: "string", pointValue: "uint8" }, "Card");

const Seat = schema(
  {
    isHolding: "boolean",
    rank: { type: "string", view: true },
    suit: { type: "string", view: true },
    pointValue: { type: "uint8", view: true },
  },
  "Seat",
);

const Table = schema(
  {
    version: "uint32",
    player: "uint8",
    drawPileCount: "uint8",
    discardCount: "uint8",
    discardTop: Card,
    seats: { array: Seat },
  },
  "Table",
);

function shuffled(cards) {
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

class SwapRoom extends Room {
  maxClients = SEATS;
  patchRate = null; // patches are sent after each move, not by a timer

  onCreate() {
    this.drawPile = shuffled(wholeDeck());
    this.hands = [];
    this.held = null;
    this.seatOf = new Map();
    this.state = new Table();
    for (let seat = 0; seat < SEATS; seat += 1) {
      this.hands.push(this.drawPile.splice(0, HAND_SIZE));
      this.state.seats.push(new Seat().assign({ isHolding: false }));
    }
    this.discardPile = this.drawPile.splice(0, 1);
    this.state.assign({ version: 0, player: 0 });
    this.show();
    this.broadcastPatch(); // to nobody yet: everybody who joins is sent the whole state
    this.onMessage("draw", (client) => this.move(client, false, (seat) => this.draw(seat)));
    this.onMessage("swap", (client, position) => this.move(client, true, (seat) => this.swap(seat, position)));
    this.onMessage("discard", (client) => this.move(client, true, (seat) => this.discard(seat, this.held)));
  }

  onJoin(client) {
    const seat = this.seatOf.size;
    this.seatOf.set(client.sessionId, seat);
    client.view = new StateView();
    client.view.add(this.state.seats[seat]);
  }

  move(client, needsCard, play) {
    const seat = this.seatOf.get(client.sessionId);
    if (seat !== this.state.player || (this.held !== null) !== needsCard) {
      client.send("refused");
      return;
    }
    this.state.version += 1; // first, so that it is first in the patch
    play(seat);
    this.show();
    this.broadcastPatch();
  }

  draw(seat) {
    if (this.drawPile.length === 0) {
      const top = this.discardPile.pop();
      this.drawPile = shuffled(this.discardPile);
      this.discardPile = [top];
    }
    this.held = this.drawPile.shift();
    this.state.seats[seat].assign({ isHolding: true, ...this.held });
  }

  swap(seat, position) {
    const card = this.hands[seat][position];
    this.hands[seat][position] = this.held;
    this.discard(seat, card);
  }

  discard(seat, card) {
    this.discardPile.push(card);
    this.held = null;
    this.state.seats[seat].isHolding = false;
    this.state.player = (seat + 1) % SEATS;
  }

  show() {
    this.state.drawPileCount = this.drawPile.length;
    this.state.discardCount = this.discardPile.length;
    this.state.discardTop.assign(this.discardPile[this.discardPile.length - 1]);
  }
}

const [port] = process.argv.slice(2);
const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("swap", SwapRoom);
server.listen(Number(port), "127.0.0.1").then(() => console.log("listening"));
