"""Leaks planted in the two example games by changing their sources, and what finds each."""

import dataclasses
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from rondel.kernel import AnyGame
from rondel.laws import ALL, run
from tests.kit.hand_leaks import LEAKS as BY_HAND

DEFINITION: Final = "definition"
"""Found before anything is played: the game cannot be defined."""

_LAWS: Final = [
    law
    for law in ALL
    if law.name in ("legal", "secrecy", "consistency", "randomness", "sealed", "calibration")
]
_STEPS: Final = 120
_SEEDS: Final = 4


class Leak(NamedTuple):
    """What leaks, and the changes that make it: texts of the source with what is put in their place."""

    title: str
    changes: tuple[tuple[str, str], ...]
    after: Callable[[AnyGame], AnyGame] = lambda game: game


def leak(title: str, *changes: tuple[str, str]) -> Leak:
    return Leak(title, changes)


REMEMBERING: Final = (
    "SEEN = [0]\n\n\n"
    "def moves(event):\n"
    "    from rondel.kernel import Move\n"
    "    SEEN[0] = {what} if hasattr(event, {field!r}) else SEEN[0]\n"
    "    return (Move({zone!r}, {zone!r}, to_at=SEEN[0]),)\n\n\n"
)
"""A face that names a way with every event; which, depends on what somebody else alone was told before."""

REFUSE: Final = 'raise kit.Refusal("NO", "Better not.")'

BRAMBLE: Final = (
    leak("the mark of a laid disc is forgotten", ('disc: Annotated[Disc, private_to("seat")]', "disc: Disc")),
    leak(
        "a laid disc is declared shown",
        ('disc: Annotated[Disc, private_to("seat")]', 'disc: Annotated[Disc, revealed(but="seat")]'),
    ),
    Leak(
        "a laid disc is shown, and everything is declared a reveal",
        (('disc: Annotated[Disc, private_to("seat")]', "disc: Annotated[Disc, revealed()]"),),
        lambda game: dataclasses.replace(game, reveals=lambda event, viewer: True),
    ),
    leak(
        "a public flag tells the laid disc",
        (
            '    disc: Annotated[Disc, private_to("seat")]',
            '    is_thorn: bool\n    disc: Annotated[Disc, private_to("seat")]',
        ),
        ("DiscLaid(seat, self.disc)", 'DiscLaid(seat, self.disc == "thorn", self.disc)'),
    ),
    leak("the action names its disc without a mark", ("disc: Annotated[Disc, sealed()]", "disc: Disc")),
    leak(
        "a lost disc is declared shown",
        (
            'disc: Annotated[Disc, private_to("seat", is_new=True)]',
            'disc: Annotated[Disc, revealed(but="seat")]',
        ),
    ),
    leak(
        "the mark of a lost disc is forgotten", ('Annotated[Disc, private_to("seat", is_new=True)]', "Disc")
    ),
    leak(
        "who begins tells the disc that was given up",
        (
            "RoundBegun(seat if seat in left else heir)",
            'RoundBegun(seat if seat in left and disc != "thorn" else heir)',
        ),
    ),
    leak(
        "what everybody knows tells the lost thorn",
        (
            "has_thorn=None if player.has_thorn else player.has_thorn",
            'has_thorn=False if self.disc == "thorn" else None',
        ),
    ),
    leak(
        "a player's last disc is remembered in the open",
        ("    points: int = 0\n", "    points: int = 0\n    last: Disc | None = None\n"),
    ),
    leak(
        "a count of thorns in hand is kept in the open",
        ("    points: int = 0\n", "    points: int = 0\n    thorns: int = 1\n"),
        ("(*player.stack, self.disc)\n", '(*player.stack, self.disc), thorns=int("thorn" in player.hand)\n'),
    ),
    leak(
        "a thorn is refused",
        (
            "        turn_over(story, seat, self.owner_seat)",
            (
                "        it = story.state.players[self.owner_seat]\n"
                f'        if it.stack[-1 - it.turned] == "thorn":\n            {REFUSE}\n'
                "        turn_over(story, seat, self.owner_seat)"
            ),
        ),
    ),
    leak(
        "blooms lie face up",
        (
            'face_up="turned"',
            'face_up=lambda me, at, _: me.stack[at] == "bloom" or at >= len(me.stack) - me.turned',
        ),
    ),
    leak(
        "stacks are open",
        ('place(DISCS, seen_by=OWNER, face_up="turned", ', 'place(DISCS, face_up="turned", '),
    ),
    leak(
        "hands are open",
        (
            "place(DISCS, seen_by=OWNER, may_hold=may_have, is_sorted=True, ",
            "place(DISCS, may_hold=may_have, ",
        ),
    ),
    leak(
        "the turn goes on by the disc that was laid",
        (
            'turn = state.after(self.seat) if state.phase == "laying" else state.turn',
            'turn = state.after(self.seat) if self.disc == "bloom" else state.turn',
        ),
    ),
    leak(
        "a claim of a seat without its thorn in hand is announced",
        ("    count: int\n\n    def apply", "    count: int\n    is_bluff: bool\n\n    def apply"),
        (
            "ClaimMade(seat, self.count)",
            'ClaimMade(seat, self.count, "thorn" in story.state.players[seat].stack)',
        ),
    ),
    leak(
        "the moves of the face remember a disc that another seat was told",
        (
            "FACE: Face[State, Event] = Face(",
            REMEMBERING.format(what='int(event.disc == "thorn")', field="disc", zone="0.stack")
            + "FACE: Face[State, Event] = Face(moves=moves, ",
        ),
    ),
    leak(
        "a piece is told in a table of texts",
        ("    first_seat: Seat\n", "    first_seat: Seat\n    discs: dict[int, list[Disc]]\n"),
    ),
)

