"""Cambio 19.2 to 19.6 as the database holds them, each broken once by hand; and what the roles may not do."""

import random
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, TypeAlias
from uuid import UUID, uuid4

import asyncpg
import pytest

from rondel.kernel import HOUSE, Refusal, commitment
from rondel.server.ports import Place, TableRow
from rondel.server.position import Position, entry_of, header_of
from rondel.server.postgres.journal import PostgresJournal
from rondel.server.postgres.pool import SECRETS, connected
from rondel.server.postgres.projection import PostgresProjection
from rondel.server.postgres.seating import PostgresSeating
from rondel.server.postgres.tables import PostgresTables
from rondel.server.record import projectable, write_of
from rondel.table.decide import decide
from rondel.table.state import TableContext
from rondel.wire.codec import codec_of
from rondel.wire.shelf import take
from tests.contracts.databases import emptied, migrated, url_of

RULEBOOK = "cambio"

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

SESSION, ANN, BOB, TURN, CARD = (f"'{UUID(int=number)}'" for number in range(1, 6))
POWER, SCORE = f"'{UUID(int=6)}'", f"'{UUID(int=7)}'"

GIVEN = f"""
INSERT INTO game_session
    (id, game, rules, options, option_bytes, seats, code, access, host_id, commitment, created_at)
VALUES ({SESSION}, 'cambio', 1, '{{}}', '', 2, 'CODE', 'public', {ANN}, '', now());
INSERT INTO player (id, game_session_id, seat, display_name, is_bot, controller)
VALUES ({ANN}, {SESSION}, 0, 'Ann', false, 'human'), ({BOB}, {SESSION}, 1, 'Bob', false, 'human');
UPDATE game_session SET phase = 'playing', status = 'active';
INSERT INTO turn (id, game_session_id, player_id, turn_number, created_at)
VALUES ({TURN}, {SESSION}, {ANN}, 1, now());
"""

CALLED = f"""
UPDATE game_session SET phase = 'final_round', cambio_caller_id = {ANN};
UPDATE player SET has_taken_final_turn = true WHERE id = {ANN};
"""

COMPLETED = f"""
{CALLED}
UPDATE player SET has_taken_final_turn = true;
UPDATE game_session SET phase = 'completed', status = 'completed', ending = 'cambio', completed_at = now();
"""


def power(
    kind: str, *, card: str = CARD, player: str = "NULL", by: str = ANN, opened: str | None = None
) -> str:
    return f"""
    UPDATE turn SET action = 'power', special_power_type = '{opened or kind}';
    INSERT INTO special_power
        (id, game_session_id, turn_id, activated_by_id, power_type, target_card_id, target_player_id, details,
        created_at)
    VALUES ({POWER}, {SESSION}, {TURN}, {by}, '{kind}', {card}, {player}, '{{}}', now());
    """


def score(*, is_caller: bool = True, is_penalised: bool = False) -> str:
    return f"""
    INSERT INTO game_score
        (id, game_session_id, player_id, final_score, is_cambio_caller, penalty_applied, is_winner,
        cards_summary, created_at)
    VALUES ({SCORE}, {SESSION}, {ANN}, 3, {is_caller}, {is_penalised}, true, '[]', now());
    """


def snapshot(kind: str, *, version: int = 0, visibility: str = "hidden", until: str = "null") -> str:
    card = f"""[{{"id": "{CARD.strip("'")}", "rank": "7", "suit": "spades", "point_value": 7,
        "location": "hand", "player_id": null, "position": 1, "visibility": "{visibility}", "until": {until},
        "power": "{kind}"}}]"""
    return f"""
    INSERT INTO snapshot (game_session_id, version, rules, at, state, digest, cards)
    VALUES ({SESSION}, {version}, 1, 0, '', '', '{card}');
    """


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    with migrated() as name:
        yield name


@pytest.fixture
async def database(template: str) -> str:
    await emptied(url_of(template))
    return url_of(template)


@pytest.fixture
async def connection(database: str) -> AsyncIterator[Connection]:
    """A game in which Ann has the first turn."""
    owner = await asyncpg.connect(database)
    await owner.execute(GIVEN)
    yield owner
    await owner.close()


async def commit(connection: Connection, sql: str) -> None:
    async with connection.transaction():
        await connection.execute(sql)


