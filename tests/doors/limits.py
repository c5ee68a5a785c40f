"""Mutants of how often something may be asked, and of the addresses that this is counted by."""

from typing import Final

from tests.doors.mutant import Mutant

_TABLES_API: Final = "server/api/routes/tables.py"
_PEOPLE_API: Final = "server/api/routes/people.py"
_PLAY_API: Final = "server/api/routes/play.py"
_PAST_API: Final = "server/api/routes/past.py"
_DOOR: Final = "server/api/context/api_context.py"
_SOCKET: Final = "server/api/websocket/socket.py"
_ADDRESSES: Final = "server/api/transport/client_addresses.py"
_PEOPLE: Final = "server/flows/accounts/people.py"

_ACCOUNT: Final = "server/api/test_doors_limits.py::test_one_account_has_one_limit_wherever_it_asks_from"
_ADDRESS: Final = "server/api/test_doors_limits.py::test_one_address_has_one_limit_whoever_asks_from_there"
_LIMITS: Final = "server/api/test_doors_limits.py::test_"
_WHENCE: Final = "server/api/test_addresses.py::test_"
_MAIL: Final = "server/flows/test_people.py::test_"


def _by_account(api: str) -> tuple[str]:
    return (f"{_ACCOUNT}[{api}]",)


def _by_address(api: str) -> tuple[str]:
    return (f"{_ADDRESS}[{api}]",)


HOW_OFTEN: Final = (
    Mutant(
        "codes may be guessed by one account from many addresses",
        _TABLES_API,
        '    await api.limit("codes", str(signed.account.id), rate)\n',
        "",
        _by_account("code"),
    ),
    Mutant(
        "codes may be guessed by many accounts from one address",
        _TABLES_API,
        '    await api.limit_address("codes", address, rate)\n',
        "",
        _by_address("code"),
    ),
    Mutant(
        "passes to seats may be guessed",
        _TABLES_API,
        '    await api.limit("codes", str(signed.account.id), api.node.settings.constants.code_rate)\n',
        "",
        _by_account("pass"),
    ),
    Mutant(
        "an account may ask without end",
        "server/api/context/dependencies.py",
        '    await api.limit("calls", str(signed.account.id), api.node.settings.request_rate)\n',
        "",
        _by_account("me"),
    ),
    Mutant(
        "an account may move without end over HTTP",
        _PLAY_API,
        '            await api.limit("act", str(account), api.node.settings.constants.move_rate)\n',
        "",
        _by_account("act"),
    ),
    Mutant(
        "an account may move without end by calls",
        _PLAY_API,
        '    await api.limit("act", str(account), api.node.settings.constants.move_rate)\n    fields',
        "    fields",
        _by_account("call"),
    ),
    Mutant(
        "an account may move without end by a socket",
        _SOCKET,
        '                await self._api.limit("act", self._who, self._node.settings.constants.move_rate)\n',
        "",
        (_LIMITS + "a_socket_is_no_way_around_a_limit[act]",),
    ),
    Mutant(
        "an account may look at tables without end by a socket",
        _SOCKET,
        '        await self._api.limit("watch", self._who, self._node.settings.request_rate)\n',
        "",
        (_LIMITS + "a_socket_is_no_way_around_a_limit[watch]",),
    ),
    Mutant(
        "an account may talk without end",
        "server/flows/play/chat.py",
        "    if after_ms:\n",
        "    if after_ms and rate.burst < 0:\n",
        (_LIMITS + "a_socket_is_no_way_around_a_limit[chat]",),
    ),
    Mutant(
        "whole histories may be read without end",
        _PLAY_API,
        '        await api.limit("replays", str(signed.account.id), api.node.settings.constants.replay_rate)',
        "        pass",
        _by_account("history"),
    ),
    Mutant(
        "transcripts may be proved without end",
        _PAST_API,
        '    await api.limit("replays", str(signed.account.id), api.node.settings.constants.replay_rate)\n',
        "",
        _by_account("replay"),
    ),
    Mutant(
        "guests may come from one address without end",
        _PEOPLE_API,
        '    await api.limit_address("guests", address, api.node.settings.guest_rate)\n',
        "",
        _by_address("guest"),
    ),
    Mutant(
        "mails may be asked for from one address without end",
        _PEOPLE_API,
        '    await api.limit_address("mails", address, api.node.settings.mail_rate)\n'
        "    await people.ask_link(",
        "    await people.ask_link(",
        _by_address("mail"),
    ),
    Mutant(
        "tokens for scripts may be made from one address without end",
        _PEOPLE_API,
        '    await api.limit_address("tokens", address, api.node.settings.constants.token_rate)\n',
        "",
        _by_address("token"),
    ),
    Mutant(
        "links may be guessed by looking at them",
        _PEOPLE_API,
        '    await api.limit_address("links", address, api.node.settings.constants.code_rate)\n'
        "    return LinkResponse",
        "    return LinkResponse",
        _by_address("look"),
    ),
    Mutant(
        "links may be guessed by opening them",
        _PEOPLE_API,
        '    await api.limit_address("links", address, api.node.settings.constants.code_rate)\n    whose',
        "    whose",
        _by_address("link"),
    ),
    Mutant(
        "links that stop mail may be guessed",
        "server/api/routes/alerts.py",
        '    await api.limit_address("links", address, api.node.settings.constants.code_rate)\n',
        "",
        _by_address("stop"),
    ),
    Mutant(
        "one person is mailed without end, by many accounts",
        _PEOPLE,
        "    await _allow_mail(node, address)\n    posting =",
        "    posting =",
        (_MAIL + "three_mails_an_hour_to_one_address",),
    ),
    Mutant(
        "one account mails without end, to many people",
        _PEOPLE,
        '    await _allow(node, f"mails:account:{account.id}", MAILS_OF_AN_ACCOUNT)\n',
        "",
        (_MAIL + "six_mails_a_day_for_one_account",),
    ),
    Mutant(
        "an account makes tokens without end",
        _PEOPLE,
        '    await _allow(node, f"bearers:{account.id}", BEARERS)\n',
        "",
        (_MAIL + "bearers_are_not_made_without_end",),
    ),
    Mutant(
        "wrong tokens may be tried without end",
        "server/api/context/dependencies.py",
        "        if has_token(headers, api.node.settings):\n",
        "        if not has_token(headers, api.node.settings):\n",
        (_WHENCE + "whoever_tries_wrong_tokens_is_slowed_down_and_nobody_else",),
    ),
    Mutant(
        "wrong tokens of bots may be tried without end",
        "server/api/routes/bots.py",
        '        if denied.code == "NOT_ALLOWED":\n',
        '        if denied.code == "NO_SUCH_BOT":\n',
        (_WHENCE + "whoever_tries_tokens_of_bots_is_slowed_down_and_no_bot_is",),
    ),
    Mutant(
        "a site of many IPv6 networks has a limit for each of them",
        _DOOR,
        "        for who, times in tiers(client):\n            await self.limit(",
        "        for who, times in tiers(client)[:1]:\n            await self.limit(",
        (_WHENCE + "a_site_of_many_networks_is_limited_as_a_whole",),
    ),
    Mutant(
        "a refused request empties the bucket further (in memory)",
        "server/runtime/buckets.py",
        "        if wait > 0:\n            return",
        "        if wait > 0:\n            self._full_at_us[key] = full_at\n            return",
        ("contracts/test_limits.py::test_a_refused_take_takes_nothing[memory]",),
    ),
    Mutant(
        "without Redis there are no limits",
        "server/adapters/redis/limits.py",
        "            self._reach.lost(cause_of(fault))\n            return None\n",
        "            self._reach.lost(cause_of(fault))\n            return 0\n",
        ("contracts/test_limits.py::test_without_redis_a_node_counts_alone_and_does_not_wait",),
    ),
)

