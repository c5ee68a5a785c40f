"""What a dishonest host tries, and what each checker says of it: the same cases for all of them.

`python -m tests.wire.attacks` writes the page, and the file for the tests of the browser.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from rondel.games.cambio.game import CAMBIO
from rondel.kernel import HOUSE, commitment, observes
from rondel.kernel.digest import seal_of
from rondel.kernel.keys import derived_key
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.transcript import TranscriptRow, line_bytes, read, row_of
from rondel.wire.verdict import Judgement
from rondel.wire.witness import RowTime, Shown, Witness, event_digest, with_step, with_view
from tests.wire.forgeries import BEGIN, SECRET, TABLE, forgeries, honest, opened, under_older_rules
from tests.wire.sittings import sealed, written

ROOT: Final = Path(__file__).parents[2]
FIXTURE: Final = ROOT / "web/tests/attacks.json"
PAGE: Final = ROOT / "docs/guides/fair-shuffle-attacks.md"

RULES: Final = {"code": "rules"}
"""The reason that a browser always has: it has no rules."""


class Attack(NamedTuple):
    """A game that the host hands out, and what a player's program saw of it.

    `answer` and `sentence` are those of `rondel verify` and of the Python client. `page` is what the program
    of the guide says, None if it finds nothing. The browser names the checks that do not hold, and reasons.
    """

    text: bytes
    witness: Witness | None
    answer: Judgement
    sentence: str
    page: str | None
    browser_bad: Sequence[str] = ()
    browser_reasons: Sequence[Mapping[str, Any]] = ()

    @property
    def browser(self) -> str:
        return "broken" if self.browser_bad else "consistent"


def seen_in(text: bytes, seat: int | None = 0, *, secret: bytes = SECRET) -> Witness:
    """What the player's program saw of this game, had it been played like this."""
    transcript, codec = read(text), codec_of(CAMBIO)
    header = transcript.header
    key = derived_key(secret, "seal")
    witness = Witness(table=header.table, rules=CAMBIO.rules, nonce=header.seats[0].nonce or None, seat=seat)
    for line in transcript.lines:
        row = row_of(CAMBIO, line)
        seal = seal_of(key, line.version, bytes.fromhex(line.digest)).hex()
        if line is transcript.lines[0]:
            shown = Shown(1, line.version, header.commitment, transcript.first_digest.hex(), seal, seat)
            witness = with_view(witness, shown, line.at)
            continue
        events = [
            msgspec.json.decode(codec.observation(event, row.version, row.at))
            for event in row.events
            if row.is_tables_own or observes(seat, CAMBIO.audience(event))
        ]
        witness = with_step(witness, row.version, seal, events, seat=seat, is_live=True, clock=row.at)
    return witness


def attacks() -> Mapping[str, Attack]:
    """Each of them, by what the host did."""
    return {**_honest(), **_luck(), **_games(), **_shown(), **_restores(), **_withheld()}


def _honest() -> dict[str, Attack]:
    seen = seen_in(honest())
    late = replace(seen, times=(RowTime(2, BEGIN + 500, BEGIN + 90_500),))
    return {
        "Nothing: the game was honest, and a program saw it": Attack(
            honest(), seen, "proven", "PROVEN.", None, (), [RULES]
        ),
        "Nothing, but nobody kept what they saw": Attack(
            honest(),
            None,
            "consistent",
            "no witness was given",
            None,
            (),
            [RULES, {"code": "unwitnessed"}],
        ),
        "Set its clock wrong": Attack(
            honest(),
            late,
            "proven",
            "The server's time of version 2 was 90 s from your clock.",
            None,
            (),
            [RULES],
        ),
    }


