"""What is wrong with a game is said when it is defined."""

import re
import traceback
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from rondel import kit
from rondel.kit import (
    HOUSE,
    NOBODY,
    OWNER,
    Ms,
    Pool,
    Seat,
    moment,
    named_publicly,
    place,
    private_to,
    revealed,
    sealed,
)
from rondel.wire.packages import because_of

Disc = Literal["bloom", "thorn"]
Die = Annotated[int, Meta(ge=1, le=6, title="Die")]
DISCS = Pool(name="discs", pieces=("bloom", "thorn"), per_seat=True)
SHARED = Pool(name="shared", pieces=("bloom", "thorn"))


class Player(kit.Player):
    hand: Annotated[tuple[Disc, ...], place(DISCS, seen_by=OWNER)] = DISCS.pieces
    die: Annotated[Die, sealed()] = 1


class State(kit.State):
    options: kit.Options
    players: tuple[Player, ...]


class Lay(kit.Action):
    when = ("laying",)
    disc: Annotated[Disc, sealed()]


class Laid(kit.Event):
    seat: Seat
    disc: Annotated[Disc, private_to("seat")]


def defined(**more: Any) -> Any:
    given: dict[str, Any] = {"state": State, "actions": [Lay], "events": [Laid], **more}
    return kit.game(name="g", title="G", seats=range(2, 3), deal=lambda story: None, **given)


def test_a_game_without_a_mistake_is_defined() -> None:
    assert defined().name == "g"
    assert kit.VERSION == "1.0"


class Announced(kit.Event):
    seat: Seat
    disc: Disc


class AnnouncedInARow(kit.Event):
    discs: dict[str, list[Disc | None]]


class AnnouncedWithMore(kit.Event):
    die: Annotated[Die, Meta(description="shown to all")]


class ToNobodyThere(kit.Event):
    disc: Annotated[Disc, private_to("seat")]


class ToASecretSeat(kit.Event):
    seat: Annotated[Seat, private_to("seat")]


class ShownButWhom(kit.Event):
    disc: Annotated[Disc, revealed(but="owner")]


class ToTwo(kit.Event):
    one: Seat
    other: Seat
    disc: Annotated[Disc, private_to("one")]
    rest: Annotated[Disc, private_to("other")]


