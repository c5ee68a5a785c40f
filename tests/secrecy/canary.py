"""Canary: every byte a viewer is sent is held against what its clerk says it may be sent.

A card the viewer has not seen is a canary. It may not turn up in an observation, a View, a Known, a
legal list, a deadline, an Outcome or a Refusal, whatever the spelling; nor may a face stay on the
screen after its time.
"""

import re
import traceback
from typing import Any, Final

import msgspec

from rondel.games.cambio.game import CAMBIO
from rondel.kernel import Refusal, Row
from rondel.wire.codec import codec_of
from tests.secrecy.clerk import RANKS, SUITS, Clerk, Face, Leak, SlotKey, code_of, faces_in
from tests.secrecy.play import Play

_SUIT_OF: Final = {letter: suit for suit, letter in SUITS.items()}
_CODE: Final = re.compile(r"(?<![A-Za-z0-9])(10|[2-9AJQK])([SHDC])(?![A-Za-z0-9])")
_CARD: Final = re.compile(
    r"""rank["']?\s*[:=]\s*["'](10|[2-9AJQK])["'],\s*["']?suit["']?\s*[:=]\s*["'](\w+)["']"""
)
_JOKER: Final = re.compile(r"""(?<![A-Za-z0-9])X[12](?![A-Za-z0-9])""")
_POWER_OF: Final = {
    **dict.fromkeys(("7", "8"), "peek_own"),
    **dict.fromkeys(("9", "10"), "peek_opponent"),
    **dict.fromkeys(("J", "Q"), "blind_swap"),
    "K": "look_own",
}
_TRIES: Final = 2


def spelt(text: str) -> set[Face]:
    """The cards a text names, as codes, as JSON or as Python writes them."""
    found: set[Face] = {(rank, _SUIT_OF[letter]) for rank, letter in _CODE.findall(text)}
    found |= {(rank, suit) for rank, suit in _CARD.findall(text)}
    return found | ({("X", None)} if _JOKER.search(text) else set())


