"""Mutants of who may do what at a table: hidden tables, seats, passes, bots, and what one seat may know."""

from typing import Final

from tests.doors.mutant import Mutant

_ACCESS: Final = "server/ports/access.py"
_PLAY_API: Final = "server/api/routes/play.py"
_TABLES_API: Final = "server/api/routes/tables.py"
_BOTS: Final = "server/flows/tables/bots.py"
_SEATS: Final = "server/flows/tables/seats.py"
_ABSENT: Final = "server/flows/tables/absent.py"
_HISTORY: Final = "server/flows/play/move_log.py"

_PRIVATE: Final = ("server/api/test_http_errors.py::test_a_private_table_is_not_there_for_others",)
_UNKNOWN: Final = "server/api/test_fuzz.py::test_69_a_private_table_is_as_unknown_as_one_that_is_not_there"
_OPEN: Final = (_UNKNOWN + "[False]",)
_BEGUN: Final = (_UNKNOWN + "[True]",)
_TOKEN: Final = ("server/api/test_doors_of_bots.py::test_the_token_of_a_bot_opens_its_own_seat_alone",)
_PASS: Final = (
    "server/flows/test_absent.py::test_another_person_takes_the_seat_by_a_pass_and_the_former_player_is_a_spectator",
)
_REQUESTS: Final = (
    "server/flows/test_absent.py::test_only_those_who_play_ask_for_the_end_and_no_line_of_chat_counts",
)
_PASSES: Final = "server/flows/test_absent.py::test_"
_ONE_SEAT: Final = ("server/flows/test_absent.py::test_a_pass_is_for_one_seat_and_for_somebody_without_one",)
_CALLS: Final = "server/flows/test_bots_and_calls.py::test_"
_PAST: Final = "server/flows/test_past.py::test_13_6_"

HIDDEN: Final = (
    Mutant(
        "any key opens a private table",
        _ACCESS,
        " and hmac.compare_digest(key.encode(), table.key.encode())",
        "",
        _PRIVATE,
    ),
    Mutant(
        "a private table is open to everybody",
        _ACCESS,
        'table.access != "private"',
        'table.access != "secret"',
        _PRIVATE,
    ),
    Mutant(
        "a private table is shown by its id",
        _TABLES_API,
        "visible_row(api.cells.at(table), table, signed.account.id, key)",
        "table_row(api.cells.at(table), table)",
        _PRIVATE,
    ),
    Mutant(
        "the key of a private table is taken from the address",
        "server/api/context/dependencies.py",
        'HeaderParameter(name="Rondel-Key", max_length=64)',
        '__import__("litestar.params").params.QueryParameter(name="key", max_length=64)',
        ("server/api/test_hidden_tables.py::test_69_no_door_shows_whether_there_is_a_private_table[open]",),
    ),
    Mutant(
        "the key of a private table is told to whoever looks",
        "server/api/responses.py",
        "table.key if is_host or seat is not None else None",
        "table.key",
        _PRIVATE,
    ),
    Mutant(
        "the chat of a private table is read by its id",
        _PLAY_API,
        "    await look_at(api.cells.at(table), signed.account.id, table, key)\n"
        "    messages = await readable",
        "    messages = await readable",
        _PRIVATE,
    ),
    Mutant(
        "anybody talks at a private table",
        _PLAY_API,
        "    _, seat = await look_at(api.cells.at(table), signed.account.id, table, key)\n"
        "    return chat_response",
        "    seat = None\n    return chat_response",
        _PRIVATE,
    ),
    Mutant(
        "a socket talks at a private table",
        "server/api/websocket/socket.py",
        "        _, seat = await look_at(cell, self.account.id, table)\n",
        "        seat = None\n",
        ("server/api/test_hidden_tables.py::test_69_the_same_through_a_socket",),
    ),
    Mutant(
        "the code of a private table leads to it",
        "server/flows/tables/lobby.py",
        'if table is None or table.access == "private":',
        "if table is None:",
        ("server/api/test_hidden_tables.py::test_69_a_private_tables_code_is_no_code",),
    ),
    Mutant(
        "private tables are listed (in memory)",
        "server/adapters/memory/tables.py",
        'if table.status == "open" and table.access == "public"',
        'if table.status == "open"',
        ("server/flows/test_seats.py::test_a_private_table_is_found_by_nobody_without_its_key",),
    ),
    Mutant(
        "a stranger is told that a private table has another host",
        _SEATS,
        "    found = _hosted(await visible_row(cell, table, account), account, seated_too=True)\n",
        "    found = _hosted(await table_row(cell, table), account, seated_too=True)\n",
        _OPEN,
    ),
    Mutant(
        "a stranger is told that they have no seat at a private table",
        _SEATS,
        "visible_row(cell, table, account)\n    seat = _own_seat(found, account)\n    _open(found)\n",
        "table_row(cell, table)\n    seat = _own_seat(found, account)\n    _open(found)\n",
        _OPEN,
    ),
    Mutant(
        "a stranger is told that a private table has not begun",
        "server/flows/play/watch.py",
        "    await look_at(cell, account, table, key)\n    position",
        "    position",
        _OPEN,
    ),
    Mutant(
        "the version of a private table is told with the no",
        "server/api/context/errors.py",
        '    (\n        "UNKNOWN_GAME",\n        "UNAVAILABLE",\n',
        '    (\n        "UNAVAILABLE",\n',
        _BEGUN,
    ),
    Mutant(
        "a wrong pass shows which tables there are",
        _ABSENT,
        "        raise _no_pass()  # before",
        '        raise ApiError.of("UNKNOWN_GAME") if found is None else _no_pass()  # before',
        ("server/flows/test_absent.py::test_a_wrong_pass_does_not_show_whether_there_is_a_private_table",),
    ),
    Mutant(
        "a bot without a token learns which tables there are",
        "server/flows/tables/stored.py",
        "        return secrets.token_bytes(SECRET_BYTES)\n",
        "        raise\n",
        _OPEN,
    ),
    Mutant(
        "a table that may not be seen can be muted",
        "server/flows/messages/alerts.py",
        "    await visible_row(cell, table, account.id)\n",
        "    await cell.tables.get(table)\n",
        ("server/flows/test_alerts.py::test_a_table_is_muted_by_those_who_may_see_it",),
    ),
    Mutant(
        "a private table is visible to everybody (in PostgreSQL)",
        "server/adapters/postgres/tables.py",
        "    s.access <> 'private' OR s.host_id = $2",
        "    s.access <> 'secret' OR s.host_id = $2",
        (
            "contracts/test_tables.py::test_a_private_table_is_visible_to_its_host_its_players_and_by_its_key[postgres]",
        ),
    ),
)

