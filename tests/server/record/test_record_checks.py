"""Cambio 19.2 to 19.6 as the database holds them, each broken once by hand; and what the roles may not do."""

import random
from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeAlias
from uuid import UUID, uuid4

import asyncpg
import pytest

from rondel.kernel import HOUSE, Refusal, commitment
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.pool import SECRETS, connected
from rondel.server.adapters.postgres.projection import PostgresProjection
from rondel.server.adapters.postgres.seating import PostgresSeating
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.ports.tables import PlayerRow, TableRow
from rondel.server.record.rows import Sources, check, projectable, write_of
from rondel.server.rooms.position import Position, entry_of, header_of
from rondel.table.decide import decide
from rondel.table.state import TableContext
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game
from tests.contracts.databases import emptied, url_of

RULEBOOK = "cambio"

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

SESSION, ANN, BOB, TURN, CARD = (f"'{UUID(int=number)}'" for number in range(1, 6))
POWER, DRAWN, NOWHERE = (f"'{UUID(int=number)}'" for number in range(6, 9))

GIVEN = f"""
INSERT INTO game_session
    (id, game, rules, options, option_bytes, seats, code, access, host_id, commitment, created_at)
VALUES ({SESSION}, 'cambio', 1, '{{}}', '', 2, 'CODE', 'public', {ANN}, '', now());
INSERT INTO player (id, game_session_id, seat, display_name, is_bot, controller)
VALUES ({ANN}, {SESSION}, 0, 'Ann', false, 'human'), ({BOB}, {SESSION}, 1, 'Bob', false, 'human');
UPDATE game_session SET phase = 'playing', status = 'active';
INSERT INTO card
    (id, game_session_id, rank, suit, point_value, power, location, player_id, position, visibility)
VALUES ({CARD}, {SESSION}, '7', 'spades', 7, 'peek_own', 'hand', {ANN}, 1, 'hidden'),
    (gen_random_uuid(), {SESSION}, '2', 'clubs', 2, 'none', 'hand', {BOB}, 0, 'hidden'),
    ({DRAWN}, {SESSION}, '8', 'hearts', 8, 'peek_own', 'discard', NULL, 0, 'face_up');
INSERT INTO turn (id, game_session_id, player_id, turn_number, created_at)
VALUES ({TURN}, {SESSION}, {ANN}, 1, now());
UPDATE game_session SET turn_number = 1;
"""

RESET = f"""
INSERT INTO projection (table_id, version, updated_at) VALUES ({SESSION}, 0, 0);
"""

CALLED = f"""
UPDATE game_session SET phase = 'final_round', cambio_caller_id = {ANN};
UPDATE player SET has_taken_final_turn = true WHERE id = {ANN};
"""

BOBS = '[{"rank": "2", "suit": "clubs", "pointValue": 2}]'


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


def drawn(kind: str) -> str:
    """The card that the turn drew has this power."""
    return f"UPDATE turn SET card_drawn_id = {DRAWN}; UPDATE card SET power = '{kind}' WHERE id = {DRAWN};"


def points(ann: int, bob: int) -> str:
    """Both have one card, worth so much."""
    return f"""
    UPDATE card SET point_value = {ann} WHERE player_id = {ANN};
    UPDATE card SET point_value = {bob} WHERE player_id = {BOB};
    """


def score(
    player: str, final: int, *, caller: bool = False, penalty: bool = False, winner: bool = False
) -> str:
    """A score as it must be, with the cards of the hand."""
    return f"""
    INSERT INTO game_score
        (id, game_session_id, player_id, final_score, is_cambio_caller, penalty_applied, is_winner,
        cards_summary, created_at)
    SELECT gen_random_uuid(), {SESSION}, {player}, {final}, {caller}, {penalty}, {winner},
        jsonb_agg(jsonb_build_object('rank', rank, 'suit', suit, 'pointValue', point_value)), now()
    FROM card WHERE player_id = {player};
    UPDATE player SET score = {final} WHERE id = {player};
    """


