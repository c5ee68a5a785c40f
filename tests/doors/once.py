"""Mutants of what is done once, at every api; of versions that are expected; of sockets that lag."""

from typing import Final

from tests.doors.mutant import Mutant

_ROOM: Final = "server/rooms/room.py"
_OUTBOUND: Final = "server/api/context/outbound.py"
_SHARED_READ: Final = "server/rooms/shared_read.py"
_SOCKET: Final = "server/api/websocket/socket.py"
_PLAY_API: Final = "server/api/routes/play.py"
_BOTS_API: Final = "server/api/routes/bots.py"

_IN_PLAY: Final = ("server/api/test_http_errors.py::test_in_play",)
_ACKED: Final = ("server/api/test_websocket.py::test_a_move_is_acked_and_everybody_is_told_once",)
_REPEATED: Final = (
    "server/api/test_documents.py::test_13_4_a_repeated_request_is_not_told_again_what_was_for_its_seat_alone",
)
_BOT: Final = ("server/api/test_doors_of_bots.py::test_a_bot_moves_once_by_an_id_and_at_the_version_it_saw",)
_CONFIRMED: Final = (
    "server/flows/test_play.py::test_a_row_that_another_node_stored_is_confirmed_before_it_is_acknowledged",
)
_STANDBY: Final = "server/adapters/test_standby.py::test_a_move_"
_REUSED: Final = ("server/flows/test_play.py::test_the_same_id_with_another_body_or_seat_is_refused",)
_LAGGING: Final = ("server/api/test_outbound.py::test_a_lagging_socket_drops_what_comes_again_and_no_answer",)
_OVERRUN: Final = ("server/api/test_outbound.py::test_nobody_waits_for_room_at_a_socket_that_is_overrun",)

_READING: Final = "server/rooms/test_readers.py::test_"
_TIMES: Final = "server/api/test_doors_timing.py::test_a_refusal_"

