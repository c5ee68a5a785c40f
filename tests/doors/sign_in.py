"""Mutants of who is asking: origins, cookies, bearer tokens, sessions, links from mails."""

from typing import Final

from tests.doors.mutant import Mutant

_SESSIONS: Final = "server/api/context/sessions.py"
_PROVIDE: Final = "server/api/context/dependencies.py"
_PEOPLE: Final = "server/flows/accounts/people.py"
_PEOPLE_API: Final = "server/api/routes/people.py"
_SOCKETS: Final = "server/api/context/open_sockets.py"
_HEALTH: Final = "server/api/routes/health.py"

_DOORS: Final = "server/api/test_doors.py::test_"
_OWN_PAGES: Final = (_DOORS + "sockets_are_opened_by_our_own_pages_alone",)
_SCRIPTS: Final = (_DOORS + "scripts_need_a_token_and_no_page",)
_CHANGES: Final = (_DOORS + "changes_by_cookie_need_our_page_and_its_script",)
_GUARDED: Final = (_DOORS + "every_change_is_guarded",)
_COOKIES: Final = (_DOORS + "cookies_are_for_this_site_and_no_script",)
_LINK: Final = (_DOORS + "whoever_follows_a_link_is_told_whose_it_is_and_must_say_so",)
_METRICS: Final = (_DOORS + "metrics_are_for_this_machine_or_by_token",)
_HOST: Final = (
    "server/api/test_doors_sessions.py::test_a_page_at_the_address_of_the_server_is_not_ours_by_that",
)
_AT_ONCE: Final = (
    "server/api/test_doors_sessions.py::test_a_session_that_ends_takes_its_sockets_along_at_once"
)
_MAIL: Final = "server/flows/test_people.py::test_"

ORIGINS: Final = (
    Mutant(
        "a socket whose Origin equals its Host is let in",
        _SESSIONS,
        "    if origin not in settings.origins:\n",
        "    if origin not in settings.origins and origin != f\"http://{headers.get('host')}\":\n",
        _HOST,
    ),
    Mutant(
        "a change whose Origin equals its Host is made",
        _SESSIONS,
        "    if origin is not None and origin not in settings.origins:\n",
        "    if origin not in (None, f\"http://{headers.get('host')}\", *settings.origins):\n",
        _HOST,
    ),
    Mutant(
        "a socket without an Origin is let in by its cookie",
        _SESSIONS,
        "    if origin is None and bearer_of(headers) is not None:\n        return\n",
        "    if origin is None:\n        return\n",
        _OWN_PAGES,
    ),
    Mutant(
        "an Origin that begins like ours opens a socket",
        _SESSIONS,
        "    if origin not in settings.origins:\n",
        "    if origin is None or not origin.startswith(settings.origins):\n",
        _OWN_PAGES,
    ),
    Mutant(
        "an Origin in capitals is ours",
        _SESSIONS,
        "    if origin not in settings.origins:\n",
        "    if (origin or str()).lower() not in settings.origins:\n",
        _OWN_PAGES,
    ),
    Mutant(
        "of an Origin that is sent twice the last one counts",
        _SESSIONS,
        'headers[key] = f"{headers[key]}; {text}" if key in headers else text',
        "headers[key] = text",
        ("server/api/test_doors_sessions.py::test_what_is_sent_twice_is_none_that_is_allowed",),
    ),
    Mutant(
        "a page elsewhere opens a socket by a bearer token",
        _SESSIONS,
        "    if origin is None and bearer_of(headers) is not None:\n",
        "    if bearer_of(headers) is not None:\n",
        _SCRIPTS,
    ),
    Mutant(
        "a cookie changes things without an Origin",
        _SESSIONS,
        "    if origin is None and has_cookie:\n",
        "    if origin is None and has_cookie and CSRF_HEADER not in headers:\n",
        _CHANGES,
    ),
    Mutant(
        "a page elsewhere changes things by a cookie",
        _SESSIONS,
        "    if origin is not None and origin not in settings.origins:\n",
        '    if origin == "null":\n',
        _CHANGES,
    ),
    Mutant(
        "a form of ours changes things without a script",
        _SESSIONS,
        '    if has_cookie and headers.get(CSRF_HEADER) != "1":\n',
        "    if has_cookie and CSRF_HEADER not in headers and origin is None:\n",
        _CHANGES,
    ),
    Mutant(
        "no change is guarded",
        "server/api/router.py",
        "guards=[not_banned, guard]",
        "guards=[not_banned]",
        _GUARDED,
    ),
    Mutant(
        "what is deleted counts as read",
        _SESSIONS,
        'frozenset(("GET", "HEAD", "OPTIONS"))',
        'frozenset(("GET", "HEAD", "OPTIONS", "DELETE"))',
        _GUARDED,
    ),
)