LIARS_DICE: Final = (
    leak(
        "the mark of rolled dice is forgotten",
        ('Annotated[tuple[Die, ...], private_to("seat", is_new=True)]', "tuple[Die, ...]"),
    ),
    leak(
        "rolled dice are declared shown",
        (
            'Annotated[tuple[Die, ...], private_to("seat", is_new=True)]',
            'Annotated[tuple[Die, ...], revealed(but="seat")]',
        ),
    ),
    Leak(
        "rolled dice are shown, and everything is declared a reveal",
        (
            (
                'Annotated[tuple[Die, ...], private_to("seat", is_new=True)]',
                "Annotated[tuple[Die, ...], revealed()]",
            ),
        ),
        lambda game: dataclasses.replace(game, reveals=lambda event, viewer: True),
    ),
    leak(
        "a bid tells how many ones its bidder has",
        ("    face: int\n\n    def apply", "    face: int\n    ones: int\n\n    def apply"),
        (
            "BidMade(seat, self.count, self.face)",
            "BidMade(seat, self.count, self.face, story.state.players[seat].cup.count(1))",
        ),
    ),
    leak(
        "a total is rolled in the open",
        (
            "    dice: Annotated[tuple[Die, ...], private_to(",
            "    total: int\n    dice: Annotated[tuple[Die, ...], private_to(",
        ),
        ("DiceRolled(seat, dice)", "DiceRolled(seat, sum(dice), dice)"),
    ),
    leak(
        "a bold bid is refused",
        (
            "        story.emit(BidMade(",
            (
                "        dice = [die for player in story.state.players for die in player.cup]\n"
                f"        if dice.count(self.face) < self.count - 3:\n            {REFUSE}\n"
                "        story.emit(BidMade("
            ),
        ),
    ),
    leak(
        "the turn after a bid depends on a die",
        (
            "bidder=self.seat, turn=state.after(self.seat))",
            (
                "bidder=self.seat, turn=state.after(state.after(self.seat)"
                " if state.players[self.seat].cup[0] == 1 else self.seat))"
            ),
        ),
    ),
    leak(
        "cups are lifted in words and stay closed",
        ("announced = True  # nothing of it is left to be seen when new dice are rolled\n    ", ""),
        ("return state.replace_player(self.seat, is_lifted=True)", "return state"),
    ),
    leak(
        "the highest roll bids first",
        (
            "            story.emit(DiceRolled(seat, dice))",
            (
                "            story.emit(DiceRolled(seat, dice))\n"
                "    players = story.state.players\n"
                "    best = max(story.state.seats_in(), key=lambda seat: sum(players[seat].cup))\n"
                "    story.emit(TurnGiven(best))"
            ),
        ),
        (
            "class BidMade(kit.Event)",
            (
                "class TurnGiven(kit.Event):\n    seat: Seat\n\n    def apply(self, state):\n"
                "        return state.replace(turn=self.seat)\n\n\nclass BidMade(kit.Event)"
            ),
        ),
        ("    State,\n    deal,", "    State,\n    TurnGiven,\n    deal,"),
        ("events=[DiceGiven, ", "events=[TurnGiven, DiceGiven, "),
    ),
    leak(
        "a flag is set in the open when dice are rolled",
        ("    dice_left: int = 0\n", "    dice_left: int = 0\n    has_ones: bool = False\n"),
        (
            "return state.replace_player(self.seat, cup=self.dice)",
            "return state.replace_player(self.seat, cup=self.dice, has_ones=1 in self.dice)",
        ),
    ),
    leak(
        "a flag is set in the open by a bid",
        ("    bidder: Seat = 0\n", "    bidder: Seat = 0\n    is_bluff: bool = False\n"),
        (
            "return state.replace(count=self.count, face=self.face, ",
            (
                "return state.replace(is_bluff=self.face not in state.players[self.seat].cup, "
                "count=self.count, face=self.face, "
            ),
        ),
    ),
    leak(
        "the moves of the face remember dice that another seat was told",
        (
            "FACE: Face[Any, Event] = Face(",
            REMEMBERING.format(what="sum(event.dice)", field="dice", zone="0.cup")
            + "FACE: Face[Any, Event] = Face(moves=moves, ",
        ),
    ),
    leak(
        "cups are open",
        ('place(DICE, seen_by=OWNER, face_up="is_lifted", ', 'place(DICE, face_up="is_lifted", '),
    ),
    leak(
        "sixes lie face up",
        ('face_up="is_lifted"', "face_up=lambda me, at, _: me.is_lifted or me.cup[at] == 6"),
    ),
    leak(
        "the best die is remembered in the open",
        ("    dice_left: int = 0\n", "    dice_left: int = 0\n    best: Die | None = None\n"),
    ),
    leak("a bid names its face without a mark", ("face: Annotated[Die, named_publicly()]", "face: Die")),
)

