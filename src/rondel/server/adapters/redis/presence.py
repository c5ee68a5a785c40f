"""Presence on Redis: leases that end by Redis' own clock, each change one script.

Keys, all under the prefix: `seat:<table>:<seat>` (a hash: when each holder's lease ends, `used`, `reported`,
`socket`), `table:<table>` (its seats), `held:<node>` (its seats), `leases` and `absent` (seats by the moment
their last lease ends or ended), `began` (written first, and gone when Redis was emptied). A script names the
keys it touches by itself, so this wants one Redis, not a cluster.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias
from uuid import UUID

from redis.asyncio import Redis
from redis.commands.core import AsyncScript

from rondel.kernel import Ms, Seat
from rondel.server.adapters.redis import FAULTS, cause_of
from rondel.server.ports.presence import Absence
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.reach import Reach

SEATS_AT_ONCE = 250
SILENCE_S = 10.0
"""Who has not asked for so long does not know whether the store would have answered."""

NEVER: Ms = 2**53

At: TypeAlias = tuple[UUID, Seat]

COMMON = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local prefix = KEYS[1]
local leases, absent = prefix .. 'leases', prefix .. 'absent'
local death_counts, kept, held_kept = 60000, 2592000000, 86400000

local function seat_key(member) return prefix .. 'seat:' .. member end

local function table_key(member) return prefix .. 'table:' .. string.match(member, '^%x+') end

local function read(member)
  local flat, ends, other = redis.call('HGETALL', seat_key(member)), {}, {}
  for i = 1, #flat, 2 do
    local holder = string.match(flat[i], '^by:(.*)$')
    if holder then ends[holder] = tonumber(flat[i + 1]) else other[flat[i]] = tonumber(flat[i + 1]) end
  end
  return ends, other
end

local function last(ends, since)
  for _, at in pairs(ends) do since = math.max(since, at) end
  return since
end

local function is_fresh_start(ends, since)
  for holder, at in pairs(ends) do
    if holder ~= 'http' and at + death_counts >= since then return true end
  end
  return false
end

local function keep(member)
  redis.call('SADD', table_key(member), string.match(member, '%d+$'))
  redis.call('PEXPIRE', table_key(member), kept)
  redis.call('PEXPIRE', seat_key(member), kept)
end
"""

HOLD = """
local holder, lease, answered_since, back = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), {}
for i = 4, #ARGV do
  local member = ARGV[i]
  local key = seat_key(member)
  local ends, other = read(member)
  local since = tonumber(redis.call('ZSCORE', absent, member) or redis.call('ZSCORE', leases, member) or nil)
  if since and since <= now and not other.reported and since >= answered_since
    and not is_fresh_start(ends, since) then
    redis.call('HINCRBY', key, 'used', now - since)
  end
  for who, at in pairs(ends) do
    if at + death_counts < now then
      redis.call('HDEL', key, 'by:' .. who)
      ends[who] = nil
    end
  end
  if holder ~= 'http' then
    ends.http = nil
    redis.call('HDEL', key, 'by:http')
    redis.call('HSET', key, 'socket', 1)
  end
  ends[holder] = (holder == 'http' and other.socket) and now or now + lease
  redis.call('HSET', key, 'by:' .. holder, ends[holder])
  redis.call('ZREM', absent, member)
  redis.call('ZADD', leases, last(ends, now), member)
  if holder ~= 'http' then redis.call('SADD', prefix .. 'held:' .. holder, member) end
  if other.reported then
    redis.call('HDEL', key, 'reported')
    back[#back + 1] = member
  end
  keep(member)
end
if holder ~= 'http' then redis.call('PEXPIRE', prefix .. 'held:' .. holder, held_kept) end
return {now, back}
"""

EXPECT = """
for _, member in ipairs(ARGV) do
  if not redis.call('ZSCORE', leases, member) and not redis.call('ZSCORE', absent, member)
    and redis.call('HEXISTS', seat_key(member), 'reported') == 0 then
    redis.call('HSET', seat_key(member), 'by:?', now)
    redis.call('ZADD', leases, now, member)
    keep(member)
  end
end
return {now}
"""

RELEASE = """
local holder = ARGV[1]
for i = 2, #ARGV do
  local member = ARGV[i]
  local ends = read(member)
  redis.call('SREM', prefix .. 'held:' .. holder, member)
  if ends[holder] and ends[holder] > now then
    redis.call('HDEL', seat_key(member), 'by:' .. holder)
    ends[holder] = nil
    redis.call('ZADD', leases, last(ends, now), member)
  end
end
return {now}
"""

DRAIN = """
local holder = ARGV[1]
local members = redis.call('SPOP', prefix .. 'held:' .. holder, ARGV[2])
for _, member in ipairs(members) do
  local ends = read(member)
  if ends[holder] and ends[holder] > now then
    ends[holder] = now
    redis.call('HSET', seat_key(member), 'by:' .. holder, now)
    redis.call('ZADD', leases, last(ends, now), member)
  end
end
return {now, #members}
"""

ABSENT = """
local limit, found = tonumber(ARGV[1]), {}
for _, member in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', now, 'LIMIT', 0, limit)) do
  redis.call('ZADD', absent, redis.call('ZSCORE', leases, member), member)
  redis.call('ZREM', leases, member)
end
local members = redis.call('ZRANGE', absent, 0, limit - 1, 'WITHSCORES')
for i = 1, #members, 2 do
  local ends, other = read(members[i])
  local since = tonumber(members[i + 1])
  found[#found + 1] = {members[i], since, is_fresh_start(ends, since) and 1 or 0, other.used or 0}
end
return {now, found}
"""

