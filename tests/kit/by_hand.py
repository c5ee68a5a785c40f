"""Bramble written by hand against the kernel, to compare the kit's Bramble with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from rondel.kernel import (
    EVERYONE,
    HOUSE,
    Actor,
    Audience,
    Chance,
    Deadline,
    Game,
    GameTypes,
    Ms,
    Outcome,
    Refusal,
    Seat,
    SeatSpec,
    Standing,
    Story,
    Struct,
    Viewer,
)

Disc: TypeAlias = Literal["bloom", "thorn"]
Phase: TypeAlias = Literal["setup", "first", "laying", "claiming", "turning", "losing", "over"]
FULL: tuple[Disc, ...] = ("bloom", "bloom", "bloom", "thorn")


class Options(Struct):
    """What is agreed before play."""

    points_to_win: Annotated[int, Meta(ge=1, le=3)] = 2


class Player(Struct):
    """One seat. The stack is bottom first; its top `flipped` discs lie face up."""

    hand: tuple[Disc, ...] = FULL
    stack: tuple[Disc, ...] = ()
    flipped: int = 0
    lost: tuple[Disc, ...] = ()
    points: int = 0
    has_passed: bool = False
    thorn: bool | None = True
    """Whether everybody knows that it still has its thorn (True), that it has not (False), or neither."""

    @property
    def discs(self) -> tuple[Disc, ...]:
        return self.hand + self.stack

    @property
    def is_in(self) -> bool:
        return bool(self.hand or self.stack)


class State(Struct):
    """One table of Bramble."""

    options: Options
    players: tuple[Player, ...]
    phase: Phase = "setup"
    turn: Seat = 0
    bid: int = 0
    bidder: Seat | None = None
    ending: str | None = None
    winner: Seat | None = None


class StartGame(Struct):
    """The house deals."""


class Lay(Struct):
    """Lay a disc face down on one's own stack."""

    disc: Disc


class Claim(Struct):
    """Claim to turn over so many blooms."""

    count: Annotated[int, Meta(ge=1, le=24)]


class Pass(Struct):
    """Do not bid higher."""


class Turn(Struct):
    """Turn over the top disc of a seat."""

    owner_seat: Annotated[Seat, Meta(ge=0, le=5)]


class GiveUp(Struct):
    """Give up a disc of one's own choice."""

    disc: Disc


Action: TypeAlias = StartGame | Lay | Claim | Pass | Turn | GiveUp


class GameStarted(Struct):
    """Everybody has four discs; this seat goes first."""

    first_seat: Seat


class DiscLaid(Struct):
    """A seat laid a disc face down."""

    seat: Seat


class DiscLaidToYou(Struct):
    """Which disc it was: for the seat itself."""

    seat: Seat
    disc: Disc


class ClaimMade(Struct):
    """A seat claims so many blooms."""

    seat: Seat
    count: int


class ClaimPassed(Struct):
    """A seat bids no higher."""

    seat: Seat


class ChallengeBegun(Struct):
    """The highest bidder turns discs over."""

    seat: Seat
    count: int


class DiscTurned(Struct):
    """The challenger turned over the top face-down disc of the owner."""

    seat: Seat
    owner_seat: Seat
    disc: Disc


class ThornFound(Struct):
    """The challenge failed at this owner's thorn."""

    seat: Seat
    owner_seat: Seat


class DiscLost(Struct):
    """A seat has one disc fewer."""

    seat: Seat


class DiscLostToYou(Struct):
    """Which disc it was: for the seat itself."""

    seat: Seat
    disc: Disc


class PointWon(Struct):
    """The challenge succeeded."""

    seat: Seat


class RoundBegun(Struct):
    """All discs are in hand again; this seat goes first."""

    first_seat: Seat


class GameWon(Struct):
    """It is over."""

    seat: Seat
    ending: Literal["points", "last_one"]


Event: TypeAlias = (
    GameStarted
    | DiscLaid
    | DiscLaidToYou
    | ClaimMade
    | ClaimPassed
    | ChallengeBegun
    | DiscTurned
    | ThornFound
    | DiscLost
    | DiscLostToYou
    | PointWon
    | RoundBegun
    | GameWon
)


def start(options: Options, seat_specs: Sequence[SeatSpec]) -> State:
    """Everybody seated, nothing dealt."""
    return State(options, tuple(Player() for _ in seat_specs))