class Canary:
    """One game, watched for every viewer."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.codec = codec_of(CAMBIO)

    def watch(self, versions: int) -> int:
        """Play so many versions or to the end; how many versions were watched. Raises Leak."""
        self._check(self.play.begin())
        while not self.play.is_over and self.play.table.version < versions:
            self._check(self.play.next())
        self._check_secret()
        return self.play.table.version

    def _check(self, rows: list[Row]) -> None:
        for clerk in self.play.clerks:
            for row in rows:
                for sent in self.play.table.observations(row, clerk.viewer):
                    clerk.hear(sent)
                    self._no_canary(clerk, sent.decode(), "an event")
            if clerk.batches:
                self._check_sight(clerk)
        for clerk in self.play.rng.sample(self.play.clerks, 2):
            if clerk.batches:
                self._check_known(clerk)
            self._check_refusals(clerk)

    def _no_canary(self, clerk: Clerk, text: str, where: str) -> None:
        for face in spelt(text) & clerk.hidden():
            raise clerk.leak(f"finds {code_of(face)} in {where}: {text[:300]}")

    def _check_sight(self, clerk: Clerk) -> None:
        """13.1, 13.2 The View, and whatever stands beside it in the frame."""
        state = self.play.state
        sent = self.codec.noun_bytes(CAMBIO.view(state, clerk.viewer))
        self._no_canary(clerk, sent.decode(), "its View")
        _view_is(clerk, msgspec.json.decode(sent))
        due, end = CAMBIO.deadline(state), CAMBIO.outcome(state)
        legal = [] if clerk.viewer is None else CAMBIO.legal(state, clerk.viewer)
        for beside in (due and due.action, *legal):
            if beside is not None:
                self._no_canary(clerk, self.codec.action_bytes(beside).decode(), "its legal list")
        if end is not None and end.standings and not clerk.is_completed:
            raise clerk.leak("is told the standings before the end")

    def _check_known(self, clerk: Clerk) -> None:
        """17.4 What its bot would be given."""
        known = msgspec.json.decode(self.codec.noun_bytes(CAMBIO.knows(self.play.state, clerk.viewer)))
        _view_is(clerk, known["view"])
        _known_is(clerk, known)

    def _check_refusals(self, clerk: Clerk) -> None:
        """13.3, 15.3 The words of a Refusal, and all that a log would keep of it."""
        table = self.play.table
        for _ in range(_TRIES):
            action = self.play.anything(clerk.viewer)
            if action is None:
                continue
            try:
                CAMBIO.decide(table.state, clerk.viewer, action, table.now.chance, table.at)
            except Refusal as refusal:
                words = [str(refusal), repr(refusal), repr(refusal.args), repr(vars(refusal))]
                text = "\n".join([*words, *traceback.format_exception(refusal)])
                self._no_canary(clerk, text, "a Refusal")

    def _check_secret(self) -> None:
        """16.4 The secret of an abandoned table is never told."""
        written = self.play.table.transcript()
        end = CAMBIO.outcome(self.play.state)
        if (end is None or end.is_abandoned) and self.play.table.context.secret.hex().encode() in written:
            raise Leak("the secret of a table that was not played out is in its transcript")


def _view_is(clerk: Clerk, view: Any) -> None:
    """13.1, 13.2 Exactly these faces, exactly there."""
    top = clerk.discards[-1].face if clerk.discards else None
    expected: dict[str, Any] = {
        "you": clerk.viewer,
        "options": clerk.options,
        "drawPileCount": clerk.draw_count,
        "discardCount": len(clerk.discards),
        "discardVersion": clerk.discard_version,
    }
    for name, value in expected.items():
        if view[name] != value:
            raise clerk.leak(f"sees {name} {view[name]}, which the events do not bear out: {value}")
    if clerk.is_completed:
        hands = {piece.face for piece in clerk.slots.values() if piece is not None}
        if not {*faces_in(view)} <= hands | {top}:
            raise clerk.leak("sees more than the hands at the end")
        return
    if view["scores"] or view["winners"] or view["winnerSeat"] is not None:
        raise clerk.leak("sees scores before the end")
    faces = [] if top is None else [top]
    faces += _held_is(clerk, view["held"])
    for seat, player in enumerate(view["players"]):
        if player["score"] is not None:
            raise clerk.leak(f"sees the score of seat {seat} before the end")
        for position, slot in enumerate(player["slots"]):
            faces += _slot_is(clerk, (seat, position), slot)
    faces += _memory_is(clerk, view.get("memory"))
    if sorted(map(code_of, faces_in(view))) != sorted(map(code_of, faces)):
        raise clerk.leak(f"sees {[*faces_in(view)]}, and should see {faces}")


def _held_is(clerk: Clerk, held: Any) -> list[Face]:
    if clerk.holder is None or clerk.held is None:
        if held is not None:
            raise clerk.leak("sees a held card that nobody drew")
        return []
    seat, source = clerk.holder
    face = clerk.held.face if source == "discard" or seat == clerk.viewer else None
    seen = None if held["card"] is None else (held["card"]["rank"], held["card"]["suit"])
    if (held["seat"], held["source"], seen) != (seat, source, face):
        raise clerk.leak(f"sees {held} held, and should see {face} from {source}")
    power = _POWER_OF.get(face[0]) if face is not None and source == "deck" else None
    if held["power"] != power:
        raise clerk.leak(f"is told that the held card can do {held['power']}, and should be told {power}")
    return [] if face is None else [face]


def _slot_is(clerk: Clerk, place: SlotKey, slot: Any) -> list[Face]:
    face = clerk.shown.get(place)
    visibility = "empty" if clerk.slots[place] is None else "hidden" if face is None else "peeking"
    seen = None if slot["card"] is None else (slot["card"]["rank"], slot["card"]["suit"])
    if (slot["visibility"], seen) != (visibility, face):
        raise clerk.leak(f"sees {slot} at {place}, and should see {face} {visibility}")
    return [] if face is None else [face]


def _memory_is(clerk: Clerk, memory: Any) -> list[Face]:
    if clerk.viewer is None or not clerk.options["memoryAid"]:
        if memory is not None:
            raise clerk.leak("has a memory at a table that keeps none")
        return []
    known = [(place, piece.face) for place, piece in sorted(clerk.slots.items()) if piece and piece.face]
    remembered = [
        ((seen["slot"]["seat"], seen["slot"]["position"]), (seen["card"]["rank"], seen["card"]["suit"]))
        for seen in memory
    ]
    if remembered != known:
        raise clerk.leak(f"remembers {remembered}, and has seen {known}")
    return [face for _, face in known]


def _known_is(clerk: Clerk, known: Any) -> None:
    """17.1, 17.4 The places, the discards, the batches and the caller's hand, as the events told them."""
    slots = {
        (seat, position): None if place is None else _piece(place)
        for seat, player in enumerate(known["players"])
        for position, place in enumerate(player["slots"])
    }
    expected: dict[str, tuple[Any, Any]] = {
        "the slots": (slots, {place: _expected(piece) for place, piece in clerk.slots.items()}),
        "the held card": (
            None if known["held"] is None else _piece(known["held"]),
            _expected(clerk.held),
        ),
        "the discards": (
            known["discardPile"],
            [code_of(piece.face) for piece in clerk.discards if piece.face],
        ),
        "the batches": (known["batches"], _batches(clerk)),
        "the batch": (known["batch"], clerk.batch),
        "the caller's hand": (known["callHand"], _call_hand(clerk)),
    }
    for name, (actual, lawful) in expected.items():
        if actual != lawful:
            raise clerk.leak(f"knows {name} as {actual}, and may know {lawful}")


def _piece(place: Any) -> tuple[Any, int, int]:
    return place["card"], place["knownBy"], place["batch"]


def _expected(piece: Any) -> tuple[Any, int, int] | None:
    if piece is None:
        return None
    code = None if piece.face is None else code_of(piece.face)
    return code, sum(1 << knower for knower in piece.knowers), piece.batch


def _batches(clerk: Clerk) -> list[list[str]]:
    """In the order of the book, which tells nothing."""
    deck = [*(rank + letter for letter in SUITS.values() for rank in RANKS), "X"]
    return [sorted(map(code_of, batch), key=deck.index) for batch in clerk.batches]


def _call_hand(clerk: Clerk) -> list[Any]:
    """17.4 As cards where the viewer knows them, else as places."""
    place_of = {id(piece): place for place, piece in clerk.slots.items() if piece is not None}
    return [
        code_of(piece.face)
        if piece.face is not None
        else {"seat": place_of[id(piece)][0], "position": place_of[id(piece)][1]}
        for piece in clerk.call_hand
    ]


def watch(games: int, versions: int, first: int = 0) -> int:
    """So many games of so many versions; how many versions were watched. Raises Leak."""
    return sum(Canary(Play(seed)).watch(versions) for seed in range(first, first + games))