class PlaceInAnEvent(kit.Event):
    disc: Annotated[Disc, place(DISCS)]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Announced, "Announced.disc names what may be hidden: say private_to"),
        (AnnouncedInARow, "AnnouncedInARow.discs names what may be hidden"),
        (AnnouncedWithMore, "AnnouncedWithMore.die names what may be hidden"),
        (ToNobodyThere, "ToNobodyThere names a seat by 'seat'"),
        (ToASecretSeat, "ToASecretSeat names a seat by 'seat', which is no public field"),
        (ShownButWhom, "ShownButWhom names a seat by 'owner'"),
        (ToTwo, "ToTwo tells different things to different seats"),
        (PlaceInAnEvent, "PlaceInAnEvent.disc is part of an Event"),
    ],
)
def test_an_event_that_cannot_be_told_is_a_mistake(event: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        defined(events=[event])


class Never(kit.Action):
    pass


class ATextAlone(kit.Action):
    when = "laying"  # type: ignore[assignment]


class AfterTheEnd(kit.Action):
    when = ("over",)


class BeforeTheDeal(kit.Action):
    when = ("setup",)


class Unmarked(kit.Action):
    when = ("laying",)
    disc: Disc


class Misplaced(kit.Action):
    when = ("laying",)
    disc: Annotated[Disc, revealed()]


class Unheard(kit.HouseAction):
    when = ("laying",)
    disc: Disc


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Never, "Never must say in which phases"),
        (ATextAlone, r"ATextAlone must say in which phases it is possible, as a tuple: when = \('laying',\)"),
        (AfterTheEnd, "AfterTheEnd.when names 'over', the phase after the end, in which nobody can act"),
        (BeforeTheDeal, "BeforeTheDeal.when names 'setup', the phase before the deal, in which nobody can"),
        (Unmarked, "Unmarked.disc names what may be hidden: say sealed"),
        (Misplaced, "Misplaced.disc is part of an Action"),
    ],
)
def test_an_action_that_makes_no_sense_is_a_mistake(action: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        defined(actions=[action])


def test_a_house_action_is_held_to_the_same() -> None:
    with pytest.raises(TypeError, match=r"Unheard\.disc names what may be hidden"):
        defined(house=[Unheard])


def test_an_action_may_name_a_piece_openly() -> None:
    class Show(kit.Action):
        when = ("laying",)
        disc: Annotated[Disc, named_publicly()]

    game = defined(actions=[Show])

    assert game.sealed(None, Show("thorn")) == frozenset()


class LaidToYou(kit.Event):
    seat: Seat


def test_no_two_nouns_have_one_name() -> None:
    with pytest.raises(TypeError, match="Two nouns are called LaidToYou"):
        defined(events=[Laid, LaidToYou])
    with pytest.raises(TypeError, match="Two nouns are called Lay"):
        defined(actions=[Lay, Lay])


class Colour(Enum):
    RED = "red"


class Hidden(kit.Struct):
    disc: Annotated[Disc, place(SHARED, seen_by=NOBODY)]


class BareNumber(kit.Player):
    number: Annotated[int, sealed(among=range(3))] = 0


class BareFlag(kit.Player):
    flag: Annotated[bool | None, sealed()] = None


class AnEnum(kit.Player):
    colour: Annotated[Colour | None, place(SHARED, seen_by=OWNER)] = None


class NoDomain(kit.Player):
    word: Annotated[Annotated[str, Meta(max_length=3)] | None, sealed()] = None


class WrongMark(kit.Player):
    disc: Annotated[Disc, private_to("seat")] = "bloom"


class AMoment(kit.Player):
    due_ms: Annotated[Ms | None, moment()] = None


class InAList(kit.Player):
    hidden: tuple[Hidden, ...] = ()


class Remembers(kit.Player):
    hand: Annotated[tuple[Disc, ...], place(DISCS, seen_by=OWNER)] = ()
    last: Disc | None = None


class OpenlyRemembers(kit.Player):
    hand: Annotated[tuple[Disc, ...], place(DISCS, seen_by=OWNER)] = ()
    last: Annotated[Disc | None, place()] = None


def state_of(player: Any) -> Any:
    return msgspec.defstruct(
        "State", [("options", kit.Options), ("players", tuple[player, ...])], bases=(kit.State,), frozen=True
    )


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (BareNumber, "BareNumber.number hides a bare int"),
        (BareFlag, "BareFlag.flag hides a bare bool"),
        (AnEnum, "AnEnum.colour hides an Enum"),
        (NoDomain, "NoDomain.word does not say among which values"),
        (WrongMark, "WrongMark.disc is part of a State, where private_to"),
        (AMoment, "belongs to the State itself, not to its players"),
        (InAList, "InAList.hidden has marked fields where no View can be made"),
        (Remembers, "Remembers.last holds a piece that may be hidden"),
    ],
)
def test_a_player_whose_secrets_cannot_be_kept_is_a_mistake(player: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        defined(state=state_of(player), actions=[Lay], events=[], undo=())


def test_a_piece_that_everybody_remembers_lies_in_an_open_place() -> None:
    game = defined(state=state_of(OpenlyRemembers))
    state = game.types.state(players=(OpenlyRemembers(last="thorn"),), options=kit.Options())

    assert game.view(state, None).players[0].last == "thorn"


class OwnedByNobody(State):
    discs: Annotated[tuple[Disc, ...], place(SHARED, seen_by=OWNER)] = ()


class PerSeatInTheMiddle(State):
    discs: Annotated[tuple[Disc, ...], place(DISCS, seen_by=NOBODY)] = ()


class SecondRow(State):
    ghosts: tuple[Player, ...] = ()


class You(State):
    you: int = 0


class NoPlayers(kit.State):
    options: kit.Options
    players: tuple[Any, ...]


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (OwnedByNobody, "OwnedByNobody.discs has no owner"),
        (PerSeatInTheMiddle, "PerSeatInTheMiddle.discs holds pieces of a pool per seat"),
        (SecondRow, "SecondRow.ghosts is a second row of players"),
        (You, "You.you is what a View adds"),
        (NoPlayers, "NoPlayers.players must say what a player has"),
    ],
)
def test_a_state_that_no_view_can_be_made_of_is_a_mistake(state: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        defined(state=state, actions=[Lay], events=[])


Pips = Annotated[int, Meta(ge=1, le=6)]
Round = Annotated[int, Meta(ge=1, le=6)]
RoundOfSix = Annotated[int, Meta(ge=1, le=6, title="Round")]


class Hider(kit.Player):
    pips: Annotated[Pips, sealed()] = 1


class Hiding(kit.State):
    players: tuple[Hider, ...]


class RoundBegun(kit.Event):
    number: Round


class SixthBegun(kit.Event):
    number: RoundOfSix


class RoundInState(kit.State):
    players: tuple[Hider, ...]
    number: Round = 1


class Skip(kit.Action):
    when = ("on",)
    number: Round


def test_types_with_equal_bounds_are_one_and_a_title_tells_them_apart() -> None:
    title = re.escape("apart by a title: Meta(..., title=...)")
    with pytest.raises(TypeError, match=title):
        defined(state=Hiding, actions=[], events=[RoundBegun])
    with pytest.raises(TypeError, match=title):
        defined(state=Hiding, actions=[Skip], events=[])
    with pytest.raises(TypeError, match=title):
        defined(state=RoundInState, actions=[], events=[])

    assert defined(state=Hiding, actions=[], events=[SixthBegun]).name == "g"


@pytest.mark.parametrize("name", ["missing", "word", "die", "hand"])
def test_pieces_lie_face_up_only_by_what_everybody_sees(name: str) -> None:
    class Turned(Player):
        word: str = ""
        stack: Annotated[tuple[Disc, ...], place(DISCS, seen_by=OWNER, face_up=name)] = ()

    class Table(kit.State):
        players: tuple[Turned, ...]

    with pytest.raises(TypeError, match=f"Turned.stack lies face up by '{name}'"):
        defined(state=Table)


def test_a_mark_that_contradicts_itself_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="A hidden place must say which pieces"):
        place(seen_by=OWNER)
    with pytest.raises(TypeError, match="A place cannot be sorted and have single pieces face up"):
        place(DISCS, is_sorted=True, face_up=lambda me, at, viewer: True)
    with pytest.raises(TypeError, match="The house has no partners"):
        private_to(HOUSE, with_team=True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"layout": "circle"}, r"layout='circle'\): there is no such layout. Say 'row', .* or 'track'"),
        ({"kind": "meeple"}, r"kind='meeple'\): there is no such kind. Say 'card', .* or 'cell'"),
        ({"seen_by": "me"}, r"seen_by='me'\): there is no such seen_by. Say 'owner', .* or 'everybody'"),
    ],
)
def test_a_word_that_no_place_knows_is_a_mistake(words: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        place(**words)


def line_of(text: str) -> int:
    """The number of the only line of this file that is this one."""
    [number] = [at for at, line in enumerate(Path(__file__).read_text().splitlines(), 1) if line == text]
    return number


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"actions": [Unmarked, Lay]}, line_of("class Unmarked(kit.Action):") + 2),
        ({"actions": [Never]}, line_of("class Never(kit.Action):")),
        ({"events": [AnnouncedInARow]}, line_of("    discs: dict[str, list[Disc | None]]")),
        ({"state": OwnedByNobody}, line_of("class OwnedByNobody(State):") + 1),
        ({"state": state_of(Remembers)}, line_of("class Remembers(kit.Player):") + 2),
        ({"events": [Laid, LaidToYou]}, line_of("class LaidToYou(kit.Event):")),
    ],
)
def test_a_mistake_names_the_authors_file_and_line(wrong: dict[str, Any], line: int) -> None:
    with pytest.raises(kit.DefinitionError) as raised:
        defined(**wrong)

    assert (raised.value.filename, raised.value.lineno) == (__file__, line)
    assert str(raised.value).endswith(f" ({__file__}:{line})")


def test_a_wrong_mark_names_the_line_that_says_it_once() -> None:
    with pytest.raises(kit.DefinitionError) as raised:
        place(seen_by=OWNER)

    line = traceback.extract_tb(raised.value.__traceback__)[0].lineno
    assert (raised.value.filename, raised.value.lineno) == (__file__, line)
    assert because_of(raised.value).count(f"{__file__}:") == 1


def test_a_type_without_source_names_the_call() -> None:
    made = msgspec.defstruct("Made", [("disc", Disc)], bases=(kit.Event,), frozen=True)

    with pytest.raises(kit.DefinitionError) as raised:
        defined(events=[made])

    call = line_of(
        '    return kit.game(name="g", title="G", seats=range(2, 3), deal=lambda story: None, **given)'
    )
    assert (raised.value.filename, raised.value.lineno) == (__file__, call)
