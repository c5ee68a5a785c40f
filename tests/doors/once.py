"""Mutants of what is done once, at every door; of versions that are expected; of sockets that lag."""

from typing import Final

from tests.doors.mutant import Mutant

_ROOM: Final = "server/room.py"
_OUTBOUND: Final = "server/api/outbound.py"
_SOCKET: Final = "server/api/websocket.py"
_PLAY_API: Final = "server/api/play.py"
_BOTS_API: Final = "server/api/bots.py"

_IN_PLAY: Final = ("server/test_http_errors.py::test_in_play",)
_ACKED: Final = ("server/test_websocket.py::test_a_move_is_acked_and_everybody_is_told_once",)
_REPEATED: Final = (
    "server/test_documents.py::test_13_4_a_repeated_request_is_not_told_again_what_was_for_its_seat_alone",
)
_BOT: Final = ("server/test_doors_of_bots.py::test_a_bot_moves_once_by_an_id_and_at_the_version_it_saw",)
_REUSED: Final = ("server/test_play.py::test_the_same_id_with_another_body_or_seat_is_refused",)
_LAGGING: Final = ("server/test_outbound.py::test_a_lagging_socket_drops_what_comes_again_and_no_answer",)
_OVERRUN: Final = ("server/test_outbound.py::test_nobody_waits_for_room_at_a_socket_that_is_overrun",)

_TIMES: Final = "server/test_doors_timing.py::test_a_refusal_"

ONCE: Final = (
    Mutant(
        "a call forgets its requestId: a retry is a second move",
        _PLAY_API,
        "        request_id=told.request_id,\n",
        "",
        _REPEATED,
    ),
    Mutant(
        "a call's requestId is read and not used",
        "server/flows/calls.py",
        "request_id or new_id()",
        "new_id()",
        _REPEATED,
    ),
    Mutant(
        "a move over HTTP forgets its id",
        _PLAY_API,
        "Move(table, data.id, bytes(data.action), data.exp)",
        "Move(table, __import__('uuid').uuid4(), bytes(data.action), data.exp)",
        _IN_PLAY,
    ),
    Mutant(
        "a move by a socket forgets its id",
        _SOCKET,
        "Move(table, UUID(asked.id), bytes(asked.action), asked.exp)",
        "Move(table, __import__('uuid').uuid4(), bytes(asked.action), asked.exp)",
        _ACKED,
    ),
    Mutant(
        "a move of a bot forgets its id",
        _BOTS_API,
        "Move(table, data.id, bytes(data.action), data.exp)",
        "Move(table, __import__('uuid').uuid4(), bytes(data.action), data.exp)",
        _BOT,
    ),
    Mutant(
        "a move over HTTP forgets the version it was meant for",
        _PLAY_API,
        "Move(table, data.id, bytes(data.action), data.exp)",
        "Move(table, data.id, bytes(data.action))",
        _IN_PLAY,
    ),
    Mutant(
        "a call forgets the version it was meant for",
        _PLAY_API,
        "        exp=told.exp,\n",
        "",
        _IN_PLAY,
    ),
    Mutant(
        "a move by a socket forgets the version it was meant for",
        _SOCKET,
        "bytes(asked.action), asked.exp)",
        "bytes(asked.action))",
        ("server/test_websocket.py::test_a_late_move_is_told_the_head",),
    ),
    Mutant(
        "a move of a bot forgets the version it was meant for",
        _BOTS_API,
        "Move(table, data.id, bytes(data.action), data.exp)",
        "Move(table, data.id, bytes(data.action))",
        _BOT,
    ),
    Mutant(
        "an id stands for whatever move is sent with it",
        _ROOM,
        "if row.seat is None or not is_same or seat not in (row.seat, None):",
        "if row.seat is None or seat not in (row.seat, None) or is_same is None:",
        _REUSED,
    ),
    Mutant(
        "the id of another's move is acknowledged",
        _ROOM,
        "if row.seat is None or not is_same or seat not in (row.seat, None):",
        "if row.seat is None or not is_same or seat == -1:",
        _REUSED,
    ),
    Mutant(
        "a move that was committed is refused when it is sent again",
        _ROOM,
        "            if look.row is not None:\n",
        "            if look.row is not None and answer is None:\n",
        ("server/test_play.py::test_the_same_id_again_is_the_same_move_on_every_node",),
    ),
    Mutant(
        "sitting down twice is an error",
        "server/flows/seats.py",
        "    if seat_of(found, account.id) is not None:\n        return found\n",
        "",
        ("server/test_doors_sessions.py::test_what_is_done_twice_at_a_table_is_done_once",),
    ),
    Mutant(
        "beginning twice is an error",
        "server/flows/seats.py",
        "    if found.header is None:\n        await _begin(node, found, account)\n",
        "    await _begin(node, found, account)\n",
        ("server/test_doors_sessions.py::test_what_is_done_twice_at_a_table_is_done_once",),
    ),
    Mutant(
        "ending twice is an error",
        "server/flows/absent.py",
        '    if found.status == "abandoned":\n        return found\n    _running(found)\n    here',
        '    if found.status == "closed":\n        return found\n    _running(found)\n    here',
        ("server/test_absent.py::test_whoever_is_left_ends_the_table_and_it_stays_ended_at_every_node",),
    ),
    Mutant(
        "each rematch is another table",
        "server/memory/tables.py",
        "return min(rematches,",
        "return max(rematches,",
        ("contracts/test_tables.py::test_of_two_rematches_the_first_counts[memory]",),
    ),
    Mutant(
        "a bot is sent away twice and the chat says so twice",
        "server/flows/absent.py",
        "    if place.level is None:\n        return found\n",
        "",
        ("server/test_absent.py::test_one_may_let_a_bot_play_and_then_play_again",),
    ),
)

