"""Mutants of who may do what at a table: hidden tables, seats, passes, bots, and what one seat may know."""

from typing import Final

from tests.doors.mutant import Mutant

_ACCESS: Final = "server/access.py"
_PLAY_API: Final = "server/api/play.py"
_TABLES_API: Final = "server/api/tables.py"
_BOTS: Final = "server/flows/bots.py"
_SEATS: Final = "server/flows/seats.py"
_ABSENT: Final = "server/flows/absent.py"
_HISTORY: Final = "server/flows/history.py"

_PRIVATE: Final = ("server/test_http_errors.py::test_a_private_table_is_not_there_for_others",)
_UNKNOWN: Final = "server/test_fuzz.py::test_69_a_private_table_is_as_unknown_as_one_that_is_not_there"
_OPEN: Final = (_UNKNOWN + "[False]",)
_BEGUN: Final = (_UNKNOWN + "[True]",)
_TOKEN: Final = ("server/test_doors_of_bots.py::test_the_token_of_a_bot_opens_its_own_seat_alone",)
_PASS: Final = (
    "server/test_absent.py::test_another_person_takes_the_seat_by_a_pass_and_the_former_player_is_a_spectator",
)
_REQUESTS: Final = (
    "server/test_absent.py::test_only_those_who_play_ask_for_the_end_and_no_line_of_chat_counts",
)
_ONE_SEAT: Final = ("server/test_absent.py::test_a_pass_is_for_one_seat_and_for_somebody_without_one",)
_CALLS: Final = "server/test_bots_and_calls.py::test_"
_PAST: Final = "server/test_past.py::test_13_6_"

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
        "visible_row(door.node, table, signed.account.id, key)",
        "table_row(door.node, table)",
        _PRIVATE,
    ),
    Mutant(
        "the key of a private table is told to whoever looks",
        "server/api/told.py",
        "table.key if is_host or seat is not None else None",
        "table.key",
        _PRIVATE,
    ),
    Mutant(
        "the chat of a private table is read by its id",
        _PLAY_API,
        "    await look_at(door.node, signed.account.id, table, key)\n    said = await readable",
        "    said = await readable",
        _PRIVATE,
    ),
    Mutant(
        "anybody talks at a private table",
        _PLAY_API,
        "    _, seat = await look_at(door.node, signed.account.id, table, key)\n    return chat_told",
        "    seat = None\n    return chat_told",
        _PRIVATE,
    ),
    Mutant(
        "a socket talks at a private table",
        "server/api/websocket.py",
        "        _, seat = await look_at(node, self.account.id, table)\n",
        "        seat = None\n",
        ("server/test_hidden_tables.py::test_69_the_same_through_a_socket",),
    ),
    Mutant(
        "the code of a private table leads to it",
        "server/flows/lobby.py",
        'if table is None or table.access == "private":',
        "if table is None:",
        ("server/test_hidden_tables.py::test_69_a_private_tables_code_is_no_code",),
    ),
    Mutant(
        "private tables are listed (in memory)",
        "server/memory/tables.py",
        'if table.status == "open" and table.access == "public"',
        'if table.status == "open"',
        ("server/test_seats.py::test_a_private_table_is_found_by_nobody_without_its_key",),
    ),
    Mutant(
        "a stranger is told that a private table has another host",
        _SEATS,
        "    found = _hosted(await visible_row(node, table, account), account, seated_too=True)\n",
        "    found = _hosted(await table_row(node, table), account, seated_too=True)\n",
        _OPEN,
    ),
    Mutant(
        "a stranger is told that they have no seat at a private table",
        _SEATS,
        "visible_row(node, table, account)\n    seat = _own_seat(found, account)\n    _open(found)\n",
        "table_row(node, table)\n    seat = _own_seat(found, account)\n    _open(found)\n",
        _OPEN,
    ),
    Mutant(
        "a stranger is told that a private table has not begun",
        "server/flows/watch.py",
        "    await look_at(node, account, table, key)\n    position",
        "    position",
        _OPEN,
    ),
    Mutant(
        "the version of a private table is told with the no",
        "server/api/errors.py",
        '    (\n        "UNKNOWN_GAME",\n        "UNAVAILABLE",\n',
        '    (\n        "UNAVAILABLE",\n',
        _BEGUN,
    ),
    Mutant(
        "a wrong pass shows which tables there are",
        _ABSENT,
        "        raise _no_pass()  # before",
        '        raise Denied.of("UNKNOWN_GAME") if found is None else _no_pass()  # before',
        ("server/test_absent.py::test_a_wrong_pass_does_not_show_whether_there_is_a_private_table",),
    ),
    Mutant(
        "a bot without a token learns which tables there are",
        "server/flows/tables.py",
        "        return secrets.token_bytes(SECRET_BYTES)\n",
        "        raise\n",
        _OPEN,
    ),
    Mutant(
        "a table that may not be seen can be muted",
        "server/flows/alerts.py",
        "    await visible_row(node, table, account.id)\n",
        "    await node.tables.get(table)\n",
        ("server/test_alerts.py::test_a_table_is_muted_by_those_who_may_see_it",),
    ),
    Mutant(
        "a private table is visible to everybody (in PostgreSQL)",
        "server/postgres/tables.py",
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
        "    if seat not in node.rooms.room(table).ask(lambda: position.bots):\n",
        "    if seat in ():\n",
        ("server/test_absent.py::test_one_may_let_a_bot_play_and_then_play_again",),
    ),
    Mutant(
        "a bot is let in without a token",
        _BOTS,
        "    if not is_remembered and not _opens(token, await secret_of(node, table), seat):\n",
        "    if not is_remembered and await secret_of(node, table) is None:\n",
        _TOKEN,
    ),
    Mutant(
        "a bot moves without being let in",
        _BOTS,
        "    await _let_in(node, move.table, seat, token)\n    return await",
        "    return await",
        _TOKEN,
    ),
    Mutant(
        "a pass to a seat works again after it was used",
        _ABSENT,
        'token_of(secret, "pass", place.seat, place.account, *removed)',
        'token_of(secret, "pass", place.seat, *removed)',
        _PASS,
    ),
    Mutant(
        "any pass opens a seat",
        _ABSENT,
        "hmac.compare_digest(_pass(secret, found, place).encode(), token.encode())",
        "len(_pass(secret, found, place)) == len(token)",
        _ONE_SEAT,
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
        "        here = await _here(node, found)\n        _host_or_next(found, account, here)\n",
        "        here = await _here(node, found)\n",
        (
            "server/test_absent.py::test_only_the_host_calls_a_bot_for_another_or_who_is_left_if_the_host_has_gone",
        ),
    ),
    Mutant(
        "a spectator asks for the end of a table",
        _ABSENT,
        '    if seat is None:\n        raise Denied.of("NOT_ALLOWED", "Only people who play',
        '    if seat == -1:\n        raise Denied.of("NOT_ALLOWED", "Only people who play',
        _REQUESTS,
    ),
    Mutant(
        "what people write in the chat ends their table",
        _ABSENT,
        "        if (line.account, line.name) != (None, HOUSE_NAME):\n",
        "        if line.text is None:\n",
        _REQUESTS,
    ),
    Mutant(
        "anybody begins and closes a table",
        _SEATS,
        "    if table.host != account and not (is_alone and seat_of(table, account) is not None):\n",
        "    if table.host != account and is_alone and seat_of(table, account) is None:\n",
        ("server/test_seats.py::test_the_host_alone_lets_bots_sit_down_and_begins",),
    ),
    Mutant(
        "a stranger asks for a rematch",
        "server/flows/open_table.py",
        "    if seat_of(before, account.id) is None and before.host != account.id:\n",
        "    if seat_of(before, account.id) is not None and before.host is None:\n",
        ("server/test_seats.py::test_a_rematch_is_one_table_whoever_asks",),
    ),
    Mutant(
        "one account drops the browser of another",
        "server/memory/alerts.py",
        "if known is None or known.account != account:",
        "if known is None:",
        ("server/test_alerts.py::test_browsers_come_and_go",),
    ),
    Mutant(
        "a move is made for the first seat, whoever makes it",
        "server/moves.py",
        "return self.seat if self.account is None else seat_of(table, self.account)",
        "return self.seat if self.account is None else 0",
        ("server/test_fuzz.py::test_60_a_player_moves_no_seat_but_its_own",),
    ),
)

