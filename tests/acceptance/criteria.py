"""The success criteria of the customer's document on Cambio, each judged by what a run has measured."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tests.acceptance.disconnection import Gone
from tests.acceptance.games import Game
from tests.acceptance.unlawful import Tried
from tests.load.lateness import LIMIT_MS, Span, Verdict, in_time, judged, stalls_of

POWERS: Final = ("peek_own", "peek_opponent", "blind_swap", "look_own")
PRIVATE: Final = ("CARD_REVEALED", "DRAWN_CARD_SEEN", "POWER_AVAILABLE")
POINTS: Final = {"K": 0, "A": 1, "J": 10, "Q": 10, **{str(face): face for face in range(2, 11)}}
"""As the document has them, written down once more: the server's own table is not asked."""

GAME_S: Final = 600
INITIALLY_SEEN: Final = (2, 3)
PEEK_S: Final = (4.5, 6.5)
"""Five seconds, and the time in which a deadline is found and its event is pushed."""

SOON_S: Final = 5.0
"""What may pass after a grace: two looks of the presence loop (2.4 s) and a little more."""


class Stored(NamedTuple):
    """A row of game_score, beside the sum of the points of the player's cards in the table `card`."""

    final_score: int
    penalty_applied: bool
    points: int


@dataclass
class Evidence:
    """What a run has measured."""

    grace_s: float = 15.0
    pace_s: float = 3.0
    games: list[Game] = field(default_factory=list)
    paced: Game | None = None
    scores: list[dict[str, Any]] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    errors: list[Tried] = field(default_factory=list)
    stored: list[Stored] = field(default_factory=list)
    forfeits: list[Gone] = field(default_factory=list)
    cancelled: list[Gone] = field(default_factory=list)
    peeks: list[Span] = field(default_factory=list)
    pushes: list[Span] = field(default_factory=list)
    trips: list[Span] = field(default_factory=list)


class Judged(NamedTuple):
    """Whether a criterion is met, and the figure that says so."""

    verdict: Verdict
    figure: str


class Criterion(NamedTuple):
    """A sentence of the document, and how it is judged."""

    id: str
    sentence: str
    limit: str
    judge: Callable[[Evidence], Judged]


def _judged(is_met: bool, figure: str) -> Judged:
    return Judged("met" if is_met else "missed", figure)


def powers(evidence: Evidence) -> Judged:
    used = [made for game in evidence.games for made in game.made if made.kind == "USE_POWER"]
    counts = Counter(made.power for made in used if made.status == 200)
    errors = sum(made.status != 200 for made in used)
    summary = ", ".join(f"{power} {counts[power]}" for power in POWERS)
    return _judged(not errors and all(counts[power] for power in POWERS), f"{summary}; {errors} errors")


def peek_privacy(evidence: Evidence) -> Judged:
    peeks = frames = leaks = 0
    for game in evidence.games:
        for viewer, received in enumerate(game.frames):
            for each in received:
                frames += 1
                revealed = each.events("CARD_REVEALED")
                peeks += sum(event["payload"]["reason"] in POWERS for event in revealed)
                leaks += sum(event["payload"]["seat"] != viewer for event in revealed)
                leaks += _faces_of_others(each.frame.get("view"), viewer) > 0
    figure = f"{peeks} peeks; {frames} frames of all sockets, {leaks} with a card that was not theirs"
    return _judged(peeks > 0 and leaks == 0, figure)


def _faces_of_others(view: Any, viewer: int) -> int:
    """Cards that this viewer is shown before the end and may not see: in hands, and the one that is held."""
    if view is None or view["phase"] == "completed":
        return 0
    held, own = view["held"], _shown_lawfully(view, viewer)
    is_held_hidden = held is not None and held["source"] == "deck" and held["seat"] != viewer
    return sum(
        slot["card"] is not None and {"seat": seat, "position": position} not in own
        for seat, player in enumerate(view["players"])
        for position, slot in enumerate(player["slots"])
    ) + (is_held_hidden and (held["card"] or held["power"]) is not None)


def _shown_lawfully(view: Any, viewer: int) -> Any:
    """Two of one's own cards until one has looked at them, then only one's own peek."""
    if view["phase"] == "initial_view":
        is_looking = viewer < len(view["players"]) and not view["players"][viewer]["confirmed"]
        return [{"seat": viewer, "position": position} for position in INITIALLY_SEEN if is_looking]
    reveal = view["reveal"]
    return [] if reveal is None or reveal["seat"] != viewer else reveal["slots"]


