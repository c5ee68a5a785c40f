"""Greedy players of Cambio at three levels: each action is worth the points it is expected to bring.

A card the seat has not seen is expected to be like the cards that are still unseen. Every choice is the
listed action that is worth most, so a house rule changes what is worth doing, and nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import product
from math import erf, sqrt
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from rondel.bots.bot import Bot
from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    DiscardCard,
    DrawCard,
    GiveCard,
    SkipPower,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.knows import CardFace, CardLocation, Known
from rondel.games.cambio.pieces import POWER_OF, POWERS, RANK_OF, SLOTS, PowerType, Slot, faces
from rondel.kernel import AnyGame, Chance, Seat, Struct

ALWAYS: Final = 1000.0
NEVER: Final = -1000.0

PEEK: Final = 1.5
"""What it is worth in points to see a card of one's own, while there are turns to come."""
SPY: Final = 0.3
"""What it is worth to see a card of another seat."""
LEARN: Final = 0.5
"""What it is worth that a swap also makes an unknown slot a known one."""
CAUTION: Final = 0.5
"""What a blind swap must promise."""
FINAL_TURN: Final = 0.15
"""The share of its points that a seat gets rid of in its final turn, on average."""
IMPATIENCE: Final = 0.01
"""How much less sure a caller need be with every turn it has had."""
TIES: Final = {"shared": 0.0, "caller": 0.5, "others": -0.5}
"""7.6 What the rule for ties is worth to the caller, in points."""


class Style(Struct):
    """How a level plays."""

    uses_powers: bool = True
    whim: int = 0
    """One choice in so many is left to luck; 0: none."""
    call_points: float = 0.0
    """Calls with at most so many points expected in front of it ..."""
    call_odds: float | None = None
    """... or, if there is a number here, where it is at least so likely to win."""
    counts_cards: bool = True
    """Whether unseen cards are estimated by what is still unseen, or by the whole deck."""
    reads_others: bool = True
    """Whether it reckons that others keep their low cards, and take what it discards."""


EASY: Final = Style(uses_powers=False, whim=4, call_points=5, counts_cards=False, reads_others=False)
MEDIUM: Final = Style(call_points=10, counts_cards=False, reads_others=False)
HARD: Final = Style(call_odds=0.85)


def choose(style: Style, known: Known, view: object, legal: Sequence[Action], chance: Chance) -> Action:
    """The listed action that is worth most to this seat, the first of several; 9.9 `easy` skips powers."""
    if not style.uses_powers and SkipPower() in legal:
        return SkipPower()
    if style.whim and not chance.below(style.whim):
        return chance.pick(legal)
    return max(legal, key=CambioEvaluator(style, known).worth)


class Points(NamedTuple):
    """How many points are expected, and how far off that may be (a variance)."""

    mean: float
    variance: float