TOKENS: Final = (
    Mutant(
        "a cookie is taken for a bearer token, and a bearer token for a cookie",
        _SESSIONS,
        '    if (session.kind == "bearer") != (bearer_of(headers) is not None):\n'
        '        raise ApiError.of("NOT_SIGNED_IN")\n',
        "",
        (_DOORS + "a_cookie_is_no_bearer_and_a_bearer_no_cookie",),
    ),
    Mutant(
        "of two cookies of the name the first one counts",
        _SESSIONS,
        "found[0] if len(found) == 1 and found[0] else None",
        "found[0] if found and found[0] else None",
        (_DOORS + "two_cookies_of_the_name_are_none",),
    ),
    Mutant("scripts can read the cookie", _SESSIONS, "httponly=True", "httponly=False", _COOKIES),
    Mutant("other sites send the cookie", _SESSIONS, 'samesite="lax"', 'samesite="none"', _COOKIES),
    Mutant(
        "the cookie travels without TLS",
        _SESSIONS,
        "secure=not settings.plain_http",
        "secure=False",
        _COOKIES,
    ),
    Mutant(
        "whoever is signed in keeps the bots",
        _PROVIDE,
        '    if signed.account.kind != "bot_runner" or signed.session.kind != "bearer":\n',
        '    if signed.session.kind not in ("cookie", "bearer"):\n',
        ("server/api/test_http_errors.py::test_only_a_bot_runner_may_run_bots",),
    ),
    Mutant(
        "a page keeps the bots by the cookie of their bot_runner",
        _PROVIDE,
        ' or signed.session.kind != "bearer":\n',
        ":\n",
        ("server/api/test_doors_of_bots.py::test_a_bot_runner_runs_bots_by_a_bearer_token_alone",),
    ),
    Mutant(
        "any bearer token reads the metrics",
        _HEALTH,
        "token is not None and hmac.compare_digest(token.encode(), wanted.encode())",
        "token is not None or _is_loopback(request)",
        _METRICS,
    ),
    Mutant(
        "everybody reads the metrics",
        _HEALTH,
        "ipaddress.ip_address(request.client.host).is_loopback",
        "ipaddress.ip_address(request.client.host) is not None",
        _METRICS,
    ),
)

SESSIONS: Final = (
    Mutant(
        "a session never expires (in memory)",
        "server/adapters/memory/people.py",
        "if session is None or session.expires_at <= now:",
        "if session is None:",
        (_MAIL + "a_session_ends_when_it_is_not_used",),
    ),
    Mutant(
        "a session never expires (in PostgreSQL)",
        "server/adapters/postgres/people.py",
        "    WHERE token_hash = ANY($1) AND expires_at > $2\n",
        "    WHERE token_hash = ANY($1) AND expires_at + $2 > 0\n",
        ("contracts/test_people.py::test_a_session_is_found_by_its_hash_until_it_expires[postgres]",),
    ),
    Mutant(
        "a guest's session lives for ten years",
        _PEOPLE,
        '"guest": 180 * DAY_MS',
        '"guest": 3650 * DAY_MS',
        (_MAIL + "a_session_ends_when_it_is_not_used",),
    ),
    Mutant(
        "the hash of a token that was revoked still signs in (in memory)",
        "server/adapters/memory/people.py",
        "            del self._sessions[token]\n",
        "            self._sessions[token] = self._sessions[token]\n",
        (_MAIL + "sessions_are_listed_and_ended",),
    ),
    Mutant(
        "one account ends the sessions of another",
        "server/adapters/memory/people.py",
        "if own.account == account and session in {None, own.id}",
        "if session in {None, own.id}",
        ("server/api/test_fuzz.py::test_60_no_id_of_another_does_anything",),
    ),
    Mutant(
        "a session that has ended elsewhere keeps its socket",
        _SOCKETS,
        "                if found is None:\n",
        "                if found is None and self.is_draining:\n",
        ("server/api/test_websocket.py::test_a_session_that_ends_elsewhere_is_noticed_within_two_seconds",),
    ),
    Mutant(
        "signing out ends the sockets of every session",
        _SOCKETS,
        "            for socket in list(self._by_session.get(session, ())):\n",
        "            for socket in self:\n",
        ("server/api/test_websocket.py::test_signing_out_closes_the_sockets_of_that_session_alone",),
    ),
    Mutant(
        "signing out leaves the socket open for a while",
        _PEOPLE_API,
        "    api.sockets.end(await people.revoke(api.node, signed.account, session))\n",
        "    await people.revoke(api.node, signed.account, session)\n",
        (_AT_ONCE + "[sign_out]",),
    ),
    Mutant(
        "signing out everywhere leaves sockets open for a while",
        _PEOPLE_API,
        "    api.sockets.end(await people.revoke(api.node, signed.account))\n",
        "    await people.revoke(api.node, signed.account)\n",
        (_AT_ONCE + "[sign_out_everywhere]",),
    ),
    Mutant(
        "an account that is deleted leaves its sockets open for a while",
        _PEOPLE_API,
        "    api.sockets.end(await people.delete(api.cells, signed.account))\n",
        "    await people.delete(api.cells, signed.account)\n",
        (_AT_ONCE + "[be_forgotten]",),
    ),
    Mutant(
        "sessions that a link has ended leave their sockets open for a while",
        _PEOPLE_API,
        "    api.sockets.end(ended)\n",
        "    assert ended is not None\n",
        (_AT_ONCE + "[become_a_member]",),
    ),
    Mutant(
        "a node that stops takes new sockets",
        "server/api/websocket/socket.py",
        "    if api.sockets.is_draining:\n",
        "    if api.sockets.is_draining and api.sockets.count(signed.account.id):\n",
        ("server/api/test_doors_sessions.py::test_a_node_that_stops_takes_no_new_socket",),
    ),
)

