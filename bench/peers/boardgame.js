// The peer of goals P1 and P2: a card game of Cambio's shape, on boardgame.io's own reducer.
//
//   NODE_ENV=production node boardgame.js reducer|views
//
// Told a number of seconds on a line of standard input, it answers with one line of JSON:
// {"steps": N, "cpuSeconds": S}. The CPU of the whole process counts, the collector's threads included.

"use strict";

const readline = require("node:readline");

const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require("boardgame.io/internal");

const { game, HAND_SIZE, SEATS } = require("./swap.js");

const WARM_UP_SECONDS = 2;
const MOVES_PER_LOOK = 100;

function moveOf(state) {
  const playerID = state.ctx.currentPlayer;
  if (state.G.held === null) {
    return makeMove("draw", [], playerID);
  }
  const choice = Math.floor(Math.random() * (HAND_SIZE + 1));
  return choice === HAND_SIZE ? makeMove("discard", [], playerID) : makeMove("swap", [choice], playerID);
}

function makeMove(type, args, playerID) {
  return { type: "MAKE_MOVE", payload: { type, args, playerID, credentials: undefined } };
}

function main([mode]) {
  const processed = ProcessGameConfig(game);
  const reduce = CreateGameReducer({ game: processed, isClient: false });
  let state = InitializeGame({ game: processed, numPlayers: SEATS });
  let bytes = 0;

  const step = () => {
    const before = state;
    state = reduce(before, moveOf(before));
    if (state._stateID === before._stateID) {
      throw new Error("a move was refused");
    }
    if (mode === "views") {
      for (let seat = 0; seat < SEATS; seat += 1) {
        const G = processed.playerView({ G: state.G, ctx: state.ctx, playerID: String(seat) });
        bytes += JSON.stringify({ G, ctx: state.ctx }).length; // counted, so that nothing is optimised away
      }
    }
  };

  const measured = (seconds) => {
    let steps = 0;
    const begun = process.cpuUsage();
    const spent = () => {
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1e6;
    };
    while (spent() < seconds) {
      for (let move = 0; move < MOVES_PER_LOOK; move += 1) {
        step();
      }
      steps += MOVES_PER_LOOK;
    }
    return { steps, cpuSeconds: spent(), bytes };
  };

  measured(WARM_UP_SECONDS);
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    console.log(JSON.stringify(measured(Number(line))));
  });
}

main(process.argv.slice(2));
