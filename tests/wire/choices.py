"""The cases of choosing that Python and TypeScript both pass.

`uv run python -m tests.wire.choices` writes them to web/tests/choices.json.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from rondel.kernel import HOUSE, Chance, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.choose import Offer, choose
from rondel.wire.codec import codec_of
from rondel.wire.form import blanks_of, payload_from, text_kinds
from rondel.wire.registry import load_game
from rondel.wire.schema import schemas

FILE: Final = Path(__file__).parents[2] / "web" / "tests" / "choices.json"

Legal = list[dict[str, Any]]

SITTINGS: Final = {
    "cambio": '{"seats": 3, "snap": "first"}',
    "cambio without snaps": '{"seats": 3}',
    "decks": "{}",
    "imperial": '{"start": "fixed"}',
}
ENDING: Final = {
    "CallCambio",
    "ClosePlanner",
    "Init",
    "Reset",
    "StartCustomDeck",
    "LoadPresetDeck",
    "ChangeParameters",
}
MOST_LISTED: Final = 60
MOST_ROWS: Final = 150
MOST_LISTS: Final = 8


def legal_lists(sitting: str) -> Iterator[Legal]:
    """The legal lists of a random sitting, as they travel."""
    game = load_game(sitting.split()[0])
    seats = 1 if sitting == "decks" else 3
    options = codec_of(game).options(SITTINGS[sitting].encode())
    table = LocalTable.opened(
        game, options, [SeatSpec()] * seats, table_id="choices", secret=bytes(32), nonces=[bytes(16)] * seats
    )
    table.play(HOUSE, game.begin, 0)
    rng = Chance.of_seed(f"choices in {sitting}")
    for row in range(MOST_ROWS):
        to_act = sorted(game.to_act(table.state))
        if not to_act:
            return
        seat = rng.pick(to_act)
        legal = game.legal(table.state, seat)
        yield json.loads(codec_of(game).legal_bytes(legal))
        table.play(seat, rng.pick(_going_on(legal)), row)


def _going_on(legal: Sequence[Any]) -> list[Any]:
    """What neither ends the sitting nor begins it again, where there is anything else."""
    return [action for action in legal if type(action).__name__ not in ENDING] or list(legal)


def _kinds(legal: Legal) -> str:
    """What makes a list worth having: its kinds of actions, and what is asked after each first answer."""
    questions = choose(legal, []).questions[:1]
    after = [
        choose(legal, [[{question.field: value}]]) for question in questions for value in question.values
    ]
    fields = [sorted(question.field for question in choice.questions) for choice in after]
    return json.dumps(
        [sorted({each["type"] for each in legal}), sorted({json.dumps(each) for each in fields})]
    )


def real_lists() -> dict[str, Legal]:
    """For each game, some of its lists that hold different kinds of actions."""
    found: dict[str, Legal] = {}
    for game in SITTINGS:
        met: dict[str, Legal] = {}
        for legal in legal_lists(game):
            if 1 < len(legal) <= MOST_LISTED:
                met.setdefault(_kinds(legal), legal)
        for number, legal in enumerate(list(met.values())[:MOST_LISTS]):
            found[f"{game} {number}"] = legal
    return found


def _acts(kind: str, *payloads: Any) -> Legal:
    return [{"type": kind, "payload": payload} for payload in payloads]


MADE: Final[dict[str, Legal]] = {
    "nothing": [],
    "one": [{"type": "PASS"}],
    "twice the same": [{"type": "PASS"}, {"type": "PASS"}],
    "many numbers": _acts("BID", *({"amount": amount} for amount in range(0, 45, 3))),
    "many numbers without a step": _acts("BID", *({"amount": n * n} for n in range(14))),
    "twelve numbers": _acts("BID", *({"amount": amount} for amount in reversed(range(12)))),
    "numbers and truth": _acts("SAY", *({"it": it} for it in (1, True, 0, False, None, "1"))),
    "a subset": _acts("BUILD", *({"sites": sites} for sites in ([], ["a"], ["b"], ["a", "b"], ["a", "a"]))),
    "a list that always holds one": _acts("BUILD", *({"sites": sites} for sites in (["a"], ["b", "a"]))),
    "two orders": _acts("SAIL", *({"via": via} for via in (["x", "y"], ["y", "x"], ["x", "z"]))),
    "only two orders": _acts("SAIL", *({"via": via} for via in (["x", "y"], ["y", "x"]))),
    "a list or nothing": _acts(
        "SAIL", *({"to": "Rome", "via": via} for via in (None, [], ["x"], ["x", "y"]))
    ),
    "a missing field": _acts("TAKE", {}, {"bonus": True}, {"bonus": None}),
    "objects": _acts(
        "SWAP",
        *(
            {"slots": [{"seat": one, "position": 0}, {"position": 1, "seat": other}], "is_open": is_open}
            for one, other, is_open in ((0, 1, True), (1, 2, True), (0, 2, False))
        ),
    ),
    "a payload that is one value": _acts("WRITE", "a", "b") + _acts("COUNT", [1, 2], [3]),
    "one card and two ways": _acts("GIVE", *({"card": 7, "to": to, "with": [1]} for to in (1, 2))),
    "a field called type": _acts(
        "BUY", *({"type": kind, "at": at} for kind in ("army", "fleet") for at in (1, 2))
    ),
}
"""Lists that no game of ours has."""

TAPS: Final[dict[str, list[list[Offer]]]] = {
    "a subset": [
        [[{"sites[]": "a"}]],
        [[{"sites[]": "a"}], [{"sites[]": "a"}]],
        [[{"sites[]": "b"}], [{"sites[]": "a"}]],
        [[{"sites[]": "b"}], [{"sites[]": "b"}]],
        [[{"sites": ["b"]}]],
        [[{"sites": []}]],
        [[{"cities[]": "a"}]],
    ],
    "two orders": [[[{"via[]": "y"}], [{"via[]": "x"}]], [[{"via[]": "x"}], [{"via[]": "y"}]]],
    "only two orders": [[[{"via[]": "y"}]], [[{"via[]": "y"}], [{"via[]": "x"}]]],
    "objects": [
        [[{"slots[]": {"position": 0, "seat": 1}}]],
        [[{"slots[]": {"seat": 0, "position": 0}, "is_open": True}]],
        [[{"slots[]": {"seat": 1, "position": 0}}, {"slots[]": {"seat": 1, "position": 1}}]],
        [
            [{"slots[]": {"seat": 0, "position": 0}}, {"slots[]": {"seat": 2, "position": 1}}],
            [{"slots[]": {"seat": 0, "position": 0}}],
        ],
    ],
    "numbers and truth": [[[{"it": 1}]], [[{"it": True}]], [[{"it": None}]], [[{"it": "1"}]], [[{"it": 2}]]],
    "a missing field": [[[{"bonus": None}]], [[{"bonus": True}]]],
    "a payload that is one value": [[[{"payload": "b"}]], [[{"payload[]": 2}]], [[]]],
    "one card and two ways": [
        [[{"card": 7}]],
        [[{"card": 7}], [{"to": 2}]],
        [[{"to": 2}], [{"card": 7}]],
        [[{"with[]": 1}]],
        [[{"type": "GIVE"}]],
        [[{"card": 8}]],
    ],
    "a field called type": [
        [[{"payload.type": "fleet"}], [{"at": 2}]],
        [[{"type": "BUY"}]],
        [[{"type": "fleet"}]],
    ],
    "many numbers": [[[{"amount": 21}]], [[{"amount": 22}]]],
}
"""Presses beside those that questions lead to."""


def walks(legal: Legal, name: str) -> list[list[Offer]]:
    """Nothing picked, every answer to the first question, and three ways from there to an action."""
    first = choose(legal, [])
    found: list[list[Offer]] = [[]]
    found += [
        [[{question.field: value}]] for question in first.questions[:1] for value in question.values[:12]
    ]
    rng = Chance.of_seed(f"walks through {name}")
    for _ in range(3):
        picked: list[Offer] = []
        while questions := choose(legal, picked).questions:
            question = rng.pick(questions)
            picked = [*picked, [{question.field: rng.pick(question.values)}]]
            found.append(picked)
    return found


def case(name: str, legal: Legal, picked: Sequence[Offer]) -> dict[str, Any]:
    """What is picked of a list, and what it comes to; actions by their place in the list."""
    choice = choose(legal, picked)
    return {
        "list": name,
        "picked": picked,
        "left": [_place(legal, action) for action in choice.left],
        "questions": msgspec.to_builtins(choice.questions),
        "complete": _place(legal, choice.complete),
        "ready": _place(legal, choice.ready),
    }


def _place(legal: Legal, action: Any) -> int | None:
    """By identity, because 1 equals True in Python."""
    return next((place for place, each in enumerate(legal) if each is action), None)


WRITTEN: Final[list[tuple[str, str, list[dict[str, str]]]]] = [
    ("imperial", "BID", [{}, {"amount": "750"}, {"amount": " -5 "}, {"amount": "7.50"}, {"amount": "x"}]),
    ("imperial", "AGREE", [{}]),
    ("imperial", "VOTE", [{"proposal": "2"}, {"proposal": "two"}]),
    ("imperial", "ANSWER_PEACE", [{"accept": "true"}, {"accept": "false"}, {"accept": "maybe"}]),
    (
        "imperial",
        "PROPOSE",
        [{"wheelSpot": "Import"}, {"wheelSpot": "Sea"}, {"wheelSpot": "Factory", "import": "{"}],
    ),
    ("imperial", "MOVE_UNIT", [{}, {"destination": "Rome", "via": '["Ionian Sea"]'}, {"via": "null"}]),
    ("imperial", "NO_SUCH_KIND", [{}]),
    ("decks", "CHANGE_PARAMETERS", [{"handSize": "5", "discardCount": "2"}, {"handSize": "5"}]),
    ("decks", "APPLY_JSON_OVERRIDE", [{}, {"": '["Scout"]'}]),
    ("decks", "TOGGLE_CARD_SELECTION", [{"": "card-1"}]),
    ("made", "RAISE", [{"by": "0"}, {"by": "1"}, {"by": "6"}, {"by": "7"}, {"by": "9" * 16}, {"by": "١"}]),
    ("made", "SAY", [{}, {"word": "now"}, {"word": "now", "loud": "true", "share": "1.5"}]),
]


MADE_SCHEMA: Final[dict[str, Any]] = {
    "discriminator": {"mapping": {"RAISE": "#/$defs/RaiseFrame", "SAY": "#/$defs/SayFrame"}},
    "$defs": {
        "RaiseFrame": {"properties": {"type": {"enum": ["RAISE"]}, "payload": {"$ref": "#/$defs/Raise"}}},
        "Raise": {"properties": {"by": {"type": "integer", "minimum": 1, "maximum": 6}}, "required": ["by"]},
        "SayFrame": {"properties": {"payload": {"anyOf": [{"$ref": "#/$defs/Say"}, {"type": "null"}]}}},
        "Say": {
            "properties": {
                "word": {"type": "string"},
                "loud": {"type": "boolean"},
                "share": {"type": "number"},
                "level": {"enum": [1, 2]},
            },
            "required": ["word"],
        },
    },
}


def action_schemas() -> dict[str, Any]:
    """The schemas that the forms are read from."""
    return {"made": MADE_SCHEMA} | {
        name: schemas(load_game(name))["Action"] for name in ("decks", "imperial")
    }


def forms() -> list[dict[str, Any]]:
    """The blanks of each kind, and the payloads that texts in them come to."""
    of = action_schemas()
    found = []
    for game, kind, texts in WRITTEN:
        blanks = blanks_of(of[game], kind)
        made = [payload_from(blanks, text) for text in texts]
        found.append(
            {
                "schema": game,
                "kind": kind,
                "blanks": msgspec.to_builtins(blanks),
                "written": [
                    {"texts": text, "payload": None if one is None else {"payload": one.payload}}
                    for text, one in zip(texts, made, strict=True)
                ],
            }
        )
    return found


def recorded() -> dict[str, Any]:
    """All that the file holds."""
    lists = real_lists() | MADE
    cases = [case(name, legal, picked) for name, legal in lists.items() for picked in walks(legal, name)]
    cases += [case(name, MADE[name], picked) for name, taps in TAPS.items() for picked in taps]
    whole = {
        "lists": lists,
        "cases": cases,
        "schemas": action_schemas(),
        "textKinds": {name: text_kinds(schema) for name, schema in action_schemas().items()},
        "forms": forms(),
    }
    found: dict[str, Any] = json.loads(json.dumps(whole))
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(recorded(), ensure_ascii=False, separators=(",", ":")) + "\n")
