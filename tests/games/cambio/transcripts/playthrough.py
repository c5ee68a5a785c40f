"""A transcript told for reading: what was done, who was told what, and what everybody sees afterwards."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.pieces import Card
from rondel.games.cambio.view import SlotView, View
from rondel.kernel import EVERYONE, HOUSE
from rondel.kernel.replay import Step, steps
from rondel.wire.codec import codec_of
from rondel.wire.tagged import tag_of
from rondel.wire.transcript import read, row_of

SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}


def playthrough(text: bytes) -> str:
    """The whole transcript, a paragraph for each version; a diff shows what changed, and what leaked."""
    transcript = read(text)
    options = codec_of(CAMBIO).options(bytes(transcript.header.options))
    start = CAMBIO.start(options, transcript.seat_specs)
    rows = [row_of(CAMBIO, line) for line in transcript.lines]
    paragraphs = [_paragraph(step) for step in steps(CAMBIO, start, rows)]
    end = [] if transcript.end is None else [f"end  {_json(transcript.end.outcome)}"]
    return "\n\n".join([*paragraphs, *end]) + "\n"


def _paragraph(step: Step[Any]) -> str:
    row = step.row
    who = "house" if row.actor is HOUSE else f"seat {row.actor}"
    lines = [f"version {row.version}  at …{row.at % 100_000_000:08}  {who}  {_text(row.action)}"]
    lines += [f"  to {_audience(event):<9} {_text(event)}" for event in row.events]
    public = _seen(CAMBIO.view(step.after, None))
    lines.append(f"  spectator sees {public}")
    for seat in range(len(step.after.players)):
        seen = _seen(CAMBIO.view(step.after, seat))
        lines.append(f"  seat {seat}    sees {'the same' if seen == public else seen}")
        if legal := CAMBIO.legal(step.after, seat):
            lines.append(f"            may  {_menu(legal)}")
    return "\n".join(lines)


def _audience(event: Any) -> str:
    audience = CAMBIO.audience(event)
    if audience is EVERYONE:
        return "everyone"
    return "house" if audience is HOUSE else f"seat {audience}"


def _text(noun: Any) -> str:
    return f"{tag_of(type(noun))} {_json(noun)}".removesuffix(" {}")


def _json(noun: Any) -> str:
    return msgspec.json.encode(noun).decode()


def _menu(legal: Sequence[Any]) -> str:
    """How many actions of each kind."""
    tags = [tag_of(type(action)) for action in legal]
    return " ".join(f"{tag}×{tags.count(tag)}" for tag in dict.fromkeys(tags))


def _seen(view: View) -> str:
    return "  ".join(_parts(view))


def _parts(view: View) -> Iterator[str]:
    yield f"{view.phase}/{view.status}/{view.step or '-'}"
    seat = "-" if view.current_turn_seat is None else view.current_turn_seat
    ends = "" if view.turn_ends_at is None else f" until …{view.turn_ends_at % 100_000_000:08}"
    yield f"turn {view.turn_number} of seat {seat}{ends}"
    yield f"pile {view.draw_pile_count}"
    yield f"discards {view.discard_count}:{_card(view.discard_top)} v{view.discard_version}"
    for number, player in enumerate(view.players):
        flags = "".join(
            letter
            for letter, is_set in (
                ("c", player.confirmed),
                ("b", player.controller == "bot"),
                ("-", not player.is_connected),
                ("!", player.is_cambio_caller),
                ("f", player.has_taken_final_turn),
            )
            if is_set
        )
        score = "" if player.score is None else f"={player.score}"
        yield f"[{number}{flags}{score}: {' '.join(map(_slot, player.slots)) or 'no cards'}]"
    if view.held is not None:
        yield f"held by {view.held.seat} from {view.held.source}: {_card(view.held.card)}"
    for name in ("power", "reveal", "snap", "giving"):
        if (noun := getattr(view, name)) is not None:
            yield f"{name} {_json(noun)}"
    if view.final_turns_left:
        yield f"final turns left {list(view.final_turns_left)}"
    if view.status == "completed":
        yield f"{view.ending}: winners {list(view.winners)}"


def _slot(slot: SlotView) -> str:
    match slot.visibility:
        case "empty":
            return "·"
        case "hidden":
            return "▒"
        case "peeking":
            return f"({_card(slot.card)})"
        case "revealed":
            return _card(slot.card)


def _card(card: Card | None) -> str:
    if card is None:
        return "?"
    return card.rank + SUITS.get(card.suit or "", "")