@pytest.mark.parametrize(
    "sql",
    [
        CALLED,
        COMPLETED,
        COMPLETED + score(is_penalised=True),
        # as a whole: what is wrong for a while is right in the end
        "UPDATE game_session SET phase = 'final_round';" + CALLED,
        f"{score()} {COMPLETED}",
        f"UPDATE turn SET action = 'cambio'; {CALLED}",
        "UPDATE game_session SET phase = 'completed', ending = 'deck_out', completed_at = now();",
        "UPDATE game_session SET phase = 'completed', ending = 'turn_cap', completed_at = now();",
        "UPDATE game_session SET status = 'abandoned', ending = 'abandoned';",
        *(
            f"UPDATE turn SET action = '{action}';"
            for action in ("draw", "swap", "discard", "pass", "forfeit")
        ),
        power("peek_own"),
        power("look_own"),
        power("peek_opponent", player=BOB),
        power("blind_swap", player=BOB),
        CALLED + power("peek_own"),
        f"UPDATE turn SET card_drawn_id = {CARD}; {snapshot('peek_own')} {power('peek_own')}",
        f"""UPDATE game_session SET options = '{{"powerTrigger": "any_discard"}}';
            UPDATE turn SET card_drawn_id = {CARD}; {snapshot("none")} {power("peek_own")}""",
    ],
)
async def test_what_the_rules_allow_is_stored(connection: Connection, sql: str) -> None:
    await commit(connection, sql)


BROKEN: Mapping[str, tuple[str, ...]] = {
    "19.2 phase is an enumeration": (
        "UPDATE game_session SET phase = 'dancing';",
        "UPDATE game_session SET phase = NULL;",
    ),
    "19.2 the caller never changes": (
        CALLED + f"UPDATE game_session SET cambio_caller_id = {BOB};",
        CALLED + "UPDATE game_session SET phase = 'playing', cambio_caller_id = NULL;",
    ),
    "19.2 the final round needs a caller": ("UPDATE game_session SET phase = 'final_round';",),
    "19.2 completed needs a caller": (
        """UPDATE player SET has_taken_final_turn = true;
        UPDATE game_session SET phase = 'completed', ending = 'cambio', completed_at = now();""",
    ),
    "19.2 completed needs everybody's final turn": (
        CALLED + "UPDATE game_session SET phase = 'completed', ending = 'cambio', completed_at = now();",
        COMPLETED + f"UPDATE player SET has_taken_final_turn = false WHERE id = {BOB};",
    ),
    "19.2 completed needs a time": (
        COMPLETED + "UPDATE game_session SET completed_at = NULL;",
        "UPDATE game_session SET phase = 'completed', ending = 'deck_out';",
    ),
    "19.2 a final turn is taken in the final round": ("UPDATE player SET has_taken_final_turn = true;",),
    "19.2 a turn has an action of the rulebook": ("UPDATE turn SET action = 'dance';",),
    "19.2 a card is drawn from a pile": ("UPDATE turn SET draw_source = 'sleeve';",),
    "19.2 only the caller has called": (
        "UPDATE turn SET action = 'cambio';",
        f"""{CALLED} INSERT INTO turn (id, game_session_id, player_id, turn_number, action, created_at)
            VALUES (gen_random_uuid(), {SESSION}, {BOB}, 2, 'cambio', now());""",
    ),
    "19.2 a power type exactly with the action power": (
        "UPDATE turn SET action = 'power';",
        "UPDATE turn SET action = 'discard', special_power_type = 'peek_own';",
        "UPDATE turn SET special_power_type = 'peek_own';",
        "UPDATE turn SET action = 'power', special_power_type = 'none';",
    ),
    "19.2 none is no power": (power("none", opened="peek_own"),),
    "19.3 a look at one's own card": (
        power("peek_own", player=BOB),
        power("peek_own", card="NULL"),
        power("look_own", player=BOB),
        power("look_own", card="NULL"),
    ),
    "19.3 a power on an opponent": (
        power("peek_opponent"),
        power("peek_opponent", player=BOB, card="NULL"),
        power("peek_opponent", player=ANN),
        power("blind_swap"),
        power("blind_swap", player=BOB, card="NULL"),
        power("blind_swap", player=ANN),
    ),
    "19.3 the power is what the turn has opened": (power("peek_own", opened="look_own"),),
    "19.3 the power is that of the rank discarded": (
        f"UPDATE turn SET card_drawn_id = {CARD}; {snapshot('look_own')} {power('peek_own')}",
        f"UPDATE turn SET card_drawn_id = {CARD}; {snapshot('none')} {power('peek_own')}",
    ),
    "19.3 powers are used in play": (
        "UPDATE game_session SET phase = 'initial_view';" + power("peek_own"),
        "UPDATE game_session SET phase = 'setup';" + power("peek_own"),
    ),
    "19.3 whoever has the turn uses its power": (power("peek_own", by=BOB),),
    "19.4 a penalty is the caller's": (COMPLETED + score(is_caller=False, is_penalised=True),),
    "19.4 only a completed game has scores": (
        score(),
        COMPLETED + score() + "UPDATE game_session SET phase = 'final_round';",
    ),
}