_FORECASTS: Final = "server/flows/forecasts.py"
_FORECAST: Final = "server/test_forecast.py::test_17_12_"

SECRETS: Final = (
    Mutant(
        "a forecast is made from what another seat knows",
        _FORECASTS,
        "game.knows(position.state, seat)",
        "game.knows(position.state, 1 - seat)",
        (_FORECAST + "a_forecast_is_made_from_what_the_asker_knows",),
    ),
    Mutant(
        "a forecast is made for somebody without a seat",
        _FORECASTS,
        "    if seat is None:\n",
        "    if seat is None and game.forecast is None:\n",
        (_FORECAST + "somebody_without_a_seat_is_told_no_forecast",),
    ),
    Mutant(
        "a forecast shows which tables there are",
        _FORECASTS,
        "    position, seat = await present(node, account, table)\n",
        "    position = await node.rooms.room(table).current()\n"
        "    seats = [place.seat for place in position.table.places if place.account == account]\n"
        "    seat = seats[0] if seats else None\n",
        _BEGUN,
    ),
    Mutant(
        "a running table is looked at through any eyes",
        "server/flows/past.py",
        "        case _:\n            return (None,)\n",
        "        case _:\n            return (None, *range(len(position.table.places)))\n",
        (_PAST + "the_past_of_a_running_table_is_a_spectators_whoever_asks",),
    ),
    Mutant(
        "an abandoned table is opened to all eyes",
        "server/flows/past.py",
        '        case "completed":\n',
        '        case "completed" | "abandoned" if position.game.opened is not None:\n',
        (_PAST + "of_an_abandoned_table_each_keeps_its_own",),
    ),
    Mutant(
        "the secret of a running table is in its transcript",
        _HISTORY,
        "    if outcome is None or outcome.is_abandoned:\n",
        "    if outcome is not None and outcome.is_abandoned:\n",
        ("server/test_http_errors.py::test_in_play",),
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
        "observations(game, row_of(game, line_of(stored)), None)\n",
        "observations(game, row_of(game, line_of(stored)), stored.seat)\n",
        (_CALLS + "13_4_the_log_of_a_running_table_has_what_is_for_everyone_alone",),
    ),
    Mutant(
        "a repeated call tells its seat again what was told once",
        "server/flows/calls.py",
        "    return not played.dup and played.version",
        "    return played.version",
        (
            "server/test_documents.py::test_13_4_a_repeated_request_is_not_told_again_what_was_for_its_seat_alone",
        ),
    ),
    Mutant(
        "everybody is given what a bot knows",
        "server/frames.py",
        "    if not viewing.is_bot:\n",
        "    if viewing.seat is None:\n",
        ("server/test_watch.py::test_a_bot_is_told_all_its_seat_may_know_and_nobody_else_is",),
    ),
)

