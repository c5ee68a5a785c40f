"""Bramble: 3 to 6 players bluff with three blooms and a thorn each."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from rondel import kit
from rondel.kit import OWNER, GameEnded, Pool, Seat, Story, place, private_to, revealed, sealed, without

Disc = Literal["bloom", "thorn"]
DISCS: Final = Pool(name="discs", pieces=("bloom", "bloom", "bloom", "thorn"), per_seat=True)


class Options(kit.Options):
    """How many points win the game."""

    points_to_win: Annotated[int, Meta(ge=1, le=3)] = 2


def may_have(me: "Player", disc: Disc) -> bool:
    """Nobody thinks of a thorn where there can be none."""
    return disc == "bloom" or me.has_thorn is not False


def may_have_lost(me: "Player", disc: Disc) -> bool:
    """Nobody thinks that a thorn is lost which is still there."""
    return disc == "bloom" or me.has_thorn is not True


class Player(kit.Player):
    """One seat. The stack is bottom first; its top `turned` discs lie face up."""

    hand: Annotated[
        tuple[Disc, ...],
        place(DISCS, seen_by=OWNER, may_hold=may_have, is_sorted=True, layout="fan", kind="disc"),
    ] = DISCS.pieces
    stack: Annotated[
        tuple[Disc, ...],
        place(DISCS, seen_by=OWNER, face_up="turned", may_hold=may_have, layout="stack", kind="disc"),
    ] = ()
    lost: Annotated[
        tuple[Disc, ...], place(DISCS, seen_by=OWNER, may_hold=may_have_lost, layout="pile", kind="disc")
    ] = ()
    turned: int = 0
    points: int = 0
    has_passed: bool = False
    has_thorn: bool | None = True
    """Whether everybody knows that it has its thorn (True), that it has not (False), or neither (None)."""

    @property
    def discs(self) -> tuple[Disc, ...]:
        """All discs that it has not lost."""
        return self.hand + self.stack


class State(kit.State):
    """One table: the highest claim, and who made it."""

    options: Options
    players: tuple[Player, ...]
    claim: int = 0
    claimant: Seat = 0

    def is_in(self, seat: Seat) -> bool:
        """Whether the seat has a disc left and has not passed in this round."""
        return bool(self.players[seat].discs) and not self.players[seat].has_passed

    def to_act(self) -> list[Seat]:
        """First everybody lays a disc at the same time, then one seat after another."""
        if self.phase != "first":
            return [self.turn]
        return [seat for seat, player in enumerate(self.players) if player.hand and not player.stack]

    def scores(self) -> list[int]:
        """Challenges won."""
        return [player.points for player in self.players]

    @property
    def laid(self) -> int:
        """How many discs lie on all stacks."""
        return sum([len(player.stack) for player in self.players])

    @property
    def turned(self) -> int:
        """How many of them were turned over."""
        return sum([player.turned for player in self.players])


class RoundBegun(kit.Event):
    """All discs are in hand again; this seat goes first."""

    first_seat: Seat

    def apply(self, state: State) -> State:
        """What was turned over is hidden again, and not forgotten."""
        players = [
            player.replace(hand=tuple(sorted(player.discs)), stack=(), turned=0, has_passed=False)
            for player in state.players
        ]
        return state.replace(players=tuple(players), phase="first", turn=self.first_seat, claim=0)


class DiscLaid(kit.Event):
    """A seat laid a disc face down."""

    seat: Seat
    disc: Annotated[Disc, private_to("seat")]

    def apply(self, state: State) -> State:
        """Once everybody has laid one, seats go on in turn."""
        player = state.players[self.seat]
        turn = state.after(self.seat) if state.phase == "laying" else state.turn
        state = state.replace_player(
            self.seat, hand=without(player.hand, self.disc), stack=(*player.stack, self.disc)
        )
        return state.replace(turn=turn, phase="laying" if not state.to_act() else state.phase)


class ClaimMade(kit.Event):
    """A seat claims to turn over so many blooms."""

    seat: Seat
    count: int

    def apply(self, state: State) -> State:
        """The others may claim more, or pass."""
        return state.replace(
            phase="claiming", claim=self.count, claimant=self.seat, turn=state.after(self.seat)
        )


class ClaimPassed(kit.Event):
    """A seat claims no more."""

    seat: Seat

    def apply(self, state: State) -> State:
        """It is out of this round's claims."""
        state = state.replace_player(self.seat, has_passed=True)
        return state.replace(turn=state.after(self.seat))


class ChallengeBegun(kit.Event):
    """The highest claimant turns discs over."""

    seat: Seat

    def apply(self, state: State) -> State:
        """It chooses whose."""
        return state.replace(phase="turning", turn=self.seat)