ONCE: Final = (
    Mutant(
        "a call forgets its id: a retry is a second move",
        _PLAY_API,
        "        request_id=params.id,\n",
        "",
        _REPEATED,
    ),
    Mutant(
        "a call's id is read and not used",
        "server/flows/play/calls.py",
        "request_id or new_id()",
        "new_id()",
        _REPEATED,
    ),
    Mutant(
        "a move over HTTP forgets its id",
        _PLAY_API,
        "Move(table, data.id, bytes(data.action), data.expected_version)",
        "Move(table, __import__('uuid').uuid4(), bytes(data.action), data.expected_version)",
        _IN_PLAY,
    ),
    Mutant(
        "a move by a socket forgets its id",
        _SOCKET,
        "Move(table, UUID(frame.id), bytes(frame.action), frame.expected_version)",
        "Move(table, __import__('uuid').uuid4(), bytes(frame.action), frame.expected_version)",
        _ACKED,
    ),
    Mutant(
        "a move of a bot forgets its id",
        _BOTS_API,
        "Move(table, data.id, bytes(data.action), data.expected_version)",
        "Move(table, __import__('uuid').uuid4(), bytes(data.action), data.expected_version)",
        _BOT,
    ),
    Mutant(
        "a move over HTTP forgets the version it was meant for",
        _PLAY_API,
        "Move(table, data.id, bytes(data.action), data.expected_version)",
        "Move(table, data.id, bytes(data.action))",
        _IN_PLAY,
    ),
    Mutant(
        "a call forgets the version it was meant for",
        _PLAY_API,
        "        expected_version=params.expected_version,\n",
        "",
        _IN_PLAY,
    ),
    Mutant(
        "a move by a socket forgets the version it was meant for",
        _SOCKET,
        "bytes(frame.action), frame.expected_version)",
        "bytes(frame.action))",
        ("server/api/test_websocket.py::test_a_late_move_is_told_the_head",),
    ),
    Mutant(
        "a move of a bot forgets the version it was meant for",
        _BOTS_API,
        "Move(table, data.id, bytes(data.action), data.expected_version)",
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
        ("server/flows/test_play.py::test_the_same_id_again_is_the_same_move_on_every_node",),
    ),
    Mutant(
        "sitting down twice is an error",
        "server/flows/tables/seats.py",
        "    if seat_of(found, account.id) is not None:\n        return found\n",
        "",
        ("server/api/test_doors_sessions.py::test_what_is_done_twice_at_a_table_is_done_once",),
    ),
    Mutant(
        "beginning twice is an error",
        "server/flows/tables/seats.py",
        "    if found.header is None:\n        await _begin(cell, found, account)\n",
        "    await _begin(cell, found, account)\n",
        ("server/api/test_doors_sessions.py::test_what_is_done_twice_at_a_table_is_done_once",),
    ),
    Mutant(
        "ending twice is an error",
        "server/flows/tables/absent.py",
        '    if found.status == "abandoned":\n        return found\n    _running(found)\n    here',
        '    if found.status == "closed":\n        return found\n    _running(found)\n    here',
        (
            "server/flows/test_absent.py::test_whoever_is_left_ends_the_table_and_it_stays_ended_at_every_node",
        ),
    ),
    Mutant(
        "two who ask at once have a rematch each",
        "server/adapters/memory/tables.py",
        "            raise RematchExistsError\n",
        "            pass\n",
        ("contracts/test_tables.py::test_a_table_has_one_rematch[memory]",),
    ),
    Mutant(
        "a move that another node has stored is acknowledged before it is safe",
        _ROOM,
        "        if played.duplicate and played.version > self._committed:\n",
        "        if played.duplicate and played.version < self._committed:\n",
        _CONFIRMED,
    ),
    Mutant(
        "a move that is not there when it is confirmed is acknowledged",
        _ROOM,
        "            raise self._other_history(position.version - 1)\n",
        "            pass\n",
        (
            "server/flows/test_play.py::test_a_move_that_is_not_there_when_it_is_confirmed_is_not_acknowledged",
        ),
    ),
    Mutant(
        "a database that was put back counts as seen committed",
        _ROOM,
        "        self.table = self.cached = None\n        self._committed = 0\n",
        "        self.table = self.cached = None\n",
        _CONFIRMED,
    ),
    Mutant(
        "a move is confirmed by a commit that waits for no standby",
        "server/adapters/postgres/journal.py",
        " ORDER BY id FOR KEY SHARE\n",
        " ORDER BY id\n",
        (_STANDBY + "that_the_standby_lacks_is_acknowledged_by_nobody_and_played_after_its_promotion",),
    ),
    Mutant(
        "a move whose wait for the standby was cancelled by an operator is acknowledged",
        "server/adapters/postgres/pool.py",
        "        if warnings:\n",
        "        if len(warnings) > 9:\n",
        (_STANDBY + "whose_wait_an_operator_cancels_is_acknowledged_once_the_standby_is_back",),
    ),
    Mutant(
        "a bot is sent away twice and the chat says so twice",
        "server/flows/tables/absent.py",
        "    if place.level is None:\n        return found\n",
        "",
        ("server/flows/test_absent.py::test_one_may_let_a_bot_play_and_then_play_again",),
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
        ("server/api/test_outbound.py::test_a_socket_that_lagged_is_brought_up_to_date_when_all_is_written",),
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
        ("server/api/test_outbound.py::test_large_answers_count_by_their_bytes",),
    ),
    Mutant(
        "whoever is not answered may ask on",
        _SOCKET,
        "            await self.out.room()\n",
        "",
        ("server/api/test_doors_limits.py::test_a_socket_that_reads_no_answers_is_not_asked_for_more",),
    ),
    Mutant(
        "the ack comes after the version that follows it",
        "server/api/websocket/watched_table.py",
        "            while index < len(held) and (held[index][0] or 0) < version:\n",
        "            while index < len(held):\n",
        ("server/api/test_websocket.py::test_the_ack_comes_between_the_versions_it_is_between",),
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

READERS: Final = (
    Mutant(
        "each reader of a table reads for itself",
        _SHARED_READ,
        "        if self._next is None:\n",
        "        if True:\n",
        (_READING + "one_read_serves_all_who_ask_meanwhile",),
    ),
    Mutant(
        "a reader is shown what was read before it asked",
        _SHARED_READ,
        "            self._next = None  # later callers need a later read\n            return await read()\n",
        "            found = await read()\n            self._next = None\n            return found\n",
        (_READING + "who_asks_while_a_read_is_under_way_is_shown_what_was_committed_before",),
    ),
    Mutant(
        "a reader who leaves takes everybody's answer away",
        _SHARED_READ,
        "await asyncio.shield(self._next)",
        "await self._next",
        (_READING + "a_reader_who_leaves_takes_nobodys_answer_away",),
    ),
    Mutant(
        "a move waits for readers",
        _ROOM,
        "        if self.cached is not None and (position := await self._unchanged()):\n",
        "        if (position := None) is not None:\n",
        (_READING + "a_move_waits_for_no_reader",),
    ),
    Mutant(
        "a reader is shown what was true before it was woken",
        _ROOM,
        "        return found if self.cached is None else self.cached\n",
        "        return found\n",
        (_READING + "a_reader_is_shown_no_less_than_the_watchers_were_sent_before_it_is_woken",),
    ),
)

ONCE_AND_IN_ORDER: Final = (*ONCE, *SOCKETS, *TIME, *READERS)
