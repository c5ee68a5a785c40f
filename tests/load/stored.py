"""A database as it is after years: very many tables with seats, people, chat and messages, few moves.

Rows are made by SQL, so that 100 000 tables take seconds. Nine in ten have ended, and some are open.
"""

from typing import Final
from uuid import UUID

import asyncpg

PEOPLE_PER_TABLE: Final = 0.25
DAY_MS: Final = 86_400_000

# Nobody judges these rows as a game: the triggers of Cambio are asleep, and other games have none.
_FILL: Final = """
SET session_replication_role = replica;

INSERT INTO account (id, name, skeleton, created_at, kind)
SELECT md5('account ' || n)::uuid, 'Person ' || n, 'person ' || n, now_ms() - n::bigint * 60000,
    CASE WHEN n % 3 = 0 THEN 'member' ELSE 'guest' END
FROM generate_series(1, {people}) AS n;

INSERT INTO session_token (id, account_id, token_hash, kind, label, created_at, seen_at, expires_at)
SELECT gen_random_uuid(), a.id, sha256(a.id::text::bytea), 'cookie', '', a.created_at, a.created_at,
    now_ms() + 86400000
FROM account AS a;

INSERT INTO game_session (
    id, game, rules, options, option_bytes, seats, code, access, host_id, commitment, header, status, version,
    to_act, ending, created_at, started_at, completed_at, is_record_final
)
SELECT md5('table ' || n)::uuid, 'decks', 1, '{{}}', '{{}}', 1, 'S' || n,
    CASE WHEN n % 7 = 0 THEN 'private' ELSE 'public' END, md5('account ' || (n % {people} + 1))::uuid, '',
    CASE WHEN n % {cycle} > 0 THEN ''::bytea END,
    CASE WHEN n % {cycle} = 0 THEN 'open' WHEN n % {cycle} < 11 THEN 'active' ELSE 'completed' END,
    CASE WHEN n % {cycle} = 0 THEN 0 ELSE 2 END,
    CASE WHEN n % {cycle} BETWEEN 1 AND 10 THEN '{{0}}'::integer[] ELSE '{{}}' END,
    CASE WHEN n % {cycle} >= 11 THEN 'COMPLETED' END,
    now() - n * interval '1 minute', now() - n * interval '1 minute',
    CASE WHEN n % {cycle} >= 11 THEN now() - n * interval '1 minute' END, true
FROM generate_series(1, {tables}) AS n;

INSERT INTO player (id, game_session_id, seat, user_id, display_name, is_bot, controller)
SELECT gen_random_uuid(), md5('table ' || n)::uuid, seat,
    md5('account ' || ((n + seat * 7) % {people} + 1))::uuid, 'Person', false, 'human'
FROM generate_series(1, {tables}) AS n, generate_series(0, 1) AS seat;

INSERT INTO journal (table_id, version, action_id, seat, rules, action, events, at, digest)
SELECT s.id, v, gen_random_uuid(), 0, 1, '{{}}', '[]', now_ms(), sha256(s.id::text::bytea)
FROM game_session AS s, generate_series(1, 2) AS v WHERE s.version = 2;

INSERT INTO snapshot (game_session_id, version, rules, at, state, digest, taken_at)
SELECT id, 1, 1, 1, '', '', created_at FROM game_session WHERE version = 2;

INSERT INTO table_secret (table_id, secret) SELECT id, '' FROM game_session;

INSERT INTO deadline (table_id, version, due_at)
SELECT id, 2, now_ms() + 3600000 FROM game_session WHERE status = 'active';

INSERT INTO outbox (table_id, version, kind, seat, created_at, due_at)
SELECT id, 2, 'turn', 0, now_ms(), now_ms() + 3600000 FROM game_session WHERE status = 'active';

INSERT INTO projection (table_id, version, updated_at)
SELECT id, version, now_ms() FROM game_session WHERE version = 2;

INSERT INTO chat (table_id, account_id, name, seat, text, at)
SELECT game_session_id, user_id, display_name, seat, 'Good game', now_ms() FROM player;

INSERT INTO notice (id, key, account_id, kind, channel, table_id, seat, version, due_at, state, changed_at)
SELECT id, id::text, user_id, 'turn', 'mail', game_session_id, seat, 1, now_ms(), 'sent', now_ms()
FROM player;

INSERT INTO removed_player (id, table_id, account_id, name)
SELECT id, game_session_id, gen_random_uuid(), 'Nobody' FROM player WHERE seat = 0;

INSERT INTO alert (account_id, by_mail, delay_ms, digest, key) SELECT id, true, 0, 'off', '' FROM account;

INSERT INTO mute (account_id, table_id) SELECT user_id, game_session_id FROM player WHERE seat = 1;

INSERT INTO passkey (id, account_id, credential_id, public_key, sign_count, name, created_at)
SELECT id, id, id::text::bytea, '', 0, 'key', 1 FROM account WHERE kind = 'member';

INSERT INTO identity (issuer, subject, account_id, created_at) SELECT 'https://id.example', id::text, id, 1
FROM account WHERE kind = 'member';

INSERT INTO device (id, account_id, endpoint, p256dh, auth, label, created_at)
SELECT id, id, id::text, '', '', '', 1 FROM account;

INSERT INTO standing_order (id, table_id, seat, account_id, body, version)
SELECT gen_random_uuid(), s.id, 0, s.host_id, '', 2 FROM game_session AS s
WHERE s.status = 'active' AND substr(s.code, 2)::integer % {cycle} = 3;

SET session_replication_role = origin;
"""

_SEAT: Final = """
UPDATE player SET user_id = $1
WHERE seat = 0 AND game_session_id IN (SELECT md5('table ' || n * 7)::uuid FROM generate_series(1, $2) AS n)
"""


async def fill(
    connection: "asyncpg.Connection[asyncpg.Record]", tables: int, *, running: int | None = None
) -> None:
    """Store this many tables with their players and rows, and bring the planner's statistics up to date.

    `running` of them run (by default one in ten); a few are open, and all others have ended.
    """
    cycle = 100 if running is None else 10 * tables // running
    people = max(20, int(tables * PEOPLE_PER_TABLE))
    await connection.execute(_FILL.format(tables=tables, people=people, cycle=cycle))
    await connection.execute("VACUUM ANALYZE")


async def seat(connection: "asyncpg.Connection[asyncpg.Record]", account: UUID, tables: int) -> None:
    """This person has played at so many of them."""
    await connection.execute(_SEAT, account, tables)
