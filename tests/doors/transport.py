"""Mutants of how many, how large and how slow what comes in may be, and of what a proof may take."""

from typing import Final

from tests.doors.mutant import Mutant

_PAST_API: Final = "server/api/routes/past.py"
_DOOR: Final = "server/api/context/api_context.py"
_SOCKET: Final = "server/api/websocket/socket.py"
_CONNECTIONS: Final = "server/api/transport/connections.py"
_TRANSPORT: Final = "server/api/transport/protocols.py"
_FRAMES: Final = "server/api/transport/websocket_protocol.py"
_STRICT: Final = "server/api/context/strict.py"
_PROVER: Final = "server/record/proof_queue.py"
_PROVING: Final = "server/record/proof_process.py"

_LIMITS: Final = "server/api/test_doors_limits.py::test_"
_RAW: Final = "server/api/test_transport.py::test_"
_HANDSHAKES: Final = "server/api/test_handshakes.py::test_"
_UNSTORABLE: Final = "server/api/test_unstorable_text.py::test_"
_PROOF: Final = "server/record/test_replays.py::test_"
_BODIES: Final = "server/api/test_http_errors.py::test_"


HOW_MANY: Final = (
    Mutant(
        "an account opens tables without end (in memory)",
        "server/flows/tables/open_table.py",
        "most=cell.node.settings.open_tables",
        "most=1000 * cell.node.settings.open_tables",
        ("server/flows/test_seats.py::test_70_nobody_opens_tables_without_end",),
    ),
    Mutant(
        "an account opens sockets without end",
        _SOCKET,
        "    if api.node.settings.rate_limits and api.sockets.count(signed.account.id) >= most:\n",
        "    if api.sockets.count(signed.account.id) < 0:\n",
        ("server/api/test_websocket.py::test_an_account_has_so_many_sockets_and_no_more",),
    ),
    Mutant(
        "an address behind a proxy opens sockets without end",
        _SOCKET,
        "    if not api.connections.has_room_for_socket(_host_of(scope)):\n",
        "    if not api.connections.has_room_for_socket(None):\n",
        (_RAW + "sockets_behind_a_proxy_are_counted_by_the_forwarded_address",),
    ),
    Mutant(
        "a socket looks at tables without end",
        _SOCKET,
        "        if table not in self._watching and len(self._watching) >= TABLES:\n",
        "        if table in self._watching and len(self._watching) > TABLES:\n",
        (_LIMITS + "a_socket_looks_at_so_many_tables_and_no_more",),
    ),
    Mutant(
        "a socket may send what cannot be read without end",
        _SOCKET,
        "            if self._strikes >= STRIKES:\n",
        "            if self._strikes < 0:\n",
        ("server/api/test_websocket.py::test_who_sends_nothing_readable_is_closed",),
    ),
    Mutant(
        "a node accepts connections without end",
        _CONNECTIONS,
        '        if len(self._open) >= self.settings.connections:\n            return "connections"\n'
        "        connected",
        "        connected",
        (_RAW + "one_connection_too_many_is_refused_logged_counted_and_shown",),
    ),
    Mutant(
        "a full node says that it is ready",
        "server/api/routes/health.py",
        '        checks[shortage] = "exhausted"\n',
        '        checks[shortage] = "ok"\n',
        (_RAW + "one_connection_too_many_is_refused_logged_counted_and_shown",),
    ),
    Mutant(
        "one address has all connections",
        _CONNECTIONS,
        '            return "address"\n',
        "            return None\n",
        (_RAW + "one_address_has_a_limit_of_its_own",),
    ),
    Mutant(
        "the last file descriptors are given to clients",
        _CONNECTIONS,
        "        return is_limited and descriptor >= self._descriptors - SPARE_DESCRIPTORS\n",
        "        return is_limited and descriptor < 0\n",
        (_RAW + "a_node_without_file_descriptors_refuses_says_so_and_recovers",),
    ),
    Mutant(
        "requests may be pipelined without end",
        _TRANSPORT,
        "        if len(self.pipeline) >= PIPELINED:\n",
        "        if len(self.pipeline) >= 1000 * PIPELINED:\n",
        (_RAW + "more_pipelined_requests_than_may_wait_are_cut_off",),
    ),
    Mutant(
        "pings may be sent without end",
        _FRAMES,
        "            if self._credit < 0 or self._frames > FRAMES_AT_ONCE:\n",
        "            if self._frames > FRAMES_AT_ONCE * SOCKET_SLICE:\n",
        (_RAW + "a_flood_of_pings_waits_unread_and_others_are_answered",),
    ),
    Mutant(
        "a flood of pings is parsed by as much as a move",
        _FRAMES,
        "        data = bytes(self._waiting[:TINY_SLICE])\n        del self._waiting[:TINY_SLICE]\n",
        "        data = bytes(self._waiting[:SOCKET_SLICE])\n        del self._waiting[:SOCKET_SLICE]\n",
        (_RAW + "of_a_flood_of_pings_few_are_answered_in_one_turn_of_the_loop",),
    ),
    Mutant(
        "a flood is read on while what was read of it waits",
        _FRAMES,
        "if self._resume is None:\n                self.transport.resume_reading()\n        return",
        "self.transport.resume_reading()\n        return",
        (_RAW + "what_a_flood_of_texts_sends_is_read_only_when_nothing_of_it_waits",),
    ),
    Mutant(
        "a worker that is full takes connections of others",
        "server/api/transport/siblings.py",
        "            if not is_whole or not may_take():\n",
        "            if not is_whole:\n",
        ("server/api/test_siblings.py::test_a_connection_stays_where_the_other_worker_does_not_take_it",),
    ),
    Mutant(
        "a handshake that cannot be read stays open for ever",
        _FRAMES,
        "        if not self.handshake_initiated and self.conn.handshake_exc is not None:\n",
        "        if self.handshake_initiated and self.conn.handshake_exc is not None:\n",
        (_RAW + "a_handshake_with_a_line_too_long_for_it_is_refused_and_not_left_open",),
    ),
    Mutant(
        "one address opens connections as fast as it likes",
        _CONNECTIONS,
        "        return any(waits)\n",
        "        return all(waits) and not waits\n",
        (_RAW + "one_address_may_not_open_connections_too_fast",),
    ),
    Mutant(
        "a proxy may not open connections for many people",
        _CONNECTIONS,
        "        if self._proxies.trusts(host):\n            return None\n",
        "        if host is None:\n            return None\n",
        (_RAW + "a_trusted_proxy_may_open_as_many_as_it_likes",),
    ),
    Mutant(
        "who goes on after refusals is read at once",
        _CONNECTIONS,
        '        self.hit("refusals")\n        return wait_s\n',
        '        self.hit("refusals")\n        return 0.0\n',
        (_RAW + "an_address_that_goes_on_after_refusals_is_left_unread_and_others_are_not",),
    ),
    Mutant(
        "an account opens and closes sockets as often as it likes",
        _SOCKET,
        '    await api.limit("sockets", str(signed.account.id), api.node.settings.request_rate)\n',
        "",
        (_RAW + "an_account_opens_no_more_sockets_than_it_may_ask",),
    ),
)

