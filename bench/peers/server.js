// The peer of goals P4 and P5: boardgame.io's own server, everything in memory, with the game of swap.js.
//
//   NODE_ENV=production node server.js PORT
//
// It writes one line to standard output when it listens.

"use strict";

const { Origins, Server } = require("boardgame.io/server");

const { game } = require("./swap.js");

const [port] = process.argv.slice(2);
Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(port), () => {
  console.log("listening");
});
