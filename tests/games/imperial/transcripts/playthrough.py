"""A transcript told for reading: what was done, who was told what, and what everybody sees afterwards."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.knows import Known
from rondel.games.imperial.view import CountryView, PlayerView, View
from rondel.kernel import EVERYONE, HOUSE
from rondel.kernel.replay import Step, steps
from rondel.wire.codec import codec_of
from rondel.wire.tagged import tag_of
from rondel.wire.transcript import read, row_of


def playthrough(text: bytes) -> str:
    """The whole transcript, a paragraph for each version; a diff shows what changed, and what leaked."""
    transcript = read(text)
    options = codec_of(IMPERIAL).options(bytes(transcript.header.options))
    start = IMPERIAL.start(options, transcript.seat_specs)
    rows = [row_of(IMPERIAL, line) for line in transcript.lines]
    paragraphs = [_paragraph(step) for step in steps(IMPERIAL, start, rows)]
    end = [] if transcript.end is None else [f"end  {_json(transcript.end.outcome)}"]
    return "\n\n".join([*paragraphs, *end]) + "\n"


def _paragraph(step: Step[Any]) -> str:
    row = step.row
    who = "house" if row.actor is HOUSE else f"seat {row.actor}"
    lines = [f"version {row.version}  at …{row.at % 100_000_000:08}  {who}  {_text(row.action)}"]
    if row.undoes_to is None:
        lines += [f"  to {_audience(event):<9} {_text(event)}" for event in row.events]
    public = _seen(IMPERIAL.knows(step.after, None))
    lines += [
        f"  spectator sees {line}" if not number else f"            {line}"
        for number, line in enumerate(public)
    ]
    for seat in range(len(step.after.players)):
        seen = _seen(IMPERIAL.knows(step.after, seat))
        other = [line for line in seen if line not in public]
        lines.append(f"  seat {seat}    sees {'the same' if not other else '; '.join(other)}")
        if legal := IMPERIAL.legal(step.after, seat):
            lines.append(f"            may  {_menu(legal)}")
    return "\n".join(lines)


def _audience(event: Any) -> str:
    audience = IMPERIAL.audience(event)
    return "everyone" if audience is EVERYONE else f"seat {audience}"


def _text(noun: Any) -> str:
    return f"{tag_of(type(noun))} {_json(noun)}".removesuffix(" {}")


def _json(noun: Any) -> str:
    return msgspec.json.encode(noun).decode()


def _menu(legal: Sequence[Any]) -> str:
    """How many actions of each kind."""
    tags = [tag_of(type(action)) for action in legal]
    return " ".join(f"{tag}×{tags.count(tag)}" for tag in dict.fromkeys(tags))


def _seen(known: Known) -> list[str]:
    return [*_table(known.view), *_sealed(known)]


def _sealed(known: Known) -> Iterator[str]:
    for name in ("bid", "vote", "peace_vote"):
        if (value := getattr(known, name)) is not None:
            yield f"own {name} {value}"


def _table(view: View) -> Iterator[str]:
    undo = "" if view.undo is None else f"  undo by {view.undo}"
    yield f"{view.mode}  {view.nation_up}  round {view.round}  turn {view.turn_id}{undo}"
    yield "  ".join(_player(seat, info) for seat, info in enumerate(view.player_info))
    for name, info in view.nation_info.items():
        if info.leadership:
            yield _nation(name, info)
    for name in ("proposal1", "proposal2", "voting", "peace_vote", "current_maneuver"):
        if (noun := getattr(view, name)) is not None:
            yield f"{name} {_json(noun)}"


def _player(seat: int, info: PlayerView) -> str:
    flags = "".join(
        letter for letter, is_set in (("*", info.my_turn), ("c", info.investor), ("s", info.swiss)) if is_set
    )
    bid = "" if info.bid is UNSET else f" bid {info.bid}"
    return f"[{seat}{flags}: {info.money}{bid} {_json(info.holdings)}]"


def _nation(name: str, info: CountryView) -> str:
    units = [f"fleet {unit.territory}" for unit in info.fleets]
    units += [f"army {unit.territory}" if unit.hostile else f"guest {unit.territory}" for unit in info.armies]
    chips = f" chips {', '.join(info.tax_chips)}" if info.tax_chips else ""
    led = ">".join(str(seat) for seat in info.leadership)
    summary = f"{name} {info.space} {info.gov} {led} {info.money} {info.points}p"
    return f"{summary} {', '.join(units)}{chips}".rstrip()