def final_round(evidence: Evidence) -> Judged:
    exact, sizes = 0, set()
    for game in evidence.games:
        events = game.public_events()
        called = [index for index, event in enumerate(events) if event["type"] == "CAMBIO_CALLED"]
        if len(called) != 1:
            continue
        caller = events[called[0]]["payload"]["seat"]
        after = events[called[0] :]
        turns = [event["payload"]["seat"] for event in after if event["type"] == "TURN_STARTED"]
        ended = next(event["payload"] for event in after if event["type"] == "TURN_ENDED")
        is_exact = turns == [(caller + step) % game.seats for step in range(1, game.seats)]
        if is_exact and (ended["seat"], ended["result"]) == (caller, "cambio"):
            exact += 1
            sizes.add(game.seats)
    figure = f"N-1 further turns in {exact} of {len(evidence.games)} games, N = {sorted(sizes)}"
    return _judged(exact == len(evidence.games) > 0 and {2, 3, 4} <= sizes, figure)


def scoring(evidence: Evidence) -> Judged:
    wrong = seats = doubled = spared = 0
    for scores in evidence.scores:
        lines = scores["scores"]
        bases = [sum(POINTS[card["rank"]] for card in line["cardsSummary"]) for line in lines]
        for line, base in zip(lines, bases, strict=True):
            has_penalty = line["isCambioCaller"] and base > min(bases)
            final = base * 2 if has_penalty else base
            actual = (line["baseScore"], line["finalScore"], line["penaltyApplied"])
            wrong += actual != (base, final, has_penalty)
            seats += 1
            doubled += has_penalty
            spared += line["isCambioCaller"] and not has_penalty
    count = f"{seats} scores of {len(evidence.scores)} games, {doubled} doubled, {spared} callers spared"
    return _judged(not wrong and doubled > 0 and spared > 0, f"{count}; {wrong} wrong")


def winners(evidence: Evidence) -> Judged:
    wrong = ties = 0
    for scores in evidence.scores:
        finals = {line["playerId"]: line["finalScore"] for line in scores["scores"]}
        best = {player for player, final in finals.items() if final == min(finals.values())}
        flagged = {line["playerId"] for line in scores["scores"] if line["isWinner"]}
        only = next(iter(best)) if len(best) == 1 else None
        wrong += (flagged, set(scores["winners"]), scores["winnerId"]) != (best, best, only)
        ties += len(best) > 1
    figure = f"{len(evidence.scores)} games, {ties} ties; {wrong} wrong"
    return _judged(not wrong and ties > 0, figure)


def length(evidence: Evidence) -> Judged:
    games = [game for game in evidence.games if game.seats == 2 and game is not evidence.paced]
    slowest = max((game.seconds + evidence.pace_s * len(game.made) for game in games), default=float("inf"))
    figure = f"{slowest / 60:.1f} min at {evidence.pace_s:g} s an action, computed (longest of {len(games)})"
    is_met = slowest < GAME_S
    if evidence.paced is not None:
        real = evidence.paced.seconds
        is_met = is_met and real < GAME_S
        figure = f"{real / 60:.1f} min in real time, {len(evidence.paced.made)} actions; {figure}"
    return _judged(is_met, figure)


def latency(evidence: Evidence) -> Judged:
    found = judged(evidence.pushes, evidence.trips)
    return Judged(found.verdict, str(found))


def validation(evidence: Evidence) -> Judged:
    done = [tried for tried in evidence.tried if not tried.is_refused]
    figure = f"{len(evidence.tried)} unlawful actions, {len(done)} not refused"
    return _judged(bool(evidence.tried) and not done, figure + _first(done))


def private_events(evidence: Evidence) -> Judged:
    private = astray = 0
    for game in evidence.games:
        for viewer, received in enumerate(game.frames):
            for event in (event for each in received for event in each.events(*PRIVATE)):
                private += 1
                astray += event["payload"]["seat"] != viewer
    return _judged(private > 0 and not astray, f"{private} private events, {astray} at another's socket")


def database(evidence: Evidence) -> Judged:
    wrong = sum(row.final_score != row.points * (2 if row.penalty_applied else 1) for row in evidence.stored)
    expected = sum(len(scores["scores"]) for scores in evidence.scores)
    figure = (
        f"{len(evidence.stored)} of {expected} rows of game_score, {wrong} unlike the cards in the database"
    )
    return _judged(not wrong and len(evidence.stored) == expected > 0, figure)