RIGHTS: Final = (
    Mutant(
        "the token of a bot opens every seat of bots",
        _BOTS,
        'token_of(secret, "bot", seat)',
        'token_of(secret, "bot")',
        _TOKEN,
    ),
    Mutant(
        "the token of a bot opens seats of people",
        _BOTS,
        "    if seat not in cell.rooms.room(table).ask(lambda: position.bots):\n",
        "    if seat in ():\n",
        ("server/flows/test_absent.py::test_one_may_let_a_bot_play_and_then_play_again",),
    ),
    Mutant(
        "a bot is let in without a token",
        _BOTS,
        "    if not is_remembered and not _opens(token, await secret_of(cell, table), seat):\n",
        "    if not is_remembered and await secret_of(cell, table) is None:\n",
        _TOKEN,
    ),
    Mutant(
        "a bot moves without being let in",
        _BOTS,
        "    await _let_in(cell, move.table, seat, token)\n    return await",
        "    return await",
        _TOKEN,
    ),
    Mutant(
        "a pass to a seat works again after it was used",
        _ABSENT,
        '" ".join(map(str, (seat, account, *removed)))',
        '" ".join(map(str, (seat, *removed)))',
        (_PASSES + "a_pass_that_its_own_player_made_survives_their_presence_and_moves",),
    ),
    Mutant(
        "any pass opens a seat",
        _ABSENT,
        "hmac.compare_digest(_pass(secret, kind, facts, own_version, at).encode(), token.encode())",
        "len(_pass(secret, kind, facts, own_version, at)) == len(token)",
        _ONE_SEAT,
    ),
    Mutant(
        "a pass for somebody absent takes the seat of a player who is back",
        _ABSENT,
        "        is_absent=None if is_own else partial(_is_absent, cell, found, seat),\n",
        "        is_absent=None,\n",
        (_PASSES + "a_pass_for_somebody_absent_takes_nothing_from_a_player_who_is_back",),
    ),
    Mutant(
        "a pass for somebody absent holds after they have moved",
        _ABSENT,
        '    version = own_version if kind == "absent" else 0\n',
        "    version = 0\n",
        (_PASSES + "a_pass_for_somebody_absent_ends_when_they_move",),
    ),
    Mutant(
        "moves of a bot end a pass (in memory)",
        "server/adapters/memory/seating.py",
        " if since is None or version <= since), default=0)\n",
        "), default=0)\n",
        (_PASSES + "moves_of_the_bot_that_plays_for_somebody_do_not_end_a_pass",),
    ),
    Mutant(
        "a pass is valid for ever",
        _ABSENT,
        "{at_ms // HOUR_MS} {facts}",
        "{facts}",
        (_PASSES + "a_pass_is_valid_in_its_own_hour_and_the_next",),
    ),
    Mutant(
        "a socket that was opened counts from the next tick on",
        "server/jobs/report_presence.py",
        "            await self._hold_at_once(self._node, (table, seat), LEASE_MS)\n",
        "            pass\n",
        (_PASSES + "whoever_looks_at_the_own_seat_again_is_there_at_once",),
    ),
    Mutant(
        "a request counts from the next tick on",
        "server/jobs/report_presence.py",
        "            await self._hold_at_once(HTTP, (table, seat), HTTP_LEASE_MS)\n",
        "            pass\n",
        (_PASSES + "whoever_looks_at_the_own_seat_again_is_there_at_once",),
    ),
    Mutant(
        "a seat is taken by what was true before its table was locked",
        "server/adapters/postgres/seating.py",
        "                await connection.execute(_LOCK, table)\n                if only_if",
        "                if only_if",
        ("contracts/test_seating.py::test_whoever_comes_back_while_the_table_is_locked_keeps_the_seat",),
    ),
    Mutant(
        "a seat is handed over though its person has moved (on PostgreSQL)",
        "server/adapters/postgres/seating.py",
        ") AND ($6::integer IS NULL OR $6 = (",
        ") AND ($6::integer IS NULL OR 0 <= (",
        ("contracts/test_seating.py::test_a_seat_goes_to_another_only_while_its_person_has_not_moved",),
    ),
    Mutant(
        "a player takes a second seat by a pass",
        _ABSENT,
        "    if seat_of(found, account.id) is not None:\n",
        "    if seat_of(found, account.id) == seat:\n",
        _ONE_SEAT,
    ),
    Mutant(
        "the host gives away the seat of somebody who is there",
        _ABSENT,
        "        if seat in here:\n",
        "        if seat in here and place.level is not None:\n",
        _ONE_SEAT,
    ),
    Mutant(
        "anybody gives away the seat of somebody who has gone",
        _ABSENT,
        "        here = await _here(cell, found)\n        _host_or_next(found, account, here)\n",
        "        here = await _here(cell, found)\n",
        (
            "server/flows/test_absent.py::test_only_the_host_calls_a_bot_for_another_or_who_is_left_if_the_host_has_gone",
        ),
    ),
    Mutant(
        "a spectator asks for the end of a table",
        _ABSENT,
        '    if seat is None:\n        raise ApiError.of("NOT_ALLOWED", "Only people who play',
        '    if seat == -1:\n        raise ApiError.of("NOT_ALLOWED", "Only people who play',
        _REQUESTS,
    ),
    Mutant(
        "anybody begins and closes a table",
        _SEATS,
        "    if table.host != account and not (is_alone and seat_of(table, account) is not None):\n",
        "    if table.host != account and is_alone and seat_of(table, account) is None:\n",
        ("server/flows/test_seats.py::test_the_host_alone_lets_bots_sit_down_and_begins",),
    ),
    Mutant(
        "a stranger asks for a rematch",
        "server/flows/tables/open_table.py",
        "    if seat_of(before, account.id) is None and before.host != account.id:\n",
        "    if seat_of(before, account.id) is not None and before.host is None:\n",
        ("server/flows/test_seats.py::test_a_rematch_is_one_table_whoever_asks",),
    ),
    Mutant(
        "one account drops the browser of another",
        "server/adapters/memory/alerts.py",
        "if known is None or known.account != account:",
        "if known is None:",
        ("server/flows/test_alerts.py::test_browsers_come_and_go",),
    ),
    Mutant(
        "a move is made for the first seat, whoever makes it",
        "server/rooms/moves.py",
        "return self.seat if self.account is None else seat_of(table, self.account)",
        "return self.seat if self.account is None else 0",
        ("server/api/test_fuzz.py::test_60_a_player_moves_no_seat_but_its_own",),
    ),
)

