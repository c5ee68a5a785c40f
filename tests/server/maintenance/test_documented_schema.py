"""The tables of the data model "Game Completion" in a migrated database: columns, types and keys."""

from collections.abc import AsyncIterator
from typing import TypeAlias

import asyncpg
import pytest

from tests.contracts.databases import url_of

RULEBOOK = "cambio"

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

UUID, TEXT, NUMBER, FLAG, TIME, JSON = (
    "uuid",
    "text",
    "integer",
    "boolean",
    "timestamp with time zone",
    "jsonb",
)
COLUMNS = {
    "game_session": {
        "id": UUID,
        "phase": TEXT,
        "cambio_caller_id": UUID,
        "winner_id": UUID,
        "current_turn_player_id": UUID,
        "completed_at": TIME,
    },
    "player": {
        "id": UUID,
        "game_session_id": UUID,
        "has_taken_final_turn": FLAG,
        "is_connected": FLAG,
        "score": NUMBER,
    },
    "card": {
        "id": UUID,
        "game_session_id": UUID,
        "player_id": UUID,
        "visibility": TEXT,
        "location": TEXT,
        "point_value": NUMBER,
    },
    "special_power": {
        "id": UUID,
        "game_session_id": UUID,
        "turn_id": UUID,
        "activated_by_id": UUID,
        "power_type": "power_type",
        "target_card_id": UUID,
        "target_player_id": UUID,
        "created_at": TIME,
    },
    "game_score": {
        "id": UUID,
        "game_session_id": UUID,
        "player_id": UUID,
        "final_score": NUMBER,
        "is_cambio_caller": FLAG,
        "penalty_applied": FLAG,
        "is_winner": FLAG,
        "cards_summary": JSON,
        "created_at": TIME,
    },
    "turn": {
        "id": UUID,
        "game_session_id": UUID,
        "player_id": UUID,
        "action": TEXT,
        "special_power_type": "power_type",
        "card_drawn_id": UUID,
        "target_card_id": UUID,
        "target_player_id": UUID,
    },
}
REFERENCES = {
    "game_session.cambio_caller_id": "player",
    "game_session.winner_id": "player",
    "game_session.current_turn_player_id": "player",
    "player.game_session_id": "game_session",
    "card.game_session_id": "game_session",
    "card.player_id": "player",
    "turn.game_session_id": "game_session",
    "turn.player_id": "player",
    "turn.card_drawn_id": "card",
    "turn.target_card_id": "card",
    "turn.target_player_id": "player",
    "special_power.game_session_id": "game_session",
    "special_power.turn_id": "turn",
    "special_power.activated_by_id": "player",
    "special_power.target_card_id": "card",
    "special_power.target_player_id": "player",
    "game_score.game_session_id": "game_session",
    "game_score.player_id": "player",
}


@pytest.fixture
async def connection(template: str) -> AsyncIterator[Connection]:
    owner = await asyncpg.connect(url_of(template))
    yield owner
    await owner.close()


@pytest.mark.parametrize("table", COLUMNS)
async def test_19_1_every_field_of_the_document_is_a_column_of_its_type(
    connection: Connection, table: str
) -> None:
    found = await connection.fetch(
        """
        SELECT attname, format_type(atttypid, NULL) AS kind FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
        """,
        table,
    )

    kinds = {row["attname"]: row["kind"] for row in found}
    assert {name: kinds.get(name) for name in COLUMNS[table]} == COLUMNS[table]


async def test_19_1_a_final_turn_is_not_taken_until_it_is(connection: Connection) -> None:
    is_nullable, default = await connection.fetchrow(  # type: ignore[misc]
        """
        SELECT is_nullable, column_default FROM information_schema.columns
        WHERE table_name = 'player' AND column_name = 'has_taken_final_turn'
        """
    )

    assert (is_nullable, default) == ("NO", "false")


async def test_19_1_references_are_foreign_keys_and_ids_primary_ones(connection: Connection) -> None:
    """A key may name the table first, and then what is referred to within it."""
    keys = await connection.fetch(
        """
        SELECT conrelid::regclass::text AS child, attname, confrelid::regclass::text AS parent, contype
        FROM pg_constraint JOIN pg_attribute
        ON attrelid = conrelid AND attnum = conkey[cardinality(conkey)]
        WHERE contype = 'f' OR (contype = 'p' AND cardinality(conkey) = 1)
        """
    )

    foreign = {f"{row['child']}.{row['attname']}": row["parent"] for row in keys if row["contype"] == b"f"}
    primary = {row["child"] for row in keys if row["contype"] == b"p" and row["attname"] == "id"}
    assert {name: foreign.get(name) for name in REFERENCES} == REFERENCES
    assert primary >= {"game_session", "player", "turn", "special_power", "game_score"}


async def test_19_1_a_turn_has_one_power_and_a_player_one_score(connection: Connection) -> None:
    keys = await connection.fetch(
        """
        SELECT conrelid::regclass::text AS name,
            (SELECT array_agg(attname::text ORDER BY attname) FROM pg_attribute
            WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
        FROM pg_constraint WHERE contype = 'u'
        """
    )

    unique = {(row["name"], tuple(row["columns"])) for row in keys}
    assert {("special_power", ("turn_id",)), ("game_score", ("game_session_id", "player_id"))} <= unique