def on_table(state: State) -> int:
    return sum(len(player.stack) for player in state.players)


def flipped(state: State) -> int:
    return sum(player.flipped for player in state.players)


def after(state: State, seat: Seat, *, bidding: bool = False) -> Seat:
    """The next seat clockwise that is in, and has not passed."""
    count = len(state.players)
    for distance in range(1, count + 1):
        other = (seat + distance) % count
        player = state.players[other]
        if player.is_in and not (bidding and player.has_passed):
            return other
    raise AssertionError("nobody is left")


def to_act(state: State) -> frozenset[Seat]:
    """Who owes an action."""
    match state.phase:
        case "setup" | "over":
            return frozenset()
        case "first":
            return frozenset(
                seat for seat, player in enumerate(state.players) if player.is_in and not player.stack
            )
        case _:
            return frozenset({state.turn})


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """All that would be accepted."""
    if seat not in to_act(state):
        return ()
    me = state.players[seat]
    places: list[Action] = [Lay(disc) for disc in sorted(set(me.hand))]
    bids: list[Action] = [Claim(count) for count in range(state.bid + 1, on_table(state) + 1)]
    match state.phase:
        case "first":
            return places
        case "laying":
            return [*places, *bids]
        case "claiming":
            return [*bids, Pass()]
        case "turning":
            return [Turn(owner) for owner in flippable(state)]
        case _:
            return [GiveUp(disc) for disc in sorted(set(me.discs))]


def flippable(state: State) -> list[Seat]:
    return [seat for seat, player in enumerate(state.players) if player.flipped < len(player.stack)]