HOW_LARGE: Final = (
    Mutant(
        "a message may have pieces without end",
        _FRAMES,
        "        if len(self.frames) < FRAGMENTS:\n",
        "        if True:\n",
        (_HANDSHAKES + "a_message_in_too_many_pieces_closes_its_socket",),
    ),
    Mutant(
        "frames before the answer to a handshake are read",
        _FRAMES,
        "        if self.handshake_initiated and not self.handshake_complete:\n",
        "        if False:\n",
        (_HANDSHAKES + "frames_before_a_handshake_is_answered_are_refused",),
    ),
    Mutant(
        "frames right behind a handshake are lost",
        _TRANSPORT,
        "        if self._has_more or self._parsed_bytes() < self._slice:\n",
        "        if False:\n",
        (_HANDSHAKES + "frames_right_behind_a_handshake_are_refused",),
    ),
    Mutant(
        "a handshake may have a body",
        _TRANSPORT,
        "        if self._is_handshake() and self._announces_body():\n",
        "        if False:\n",
        (_HANDSHAKES + "a_handshake_with_a_body_is_refused",),
    ),
    Mutant(
        "a refused client is reset before it reads why",
        _FRAMES,
        "        self.transport.write_eof()\n        self.transport.resume_reading()\n",
        "        self.transport.close()\n",
        (_HANDSHAKES + "a_message_in_too_many_pieces_closes_its_socket",),
    ),
    Mutant(
        "NUL in a body reaches the database",
        "wire/strict.py",
        "    refuse_nul(text)\n    keys:",
        "    keys:",
        (_UNSTORABLE + "no_body_holds_text_that_cannot_be_stored",),
    ),
    Mutant(
        "NUL in a move reaches its game",
        _SOCKET,
        "    refuse_nul(raw)\n",
        "",
        (_UNSTORABLE + "no_move_holds_nul_whatever_its_game_reads",),
    ),
    Mutant(
        "NUL in an address reaches the database",
        "server/api/router.py",
        '    if "\\0" in scope["path"] or b"%00" in scope["query_string"]:\n',
        '    if "\\0" in scope["path"]:\n',
        (_UNSTORABLE + "no_address_holds_nul",),
    ),
    Mutant(
        "NUL in a path reaches the database",
        "server/api/router.py",
        '    if "\\0" in scope["path"] or b"%00" in scope["query_string"]:\n',
        '    if b"%00" in scope["query_string"]:\n',
        (_UNSTORABLE + "no_address_holds_nul",),
    ),
    Mutant(
        "a header may be as large as it likes",
        _TRANSPORT,
        '        if self._phase == "header" and self._taken > self._header_bytes:\n',
        '        if self._phase == "header" and self._taken < 0:\n',
        (_RAW + "a_client_with_a_large_header_can_read_why_it_is_refused",),
    ),
    Mutant(
        "a header may have as many lines as it likes",
        _TRANSPORT,
        "        if len(self.headers) > HEADER_LINES:\n            return True\n",
        "",
        (_RAW + "a_header_that_arrives_at_once_is_measured_too[many lines]",),
    ),
    Mutant(
        "a body may be as large as it likes",
        _TRANSPORT,
        "if self._taken > self._body_bytes or len(self.headers) > 2 * HEADER_LINES:",
        "if len(self.headers) > 2 * HEADER_LINES:",
        (_RAW + "a_body_without_end_is_cut_off",),
    ),
    Mutant(
        "the body of a call is read to the end of the transport's limit",
        "server/api/router.py",
        "request_max_body_size=MAX_BODY_BYTES",
        "request_max_body_size=MAX_BODY_BYTES << 7",
        (_BODIES + "large_bodies_are_not_read",),
    ),
    Mutant(
        "a body is read that is not said to be JSON",
        _STRICT,
        '    if kind != "application/json":\n',
        '    if kind == "application/xml":\n',
        (_BODIES + "only_plain_json_is_read",),
    ),
    Mutant(
        "a body may have a key twice",
        _STRICT,
        "    scan(body, max_bytes=MAX_BODY_BYTES)\n",
        "    scan(b'{}', max_bytes=MAX_BODY_BYTES)\n",
        (_BODIES + "bodies_that_cannot_be_read_are_malformed",),
    ),
    Mutant(
        "a move by a socket may have a key twice",
        _SOCKET,
        "!= QUOTES_OF_AN_ACT:\n",
        "< QUOTES_OF_AN_ACT:\n",
        ("server/api/test_websocket.py::test_a_move_with_a_key_twice_is_malformed",),
    ),
    Mutant(
        "a transcript may be as large as any body",
        _PAST_API,
        "TRANSCRIPT_BYTES: Final = 4 << 20",
        "TRANSCRIPT_BYTES: Final = 16 << 20",
        ("server/flows/test_past.py::test_the_past_over_http",),
    ),
    Mutant(
        "bytes of transcripts are metered by address alone",
        _DOOR,
        '        await self.limit("replay-bytes", str(account), rate, cost=len(body))\n',
        "",
        (_PROOF + "an_account_has_one_meter_wherever_it_asks_from",),
    ),
    Mutant(
        "bytes of transcripts are metered by account alone",
        _DOOR,
        '        await self.limit_address("replay-bytes", client, rate, cost=len(body))\n',
        "",
        (_PROOF + "transcripts_are_metered_by_their_bytes",),
    ),
    Mutant(
        "a transcript is metered as one, whatever its size",
        _DOOR,
        'str(account), rate, cost=len(body))\n        await self.limit_address("replay-bytes", client, rate,'
        " cost=len(body))\n",
        'str(account), rate)\n        await self.limit_address("replay-bytes", client, rate)\n',
        (_PROOF + "transcripts_are_metered_by_their_bytes",),
    ),
)

