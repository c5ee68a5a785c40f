// A card game of Cambio's shape for boardgame.io, whose cards colyseus.js uses too: four seats, 52 cards, draw, then swap
// or discard.

"use strict";

const SEATS = 4;
const HAND_SIZE = 4;
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["spades", "hearts", "diamonds", "clubs"];

function wholeDeck() {
  const deck = [];
  for (const suit of SUITS) {
    for (const [index, rank] of RANKS.entries()) {
      deck.push({ rank, suit, pointValue: Math.min(index + 1, 10) });
    }
  }
  return deck;
}

const game = {
  name: "swap",
  disableUndo: true, // Cambio has none either

  setup: ({ random }) => {
    const drawPile = random.Shuffle(wholeDeck());
    const hands = [];
    for (let seat = 0; seat < SEATS; seat += 1) {
      hands.push(drawPile.splice(0, HAND_SIZE));
    }
    return { drawPile, discardPile: drawPile.splice(0, 1), hands, held: null };
  },

  turn: { minMoves: 2, maxMoves: 2 },

  moves: {
    draw: ({ G, random }) => {
      if (G.drawPile.length === 0) {
        const top = G.discardPile.pop();
        G.drawPile = random.Shuffle(G.discardPile);
        G.discardPile = [top];
      }
      G.held = G.drawPile.shift();
    },
    swap: ({ G, playerID }, position) => {
      const hand = G.hands[Number(playerID)];
      G.discardPile.push(hand[position]);
      hand[position] = G.held;
      G.held = null;
    },
    discard: ({ G }) => {
      G.discardPile.push(G.held);
      G.held = null;
    },
  },

  playerView: ({ G, ctx, playerID }) => ({
    drawPileCount: G.drawPile.length,
    discardCount: G.discardPile.length,
    discardTop: G.discardPile[G.discardPile.length - 1],
    hands: G.hands.map((hand) => hand.map(() => ({ visibility: "hidden", card: null }))),
    held: G.held === null ? null : { seat: ctx.currentPlayer, card: playerID === ctx.currentPlayer ? G.held : null },
  }),
};

module.exports = { game, HAND_SIZE, SEATS, wholeDeck };