ADDRESSES: Final = (
    Mutant(
        "every peer is believed to be a proxy",
        _ADDRESSES,
        "        if not self.trusts(peer):\n            return peer\n",
        "",
        (_WHENCE + "the_client_is_the_last_whom_no_trusted_proxy_vouches_for",),
    ),
    Mutant(
        "of the addresses that a proxy passes on the first one counts",
        _ADDRESSES,
        "        for entry in reversed(named):\n",
        "        for entry in named:\n",
        (_WHENCE + "the_client_is_the_last_whom_no_trusted_proxy_vouches_for",),
    ),
    Mutant(
        "junk that a proxy passes on is taken for an address",
        _ADDRESSES,
        "        return peer if last is None else str(last)\n",
        "        return (named[-1] if named else peer) if last is None else str(last)\n",
        (_WHENCE + "junk_in_the_last_entry_is_the_proxys_own_address",),
    ),
    Mutant(
        "an IPv4 address has a second limit as IPv6",
        _ADDRESSES,
        "    return inner or address\n",
        "    return address\n",
        (_WHENCE + "an_ipv6_address_counts_for_its_network_and_for_the_site_around_it",),
    ),
    Mutant(
        "an IPv6 address has a limit of its own",
        _ADDRESSES,
        "NETWORK_BITS: Final = 64",
        "NETWORK_BITS: Final = 128",
        (_WHENCE + "an_ipv6_address_counts_for_its_network_and_for_the_site_around_it",),
    ),
    Mutant(
        "guesses beyond the limit are looked up",
        _DOOR,
        "            if wait_ms > 0:\n                raise",
        "            if wait_ms < 0:\n                raise",
        (_WHENCE + "beyond_the_limit_a_token_is_refused_before_it_is_looked_up",),
    ),
    Mutant(
        "who shares an address with a guesser is locked out",
        _DOOR,
        " or token in self.node.recent_tokens",
        "",
        (_WHENCE + "beyond_the_limit_a_token_is_refused_before_it_is_looked_up",),
    ),
)

_FAULTY: Final = "server/rooms/test_faulty_games.py::test_"
_NEVER: Final = (
    f"{_FAULTY}a_table_whose_game_never_answers_is_halted_and_others_wait_no_longer_than_the_limit"
)

GAMES: Final = (
    Mutant(
        "a game that exits ends the server",
        "server/runtime/watchdog.py",
        "            self._blame(kind, trace)\n",
        "            return\n",
        (_FAULTY + "a_game_that_exits_does_not_end_the_server",),
    ),
    Mutant(
        "a game that was stuck is asked again by everybody who looks",
        "server/rooms/room.py",
        "        if _is_stuck(table):\n            raise",
        "        if table is None:\n            raise",
        (f"{_NEVER}[decide]", f"{_NEVER}[view]"),
    ),
    Mutant(
        "a view that fails closes the socket",
        "server/rooms/room.py",
        "            self.watchers.catch_up(watcher, position, last, epoch=self._ports.epoch, now=now)\n"
        "        except Exception as error:",
        "            self.watchers.catch_up(watcher, position, last, epoch=self._ports.epoch, now=now)\n"
        "        except ZeroDivisionError as error:",
        (_FAULTY + "a_view_that_fails_when_somebody_sits_down_halts_the_table",),
    ),
)
"""Mutants of what a game by others may cost."""

LIMITS: Final = (*HOW_OFTEN, *ADDRESSES, *GAMES)