HOW_LONG: Final = (
    Mutant(
        "a header may take as long as it likes",
        _TRANSPORT,
        '            self._refuse("header_time")\n',
        "            self._due = math.inf\n",
        (_RAW + "a_slow_header_is_answered_with_a_timeout",),
    ),
    Mutant(
        "a body may take as long as it likes",
        _TRANSPORT,
        '            self._refuse("body_time")\n',
        "            self._due = math.inf\n",
        (_RAW + "a_slow_body_is_answered_with_a_timeout",),
    ),
    Mutant(
        "whoever does not read is waited for",
        _TRANSPORT,
        '                self._connections.hit("unread")\n                self.transport.abort()\n',
        "                self._unread.reset()\n",
        (_RAW + "a_client_that_does_not_read_is_cut_off_and_its_answers_do_not_pile_up",),
    ),
    Mutant(
        "an idle connection stays for ever",
        "server/startup/app.py",
        "timeout_keep_alive=-(-settings.keep_alive_ms // 1000)",
        "timeout_keep_alive=settings.keep_alive_ms",
        (_RAW + "an_idle_connection_is_closed_after_the_keep_alive_time",),
    ),
)

PROOFS: Final = (
    Mutant(
        "a proof takes as much CPU time as it likes",
        _PROVING,
        "    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))\n",
        "    resource.setrlimit(resource.RLIMIT_CPU, (12 * cpu_s, 13 * cpu_s))\n",
        (_PROOF + "a_proof_knows_nothing_of_the_server_and_has_its_limits",),
    ),
    Mutant(
        "a proof takes as much memory as it likes",
        _PROVING,
        "    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))\n",
        "",
        (_PROOF + "a_proof_that_is_too_long_is_ended_by_the_system",),
    ),
    Mutant(
        "the process of a proof is not confined",
        _PROVING,
        "    confine(request.cpu_s, MEMORY_BYTES)\n",
        "",
        (_PROOF + "a_proof_knows_nothing_of_the_server_and_has_its_limits",),
    ),
    Mutant(
        "a proof that sleeps is waited for",
        _PROVER,
        "asyncio.timeout(self._wall_s)",
        "asyncio.timeout(100 + self._wall_s)",
        (_PROOF + "one_that_sleeps_is_given_up_too",),
    ),
    Mutant(
        "a proof is given the environment of the server",
        _PROVER,
        "if not name.startswith(PREFIX)",
        "if name or PREFIX",
        (_PROOF + "a_proof_knows_nothing_of_the_server_and_has_its_limits",),
    ),
    Mutant(
        "one account fills the queue of proofs",
        _PROVER,
        "        if self._waiting[who] >= OF_ONE:\n",
        "        if self._waiting[who] >= WAITING:\n",
        (_PROOF + "one_account_waits_behind_itself_and_not_before_others",),
    ),
    Mutant(
        "proofs queue up without end",
        _PROVER,
        "        if self._waiting.total() >= WAITING:\n",
        "        if self._waiting.total() >= 1000 * WAITING:\n",
        (_PROOF + "only_so_many_wait",),
    ),
    Mutant(
        "a proof goes on after the first wrong digest",
        "server/record/replay.py",
        "stops_at_fault=True",
        "stops_at_fault=False",
        (_PROOF + "a_proof_stops_at_the_first_wrong_digest",),
    ),
)

TRANSPORT: Final = (*HOW_MANY, *HOW_LARGE, *HOW_LONG, *PROOFS)