LINKS: Final = (
    Mutant(
        "a link works for a day",
        _PEOPLE,
        "LINK_MS: Final = HOUR_MS",
        "LINK_MS: Final = DAY_MS",
        (_MAIL + "a_link_works_once_and_for_an_hour",),
    ),
    Mutant(
        "a link works twice (in memory)",
        "server/adapters/memory/people.py",
        "self._links.pop(token_hash, None)",
        "self._links.get(token_hash)",
        ("contracts/test_people.py::test_a_link_is_used_once[memory]",),
    ),
    Mutant(
        "a link works after its time (in PostgreSQL)",
        "server/adapters/postgres/people.py",
        "        row = await self._row(_USE_LINK, token_hash)\n"
        '        return Link(**row) if row and row["expires_at"] > now else None\n',
        "        row = await self._row(_USE_LINK, token_hash)\n        return Link(**row) if row else None\n",
        ("contracts/test_people.py::test_a_link_expires[postgres]",),
    ),
    Mutant(
        "a link signs in without being told whose it is",
        _PEOPLE,
        "    if await preview_link(node, token) != whose:\n",
        "    if await preview_link(node, token) is None:\n",
        _LINK,
    ),
    Mutant(
        "a link signs in by its account alone, whatever name and address were shown",
        _PEOPLE,
        "    if await preview_link(node, token) != whose:\n",
        "    if (await preview_link(node, token)).account != whose.account:\n",
        _LINK,
    ),
    Mutant(
        "a guest who becomes a member keeps older sessions",
        _PEOPLE,
        "        ended = await node.people.revoke(link.account)\n",
        "        ended = ()\n",
        (_MAIL + "a_link_makes_the_guest_a_member_and_ends_all_older_sessions",),
    ),
    Mutant(
        "a link is mailed otherwise to a known address",
        _PEOPLE,
        "    token = secrets.token_urlsafe(32)\n    await node.people.ask_link(",
        "    token = secrets.token_urlsafe(32 if await node.people.by_email(address) else 33)\n"
        "    await node.people.ask_link(",
        (_MAIL + "known_and_unknown_addresses_get_the_same",),
    ),
    Mutant(
        "a forged link stops somebody's mail",
        "server/flows/messages/alerts.py",
        "    if not hmac.compare_digest(signature, _signature(key, what)):\n",
        "    if len(signature) != _SIGNATURE_BYTES:\n",
        ("server/flows/test_notices.py::test_a_link_that_is_not_ours_stops_nothing",),
    ),
)

_DEV_PAGE: Final = (
    "server/api/test_pages.py::test_the_page_of_mails_is_for_this_machine_and_for_no_other_site",
)

DEV: Final = (
    Mutant(
        "another machine reads the links of others",
        "server/api/routes/dev.py",
        '        and ipaddress.ip_address(scope["client"][0]).is_loopback\n',
        "",
        _DEV_PAGE,
    ),
    Mutant(
        "another site reads the links of others",
        "server/api/routes/dev.py",
        '        and dict(scope["headers"]).get(b"host") in hosts\n',
        "",
        _DEV_PAGE,
    ),
)

SIGN_IN: Final = (*ORIGINS, *TOKENS, *SESSIONS, *LINKS, *DEV)