class DiscTurned(kit.Event):
    """The claimant turned over the top face-down disc of the owner."""

    announced = True  # whose disc it was is no longer to be seen when the round is over
    seat: Seat
    owner_seat: Seat
    disc: Annotated[Disc, revealed(but="owner_seat")]

    def apply(self, state: State) -> State:
        """A thorn ends the challenge; without one among all its discs, a player has lost it."""
        player = state.players[self.owner_seat]
        turned = player.turned + 1
        has_thorn = player.has_thorn if turned < len(player.discs) else False
        state = state.replace_player(
            self.owner_seat, turned=turned, has_thorn=self.disc == "thorn" or has_thorn
        )
        return state.replace(phase="losing") if self.disc == "thorn" else state


class DiscLost(kit.Event):
    """A seat has one disc fewer."""

    seat: Seat
    disc: Annotated[Disc, private_to("seat", is_new=True)]

    def apply(self, state: State) -> State:
        """If it had its thorn, nobody knows any more whether it has."""
        player = state.players[self.seat]
        return state.replace_player(
            self.seat,
            hand=without(player.discs, self.disc),
            stack=(),
            turned=0,
            lost=(*player.lost, self.disc),
            has_thorn=None if player.has_thorn else player.has_thorn,
        )


class PointWon(kit.Event):
    """The challenge succeeded."""

    seat: Seat

    def apply(self, state: State) -> State:
        """One point."""
        return state.replace_player(self.seat, points=state.players[self.seat].points + 1)


class Lay(kit.Action):
    """Lay a disc face down on your stack."""

    when = ("first", "laying")
    disc: Annotated[Disc, sealed()]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Lay"]:
        """Each kind of disc in hand."""
        return [cls(disc) for disc in sorted(set(view.players[seat].hand))]

    def do(self, story: Story, seat: Seat) -> None:
        """Others see that a disc was laid."""
        story.emit(DiscLaid(seat, self.disc))


class Claim(kit.Action):
    """Claim that you can turn over so many blooms."""

    when = ("laying", "claiming")
    count: Annotated[int, Meta(ge=1, le=24)]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Claim"]:
        """More than the last claim, and at most all discs on the table."""
        return [cls(count) for count in range(view.claim + 1, view.laid + 1)]

    def do(self, story: Story, seat: Seat) -> None:
        """Nobody can claim more than all."""
        story.emit(ClaimMade(seat, self.count))
        if self.count == story.state.laid:
            challenge(story, seat)


class Pass(kit.Action):
    """Claim no more."""

    when = ("claiming",)

    def do(self, story: Story, seat: Seat) -> None:
        """When all others have passed, the claimant must show it."""
        story.emit(ClaimPassed(seat))
        if story.state.turn == story.state.claimant:
            challenge(story, story.state.claimant)


class Turn(kit.Action):
    """Turn over the top disc of a seat."""

    when = ("turning",)
    owner_seat: Annotated[Seat, Meta(ge=0, le=5)]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Turn"]:
        """Any stack with a disc face down."""
        return [cls(owner) for owner, player in enumerate(view.players) if player.turned < len(player.stack)]

    def do(self, story: Story, seat: Seat) -> None:
        """All see what it is."""
        turn_over(story, seat, self.owner_seat)


class GiveUp(kit.Action):
    """Choose the disc that you lose to your own thorn."""

    when = ("losing",)
    disc: Annotated[Disc, sealed()]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["GiveUp"]:
        """Each kind of disc that is left."""
        return [cls(disc) for disc in sorted(set(view.players[seat].discs))]

    def do(self, story: Story, seat: Seat) -> None:
        """Others see that a disc is gone."""
        lose(story, seat, self.disc, heir=story.state.replace_all(has_passed=False).after(seat))


def challenge(story: Story, seat: Seat) -> None:
    """The claimant turns over its own stack first, from the top."""
    story.emit(ChallengeBegun(seat))
    for _ in range(min(story.state.claim, len(story.state.players[seat].stack))):
        if not turn_over(story, seat, seat):
            return


def turn_over(story: Story, seat: Seat, owner: Seat) -> bool:
    """Whether it was a bloom, and more must be turned over."""
    player = story.state.players[owner]
    disc = player.stack[-1 - player.turned]
    story.emit(DiscTurned(seat, owner, disc))
    if disc == "thorn":
        if owner != seat:  # its owner draws a disc of the claimant blindly
            lose(story, seat, story.chance.pick(story.state.players[seat].discs), heir=owner)
        return False
    if story.state.turned < story.state.claim:
        return True
    story.emit(PointWon(seat))
    if story.state.players[seat].points >= story.state.options.points_to_win:
        story.emit(GameEnded("points", (seat,)))
    else:
        story.emit(RoundBegun(seat))
    return False


def lose(story: Story, seat: Seat, disc: Disc, *, heir: Seat) -> None:
    """The loser begins the next round; its heir does if it has no disc left."""
    story.emit(DiscLost(seat, disc))
    left = [other for other, player in enumerate(story.state.players) if player.discs]
    if len(left) == 1:
        story.emit(GameEnded("last_one", (left[0],)))
    else:
        story.emit(RoundBegun(seat if seat in left else heir))


def deal(story: Story) -> None:
    """Luck says who begins."""
    story.emit(RoundBegun(story.chance.below(len(story.state.players))))