def errors(evidence: Evidence) -> Judged:
    wrong = [tried for tried in evidence.errors if not tried.is_refused]
    figure = f"{len(evidence.errors)} wrong targets and second calls, {len(wrong)} not refused by name"
    return _judged(len(evidence.errors) >= 6 and not wrong, figure + _first(wrong))


def _first(tried: Sequence[Tried]) -> str:
    return f": {tried[0].what} {tried[0].status} {tried[0].code}" if tried else ""


def forfeit(evidence: Evidence) -> Judged:
    is_scored = all(_is_scored_with_cards(gone) for gone in evidence.forfeits)
    return _in_time(evidence, evidence.forfeits, 2, is_scored, "final turns forfeited")


def _is_scored_with_cards(gone: Gone) -> bool:
    lines = gone.scores.get("scores", ())
    return len(lines) == 3 and all(len(line["cardsSummary"]) == 4 for line in lines)


def cancelled(evidence: Evidence) -> Judged:
    order = ["CONNECTION_CHANGED", "POWER_CANCELLED", "TURN_ENDED"]
    is_right = all(gone.events[:3] == order for gone in evidence.cancelled)
    return _in_time(evidence, evidence.cancelled, 1, is_right, "powers cancelled")


def _in_time(evidence: Evidence, all_gone: Sequence[Gone], wanted: int, is_right: bool, what: str) -> Judged:
    grace_s = evidence.grace_s
    seconds = " and ".join(f"{gone.seconds:.1f} s" for gone in all_gone)
    figure = f"{len(all_gone)} {what}, {seconds or 'never'} after the socket was closed (grace {grace_s:g} s)"
    if not is_right or len(all_gone) < wanted:
        return Judged("missed", figure)
    spans = [gone.span for gone in all_gone]
    return Judged(_worst(spans, evidence.trips, grace_s, grace_s + SOON_S), figure)


def _worst(spans: Sequence[Span], trips: Sequence[Span], least_s: float, most_s: float) -> Verdict:
    """What the worst of these is worth, without the time in which the machine held everything up."""
    stalls = stalls_of(trips)
    found = {in_time(span, stalls, least_s=least_s, most_s=most_s) for span in spans}
    return "missed" if "missed" in found or not found else "undecided" if "undecided" in found else "met"


def peek_end(evidence: Evidence) -> Judged:
    seconds = ", ".join(f"{peek.ms / 1000:.2f} s" for peek in evidence.peeks)
    figure = f"hidden after {seconds or 'never'} without an acknowledgement"
    return Judged(_worst(evidence.peeks, evidence.trips, *PEEK_S), figure)


CRITERIA: Final = (
    Criterion("SC-001", "all four special powers without errors", "0 errors", powers),
    Criterion("SC-002", "a peek is shown to its player alone", "0 frames", peek_privacy),
    Criterion("SC-003", "a call leads to exactly N-1 further turns", "every game", final_round),
    Criterion("SC-004", "scores are right, penalty included", "100 %", scoring),
    Criterion("SC-005", "winners are right, ties included", "100 %", winners),
    Criterion("SC-006", "a whole game of two players", "< 10 min", length),
    Criterion("SC-007", "every change is pushed by WebSocket", f"p99 < {LIMIT_MS:.0f} ms", latency),
    Criterion("Validation", "all rules are the server's", "0 accepted", validation),
    Criterion("Event filter", "private events go to their player", "0 astray", private_events),
    Criterion("Database", "stored scores match the stored cards", "0 unlike", database),
    Criterion("Errors", "wrong targets, second calls", "refused by name", errors),
    Criterion("FR-019", "a peek ends after 5 s", f"{PEEK_S[0]:g} to {PEEK_S[1]:g} s", peek_end),
    Criterion("FR-021", "who leaves the final round forfeits", f"grace + {SOON_S:g} s", forfeit),
    Criterion("FR-022", "who leaves an open power loses it", f"grace + {SOON_S:g} s", cancelled),
)


def judgements(evidence: Evidence) -> Iterator[tuple[Criterion, Judged]]:
    """Every criterion, judged."""
    for criterion in CRITERIA:
        yield criterion, criterion.judge(evidence)


def exit_code(found: Sequence[Judged], *, is_short: bool) -> int:
    """1 if one is missed; in the whole form also if one is undecided, for then it was not measured."""
    verdicts = {judged.verdict for judged in found}
    return 1 if "missed" in verdicts or ("undecided" in verdicts and not is_short) else 0
