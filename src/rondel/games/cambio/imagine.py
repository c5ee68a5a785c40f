"""Cambio, 17.2: a State that one seat cannot tell from the true one, made of what it knows alone."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from rondel.games.cambio.knows import CardFace, CardLocation, Known, KnownPlayer
from rondel.games.cambio.options import faces_of
from rondel.games.cambio.pieces import JOKER, SLOTS, Code, Slot
from rondel.games.cambio.state import EVERYBODY, NOBODY, Held, Marks, Player, State, mark
from rondel.games.cambio.view import PlayerView
from rondel.kernel import Chance

_IN_HAND: Final = Slot(-1, 0)
"""Where a held card lies, for want of a slot."""


def imagine(known: Known, chance: Chance) -> State:
    """17.2 The unknown cards of each batch, permuted over the places that hold them."""
    view = known.view
    places = {slot: place for slot, place in _places(known).items() if place.card is None}
    pools = _unseen(known)
    looks = _call_cards(known, places, pools, chance)
    draw_pile: tuple[CardFace, ...] = ()
    for batch, pool in enumerate(pools):
        spots = [slot for slot, place in places.items() if place.batch == batch and slot not in looks]
        order = chance.shuffled(pool)
        looks.update(zip(spots, order, strict=False))
        if batch == known.batch:
            draw_pile = order[len(spots) :]
    assert len(draw_pile) == view.draw_pile_count
    return _State(known, looks, draw_pile).state()


def _places(known: Known) -> dict[Slot, CardLocation]:
    """The places a card may lie at face down, hands first."""
    places = {
        SLOTS[seat][position]: place
        for seat, player in enumerate(known.players)
        for position, place in enumerate(player.slots)
        if place is not None
    }
    if known.held is not None:
        places[_IN_HAND] = known.held
    return places


def _unseen(known: Known) -> list[list[CardFace]]:
    """By batch, the cards whose place the viewer does not know."""
    pools = [list(batch) for batch in known.batches]
    for place in _places(known).values():
        if place.card is not None:
            pools[place.batch].remove(place.card)
    for look, batch in zip(known.discard_pile, known.discard_batches, strict=True):
        pools[batch].remove(look)
    return pools


def _call_cards(
    known: Known, places: dict[Slot, CardLocation], pools: list[list[CardFace]], chance: Chance
) -> dict[Slot, CardFace]:
    """6.3 The caller's unknown cards, taken from the pools: every choice within the limit equally likely."""
    limit = known.view.options.call_limit
    slots = [card for card in known.call_hand if isinstance(card, Slot)]
    if limit is None or not slots:
        return {}
    faces = faces_of(known.view.options)
    left = limit - sum(faces[card].point_value for card in known.call_hand if isinstance(card, str))
    batches = sorted({places[slot].batch for slot in slots})
    groups = [[slot for slot in slots if places[slot].batch == batch] for batch in batches]
    chosen = choose_within(
        [(len(group), pools[batch]) for group, batch in zip(groups, batches, strict=True)],
        [[faces[look].point_value for look in pools[batch]] for batch in batches],
        left,
        chance,
    )
    looks: dict[Slot, CardFace] = {}
    for group, batch, taken in zip(groups, batches, chosen, strict=True):
        for look in taken:
            pools[batch].remove(look)
        looks.update(zip(group, chance.shuffled(taken), strict=True))
    return looks


def choose_within(
    pools: Sequence[tuple[int, Sequence[CardFace]]],
    points: Sequence[Sequence[int]],
    limit: int,
    chance: Chance,
) -> list[list[CardFace]]:
    """So many cards of each pool, with a total of at most `limit`: each such choice equally likely.

    The choices are counted and one of them is drawn by its number, so none is ever thrown away.
    """

    @cache
    def ways(pool: int, card: int, taken: int, left: int) -> int:
        """How many choices go on from this card of this pool, `taken` of it chosen, `left` to spend."""
        need, cards = pools[pool]
        if taken == need:
            return ways(pool + 1, 0, 0, left) if pool + 1 < len(pools) else int(left >= 0)
        if need - taken > len(cards) - card:
            return 0
        return ways(pool, card + 1, taken + 1, left - points[pool][card]) + ways(pool, card + 1, taken, left)

    number = chance.below(ways(0, 0, 0, limit))
    chosen: list[list[CardFace]] = []
    left = limit
    for pool, (need, cards) in enumerate(pools):
        taken: list[CardFace] = []
        for card, look in enumerate(cards):
            if len(taken) == need:
                break
            cost = points[pool][card]
            with_it = ways(pool, card + 1, len(taken) + 1, left - cost)
            if number < with_it:
                taken.append(look)
                left -= cost
            else:
                number -= with_it
        chosen.append(taken)
    return chosen