def completed(ann: str, bob: str, *, winner: str = BOB, options: str = "{}") -> str:
    """Ann called, Bob has had the final turn; their scores, and who has won alone."""
    return f"""
    {CALLED}
    UPDATE player SET has_taken_final_turn = true;
    UPDATE game_session SET phase = 'completed', status = 'completed', ending = 'cambio',
        completed_at = now(), winner_id = {winner}, options = '{options}';
    {ann} {bob}
    """


COMPLETED = completed(score(ANN, 14, caller=True, penalty=True), score(BOB, 2, winner=True))
UNPUNISHED = completed(score(ANN, 7, caller=True), score(BOB, 2, winner=True), options='{"penalty": "none"}')
ENDED = f"""
UPDATE game_session SET phase = 'completed', completed_at = now(), winner_id = {BOB};
{score(ANN, 7)} {score(BOB, 2, winner=True)}
"""


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
        # as a whole: what is wrong for a while is right in the end
        "UPDATE game_session SET phase = 'final_round';" + CALLED,
        f"{score(ANN, 14, caller=True, penalty=True)} {completed('', score(BOB, 2, winner=True))}",
        f"UPDATE turn SET action = 'cambio'; {CALLED}",
        ENDED + "UPDATE game_session SET ending = 'deck_out';",
        ENDED + "UPDATE game_session SET ending = 'turn_cap';",
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
        drawn("peek_own") + power("peek_own"),
        f"""UPDATE game_session SET options = '{{"powerTrigger": "any_discard"}}';
            {drawn("none")} {power("peek_own")}""",
        power("peek_own") + f"UPDATE card SET visibility = 'peeking', shown_until = now() WHERE id = {CARD};",
        RESET
        + f"""UPDATE game_session SET phase = 'initial_view';
            UPDATE card SET visibility = 'peeking', shown_until = now() WHERE id = {CARD};""",
        # 19.4 with the house rules of chapter 7
        UNPUNISHED,
        completed(
            score(ANN, 17, caller=True, penalty=True),
            score(BOB, 2, winner=True),
            options='{"penalty": "plus10"}',
        ),
        points(2, 2)
        + completed(score(ANN, 2, caller=True, winner=True), score(BOB, 2, winner=True), winner="NULL"),
        points(2, 2)
        + completed(
            score(ANN, 2, caller=True, winner=True),
            score(BOB, 2),
            winner=ANN,
            options='{"tieRule": "caller"}',
        ),
        points(2, 2)
        + completed(
            score(ANN, 4, caller=True, penalty=True),
            score(BOB, 2, winner=True),
            options='{"tieRule": "others"}',
        ),
        points(0, 0)
        + completed(
            score(ANN, 0, caller=True, penalty=True),
            score(BOB, 0, winner=True),
            options='{"tieRule": "others"}',
        ),
        points(-1, -2) + completed(score(ANN, 0, caller=True, penalty=True), score(BOB, -2, winner=True)),
        # a table that is reset begins again
        COMPLETED
        + RESET
        + "DELETE FROM game_score; UPDATE player SET score = NULL, has_taken_final_turn = false;"
        "UPDATE game_session SET phase = 'setup', winner_id = NULL, cambio_caller_id = NULL;",
    ],
)
async def test_what_the_rules_allow_is_stored(connection: Connection, sql: str) -> None:
    await commit(connection, sql)


