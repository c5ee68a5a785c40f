"""Mutants of what leaves the server: headers, padding, logs, and messages to addresses that people named."""

from typing import Final

from tests.doors.mutant import Mutant

_HTTP: Final = "server/api/router.py"
_PLAY_API: Final = "server/api/routes/play.py"
_LOGS: Final = "server/runtime/logs.py"
_ERRORS: Final = "server/api/context/errors.py"
_GUARD: Final = "server/adapters/http_client/guard.py"
_REQUEST: Final = "server/adapters/http_client/request.py"

_UNCACHED: Final = ("server/api/test_doors_headers.py::test_no_answer_of_a_call_may_be_kept",)
_GUARDED: Final = ("server/api/test_doors.py::test_nothing_is_kept_by_caches_and_every_answer_is_guarded",)
_PADDED_RESPONSE: Final = "server/api/context/padded_response.py"
_LONGEST: Final = ("server/api/test_padding.py::test_a_card_is_told_in_as_many_bytes_whichever_it_is",)
_PADDED: Final = ("server/api/test_padding.py::test_every_answer_about_a_table_is_padded",)
_LOGGED: Final = ("server/api/test_doors.py::test_hidden_data_cannot_get_into_the_log",)
_MISTAKES: Final = ("server/api/test_http_errors.py::test_our_own_mistakes_stop_one_table_and_say_nothing",)
_POST: Final = "server/adapters/test_http_client.py::test_"
_INSIDE: Final = (_POST + "nothing_goes_inside",)

HEADERS: Final = (
    Mutant(
        "Views over HTTP may be kept",
        _HTTP,
        'is_api = scope["path"].startswith("/api")',
        'is_api = scope["path"].startswith("/api") and not scope["path"].endswith(("/view", "/past"))',
        _UNCACHED,
    ),
    Mutant(
        "what is called under /api/game may be kept",
        _HTTP,
        'scope["path"].startswith("/api")',
        'scope["path"].startswith(("/api/me", "/api/tables", "/api/bots"))',
        _UNCACHED,
    ),
    Mutant(
        "a cache may keep what is sent",
        _HTTP,
        '(b"cache-control", b"no-store")',
        '(b"cache-control", b"private, max-age=60")',
        _GUARDED,
    ),
    Mutant(
        "a cache may take one player's answer for another's",
        _HTTP,
        'b"Cookie, Authorization, Rondel-Key"',
        'b"Accept"',
        _GUARDED,
    ),
    Mutant(
        "a page elsewhere shows ours in a frame",
        _HTTP,
        '    (b"x-frame-options", b"DENY"),\n',
        "",
        _GUARDED,
    ),
    Mutant(
        "an answer may be taken for another kind of file",
        _HTTP,
        '    (b"x-content-type-options", b"nosniff"),\n',
        "",
        _GUARDED,
    ),
    Mutant(
        "the no to a socket may be kept",
        "server/api/websocket/socket.py",
        '(b"content-type", b"application/json"), (b"cache-control", b"no-store")]',
        '(b"content-type", b"application/json")]',
        ("server/api/test_doors_headers.py::test_no_refusal_before_a_call_may_be_kept",),
    ),
    Mutant(
        "the no to a connection may be kept",
        "server/api/transport/refusals.py",
        "cache-control: no-store\\r\\n{retry}",
        "{retry}",
        ("server/api/test_doors_headers.py::test_no_refusal_before_a_call_may_be_kept",),
    ),
    Mutant(
        "the first page is kept for a year",
        "server/api/pages/files.py",
        'FOR_EVER if page.is_for_ever else b"no-cache"',
        "FOR_EVER",
        ("server/api/test_pages.py",),
    ),
    Mutant(
        "an address among the faces that is none is answered with the first page",
        "server/api/pages/files.py",
        "            return self._faces.get(path)\n        page = self._pages.get(path)\n",
        "            path = path.replace(FACES, '/')\n        page = self._pages.get(path)\n",
        ("server/api/test_faces.py::test_nothing_but_the_files_of_a_face_can_be_read",),
    ),
    Mutant(
        "a link inside a face's folder leads out of it",
        "wire/faces.py",
        "        if not path.resolve().is_relative_to(inside):\n",
        "        if False:\n",
        ("wire/test_faces.py::test_a_folder_that_is_no_face_is_left_out[linked_elsewhere]",),
    ),
    Mutant(
        "frames are compressed, so that their size tells what is in them",
        "server/startup/app.py",
        "ws_per_message_deflate=False",
        "ws_per_message_deflate=True",
        ("server/api/test_doors.py::test_the_wire_is_not_compressed",),
    ),
)