_PAGES: Final = "server/test_pages.py::test_"
_PLANNER: Final = "server/test_decks.py::test_"

INVITATIONS: Final = (
    Mutant(
        "codes may be guessed by the pages of links",
        "server/api/http.py",
        '("invitations", settings.codes) if is_code',
        '("invitations", settings.calls) if is_code',
        ("server/test_addresses.py::test_no_code_is_guessed_by_the_pages_of_invitations",),
    ),
    Mutant(
        "the page of a link names the host of a private table without its key",
        "server/flows/invitation.py",
        "            table, _ = await look_at(node.cells.at(link), None, link, key)\n",
        "            table = await node.cells.at(link).rooms.room(link).record()\n",
        (_PAGES + "an_invitation_to_a_private_table_needs_its_key_and_nothing_tells_it_from_none",),
    ),
    Mutant(
        "everybody is told which move somebody can take back",
        "server/frames.py",
        "    return None if undoable is None or seat != undoable.seat else undoable.version\n",
        "    return None if undoable is None else undoable.version\n",
        ("server/test_decks.py::test_6_3_each_viewer_is_told_whether_a_move_of_its_own_can_be_taken_back",),
    ),
)

_LESSONS: Final = "server/test_lessons.py::test_"
_FOR_NOTHING: Final = (_LESSONS + "a_lesson_counts_for_nothing",)

LESSONS: Final = (
    Mutant(
        "a lesson is a table that everybody sees",
        "server/flows/lessons.py",
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
        "server/flows/open_table.py",
        "    if before.lesson is not None:\n",
        "    if before.lesson == account.name:\n",
        _FOR_NOTHING,
    ),
)