class CambioEvaluator:
    """What a seat makes of what it knows: points where it has seen the card, an expectation elsewhere."""

    def __init__(self, style: Style, known: Known) -> None:
        self.style, self.known, self.view = style, known, known.view
        self.options = options = self.view.options
        assert self.view.you is not None
        self.you: Seat = self.view.you
        self.others = [seat for seat in range(len(known.players)) if seat != self.you]
        self.faces = faces(options.joker_value, options.red_king, options.black_king, options.face_values)
        self.places: dict[Slot, CardLocation] = {
            SLOTS[seat][position]: place
            for seat, player in enumerate(known.players)
            for position, place in enumerate(player.slots)
            if place is not None
        }
        self.own = self.slots_of(self.you)

    # what is where

    def points(self, look: CardFace) -> int:
        """What a card counts under these options."""
        return self.faces[look].point_value

    def slots_of(self, seat: Seat) -> list[Slot]:
        """The seat's slots that hold a card."""
        return [slot for slot in self.places if slot.seat == seat]

    @cached_property
    def unseen(self) -> list[list[CardFace]]:
        """By batch, the cards whose place the seat does not know; a level that does not count: all cards."""
        pools = [list(batch) for batch in self.known.batches]
        if not self.style.counts_cards:
            return [[look for pool in pools for look in pool]] * len(pools)
        held = [] if self.known.held is None else [self.known.held]
        for place in (*self.places.values(), *held):
            if place.card is not None:
                pools[place.batch].remove(place.card)
        for look, batch in zip(self.known.discard_pile, self.known.discard_batches, strict=True):
            pools[batch].remove(look)
        return pools

    @cached_property
    def next_draws(self) -> Sequence[CardFace]:
        """The cards one of which the deck will give; 4.10 an empty one is filled with the discards."""
        return self.unseen[self.known.batch] if self.view.draw_pile_count else self.known.discard_pile[:-1]

    @cached_property
    def expected(self) -> dict[Slot, Points]:
        """What lies in every slot."""
        pools = [[self.points(look) for look in pool] for pool in self.unseen]
        unknown = [Points(fmean(pool), pvariance(pool)) if pool else Points(0, 0) for pool in pools]
        return {slot: self._expected(slot, place, unknown) for slot, place in self.places.items()}

    def _expected(self, slot: Slot, place: CardLocation, unknown: Sequence[Points]) -> Points:
        if place.card is not None:
            return Points(self.points(place.card), 0.0)
        mean, variance = unknown[place.batch]
        is_known_to_owner = slot.seat != self.you and place.known_by >> slot.seat & 1
        if not is_known_to_owner or not self.style.reads_others:
            return Points(mean, variance)
        share = self._known_card_share(slot.seat)
        return Points(mean * share, variance * share * share)

    def _known_card_share(self, seat: Seat) -> float:
        """How the cards that a seat knows and keeps compare with any card: lower with every turn it had."""
        turns = self.known.players[seat].completed_turns
        share = max(0.3, 0.72 - 0.035 * turns) if turns else 1.0
        return min(share, 0.5) if seat == self.view.cambio_caller_seat else share

    def hand(self, seat: Seat) -> Points:
        """What lies in front of a seat, together."""
        each = [self.expected[slot] for slot in self.slots_of(seat)]
        return Points(sum(points.mean for points in each), sum(points.variance for points in each))

    # what is worth doing

    def worth(self, action: Action) -> float:
        """What an action is expected to bring, in points."""
        match action:
            case DrawCard("discard"):
                return max(self.swap_gain(slot, self.known.discard_pile[-1]) for slot in self.own)
            case DrawCard():
                return fmean(map(self.draw_gain, self.next_draws)) if self.next_draws else 0.0
            case SwapCard(position):
                return self.swap_gain(SLOTS[self.you][position], self._held())
            case DiscardCard():
                return self.discard_gain(self._held())
            case UsePower(power_type, slots):
                return self.use_gain(power_type, slots)
            case AcknowledgeReveal(True):
                assert self.view.reveal is not None
                return self.exchange_gain(*self.view.reveal.slots)
            case CallCambio():
                return ALWAYS if self.is_ready_to_call() else NEVER
            case Snap(_, seat, position):
                return self.snap_gain(SLOTS[seat][position])
            case GiveCard(position):
                return self.expected[SLOTS[self.you][position]].mean
            case _:
                return 0.0

    def _held(self) -> CardFace:
        assert self.known.held is not None
        assert self.known.held.card is not None
        return self.known.held.card

    def draw_gain(self, look: CardFace) -> float:
        """The best that can be done with a card from the deck."""
        return max([self.discard_gain(look), *(self.swap_gain(slot, look) for slot in self.own)])

    def swap_gain(self, slot: Slot, look: CardFace) -> float:
        """4.5 A card laid down at an own slot, for the one that lies there."""
        gain, replaced = self.expected[slot].mean - self.points(look), self.places[slot].card
        if replaced is None:
            return gain if self.is_last_turn else gain + LEARN
        if self.options.power_trigger == "any_discard":
            gain += self.power_gain(replaced)
        return gain - self.gift(replaced)

    def discard_gain(self, look: CardFace) -> float:
        """4.6 A card from the deck discarded, for its power."""
        return self.power_gain(look) - self.gift(look)

    def gift(self, look: CardFace) -> float:
        """What the next seat gains by a low card on the discard pile, counted as a loss of ours."""
        if not self.style.reads_others or not self.options.discard_draw or self.is_last_turn:
            return 0.0
        return 0.3 * max(0, 6 - self.points(look))

    @property
    def is_last_turn(self) -> bool:
        """Whether nothing learned now will be of use."""
        return self.view.phase == "final_round"

    def power_gain(self, look: CardFace) -> float:
        """What the power of a card is worth once it is open."""
        power_type = POWER_OF[look]
        return 0.0 if power_type is None or not self.style.uses_powers else self.power_gains[power_type]

    @cached_property
    def power_gains(self) -> dict[PowerType, float]:
        """5.14 By power, its best use, or nothing where it may be skipped."""
        gains = {kind: [self.use_gain(kind, slots) for slots in self.uses(kind)] for kind in POWERS.values()}
        least = [] if self.options.compulsory_powers else [0.0]
        return {kind: max([*gains[kind], *least], default=0.0) for kind in gains}

    def uses(self, power_type: PowerType) -> Iterator[tuple[Slot, ...]]:
        """5.6 to 5.11 The choices of slots worth thinking of; what is listed is the rules' to say."""
        locked = self.view.cambio_caller_seat if self.options.caller_locked else None
        theirs = [slot for slot in self.places if slot.seat not in (self.you, locked)]
        king = self.options.king_power if power_type == "look_own" else None
        if power_type == "blind_swap" or king == "look_and_swap":
            return product(self.own, theirs)
        if king == "look_random":
            return iter([()])
        return ((slot,) for slot in (theirs if power_type == "peek_opponent" else self.own))

    def use_gain(self, power_type: PowerType, slots: tuple[Slot, ...]) -> float:
        """What a power used on these slots brings."""
        match slots:
            case (one, two) if power_type == "blind_swap":
                return self.exchange_gain(one, two) - CAUTION
            case (mine, theirs):
                spread = sqrt(self.expected[mine].variance + self.expected[theirs].variance)
                return max(0.0, self.exchange_gain(mine, theirs)) + 0.4 * spread
            case (slot,):
                return self.look_gain(slot)
            case _:
                return fmean(map(self.look_gain, self.own)) if self.own else 0.0

    def look_gain(self, slot: Slot) -> float:
        """What it is worth to see what lies there: nothing if it is known, or if it comes too late."""
        if self.is_last_turn or self.places[slot].card is not None:
            return 0.0
        return PEEK if slot.seat == self.you else SPY

    def exchange_gain(self, one: Slot, two: Slot) -> float:
        """Ours for theirs: what we get rid of, and that one of them has it now."""
        if one.seat != self.you:
            return 0.0
        return (self.expected[one].mean - self.expected[two].mean) * (1 + 1 / len(self.others))

    def snap_gain(self, slot: Slot) -> float:
        """8.5, 8.6 Only what is known to match; for a card of another seat we give our worst."""
        card = self.places[slot].card
        if card is None or RANK_OF[card] != RANK_OF[self.known.discard_pile[-1]]:
            return NEVER
        if slot.seat == self.you:
            return self.points(card)
        worst = max((self.expected[mine].mean for mine in self.own), default=0.0)
        return worst + (worst - self.points(card)) / len(self.others)

    def is_ready_to_call(self) -> bool:
        """6.1 Whether to call: by points, or by the odds that nobody will have fewer."""
        if self.style.call_odds is None:
            return self.hand(self.you).mean <= self.style.call_points
        turns = self.known.players[self.you].completed_turns
        return self.odds() >= self.style.call_odds - IMPATIENCE * turns

    def odds(self) -> float:
        """How likely a caller is to win, each other seat's points taken as normally distributed."""
        own, odds = self.hand(self.you), 1.0
        for seat in self.others:
            theirs = self.hand(seat)
            lead = theirs.mean * (1 - FINAL_TURN) - own.mean + TIES[self.options.tie_rule]
            odds *= (1 + erf(lead / sqrt(2 * (own.variance + theirs.variance) + 1))) / 2
        return odds


easy: Final[Bot] = partial(choose, EASY)
medium: Final[Bot] = partial(choose, MEDIUM)
hard: Final[Bot] = partial(choose, HARD)


def bots(game: AnyGame) -> Mapping[str, Bot]:
    """By name, for the shelf."""
    return {"easy": easy, "medium": medium, "hard": hard, "greedy": hard}