BROKEN: Mapping[str, tuple[str, ...]] = {
    "19.2 cambio_phase": (
        "UPDATE game_session SET phase = 'dancing';",
        "UPDATE game_session SET phase = NULL;",
    ),
    "19.2 no phase comes back": (
        ENDED + "DELETE FROM game_score; UPDATE game_session SET phase = 'playing', ending = 'deck_out';",
        "UPDATE game_session SET phase = 'initial_view';",
        "UPDATE game_session SET phase = 'setup';",
    ),
    "19.2 the caller never changes": (
        CALLED + f"UPDATE game_session SET cambio_caller_id = {BOB};",
        CALLED
        + """UPDATE game_session SET phase = 'playing', cambio_caller_id = NULL;
        UPDATE player SET has_taken_final_turn = false;""",
    ),
    "19.2 there is a caller from the final round on": (
        f"UPDATE game_session SET cambio_caller_id = {ANN};",
        CALLED + "UPDATE game_session SET phase = 'playing'; UPDATE player SET has_taken_final_turn = false;",
    ),
    "19.2 the final round needs a caller": ("UPDATE game_session SET phase = 'final_round';",),
    "19.2 a completed game has a caller": (
        ENDED + "UPDATE player SET has_taken_final_turn = true; UPDATE game_session SET ending = 'cambio';",
    ),
    "19.2 everybody has taken the final turn": (
        CALLED
        + f"""UPDATE game_session SET phase = 'completed', ending = 'cambio', completed_at = now(),
            winner_id = {BOB};
        {score(ANN, 14, caller=True, penalty=True)} {score(BOB, 2, winner=True)}""",
        COMPLETED + f"UPDATE player SET has_taken_final_turn = false WHERE id = {BOB};",
    ),
    "19.2 a completed game has a time of completion": (
        COMPLETED + "UPDATE game_session SET completed_at = NULL;",
        ENDED + "UPDATE game_session SET ending = 'deck_out', completed_at = NULL;",
    ),
    "19.2 a final turn is taken in the final round": ("UPDATE player SET has_taken_final_turn = true;",),
    "19.2 a turn has an action of the rulebook": ("UPDATE turn SET action = 'dance';",),
    "19.2 a card is drawn from the deck or the discard pile": ("UPDATE turn SET draw_source = 'sleeve';",),
    "19.2 only the caller has called": (
        "UPDATE turn SET action = 'cambio';",
        f"""{CALLED} INSERT INTO turn (id, game_session_id, player_id, turn_number, action, created_at)
            VALUES (gen_random_uuid(), {SESSION}, {BOB}, 2, 'cambio', now());""",
    ),
    "19.2 a turn has a power exactly when its action is power": (
        "UPDATE turn SET action = 'power';",
        "UPDATE turn SET action = 'discard', special_power_type = 'peek_own';",
        "UPDATE turn SET special_power_type = 'peek_own';",
        "UPDATE turn SET action = 'power', special_power_type = 'none';",
    ),
    "19.2 special_power_is_one": (power("none", opened="peek_own"),),
    "19.3 special_power_own_target": (
        power("peek_own", player=BOB),
        power("peek_own", card="NULL"),
        power("look_own", player=BOB),
        power("look_own", card="NULL"),
    ),
    "19.3 special_power_other_target": (
        power("peek_opponent"),
        power("peek_opponent", player=BOB, card="NULL"),
        power("peek_opponent", player=ANN),
        power("blind_swap"),
        power("blind_swap", player=BOB, card="NULL"),
        power("blind_swap", player=ANN),
    ),
    "19.3 the power is the one that the turn has opened": (power("peek_own", opened="look_own"),),
    "19.3 the power is that of the card discarded": (
        drawn("look_own") + power("peek_own"),
        drawn("none") + power("peek_own"),
    ),
    "19.3 powers are used in play": (
        RESET + "UPDATE game_session SET phase = 'initial_view';" + power("peek_own"),
        RESET + "UPDATE game_session SET phase = 'setup';" + power("peek_own"),
    ),
    "19.3 whoever has the turn uses its power": (power("peek_own", by=BOB),),
    "19.4 game_score_penalty_is_the_callers": (
        completed(score(ANN, 14, penalty=True), score(BOB, 2, winner=True)),
    ),
    "19.4 only a completed game has scores": (
        score(BOB, 2),
        RESET + COMPLETED + "UPDATE game_session SET phase = 'final_round';",
    ),
    "19.4 in a completed game everybody has a score": (
        completed(score(ANN, 14, caller=True, penalty=True), ""),
        COMPLETED + f"DELETE FROM game_score WHERE player_id = {BOB};",
    ),
    "19.4 the caller of the scores is the one who called": (
        UNPUNISHED + "UPDATE game_score SET is_cambio_caller = NOT is_cambio_caller;",
        UNPUNISHED + "UPDATE game_score SET is_cambio_caller = false;",
    ),
    "19.4 the penalty is for a caller without the lowest score": (
        completed(score(ANN, 7, caller=True), score(BOB, 2, winner=True)),
        points(1, 3)
        + completed(score(ANN, 2, caller=True, penalty=True, winner=True), score(BOB, 3), winner=ANN),
    ),
    "19.4 a final score is the sum of the hand, with the penalty": (
        COMPLETED + "UPDATE game_score SET final_score = final_score + 1;",
        COMPLETED + "UPDATE game_score SET final_score = 1; UPDATE player SET score = 1;",
        completed(score(ANN, 7, caller=True, penalty=True), score(BOB, 2, winner=True)),
    ),
    "19.4 the score of a player is the final score": (COMPLETED + "UPDATE player SET score = score + 1;",),
    "19.4 the lowest final score wins": (
        COMPLETED + "UPDATE game_score SET is_winner = NOT is_winner;",
        COMPLETED + "UPDATE game_score SET is_winner = true;",
        COMPLETED + "UPDATE game_score SET is_winner = false;",
    ),
    "19.4 the cards of a score are those of the hand": (
        COMPLETED + "UPDATE game_score SET cards_summary = '[]';",
        COMPLETED + f"UPDATE game_score SET cards_summary = '{BOBS}' WHERE player_id = {ANN};",
    ),
    "19.4 a game has a winner where one has won alone": (
        COMPLETED + f"UPDATE game_session SET winner_id = {ANN};",
        COMPLETED + "UPDATE game_session SET winner_id = NULL;",
    ),
    "19.6 a card is shown only by the power of the turn": (
        f"UPDATE card SET visibility = 'peeking', shown_until = now() WHERE id = {CARD};",
        power("peek_own")
        + f"UPDATE card SET visibility = 'peeking', shown_until = now() WHERE player_id = {BOB};",
        power("peek_own")
        + f"""INSERT INTO turn (id, game_session_id, player_id, turn_number, created_at)
            VALUES (gen_random_uuid(), {SESSION}, {BOB}, 2, now());
        UPDATE game_session SET turn_number = 2;
        UPDATE card SET visibility = 'peeking', shown_until = now() WHERE id = {CARD};""",
    ),
    "19.6 card_is_shown_for_a_time": (
        f"UPDATE card SET visibility = 'peeking' WHERE id = {CARD};",
        f"UPDATE card SET shown_until = now() WHERE id = {CARD};",
    ),
    "19.6 card_has_its_place": (
        f"UPDATE card SET player_id = NULL WHERE id = {CARD};",
        f"UPDATE card SET position = NULL WHERE id = {CARD};",
        f"UPDATE card SET player_id = {ANN} WHERE id = {DRAWN};",
    ),
    "19.6 card_location_check": (
        f"UPDATE card SET location = 'sleeve', player_id = NULL WHERE id = {CARD};",
    ),
    "19.6 card_visibility_check": (f"UPDATE card SET visibility = 'glowing' WHERE id = {CARD};",),
    "19.6 card_is_seen_as_it_lies": (
        f"UPDATE card SET visibility = 'hidden' WHERE id = {DRAWN};",
        f"UPDATE card SET location = 'deck' WHERE id = {DRAWN};",
    ),
}