def _luck() -> dict[str, Attack]:
    names = {
        "the host gives its bot a nonce": "Chose the luck by a nonce of its bot",
        "the host makes a nonce longer": "Chose the luck by a longer nonce",
        "rows of the House come before the start": "Wrote rows before the start",
        "versions begin where the host likes": "Began at a version that it liked",
        "the host takes another draw": "Took another draw than the next",
        "the host says nothing of a draw": "Left a draw out of its row",
    }
    found = {
        names.get(name, name): Attack(
            each.text, seen_in(each.text), "broken", each.verify, each.page, each.browser, [RULES]
        )
        for name, each in forgeries().items()
    }
    began_late = "Began at a version that it liked"
    found[began_late] = found[began_late]._replace(browser_bad=("seal", "chain", "draws", "deck"))
    return {
        **found,
        "Took another secret when it knew the nonces": _another_secret(),
        "Put another nonce in the place of yours": Attack(
            honest(),
            replace(seen_in(honest()), nonce=None, refused="ab" * 16),
            "consistent",
            "your nonce is not part of the luck",
            "my nonce is not part of the luck",
            (),
            [RULES, {"code": "nonceRefused"}],
        ),
        "Made your program forget its nonce, and put another in its place": Attack(
            honest(),
            replace(seen_in(honest()), nonce=None),
            "consistent",
            "no program that saw the game has sent a nonce for seat 0: give also the witness of who sat down",
            "the nonce of my seat is not mine",
            (),
            [RULES, {"code": "nonceRefused"}],
        ),
        "Chose where its secret ends when it knew the nonces": _longer_secret(),
        "Left your nonce out of the luck": Attack(
            honest(),
            replace(seen_in(honest()), nonce="ab" * 16),
            "broken",
            "your nonce is not in it: the luck was drawn without your share",
            "my nonce is missing",
            ["nonce"],
            [RULES],
        ),
    }


def _another_secret() -> Attack:
    secret = bytes(32)
    header = replace(opened().context.header, commitment=commitment(secret, TABLE).hex())
    return Attack(
        _played(LocalTable(CAMBIO, line_bytes(header), secret)),
        seen_in(honest()),
        "broken",
        "the commitment is not the one you were shown before play",
        "another commitment",
        ["commitment", "header", "seal", "shown"],
        [RULES],
    )


def _longer_secret() -> Attack:
    """The commitment is over secret and table together: where one ends could be chosen later."""
    secret = SECRET + bytes(8)
    header = replace(opened().context.header, commitment=commitment(secret, TABLE).hex())
    text = _played(LocalTable(CAMBIO, line_bytes(header), secret))
    return Attack(
        text,
        seen_in(text, secret=secret),
        "broken",
        "the revealed secret has 40 bytes, not 32",
        "the secret has another length",
        ["secret"],
        [RULES],
    )


def _played(table: LocalTable, choice: int = 0) -> bytes:
    """The game played to its end by the same choice of each legal list."""
    if table.version == 0:
        table.play(HOUSE, CAMBIO.begin, BEGIN)
    while table.now.outcome is None:
        now = table.at + 500
        if not table.fire_due(now):
            seat = min(table.now.to_act)
            legal = CAMBIO.legal(table.state, seat)
            table.play(seat, legal[min(choice, len(legal) - 1)], now)
    return table.transcript()


