# ruff: noqa: INP001 - a script of the peers' own environment
"""The peer of goal P3: OpenSpiel's gin_rummy, played out at random wholly in C++.

    python openspiel.py steps|decisions

Runs in the peers' own environment. Told a number of seconds on a line of standard input, it answers with
one line of JSON: {"steps": N, "cpuSeconds": S}. Steps are all of them, every card dealt or drawn among them;
decisions are those of the players, which is what a step of Cambio is.
"""

import json
import sys
import time

import pyspiel  # type: ignore[import-not-found]  # in the peers' own environment


def played_out(game: pyspiel.Game, seed: int, counted: str) -> int:
    """The number of steps, or of decisions, of one random game."""
    state = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(2)]
    pyspiel.evaluate_bots(state, bots, seed)
    if counted == "steps":
        return len(state.history())
    return sum(step.player >= 0 for step in state.full_history())


def main(counted: str) -> None:
    """Answer until there is no more input."""
    game = pyspiel.load_game("gin_rummy")
    seed = 0
    for line in sys.stdin:
        steps, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < float(line):
            seed += 2
            steps += played_out(game, seed, counted)
        sys.stdout.write(json.dumps({"steps": steps, "cpuSeconds": spent}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