@pytest.mark.parametrize(
    ("rule", "sql"), [(rule, sql) for rule, all_sql in BROKEN.items() for sql in all_sql]
)
async def test_what_breaks_a_rule_is_refused(connection: Connection, rule: str, sql: str) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await commit(connection, sql)

    assert await connection.fetchval("SELECT phase FROM game_session") == "playing", rule


async def test_19_2_a_power_type_is_an_enumeration(connection: Connection) -> None:
    with pytest.raises(asyncpg.InvalidTextRepresentationError):
        await commit(connection, power("fly"))


async def test_19_2_other_games_are_not_judged(connection: Connection) -> None:
    await connection.execute("UPDATE game_session SET game = 'another'")

    await commit(
        connection,
        "UPDATE game_session SET phase = 'dancing'; UPDATE player SET has_taken_final_turn = true;"
        "UPDATE turn SET action = 'dance';" + score(),
    )


@pytest.mark.parametrize(
    ("version", "visibility", "until", "seen"),
    [
        (0, "peeking", "9000000000000", "peeking"),
        (0, "peeking", "1000", "hidden"),
        (0, "face_up", "null", "face_up"),
        (1, "peeking", "9000000000000", "hidden"),
    ],
)
async def test_19_6_a_card_is_peeked_at_only_now(
    connection: Connection, version: int, visibility: str, until: str, seen: str
) -> None:
    await connection.execute(snapshot("peek_own", visibility=visibility, until=until))
    await connection.execute("UPDATE game_session SET version = $1", version)

    card = await connection.fetchrow("SELECT * FROM card")

    assert card is not None
    assert dict(card) == {
        "id": UUID(CARD.strip("'")),
        "game_session_id": UUID(SESSION.strip("'")),
        "rank": "7",
        "suit": "spades",
        "point_value": 7,
        "location": "hand",
        "player_id": None,
        "position": 1,
        "visibility": seen,
        "power": "peek_own",
    }


async def test_19_6_the_newest_snapshot_counts(connection: Connection) -> None:
    await connection.execute(snapshot("look_own") + snapshot("peek_own", version=3))

    assert [row["power"] for row in await connection.fetch("SELECT power FROM card")] == ["peek_own"]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE journal SET events = ''",
        "DELETE FROM journal",
        "TRUNCATE journal",
        "SELECT secret FROM table_secret",
        "INSERT INTO table_secret VALUES (gen_random_uuid(), '')",
        "UPDATE cell SET epoch = 2",
        "CREATE TABLE another (id integer)",
        "ALTER TABLE journal ADD COLUMN another integer",
        "DROP TABLE chat",
    ],
)
async def test_the_application_may_not(database: str, sql: str) -> None:
    async with connected(database) as pool:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.execute(sql)


async def test_the_role_of_the_secrets_reads_nothing_else(database: str) -> None:
    async with connected(database, role=SECRETS) as pool:
        await pool.execute("INSERT INTO table_secret VALUES (gen_random_uuid(), '')")
        assert await pool.fetchval("SELECT count(*) FROM table_secret") == 1
        for sql in ("UPDATE table_secret SET secret = ''", "DELETE FROM table_secret"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await pool.execute(sql)
        others = await pool.fetch(
            """
            SELECT relname FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
                AND has_table_privilege(oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
            """
        )
        assert [row["relname"] for row in others] == ["table_secret"]


CAMBIO = take("cambio")

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"power_trigger": "any_discard", "king_power": "look_and_swap", "min_turns_before_call": 3},
    {"snap": "chain", "snap_others": True, "min_turns_before_call": 2, "blind_swap_any_two": True},
    {"max_turns": 20, "min_turns_before_call": 10, "king_power": "look_choose"},
    {"deck_out": "endRound", "min_turns_before_call": 20},
)