_ORDERS: Final = "server/flows/orders.py"
_ORDERS_API: Final = "server/api/own.py"
_ORDER: Final = "server/test_orders.py::test_17_13_"
_OFTEN: Final = (
    "server/test_orders.py::test_orders_are_given_and_ended_only_so_often_and_not_in_every_game",
)
_COUNTED: Final = '    await door.limit("orders", str(account), door.node.settings.orders)\n'
_NOTE: Final = "server/test_notes.py::test_"
_OWN_ALONE: Final = (_ORDER + "an_order_is_told_to_its_own_seat_alone",)

OWN: Final = (
    Mutant(
        "anybody ends an order (in memory)",
        "server/memory/orders.py",
        "if known is None or known.order.account != account:",
        "if known is None:",
        _OWN_ALONE,
    ),
    Mutant(
        "orders are told to the whole table (in memory)",
        "server/memory/orders.py",
        "if (order.account, order.table) == (account, table)]",
        "if order.table == table]",
        ("contracts/test_orders.py::test_orders_are_told_to_their_account_at_their_table_in_order",),
    ),
    Mutant(
        "somebody without a seat is told orders",
        _ORDERS,
        '    if seat is None:\n        raise Denied.of("NO_SEAT")\n',
        "    seat = seat or 0\n",
        _OWN_ALONE,
    ),
    Mutant(
        "what is not offered can be ordered",
        _ORDERS,
        "    if asked not in node.rooms.room(table).ask(_offers, position, seat):\n",
        "    if asked is None:\n",
        (_ORDER + "only_what_is_offered_can_be_ordered",),
    ),
    Mutant(
        "orders are given at live tables",
        _ORDERS,
        "if not position.is_slow or position.status",
        "if position.status",
        (_ORDER + "where_people_play_live_there_are_no_orders",),
    ),
    Mutant(
        "an order moves for a seat that has changed hands",
        _ORDERS,
        "seat_of(position.table, order.account) != seat or seat in position.bots",
        "False",
        (_ORDER + "an_order_ends_when_a_bot_plays_or_somebody_else_sits_there",),
    ),
    Mutant(
        "an order that was ended is followed",
        _ORDERS,
        "    if is_there and verdict.due_at",
        "    if verdict.due_at",
        (_ORDER + "an_order_that_was_ended_is_not_followed",),
    ),
    Mutant(
        "an order is followed at once",
        _ORDERS,
        " and node.now.ms() >= verdict.due_at:",
        ":",
        (_ORDER + "an_order_is_followed_as_an_ordinary_move_and_never_before_a_bot_would",),
    ),
    Mutant(
        "orders are given without end",
        _ORDERS_API,
        _COUNTED + "    return _told(table, await orders.give",
        "    return _told(table, await orders.give",
        _OFTEN,
    ),
    Mutant(
        "orders are ended without end",
        _ORDERS_API,
        _COUNTED + "    return _told(table, await orders.cancel",
        "    return _told(table, await orders.cancel",
        _OFTEN,
    ),
    Mutant(
        "notes are written without end",
        _ORDERS_API,
        '    await door.limit("notes", str(account), door.node.settings.notes)\n',
        "",
        (_NOTE + "notes_are_written_only_so_often",),
    ),
    Mutant(
        "onlookers write notes",
        "server/flows/notes.py",
        "    if seat is None:\n",
        "    if table is None:\n",
        (_NOTE + "only_people_who_play_there_write_notes",),
    ),
    Mutant(
        "a note has any length",
        "server/flows/notes.py",
        "    if len(kept) > NOTE_CHARACTERS:\n",
        "    if len(kept) < 0:\n",
        (_NOTE + "a_note_is_short_and_plain",),
    ),
    Mutant(
        "one note is everybody's (in memory)",
        "server/memory/notes.py",
        'text, _ = self._cell.notes.get((account, table), ("", 0))',
        'text = next((kept for (_, at), (kept, _) in self._cell.notes.items() if at == table), "")',
        (_NOTE + "a_note_is_kept_for_its_writer_and_told_to_nobody_else",),
    ),
)

TABLES: Final = (*HIDDEN, *RIGHTS, *SECRETS, *INVITATIONS, *LESSONS, *OWN)