def decide(state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    """The events of an action, or its Refusal."""
    story: Story[State, Event] = Story(evolve, state, chance, now)
    if actor is HOUSE:
        if not isinstance(action, StartGame):
            raise Refusal("NOT_SEATED", "The house has no seat; it may not play.")
        if state.phase != "setup":
            raise Refusal("STARTED", "The game has begun already.")
        if len(state.players) < 3:
            raise Refusal("TOO_FEW", "Bramble is for three to six.")
        story.emit(GameStarted(chance.below(len(state.players))))
        return story
    if actor is None or not 0 <= actor < len(state.players):
        raise Refusal("NOT_SEATED", "Only those who sit at the table may act; you watch.")
    if isinstance(action, StartGame):
        raise Refusal("HOUSE_ONLY", "It is for the house to start.")
    if state.phase == "over":
        raise Refusal("GAME_OVER", "The game is over.")
    if actor not in to_act(state):
        raise Refusal("NOT_YOUR_TURN", f"It is not the turn of seat {actor}.")
    if action not in legal(state, actor):
        raise Refusal("NOT_ALLOWED", f"Seat {actor} may not do this now.")
    _seat_acts(story, actor, action)
    return story


def _seat_acts(story: Story[State, Event], seat: Seat, action: Action) -> None:
    match action:
        case Lay(disc):
            story.emit(DiscLaid(seat))
            story.emit(DiscLaidToYou(seat, disc))
        case Claim(count):
            story.emit(ClaimMade(seat, count))
            if count == on_table(story.state):
                _challenge(story, seat)
        case Pass():
            story.emit(ClaimPassed(seat))
            bidder = story.state.bidder
            assert bidder is not None
            if story.state.turn == bidder:
                _challenge(story, bidder)
        case Turn(owner):
            _flip(story, seat, owner)
        case GiveUp(disc):
            _lose(story, seat, disc, next_seat=seat)
        case StartGame():
            raise AssertionError("only the house starts")


def _challenge(story: Story[State, Event], seat: Seat) -> None:
    """One's own stack first, from the top."""
    story.emit(ChallengeBegun(seat, story.state.bid))
    while story.state.phase == "turning" and seat in flippable(story.state):
        if flipped(story.state) == story.state.bid or not _flip(story, seat, seat):
            return


def _flip(story: Story[State, Event], seat: Seat, owner: Seat) -> bool:
    """Whether it was a bloom and more are to be turned over."""
    player = story.state.players[owner]
    disc = player.stack[len(player.stack) - 1 - player.flipped]
    story.emit(DiscTurned(seat, owner, disc))
    if disc == "thorn":
        story.emit(ThornFound(seat, owner))
        if owner != seat:
            lost = story.chance.pick(story.state.players[seat].discs)
            _lose(story, seat, lost, next_seat=owner)
        return False
    if flipped(story.state) < story.state.bid:
        return True
    story.emit(PointWon(seat))
    if story.state.players[seat].points >= story.state.options.points_to_win:
        story.emit(GameWon(seat, "points"))
    else:
        story.emit(RoundBegun(seat))
    return False


def _lose(story: Story[State, Event], seat: Seat, disc: Disc, *, next_seat: Seat) -> None:
    story.emit(DiscLost(seat))
    story.emit(DiscLostToYou(seat, disc))
    left = [other for other, player in enumerate(story.state.players) if player.is_in]
    if len(left) == 1:
        story.emit(GameWon(left[0], "last_one"))
    elif story.state.players[seat].is_in:
        story.emit(RoundBegun(seat))
    else:
        story.emit(RoundBegun(next_seat if next_seat != seat else after(story.state, seat)))


def without(discs: tuple[Disc, ...], disc: Disc) -> tuple[Disc, ...]:
    at = discs.index(disc)
    return discs[:at] + discs[at + 1 :]


def _with(state: State, seat: Seat, player: Player) -> State:
    players = list(state.players)
    players[seat] = player
    return replace(state, players=tuple(players))


def evolve(state: State, event: Event, at: Ms) -> State:
    """The State after an event."""
    match event:
        case GameStarted(first):
            return replace(state, phase="first", turn=first)
        case DiscLaid(seat):
            return state if state.phase == "first" else replace(state, turn=after(state, seat))
        case DiscLaidToYou(seat, disc):
            me = state.players[seat]
            state = _with(state, seat, replace(me, hand=without(me.hand, disc), stack=(*me.stack, disc)))
            return replace(state, phase="laying") if not to_act(state) else state
        case ClaimMade(seat, count):
            state = replace(state, phase="claiming", bid=count, bidder=seat)
            return replace(state, turn=after(state, seat, bidding=True))
        case ClaimPassed(seat):
            state = _with(state, seat, replace(state.players[seat], has_passed=True))
            return replace(state, turn=after(state, seat, bidding=True))
        case ChallengeBegun(seat):
            return replace(state, phase="turning", turn=seat)
        case DiscTurned(_, owner, disc):
            it = state.players[owner]
            it = replace(it, flipped=it.flipped + 1)
            if disc == "thorn":
                it = replace(it, thorn=True)
            elif it.flipped == len(it.discs):
                it = replace(it, thorn=False)
            return _with(state, owner, it)
        case ThornFound(seat, owner):
            return replace(state, phase="losing") if seat == owner else state
        case DiscLost(seat):
            it = state.players[seat]
            return _with(state, seat, replace(it, thorn=None if it.thorn else it.thorn))
        case DiscLostToYou(seat, disc):
            it = state.players[seat]
            discs = without(tuple(sorted(it.discs)), disc)
            return _with(state, seat, replace(it, hand=discs, stack=(), flipped=0, lost=(*it.lost, disc)))
        case PointWon(seat):
            it = state.players[seat]
            return _with(state, seat, replace(it, points=it.points + 1))
        case RoundBegun(first):
            players = tuple(
                replace(player, hand=tuple(sorted(player.discs)), stack=(), flipped=0, has_passed=False)
                for player in state.players
            )
            return replace(state, players=players, phase="first", turn=first, bid=0, bidder=None)
        case GameWon(seat, ending):
            return replace(state, phase="over", winner=seat, ending=ending)


def audience(event: Event) -> Audience:
    """Which disc it was is for its seat alone."""
    return event.seat if isinstance(event, DiscLaidToYou | DiscLostToYou) else EVERYONE


def reveals(event: Event, viewer: Viewer) -> bool:
    """A flip shows others a disc; a loss by luck shows its seat which."""
    match event:
        case DiscTurned(_, owner):
            return viewer != owner
        case DiscLostToYou(seat):
            return viewer == seat
        case _:
            return False


def announces(event: Event) -> bool:
    """Whose disc was turned over last is told, and no longer to be seen when the round is over."""
    return isinstance(event, DiscTurned)


def sealed(state: State, action: Action) -> frozenset[str]:
    """Which disc is laid or given up is for its seat alone."""
    return frozenset({"disc"}) if isinstance(action, Lay | GiveUp) else frozenset()


class SeenPlayer(Struct):
    """A seat as one viewer sees it; None is a disc face down."""

    hand_count: int
    stack: tuple[Disc | None, ...]
    points: int
    has_passed: bool
    is_in: bool
    thorn: bool | None
    hand: tuple[Disc, ...] | None = None
    lost: tuple[Disc, ...] | None = None
    flipped: int = 0


class View(Struct):
    """What one viewer may be shown."""

    you: Viewer
    phase: Phase
    turn: Seat
    bid: int
    bidder: Seat | None
    players: tuple[SeenPlayer, ...]
    options: Options
    ending: str | None
    winner: Seat | None


def view(state: State, viewer: Viewer) -> View:
    """Built up from nothing."""
    return View(
        viewer,
        state.phase,
        state.turn,
        state.bid,
        state.bidder,
        tuple(_seen(player, is_mine=seat == viewer) for seat, player in enumerate(state.players)),
        state.options,
        state.ending,
        state.winner,
    )


def _seen(player: Player, *, is_mine: bool) -> SeenPlayer:
    hidden = len(player.stack) - player.flipped
    stack = player.stack if is_mine else (None,) * hidden + player.stack[hidden:]
    return SeenPlayer(
        len(player.hand),
        stack,
        player.points,
        player.has_passed,
        player.is_in,
        player.thorn,
        player.hand if is_mine else None,
        player.lost if is_mine else None,
        player.flipped,
    )


class Known(Struct):
    """All one viewer may know: its View, in this game."""

    view: View


def knows(state: State, viewer: Viewer) -> Known:
    return Known(view(state, viewer))


def imagine(known: Known, chance: Chance) -> State:
    """Others' hidden discs in any order that fits what was seen."""
    seen = known.view
    return State(
        seen.options,
        tuple(_imagined(player, chance) for player in seen.players),
        seen.phase,
        seen.turn,
        seen.bid,
        seen.bidder,
        seen.ending,
        seen.winner,
    )


def _imagined(seen: SeenPlayer, chance: Chance) -> Player:
    if seen.hand is not None and seen.lost is not None:
        stack = tuple(disc for disc in seen.stack if disc is not None)
        return Player(seen.hand, stack, seen.flipped, seen.lost, seen.points, seen.has_passed, seen.thorn)
    up = tuple(disc for disc in seen.stack if disc is not None)
    count = seen.hand_count + len(seen.stack)
    has_thorn = seen.thorn if seen.thorn is not None else chance.below(4) < count
    blooms = count - has_thorn - up.count("bloom")
    thorns = has_thorn - up.count("thorn")
    hidden: list[Disc] = [*FULL[:1] * blooms, *FULL[3:] * thorns]
    rest = chance.shuffled(hidden)
    down = len(seen.stack) - len(up)
    all_lost = Counter(FULL) - Counter((*rest, *up))
    return Player(
        tuple(sorted(rest[down:])),
        rest[:down] + up,
        len(up),
        tuple(sorted(all_lost.elements())),
        seen.points,
        seen.has_passed,
        seen.thorn,
    )


def outcome(state: State) -> Outcome | None:
    if state.ending is None:
        return None
    order = sorted(
        range(len(state.players)), key=lambda seat: (seat != state.winner, -state.players[seat].points)
    )
    places: list[Standing] = []
    for index, seat in enumerate(order):
        player = state.players[seat]
        tied = index > 1 and player.points == state.players[order[index - 1]].points
        places.append(Standing(seat, places[-1].place if tied else index + 1, player.points))
    assert state.winner is not None
    return Outcome(state.ending, tuple(places), (state.winner,))


def deadline(state: State) -> Deadline[Action] | None:
    return None


def conserved(state: State) -> Mapping[str, int]:
    return Counter(disc for player in state.players for disc in (*player.discs, *player.lost))


BY_HAND: Game[State, Action, Event, View, Known, Options] = Game(
    name="bramble",
    title="Bramble",
    rules=1,
    seats=range(3, 7),
    types=GameTypes(state=State, action=Action, event=Event, view=View, known=Known, options=Options),
    begin=StartGame(),
    start=start,
    to_act=to_act,
    legal=legal,
    decide=decide,
    evolve=evolve,
    view=view,
    audience=audience,
    reveals=reveals,
    announces=announces,
    sealed=sealed,
    knows=knows,
    imagine=imagine,
    deadline=deadline,
    outcome=outcome,
    conserved=conserved,
    endings=frozenset({"points", "last_one"}),
)