def _games() -> dict[str, Attack]:
    seen = seen_in(honest())
    text = read(honest())
    header = replace(text.header, options=Raw(bytes(text.header.options).replace(b":20,", b":21,")))
    reworded = replace(text, header=header, header_bytes=line_bytes(header))
    shorter = replace(text, lines=text.lines[:-1])
    better = _with_a_better_score(text.lines)
    other_seal = "the seal that you were sent is of another game"
    return {
        "Swapped the whole game after its start": Attack(
            _played(opened(), 1),
            seen,
            "broken",
            other_seal,
            "another game than the one I saw",
            ["seal", "shown"],
            [RULES],
        ),
        "Changed the options afterwards": Attack(
            written(sealed(reworded)),
            seen,
            "broken",
            "the header is not the one of your first View",
            "another header",
            ["header", "seal"],
            [RULES],
        ),
        "Changed one move, with digests that fit": Attack(
            better, seen, "broken", other_seal, "another game than the one I saw", ["seal", "shown"], [RULES]
        ),
        "Left out the last move": Attack(
            written(shorter),
            seen,
            "broken",
            "you saw version",
            "moves are missing",
            ["seal", "chain"],
            [RULES],
        ),
        "Broke the rules in front of everybody": Attack(
            better,
            seen_in(better),
            "broken",
            "deciding it again gives other events",
            None,
            (),
            [RULES],
        ),
        "Said that other rules were played, which nobody has": Attack(
            under_older_rules(),
            replace(seen_in(under_older_rules()), rules=None),
            "consistent",
            "which are not installed here",
            None,
            (),
            [RULES],
        ),
        "Played under older rules than it had announced": Attack(
            under_older_rules(),
            seen_in(under_older_rules()),
            "broken",
            "the table was opened under rules",
            "older rules",
            ["header"],
            [RULES],
        ),
    }


def _with_a_better_score(lines: Sequence[TranscriptRow]) -> bytes:
    """The loser's points are halved in the last row."""
    *rest, last = lines
    events = json.loads(bytes(last.events))
    scores = next(event for event in events if event["type"] == "GAME_COMPLETED")["payload"]["scores"]
    scores[0]["baseScore"] -= 1
    changed = replace(last, events=Raw(json.dumps(events, separators=(",", ":")).encode()))
    return written(sealed(replace(read(honest()), lines=(*rest, changed))))


def _shown() -> dict[str, Attack]:
    seen = seen_in(honest())
    (epoch,) = seen.epochs
    at, row = next(
        (at, row)
        for at, row in enumerate(epoch.received)
        if len(row.events) > len(seen_in(honest(), None).epochs[0].received[at].events)
    )
    public = seen_in(honest(), None).epochs[0].received[at].events
    lie = event_digest({"type": "DRAWN_CARD_SEEN", "payload": {}})

    def instead(*events: str) -> Witness:
        changed = replace(row, events=events)
        received = (*epoch.received[:at], changed, *epoch.received[at + 1 :])
        return replace(seen, epochs=(replace(epoch, received=received),))

    lines = read(honest()).lines
    card = replace(lines[row.version - 1], events=_respelt(bytes(lines[row.version - 1].events)))
    respelt = written(
        sealed(replace(read(honest()), lines=(*lines[: row.version - 1], card, *lines[row.version :])))
    )
    seen_respelt = seen_in(respelt)
    withheld = tuple(replace(row, events=public) if each == row else each for each in epoch.received)

    return {
        "Kept your own card from you, and wrote the row in another form": Attack(
            respelt,
            replace(seen_respelt, epochs=(replace(seen_respelt.epochs[0], received=withheld),)),
            "broken",
            "its events are not as a server writes them",
            None,
            (),
            [RULES],
        ),
        "Showed you another card than it wrote down": Attack(
            honest(),
            instead(*public, lie),
            "broken",
            "you were shown something that is not in it",
            f"version {row.version} is not what I was shown",
            ["shown"],
            [RULES],
        ),
        "Kept your own card from you": Attack(
            honest(),
            instead(*public),
            "broken",
            "something that you should have been shown is missing",
            None,
            (),
            [RULES],
        ),
    }


def _respelt(events: bytes) -> Raw:
    """The same events in another spelling."""
    return Raw(events.replace(b'"type":"C', b'"type":"\\u0043', 1))


def _restores() -> dict[str, Attack]:
    """The game was played on to some version, put back, and played to another end."""
    before, after = honest(), _played(opened(), 1)
    again = seen_in(after)
    first = replace(seen_in(before).epochs[0], received=seen_in(before).epochs[0].received)
    restored = replace(again.epochs[0], epoch=2, since=BEGIN + 86_400_000)
    witness = replace(again, epochs=(first, restored))
    put_back = {"code": "putBack", "from": first.version, "to": 1, "at": restored.since}
    return {
        "Put the game back, and the server said so": Attack(
            after,
            witness,
            "consistent",
            f"the host put this game back from version {first.version} to 1 on 2023-11-15",
            None,
            (),
            [RULES, put_back],
        ),
        "Put the game back in silence": Attack(
            after,
            seen_in(before),
            "broken",
            "the seal that you were sent is of another game",
            "another game than the one I saw",
            ["seal", "shown"],
            [RULES],
        ),
    }


