"""Tables that have ended, put into a database as if they had been played there."""

from collections.abc import Sequence
from uuid import UUID, uuid4, uuid5

import asyncpg
import msgspec

from rondel.arena.play import play_out
from rondel.bots.registry import bots_of
from rondel.kernel import AnyGame
from rondel.kernel.chance import commitment
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game
from rondel.wire.transcript import Transcript, draws_bytes, read

DAY_MS = 86_400_000
OPTIONS = {"cambio": b'{"seats":2}', "decks": b"{}", "imperial": b'{"maxRounds":2}'}


def played(game: AnyGame, number: int) -> bytes:
    """The transcript of a game that bots have played out."""
    options = codec_of(game).options(OPTIONS[game.name], game.rules)
    seats = min(2, game.seats[-1])
    bot = bots_of(game)["random"]
    table = uuid5(UUID(int=number), game.name)
    text = play_out(
        game, options, [bot] * seats, seed=str(table), max_steps=4000, is_recorded=True
    ).transcript
    assert read(text).end is not None
    return text


async def stored(
    connection: "asyncpg.Connection[asyncpg.Record]", texts: Sequence[bytes], *, days_ago: int
) -> list[UUID]:
    """The tables of these transcripts; they ended so many days ago."""
    return [await _stored(connection, read(text), days_ago=days_ago) for text in texts]


async def stored_abandoned(
    connection: "asyncpg.Connection[asyncpg.Record]", table: LocalTable, *, days_ago: int
) -> UUID:
    """A table that was abandoned: its transcript does not say the secret, and the database has it."""
    transcript = read(table.transcript())
    assert transcript.end is not None
    assert transcript.end.outcome.is_abandoned
    end = msgspec.structs.replace(transcript.end, secret=table.context.secret.hex())
    return await _stored(connection, msgspec.structs.replace(transcript, end=end), days_ago=days_ago)


async def _stored(
    connection: "asyncpg.Connection[asyncpg.Record]", transcript: Transcript, *, days_ago: int
) -> UUID:
    header, end = transcript.header, transcript.end
    assert end is not None
    assert end.secret is not None
    table, secret = UUID(header.table), bytes.fromhex(end.secret)
    assert commitment(secret, header.table).hex() == header.commitment
    await connection.execute(
        """
        INSERT INTO game_session (
            id, game, rules, options, option_bytes, seats, code, access, host_id, commitment, header, status,
            version, ending, outcome, created_at, started_at, completed_at, is_record_final
        )
        SELECT $1, $2, $3, convert_from($4, 'UTF8')::jsonb, $4, $5, $6, 'public', $7, $8, $9, $14,
            $10, $11, $12, long_ago, long_ago, long_ago, true
        FROM (SELECT now() - make_interval(days => $13) AS long_ago) AS time
        """,
        table,
        header.game,
        header.rules,
        bytes(header.options),
        len(header.seats),
        table.hex[:8].upper(),
        uuid4(),
        bytes.fromhex(header.commitment),
        transcript.header_bytes,
        end.versions,
        end.outcome.ending,
        msgspec.json.encode(end.outcome).decode(),
        days_ago,
        "abandoned" if end.outcome.is_abandoned else "completed",
    )
    await connection.execute("INSERT INTO table_secret (table_id, secret) VALUES ($1, $2)", table, secret)
    await connection.copy_records_to_table(
        "player",
        columns=["id", "game_session_id", "seat", "display_name", "is_bot", "bot_level", "controller"],
        records=[
            (uuid4(), table, seat, f"Bot {seat}", True, "random", "bot")
            for seat, _ in enumerate(header.seats)
        ],
    )
    await connection.copy_records_to_table(
        "journal",
        columns=[
            "table_id",
            "version",
            "action_id",
            "seat",
            "rules",
            "action",
            "events",
            "at",
            "digest",
            "draws",
        ],
        records=[
            (
                table,
                line.version,
                uuid4(),
                line.seat,
                line.rules,
                bytes(line.action),
                bytes(line.events),
                line.at,
                bytes.fromhex(line.digest),
                draws_bytes(line.draws),
            )
            for line in transcript.lines
        ],
    )
    return table


def ended(name: str, count: int) -> list[bytes]:
    """Transcripts of so many games of one kind."""
    game = load_game(name)
    return [played(game, number) for number in range(count)]