SECRETS: Final = (
    Mutant(
        "a running table is looked at through any perspective",
        "server/flows/play/past.py",
        "        case _:\n            return (None,)\n",
        "        case _:\n            return (None, *range(len(position.table.places)))\n",
        (_PAST + "the_past_of_a_running_table_is_a_spectators_whoever_asks",),
    ),
    Mutant(
        "an abandoned table is opened to all perspective",
        "server/flows/play/past.py",
        '        case "completed":\n',
        '        case "completed" | "abandoned" if position.game.opened is not None:\n',
        (_PAST + "of_an_abandoned_table_each_keeps_its_own",),
    ),
    Mutant(
        "the secret of a running table is in its transcript",
        _HISTORY,
        "    if outcome is None or outcome.is_abandoned:\n",
        "    if outcome is not None and outcome.is_abandoned:\n",
        ("server/api/test_http_errors.py::test_in_play",),
    ),
    Mutant(
        "the secret of an abandoned table is in its transcript",
        _HISTORY,
        "    if outcome is None or outcome.is_abandoned:\n",
        "    if outcome is None:\n",
        (_CALLS + "16_4_an_abandoned_table_gives_no_transcript_but_each_seat_its_observations",),
    ),
    Mutant(
        "a spectator is given what a seat observed",
        _HISTORY,
        '    if position.status == "active" or seat is None:\n',
        '    if position.status == "active":\n',
        (_CALLS + "16_4_an_abandoned_table_gives_no_transcript_but_each_seat_its_observations",),
    ),
    Mutant(
        "the log holds what was for one seat",
        _HISTORY,
        "observations(game, row_of(game, line_of(row)), viewer)]\n",
        "observations(game, row_of(game, line_of(row)), row.seat)]\n",
        (_CALLS + "13_4_the_log_of_a_running_table_has_what_is_for_everyone_alone",),
    ),
    Mutant(
        "a repeated call tells its seat again what was told once",
        "server/flows/play/calls.py",
        "    return not played.duplicate and played.version",
        "    return played.version",
        (
            "server/api/test_documents.py::test_13_4_a_repeated_request_is_not_told_again_what_was_for_its_seat_alone",
        ),
    ),
    Mutant(
        "everybody is given what a bot knows",
        "server/rooms/frames.py",
        "    if not viewing.is_bot:\n",
        "    if viewing.seat is None:\n",
        ("server/flows/test_watch.py::test_a_bot_is_told_all_its_seat_may_know_and_nobody_else_is",),
    ),
)