PADDING: Final = (
    Mutant(
        "the answer to a move is not padded",
        _PLAY_API,
        "    return json_of(response, played.position.game)",
        "    return Response(response)",
        _PADDED,
    ),
    Mutant(
        "Views and calls are not padded",
        _PADDED_RESPONSE,
        "    response = Padded(content, status_code",
        "    response = Response(content, status_code",
        _PADDED,
    ),
    Mutant(
        "a refusal over HTTP is not padded",
        _ERRORS,
        "    return Padded(\n        answer.body",
        "    return Response(\n        answer.body",
        _PADDED,
    ),
    Mutant(
        "a refusal by a socket is not padded",
        "server/api/websocket/socket.py",
        "return padded(_ENCODE(nack))",
        "return _ENCODE(nack)",
        ("server/api/test_padding.py::test_a_no_to_a_socket_is_padded",),
    ),
    Mutant(
        "where one moved last is not padded",
        "server/api/routes/past.py",
        '@get("/tables/{table:uuid}/last-move", response_class=Padded)',
        '@get("/tables/{table:uuid}/last-move")',
        _PADDED,
    ),
    Mutant(
        "the answer to a bot's move is not padded",
        "server/api/routes/bots.py",
        "    return json_of(response, played.position.game)",
        "    return Response(response)",
        ("server/api/test_doors_of_bots.py::test_a_bot_moves_once_by_an_id_and_at_the_version_it_saw",),
    ),
    Mutant(
        "frames are not padded",
        "server/rooms/frames.py",
        "    return padded(_ENCODE(frame), least, game)\n",
        "    return _ENCODE(frame)\n",
        ("server/flows/test_watch.py::test_39_views_of_equal_seats_have_equal_sizes",),
    ),
    Mutant(
        "a frame counts a card as long as it is",
        "server/rooms/frames.py",
        "    return padded(_ENCODE(frame), least, game)\n",
        "    return padded(_ENCODE(frame), least)\n",
        _LONGEST,
    ),
    Mutant(
        "the answer to a move counts a card as long as it is",
        _PLAY_API,
        "    return json_of(response, played.position.game)",
        "    return json_of(response)",
        _LONGEST,
    ),
    Mutant(
        "a call of the game counts a card as long as it is",
        _PLAY_API,
        "    return json_of(msgspec.json.encode(answer), _game(api, table))",
        "    return json_of(msgspec.json.encode(answer))",
        _LONGEST,
    ),
    Mutant(
        "a game session in the words of its documents counts a card as long as it is",
        "server/api/routes/documents.py",
        '    return padded(_encoded({"gameId": str(position.id), "version": version, **view}), '
        "game=position.game)",
        '    return _encoded({"gameId": str(position.id), "version": version, **view})',
        _LONGEST,
    ),
    Mutant(
        "a game does not say which of its values may be hidden",
        "games/cambio/game.py",
        "    hidden_forms=HIDDEN_FORMS,\n",
        "",
        _LONGEST,
    ),
)

