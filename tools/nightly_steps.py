"""What `just nightly` runs. A table in CONTRIBUTING.md says beside each step what runs on every commit."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

GAMES: Final = ("decks", "cambio", "imperial")
COVERED: Final = ("kernel", "kit", "wire", "games", "table", "laws", "bots")
"""Folders of tests that the coverage step runs."""
DOOR_PARTS: Final = 4
SIMULATE_PARTS: Final = 2
WIRE_PAIRS: Final = 200


class Step(NamedTuple):
    """A command and when it runs.

    `first` before all others, `beside` in one of two lanes, `idle` in a third lane because it mostly waits,
    `alone` at the end because it measures time.
    """

    name: str
    command: str
    when: Literal["first", "beside", "idle", "alone"] = "beside"
    variables: Mapping[str, str] = {}


def steps(commit: str, night: int, *, is_whole: bool = False) -> list[Step]:
    """All of them, the longest first. Draws are by the commit and the night, and stand in the commands."""

    def part(of: int) -> str:
        return "" if is_whole else f" --part {night % of + 1}/{of}"

    ignored = " ".join(f"--ignore=tests/{folder}" for folder in COVERED)
    seed = int(commit[:7], 16)
    pairs = f"python -m tests.secrecy.wire --pairs {500 if is_whole else WIRE_PAIRS} --seed {night}"
    return [
        Step("web client", "just web", "first"),
        Step("door mutants", f"just door-mutants --jobs 1{part(DOOR_PARTS)}"),
        Step("simulate mutants", f"just simulate-mutants --jobs 1{part(SIMULATE_PARTS)}"),
        Step("browser tests", "just browser-long"),
        Step("leaks", "just leaks --jobs 1"),
        Step("long tests", f"just test-long tests examples {ignored}"),
        Step("coverage", "just cover -m 'long or not long'", variables={"TEST_SIZE": "nightly"}),
        *(Step(f"wire pairs {game}", f"{pairs} --game {game}") for game in GAMES),
        *(Step(f"laws {game}", f"rondel laws {game} --steps 20000 --seed {seed}") for game in GAMES),
        Step("simulate faults", f"just simulate-faults --jobs 1 --seeds 1000 --first {night * 1000}"),
        Step("faults", "just faults --kills 60", "idle"),
        Step("history", "just history --rounds 3", "idle"),
        Step("failover", "just failover", "idle"),
        Step("cells", "just cells", "idle"),
        Step("reproducible wheel", "just reproducible --client src/rondel/server/web"),
        Step("newest PostgreSQL", "just newest-postgres"),
        Step("image", "just image --modules web/node_modules"),
        Step("install walk", "just install-walk"),
        Step("bill of materials", "just sbom"),
        Step("restarts", "just restarts --runs 1", "alone"),
        Step("browser times", "just browser-times", "alone"),
        Step("acceptance", "just acceptance", "alone"),
        Step("bench", "just bench --short", "alone"),
    ]