REPORTED = """
local member = ARGV[1]
local ended = redis.call('ZSCORE', leases, member)
if redis.call('ZREM', absent, member) == 1 or (ended and tonumber(ended) <= now) then
  redis.call('HINCRBY', seat_key(member), 'used', ARGV[2])
  if ended and tonumber(ended) <= now then redis.call('ZREM', leases, member) end
end
redis.call('HSET', seat_key(member), 'reported', 1)
redis.call('HDEL', seat_key(member), 'socket')
keep(member)
return {now}
"""

FORGET = """
local member = ARGV[1]
local ends = redis.call('ZSCORE', leases, member)
if not ends or tonumber(ends) <= now then
  redis.call('ZREM', leases, member)
  redis.call('ZREM', absent, member)
  redis.call('DEL', seat_key(member))
  redis.call('SREM', table_key(member), string.match(member, '%d+$'))
end
return {now}
"""

HERE = """
local found = {}
for number, table in ipairs(ARGV) do
  local here = {}
  for _, seat in ipairs(redis.call('SMEMBERS', prefix .. 'table:' .. table)) do
    local ends = redis.call('ZSCORE', leases, table .. ':' .. seat)
    if ends and tonumber(ends) > now then here[#here + 1] = tonumber(seat) end
  end
  found[number] = here
end
return {now, found}
"""

BEGAN = """
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or '?'
local known = redis.call('GET', prefix .. 'began')
local at = known and string.match(known, '^' .. run .. ' (%d+)$')
if not at then
  at = now
  redis.call('SET', prefix .. 'began', run .. ' ' .. string.format('%.0f', now))
end
return {now, tonumber(at)}
"""
"""Redis has begun anew when it runs under another id, or when what was written first is not there."""


class RedisPresence:
    """Leases on Redis. Raises Unavailable if it cannot answer, and remembers that it could not."""

    def __init__(self, redis: Redis, *, prefix: str = "rondel:", reach: Reach | None = None) -> None:
        self._reach = reach or Reach("redis")
        self._key = f"{prefix}presence:"
        self._scripts: dict[str, AsyncScript] = {}
        self._redis = redis
        self._answered_since: Ms | None = None
        self._answered_at = 0.0

    async def hold(self, holder: str, seats: Collection[At], *, lease_ms: Ms) -> Collection[At]:
        back: list[At] = []
        for members in _batches(seats):
            since = NEVER if self._answered_since is None else self._answered_since
            answer = await self._ask(HOLD, holder, lease_ms, since, *members)
            back += [_seat_of(member) for member in answer[1]]
        return back

    async def expect(self, seats: Collection[At]) -> None:
        for members in _batches(seats):
            await self._ask(EXPECT, *members)

    async def release(self, holder: str, seats: Collection[At]) -> None:
        for members in _batches(seats):
            await self._ask(RELEASE, holder, *members)

    async def drain(self, holder: str) -> None:
        while (await self._ask(DRAIN, holder, SEATS_AT_ONCE))[1]:
            pass

    async def absent(self, *, limit: int) -> Sequence[Absence]:
        _, found = await self._ask(ABSENT, limit)
        return [
            Absence(*_seat_of(member), since, is_fresh_start == 1, used_ms)
            for member, since, is_fresh_start, used_ms in found
        ]

    async def reported(self, table: UUID, seat: Seat, *, used_ms: Ms) -> None:
        await self._ask(REPORTED, _member((table, seat)), used_ms)

    async def forget(self, table: UUID, seat: Seat) -> None:
        await self._ask(FORGET, _member((table, seat)))

    async def here(self, tables: Collection[UUID]) -> Mapping[UUID, Collection[Seat]]:
        found = (await self._ask(HERE, *(table.hex for table in tables)))[1]
        return dict(zip(tables, map(set, found), strict=True))

    async def answered_since(self) -> Ms:
        now, began = await self._ask(BEGAN)
        self._answered_since = max(self._answered_since or now, began)
        return self._answered_since

    async def now(self) -> Ms:
        return int((await self._ask("return {now}"))[0])

    async def _ask(self, script: str, *arguments: str | int) -> Any:
        registered = self._scripts.setdefault(script, self._redis.register_script(COMMON + script))
        try:
            answer = await registered(keys=[self._key], args=arguments)
        except FAULTS as fault:
            self._answered_since = None
            self._reach.lost(cause_of(fault))
            raise StoreUnavailableError(cause=cause_of(fault)) from fault
        self._reach.back()
        if self._answered_since is None or time.monotonic() - self._answered_at > SILENCE_S:
            self._answered_since = answer[0]
        self._answered_at = time.monotonic()
        return answer


def _member(at: At) -> str:
    table, seat = at
    return f"{table.hex}:{seat}"


def _seat_of(member: bytes) -> At:
    table, _, seat = member.decode().partition(":")
    return UUID(table), int(seat)


def _batches(seats: Collection[At]) -> Iterator[list[str]]:
    members = map(_member, seats)
    while batch := list(islice(members, SEATS_AT_ONCE)):
        yield batch