LOGS: Final = (
    Mutant(
        "names of people are logged",
        _LOGS,
        '        "logger",\n',
        '        "logger",\n        "name",\n',
        _LOGGED,
    ),
    Mutant(
        "whatever is said is logged",
        _LOGS,
        "for key, value in fields.items() if key in ALLOWED}",
        "for key, value in fields.items()}",
        _LOGGED,
    ),
    Mutant(
        "what libraries log is logged with its arguments",
        _LOGS,
        "message = record.msg if isinstance(record.msg, str) and record.args else record.name",
        "message = record.getMessage()",
        _LOGGED,
    ),
    Mutant(
        "what an error of a library says is logged",
        _LOGS,
        "error = record.exc_info[0].__name__ if",
        "error = str(record.exc_info[1]) if",
        _LOGGED,
    ),
    Mutant(
        "what an error of ours says is logged",
        _ERRORS,
        '_log.error("request.failed", error=type(error).__name__,',
        '_log.error("request.failed", error=repr(error),',
        _MISTAKES,
    ),
    Mutant(
        "what halts a table is logged",
        "server/rooms/room.py",
        "kind, raised = type(error).__name__,",
        "kind, raised = repr(error),",
        _MISTAKES,
    ),
    Mutant(
        "what an error of ours says is answered",
        _ERRORS,
        '"INTERNAL", "Internal server error."',
        '"INTERNAL", f"Internal server error: {error}."',
        _MISTAKES,
    ),
    Mutant(
        "Redis learns who asks",
        "server/adapters/redis/limits.py",
        "blake2b(key.encode(), digest_size=16).hexdigest()",
        "key",
        ("contracts/test_limits.py::test_keys_on_redis_name_nobody_and_end_by_themselves",),
    ),
)

OUTWARD: Final = (
    Mutant(
        "a webhook goes where the first of many addresses is public",
        _GUARD,
        "if not all(self.lets(address, is_tls=is_tls) for address in found):",
        "if not self.lets(found[0], is_tls=is_tls):",
        (_POST + "one_address_inside_among_many_is_enough_to_refuse",),
    ),
    Mutant(
        "a webhook's name is resolved once more when it is sent",
        _GUARD,
        "            str(found[0]),\n",
        "            host,\n",
        (_POST + "a_name_that_changes_its_mind_is_asked_once",),
    ),
    Mutant(
        "a webhook goes inside by an IPv4 address in IPv6",
        _GUARD,
        "            return _is_public(inner)\n",
        "            return True\n",
        _INSIDE,
    ),
    Mutant(
        "a webhook goes inside through a translator",
        _GUARD,
        "            inner = IPv4Address(int(address) & 0xFFFFFFFF)\n",
        "            return True\n",
        _INSIDE,
    ),
    Mutant(
        "a webhook goes where Python says global",
        _GUARD,
        "    return not is_special and address.is_global and",
        "    return address.is_global and",
        _INSIDE,
    ),
    Mutant(
        "a webhook goes to IPv6 addresses that nobody was given",
        _GUARD,
        "        if address not in _UNICAST:\n            return False\n",
        "",
        _INSIDE,
    ),
    Mutant(
        "a webhook goes out without TLS",
        _GUARD,
        "        return is_tls and _is_public(address)\n",
        "        return _is_public(address)\n",
        (_POST + "what_is_public_is_let_through",),
    ),
    Mutant(
        "an address inside is taken for a webhook",
        "server/flows/messages/alerts.py",
        "            node.hooks.check(hook)\n",
        "            hook.encode()\n",
        ("server/flows/test_alerts.py::test_a_hook_that_leads_inside_is_refused",),
    ),
    Mutant(
        "an address inside is taken for a browser",
        "server/flows/messages/alerts.py",
        "        node.hooks.check(endpoint)\n",
        "        endpoint.encode()\n",
        ("server/flows/test_alerts.py::test_a_browser_that_cannot_be_one_is_refused",),
    ),
    Mutant(
        "a webhook takes any certificate's name",
        _REQUEST,
        "server_hostname=place.host if tls else None",
        'server_hostname="hooks.example.org" if tls else None',
        (_POST + "over_tls_the_name_must_be_the_certificates",),
    ),
    Mutant(
        "a webhook that was withdrawn is sent",
        _REQUEST,
        "            if not await go():\n",
        "            if await go() is None:\n",
        (_POST + "what_was_withdrawn_at_the_last_moment_is_not_posted",),
    ),
)

ANSWERS: Final = (*HEADERS, *PADDING, *LOGS, *OUTWARD)