async def seated(database_pools: tuple[Any, Any], options: Any) -> TableRow:
    pool, secrets = database_pools
    table_id, secret = uuid4(), bytes(32)
    table = TableRow(
        id=table_id,
        game="cambio",
        rules=CAMBIO.rules,
        options=codec_of(CAMBIO).noun_bytes(options),
        seats=3,
        code=table_id.hex[:8],
        access="public",
        key=None,
        host=uuid4(),
        commitment=commitment(secret, str(table_id)),
        created_at=0,
    )
    tables, seating = PostgresTables(pool, secrets), PostgresSeating(pool)
    assert await tables.open(table, secret)
    for seat in range(3):
        await seating.take(table_id, Place(uuid4(), seat, uuid4(), f"P{seat}", "human", nonce=bytes(16)))
    found = await tables.get(table_id)
    assert found is not None
    assert await seating.begin(table_id, header_of(CAMBIO, found), [place.id for place in found.places])
    begun = await tables.get(table_id)
    assert begun is not None
    return begun


def a_move(position: Position, dice: random.Random, now: int) -> Any:
    """Somebody's move, or the House's when its time has come; now and then somebody comes or goes."""
    deadline = CAMBIO.deadline(position.state)
    if CAMBIO.presence is not None and dice.random() < 0.04:
        seat = dice.randrange(3)
        is_there = CAMBIO.presence.is_connected(position.state, seat)
        return HOUSE, CAMBIO.presence.report(seat, not is_there), now
    moves = [
        (seat, action) for seat in sorted(position.to_act) for action in CAMBIO.legal(position.state, seat)
    ]
    if deadline is not None and (not moves or dice.random() < 0.1):
        return HOUSE, deadline.action, deadline.at_ms
    return (*dice.choice(moves), now)


@pytest.mark.parametrize("way", WAYS, ids=str)
async def test_19_1_whole_games_pass_and_leave_their_record(database: str, way: dict[str, Any]) -> None:
    dice = random.Random(str(way))
    options = CAMBIO.nouns.options(seats=3, **way)
    async with connected(database) as pool, connected(database, role=SECRETS) as secrets:
        for _ in range(3):
            table = await seated((pool, secrets), options)
            journal, projection = PostgresJournal(pool), PostgresProjection(pool)
            assert table.header is not None
            position = Position(table, TableContext(CAMBIO, table.header, bytes(32)).start())
            actor, action, now = HOUSE, CAMBIO.begin, 1_700_000_000_000
            while True:
                try:
                    decision = decide(position.played, actor, action, now)
                except Refusal:
                    pass
                else:
                    before = position
                    position, entry = entry_of(before, decision, uuid4(), epoch=1, snapshot_every=7)
                    assert await journal.append(entry) is not None
                    write = write_of([projectable(before, position)])
                    assert await projection.write([write]) == {position.id}
                if position.status != "active":
                    break
                now = max(now, position.at) + 900
                actor, action, now = a_move(position, dice, now)
            await the_record_is_that_of(position, pool)


async def the_record_is_that_of(position: Position, pool: Any) -> None:
    state, table = position.state, position.id
    session = await pool.fetchrow("SELECT * FROM game_session WHERE id = $1", table)
    assert (session["status"], session["version"]) == (position.status, position.version)
    assert (session["phase"], session["turn_number"]) == (state.phase, state.turn_number)
    assert session["completed_at"] is not None
    players = await pool.fetch("SELECT * FROM player WHERE game_session_id = $1 ORDER BY seat", table)
    for row, player in zip(players, state.players, strict=True):
        assert row["has_taken_final_turn"] == player.has_taken_final_turn
        assert (row["is_connected"], row["score"]) == (player.is_connected, player.score)
    turns = await pool.fetch("SELECT * FROM turn WHERE game_session_id = $1", table)
    assert sorted(row["turn_number"] for row in turns) == list(range(1, state.turn_number + 1))
    cards = await pool.fetchval("SELECT count(*) FROM card WHERE game_session_id = $1", table)
    assert cards == 52
    scores = await pool.fetchval("SELECT count(*) FROM game_score WHERE game_session_id = $1", table)
    assert scores == (3 if position.status == "completed" else 0)