@pytest.mark.parametrize(
    ("rule", "sql"), [(rule, sql) for rule, all_sql in BROKEN.items() for sql in all_sql]
)
async def test_what_breaks_a_rule_is_refused(connection: Connection, rule: str, sql: str) -> None:
    with pytest.raises(asyncpg.CheckViolationError, match=rule.split(" ", 1)[1]):
        await commit(connection, sql)

    assert await connection.fetchval("SELECT phase FROM game_session") == "playing"


async def test_19_6_the_refusal_of_a_peek_names_the_game_and_not_the_card(connection: Connection) -> None:
    """The id of a card says which card it is to anybody who knows the table's."""
    with pytest.raises(asyncpg.CheckViolationError) as refused:
        await commit(
            connection, f"UPDATE card SET visibility = 'peeking', shown_until = now() WHERE id = {CARD}"
        )

    assert str(UUID(int=1)) in str(refused.value)
    assert str(UUID(int=5)) not in str(refused.value)


ELSEWHERE = f"""
INSERT INTO game_session
    (id, game, rules, options, option_bytes, seats, code, access, host_id, commitment, created_at)
VALUES ({NOWHERE}, 'cambio', 1, '{{}}', '', 2, 'ELSE', 'public', {ANN}, '', now());
INSERT INTO card (id, game_session_id, rank, suit, point_value, power, location, position, visibility)
VALUES ({NOWHERE}, {NOWHERE}, '9', 'clubs', 9, 'none', 'deck', 0, 'hidden');
"""