_PAGES: Final = "server/api/test_pages.py::test_"
_PLANNER: Final = "server/games/test_decks.py::test_"

INVITATIONS: Final = (
    Mutant(
        "codes may be guessed by the pages of links",
        "server/api/router.py",
        '("invitations", settings.constants.code_rate) if is_code',
        '("invitations", settings.request_rate) if is_code',
        ("server/api/test_addresses.py::test_no_code_is_guessed_by_the_pages_of_invitations",),
    ),
    Mutant(
        "the page of a link names the host of a private table",
        "server/flows/tables/invitation.py",
        "            table, _ = await look_at(cells.at(link), None, link)\n",
        "            table = await cells.at(link).rooms.room(link).record()\n",
        (_PAGES + "there_is_no_invitation_to_a_private_table_and_nothing_tells_it_from_none",),
    ),
    Mutant(
        "everybody is told which move somebody can take back",
        "server/rooms/frames.py",
        "    return None if undoable is None or seat != undoable.seat else undoable.version\n",
        "    return None if undoable is None else undoable.version\n",
        (
            "server/games/test_decks.py::test_6_3_each_viewer_is_told_whether_a_move_of_its_own_can_be_taken_back",
        ),
    ),
)

_LESSONS: Final = "server/flows/test_lessons.py::test_"
_FOR_NOTHING: Final = (_LESSONS + "a_lesson_counts_for_nothing",)

LESSONS: Final = (
    Mutant(
        "a lesson is a table that everybody sees",
        "server/flows/tables/lessons.py",
        'access="private"',
        'access="public"',
        (_LESSONS + "everybody_has_a_lesson_of_their_own_that_nobody_else_sees",),
    ),
    Mutant(
        "a lesson has a transcript",
        _HISTORY,
        "    if position.table.lesson is not None:\n",
        "    if position.table.lesson == account:\n",
        _FOR_NOTHING,
    ),
    Mutant(
        "a lesson has a rematch",
        "server/flows/tables/open_table.py",
        "    if before.lesson is not None:\n",
        "    if before.lesson == account.name:\n",
        _FOR_NOTHING,
    ),
)

TABLES: Final = (*HIDDEN, *RIGHTS, *SECRETS, *INVITATIONS, *LESSONS)