def _withheld() -> dict[str, Attack]:
    text = read(honest())
    assert text.end is not None
    seen = seen_in(honest())
    seal = seal_of(derived_key(SECRET, "seal"), 1, bytes.fromhex(text.lines[0].digest)).hex()
    start = replace(seen.epochs[0], version=1, seal=seal, received=(), unsealed=seen.epochs[0].version)
    return {
        "Sent no seals after the start, and swapped the game": Attack(
            _played(opened(), 1),
            replace(seen, epochs=(start,)),
            "consistent",
            f"the server sent no seal of version {start.unsealed}, which you saw",
            "versions that I saw had no seal",
            (),
            [RULES, {"code": "incomplete"}],
        ),
        "Kept its secret": Attack(
            written(replace(text, end=replace(text.end, secret=None))),
            seen_in(honest()),
            "broken",
            "the game was played to its end, and its secret is not revealed",
            "the secret is not shown",
            ["secret", "deck"],
            [RULES, {"code": "incomplete"}],
        ),
    }


WORDS: Final = {"proven": "proven", "consistent": "not proven", "broken": "**broken**"}

HEAD: Final = """\
# What a dishonest host can try

Each row is a game as a dishonest host hands it out when it is over, with what one player's program saw of it
while it was played. Each cell says what that checker answers. Tests run every cell; `uv run python -m
tests.wire.attacks` writes this page.

- **`rondel verify`** and the **Python client** have the rules: only they can say *proven*.
- **Your browser** does not have the rules. At best it says *consistent, not proven*: nothing contradicts what
  it saw.
- **The program** is the one of [the guide](fair-shuffle.md#check-it-without-us), which shares no code with
  Rondel. It knows how a deck of Cambio is shuffled, and no other rules.

| The host | `rondel verify` | Python client | your browser | the program | what you read |
|---|---|---|---|---|---|
"""

FOOT: Final = """\

## What no checker finds

- **Cards that were looked at.** The host deals the cards and can see them.
- **A false player.** The last player to sit down can be an account of the host. The host knows the secret and
  the other nonces, and can try nonces of its own until the cards suit.
- **Moves in your name.** Moves are not signed by players. You see such a move, and nobody else can tell.
- **A game that does not end.** A host can stop the server, or abandon the table: then its secret stays
  closed.
- **A false picture.** A board is drawn from Views, and a witness keeps events. A host can draw you a board
  that does not fit its events; you can notice it in play, and no checker does afterwards.
- **Rows that you did not see.** If you leave a game, the host can play the rest as it likes within the rules.
  A verdict says how many rows were not seen by you. Let all players keep a witness.
"""


def page() -> str:
    """The matrix as a page."""
    rows = [
        f"| {name} | {WORDS[each.answer]} | {WORDS[each.answer]} | {WORDS[each.browser]} | "
        f"{'fits' if each.page is None else '**refused**'} | {each.sentence} |"
        for name, each in attacks().items()
    ]
    return HEAD + "\n".join(rows) + "\n" + FOOT


def cases() -> dict[str, Any]:
    """What the tests of the browser read."""
    return {
        name: {
            "text": each.text.decode(),
            "witness": None if each.witness is None else msgspec.to_builtins(each.witness),
            "answer": each.browser,
            "bad": each.browser_bad,
            "reasons": each.browser_reasons,
        }
        for name, each in attacks().items()
    }


if __name__ == "__main__":
    FIXTURE.write_text(json.dumps(cases(), ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