SOCKETS: Final = (
    Mutant(
        "a lagging socket drops acks",
        _OUTBOUND,
        "[entry for entry in self._queue if entry[1]]",
        "[]",
        _LAGGING,
    ),
    Mutant(
        "what is answered while a socket lags is lost",
        _OUTBOUND,
        "            return\n        self._put(frame, True)\n",
        "            return\n        if not self.is_lagging:\n            self._put(frame, True)\n",
        _LAGGING,
    ),
    Mutant(
        "a socket that lagged is not brought up to date",
        _OUTBOUND,
        "                self._caught_up()\n",
        "",
        ("server/test_outbound.py::test_a_socket_that_lagged_is_brought_up_to_date_when_all_is_written",),
    ),
    Mutant(
        "answers to a socket that does not read pile up",
        _OUTBOUND,
        "            if self._is_past_limit():\n                self._overrun()\n",
        "",
        _OVERRUN,
    ),
    Mutant(
        "large answers are counted by their number alone",
        _OUTBOUND,
        "return len(self._queue) > self._max_frames or self._bytes > self._max_bytes",
        "return len(self._queue) > self._max_frames",
        ("server/test_outbound.py::test_large_answers_count_by_their_bytes",),
    ),
    Mutant(
        "whoever is not answered may ask on",
        _SOCKET,
        "            await self.out.room()\n",
        "",
        ("server/test_doors_limits.py::test_a_socket_that_reads_no_answers_is_not_asked_for_more",),
    ),
    Mutant(
        "the ack comes after the version that follows it",
        "server/api/watcher.py",
        "            while index < len(held) and (held[index][0] or 0) < version:\n",
        "            while index < len(held):\n",
        ("server/test_websocket.py::test_the_ack_comes_between_the_versions_it_is_between",),
    ),
)

TIME: Final = (
    Mutant(
        "a refusal takes 5 ms longer by hidden state",
        _ROOM,
        "            if before is not None and self.cached is before:\n",
        "            if position.played.digest[0] % 2:\n"
        "                await asyncio.sleep(0.005)\n"
        "            if before is not None and self.cached is before:\n",
        (_TIMES + "waits_for_nothing_whatever_is_hidden",),
    ),
    Mutant(
        "a refusal holds the node 5 ms longer by hidden state",
        _ROOM,
        "            if before is not None and self.cached is before:\n",
        "            if position.played.digest[0] % 2:\n"
        '                __import__("time").sleep(0.005)\n'
        "            if before is not None and self.cached is before:\n",
        (_TIMES + "takes_as_long_whatever_is_hidden",),
    ),
)

ONCE_AND_IN_ORDER: Final = (*ONCE, *SOCKETS, *TIME)
