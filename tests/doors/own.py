"""Mutants of what a seat has for itself: forecasts, standing orders, notes."""

from typing import Final

from tests.doors.mutant import Mutant

_FORECASTS: Final = "server/flows/play/forecasts.py"
_FORECAST: Final = "server/flows/test_forecast.py::test_17_12_"
_BEGUN: Final = (
    "server/api/test_fuzz.py::test_69_a_private_table_is_as_unknown_as_one_that_is_not_there[True]",
)

FORECASTS: Final = (
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
        "    position, seat = await present(cell, account, table)\n",
        "    position = await cell.rooms.room(table).current()\n"
        "    seats = [place.seat for place in position.table.places if place.account == account]\n"
        "    seat = seats[0] if seats else None\n",
        _BEGUN,
    ),
    Mutant(
        "a game that is stuck in a forecast holds the node",
        _FORECASTS,
        "foretold = cell.rooms.room(table).ask(predict)",
        "foretold = predict()",
        ("server/rooms/test_faulty_games.py::test_a_fault_in_a_forecast_halts_the_table",),
    ),
    Mutant(
        "a forecast does not say that the action would be refused",
        _FORECASTS,
        "ForecastResult(position.version, _NOTHING, refusal.code)",
        "ForecastResult(position.version, _NOTHING, refusal.code and None)",
        (
            "server/flows/test_forecast.py::test_what_would_be_refused_is_told_and_what_is_malformed_is_refused",
        ),
    ),
)

_ORDERS: Final = "server/flows/play/orders.py"
_ORDERS_API: Final = "server/api/routes/own.py"
_ORDER: Final = "server/flows/test_orders.py::test_17_13_"
_OFTEN: Final = (
    "server/flows/test_orders.py::test_orders_are_given_and_ended_only_so_often_and_not_in_every_game",
)
_COUNTED: Final = '    await api.limit("orders", str(account), api.node.settings.constants.order_rate)\n'
_NOTE: Final = "server/flows/test_notes.py::test_"
_OWN_ALONE: Final = (_ORDER + "an_order_is_told_to_its_own_seat_alone",)

ORDERS: Final = (
    Mutant(
        "anybody ends an order (in memory)",
        "server/adapters/memory/orders.py",
        "if known is None or known.order.account != account:",
        "if known is None:",
        _OWN_ALONE,
    ),
    Mutant(
        "orders are told to the whole table (in memory)",
        "server/adapters/memory/orders.py",
        "if (order.account, order.table) == (account, table)]",
        "if order.table == table]",
        ("contracts/test_orders.py::test_orders_are_told_to_their_account_at_their_table_in_order",),
    ),
    Mutant(
        "somebody without a seat is told orders",
        _ORDERS,
        '    if seat is None:\n        raise ApiError.of("NO_SEAT")\n',
        "    seat = seat or 0\n",
        _OWN_ALONE,
    ),
    Mutant(
        "what is not offered can be ordered",
        _ORDERS,
        "    if decoded not in cell.rooms.room(table).ask(_offers, position, seat):\n",
        "    if decoded is None:\n",
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
        " and cell.now.ms() >= verdict.due_at:",
        ":",
        (_ORDER + "an_order_is_followed_as_an_ordinary_move_and_never_before_a_bot_would",),
    ),
    Mutant(
        "orders are given without end",
        _ORDERS_API,
        _COUNTED + "    return _response(table, await orders.give",
        "    return _response(table, await orders.give",
        _OFTEN,
    ),
    Mutant(
        "orders are ended without end",
        _ORDERS_API,
        _COUNTED + "    return _response(table, await orders.cancel",
        "    return _response(table, await orders.cancel",
        _OFTEN,
    ),
    Mutant(
        "an order always waits as long, and is told from a move by hand",
        _ORDERS,
        "wait_ms = least + int.from_bytes(luck[:8]) % (most - least + 1)",
        "wait_ms = least",
        (_ORDER + "how_long_an_order_waits_is_drawn_as_for_a_bot",),
    ),
    Mutant(
        "an order moves at whatever version there is by then",
        _ORDERS,
        "        expected_version=position.version,\n",
        "",
        (_ORDER + "a_move_by_an_order_is_made_where_it_was_decided_or_not_at_all",),
    ),
    Mutant(
        "an order that fails ends the job that follows orders",
        "server/jobs/judge_orders.py",
        "        except Exception as error:",
        "        except ZeroDivisionError as error:",
        ("server/flows/test_orders.py::test_an_order_that_fails_stops_neither_the_job_nor_other_tables",),
    ),
)

NOTES: Final = (
    Mutant(
        "notes are written without end",
        _ORDERS_API,
        '    await api.limit("notes", str(account), api.node.settings.constants.note_rate)\n',
        "",
        (_NOTE + "notes_are_written_only_so_often",),
    ),
    Mutant(
        "onlookers write notes",
        "server/flows/play/notes.py",
        "    if seat is None:\n",
        "    if table is None:\n",
        (_NOTE + "only_people_who_play_there_write_notes",),
    ),
    Mutant(
        "a note has any length",
        "server/flows/play/notes.py",
        "    if len(normalized) > NOTE_CHARACTERS:\n",
        "    if len(normalized) < 0:\n",
        (_NOTE + "a_note_is_short_and_plain",),
    ),
    Mutant(
        "one note is everybody's (in memory)",
        "server/adapters/memory/notes.py",
        'text, _ = self._cell.notes.get((account, table), ("", 0))',
        'text = next((kept for (_, at), (kept, _) in self._cell.notes.items() if at == table), "")',
        (_NOTE + "a_note_is_kept_for_its_writer_and_told_to_nobody_else",),
    ),
)

OWN: Final = (*FORECASTS, *ORDERS, *NOTES)