class _State:
    """The State under construction: looks become cards, the two jokers told apart by where they lie."""

    def __init__(self, known: Known, looks: dict[Slot, CardFace], draw_pile: Sequence[CardFace]) -> None:
        self.known = known
        self.jokers = 0
        self.batch_of: dict[Code, int] = {}
        self.known_by: dict[Code, Marks] = {}
        self.cards = {
            slot: self._card(place.card or looks[slot], place.batch, place.known_by)
            for slot, place in _places(known).items()
        }
        self.discard_pile = tuple(
            self._card(look, batch, EVERYBODY)
            for look, batch in zip(known.discard_pile, known.discard_batches, strict=True)
        )
        self.draw_pile = tuple(self._card(look, known.batch, NOBODY) for look in draw_pile)

    def _card(self, look: CardFace, batch: int, marks: Marks) -> Code:
        code = look
        if look == JOKER:
            self.jokers += 1
            code = f"{JOKER}{self.jokers}"
        self.batch_of[code] = batch
        if marks:
            self.known_by[code] = marks
        return code

    def state(self) -> State:
        known, view = self.known, self.known.view
        return State(
            options=view.options,
            players=tuple(
                self._player(seat, seen, public)
                for seat, (seen, public) in enumerate(zip(view.players, known.players, strict=True))
            ),
            draw_pile=self.draw_pile,
            batch_of=self.batch_of,
            known_by=self.known_by,
            phase=view.phase,
            status=view.status,
            ending=view.ending,
            first_seat=known.first_seat,
            turn_number=view.turn_number,
            current_turn_seat=view.current_turn_seat,
            step=view.step,
            turn_result=known.turn_result,
            turn_ends_at=view.turn_ends_at,
            turn_restarted=known.turn_restarted,
            discard_pile=self.discard_pile,
            discard_version=view.discard_version,
            turn_discard_version=known.turn_discard_version,
            held=self._held(),
            power=view.power,
            reveal=view.reveal,
            view_ends_at=known.view_ends_at,
            snap=view.snap,
            giving=view.giving,
            cambio_caller_seat=view.cambio_caller_seat,
            call_hand=self._call_hand(),
            call_batch=known.call_batch,
            winner_seat=view.winner_seat,
            scores=view.scores,
            batch=known.batch,
        )

    def _player(self, seat: int, seen: PlayerView, public: KnownPlayer) -> Player:
        return Player(
            kind=seen.kind,
            bot_level=public.bot_level,
            controller=seen.controller,
            is_connected=seen.is_connected,
            disconnected_at=public.disconnected_at,
            confirmed=seen.confirmed,
            slots=tuple(self.cards.get(SLOTS[seat][position]) for position in range(len(public.slots))),
            completed_turns=public.completed_turns,
            has_taken_final_turn=seen.has_taken_final_turn,
            score=seen.score,
        )

    def _held(self) -> Held | None:
        held = self.known.view.held
        return None if held is None else Held(held.seat, self.cards[_IN_HAND], held.source)

    def _call_hand(self) -> tuple[Code, ...]:
        """Slots become the cards that lie there; a joker that is known becomes one that may be known."""
        known = self.known
        bit = mark(known.view.you)
        jokers = [
            code
            for code in (f"{JOKER}{number}" for number in range(1, self.jokers + 1))
            if self.known_by.get(code, NOBODY) & bit or self.batch_of[code] > known.call_batch
        ]
        return tuple(
            self.cards[card] if isinstance(card, Slot) else jokers.pop() if card == JOKER else card
            for card in known.call_hand
        )