@pytest.mark.parametrize("given", ["", ELSEWHERE], ids=["no card", "a card of another game"])
@pytest.mark.parametrize(
    ("key", "sql"),
    [
        ("turn_card_drawn", f"UPDATE turn SET card_drawn_id = {NOWHERE};"),
        ("turn_target_card", f"UPDATE turn SET target_card_id = {NOWHERE};"),
        ("special_power_target_card", power("peek_own", card=NOWHERE)),
    ],
)
async def test_19_1_a_target_is_a_card_of_the_same_game(
    connection: Connection, key: str, sql: str, given: str
) -> None:
    with pytest.raises(asyncpg.ForeignKeyViolationError, match=key):
        await commit(connection, given + sql)


async def test_19_1_a_card_that_a_turn_names_cannot_be_deleted(connection: Connection) -> None:
    await connection.execute(f"UPDATE turn SET card_drawn_id = {DRAWN}")

    with pytest.raises(asyncpg.ForeignKeyViolationError, match="turn_card_drawn"):
        await connection.execute("DELETE FROM card")


async def test_19_2_a_power_type_is_an_enumeration(connection: Connection) -> None:
    with pytest.raises(asyncpg.InvalidTextRepresentationError):
        await commit(connection, power("fly"))


async def test_19_2_other_games_are_not_judged(connection: Connection) -> None:
    await connection.execute("UPDATE game_session SET game = 'another'")

    await commit(
        connection,
        "UPDATE game_session SET phase = 'dancing'; UPDATE player SET has_taken_final_turn = true;"
        "UPDATE turn SET action = 'dance';" + score(ANN, 99, winner=True),
    )


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE journal SET events = ''",
        "DELETE FROM journal",
        "INSERT INTO journal_0 SELECT * FROM journal",
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
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
                AND has_table_privilege(oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
            """
        )
        assert [row["relname"] for row in others] == ["table_secret"]


CAMBIO = load_game("cambio")

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"power_trigger": "any_discard", "king_power": "look_and_swap", "min_turns_before_call": 3},
    {"snap": "chain", "snap_others": True, "min_turns_before_call": 2, "blind_swap_any_two": True},
    {"max_turns": 20, "min_turns_before_call": 10, "king_power": "look_choose"},
    {"deck_out": "endRound", "min_turns_before_call": 20},
    {"penalty": "plus10", "tie_rule": "others"},
    {"penalty": "none", "tie_rule": "caller", "jokers": 2, "joker_value": -1, "red_king": -2},
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
        await seating.take(table_id, PlayerRow(uuid4(), seat, uuid4(), f"P{seat}", "human", nonce=bytes(16)))
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
    options = CAMBIO.types.options(seats=3, **way)
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
            tables = PostgresTables(pool, secrets)
            assert await check(Sources(journal, tables, {"cambio": CAMBIO}), projection, position.id) == []


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
    assert cards == 52 + state.options.jokers
    scores = await pool.fetchval("SELECT count(*) FROM game_score WHERE game_session_id = $1", table)
    assert scores == (3 if position.status == "completed" else 0)