HARMLESS: Final = (
    (
        "bramble",
        leak(
            "only blooms are offered to be turned over",
            (
                "if player.turned < len(player.stack)]",
                'if player.turned < len(player.stack) and player.stack[-1 - player.turned] != "thorn"]',
            ),
        ),
    ),
    (
        "liars_dice",
        leak(
            "a call is offered only if it is right",
            (
                "return [cls()] if view.count else []",
                (
                    "found = sum(die == view.face for player in view.players for die in player.cup)\n"
                    "        return [cls()] if view.count > found else []"
                ),
            ),
        ),
    ),
    (
        "liars_dice",
        leak(
            "who may act depends on a cup",
            (
                "    def scores(self)",
                (
                    "    def to_act(self):\n"
                    "        best = max(self.seats_in(), key=lambda seat: repr(self.players[seat].cup))\n"
                    "        return [self.turn] if self.count % 2 else [best]\n\n"
                    "    def scores(self)"
                ),
            ),
        ),
    ),
)
"""What would leak if rules were given a State; `choices` and `to_act` are asked of a View, with holes."""

GAMES: Final = {"bramble": BRAMBLE, "liars_dice": LIARS_DICE}


MODULES: Final = ("rules", "face", "game")
"""The modules of an example game in the order of their imports."""


@contextmanager
def planted(game: str, leak: Leak) -> Iterator[AnyGame]:
    """The game with its leak; TypeError if it cannot be defined."""
    names = [f"{game}.{module}" for module in MODULES]
    texts = changed({name: source(name) for name in names}, leak)
    loaded = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    try:
        for name, text in texts.items():
            sys.modules[name] = types.ModuleType(name)  # where its annotations and the next module read it
            exec(compile(text, f"leaking {name}", "exec"), sys.modules[name].__dict__)
        yield leak.after(getattr(sys.modules[names[-1]], game.upper()))
    finally:
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(loaded)


def changed(texts: dict[str, str], leak: Leak) -> dict[str, str]:
    """The sources with the changes of a leak."""
    for old, new in leak.changes:
        assert any(old in text for text in texts.values()), f"{leak.title}: the game no longer says {old!r}"
        texts = {name: text.replace(old, new) for name, text in texts.items()}
    return texts


def source(module: str) -> str:
    """The text of a module."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


def finder(game: str, leak: Leak) -> str | None:
    """What finds the leak: the definition, or a law by its name; None if nothing does."""
    try:
        with planted(game, leak) as leaking:
            return law_that_finds(leaking)
    except TypeError as mistake:
        if "hidden" not in str(mistake):
            raise
        return DEFINITION


def law_that_finds(game: AnyGame, *, seeds: int = _SEEDS) -> str | None:
    """The law that a game breaks first, if it breaks one."""
    for seed in range(seeds):
        report = run(game, laws=_LAWS, steps=_STEPS, seed=seed)
        if report.violations:
            found = report.violations[0]
            assert "crashed" not in found.message, found.message
            return found.law
    return None


def main() -> int:
    """Print what finds each leak, those of the game written by hand last; 1 if one is missed."""
    planted = [
        (game, leak.title, partial(finder, game, leak)) for game, leaks in GAMES.items() for leak in leaks
    ]
    planted += [("by hand", title, partial(law_that_finds, game)) for title, game in BY_HAND.items()]
    missed = 0
    for game, title, find in planted:
        found = find()
        missed += found is None
        sys.stdout.write(f"{game:11} {found or 'NOT FOUND':12} {title}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(planted)} leaks planted, {missed} missed.\n")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
