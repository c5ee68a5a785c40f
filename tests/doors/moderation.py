"""Mutants of moderation: who may moderate whom, bans, reports, blocks, what is shown to whom."""

from typing import Final

from tests.doors.mutant import Mutant

_FLOW: Final = "server/flows/accounts/moderation.py"
_PERMISSIONS: Final = "server/flows/accounts/permissions.py"
_ADMIN: Final = "server/api/routes/admin.py"
_REPORTS: Final = "server/flows/accounts/reports.py"
_STANDING: Final = "server/cells/moderation_cache.py"

_TEST: Final = "server/flows/test_moderation.py::test_"
_NOT_THERE: Final = (_TEST + "the_doors_of_moderators_are_not_there_for_anybody_else",)
_ROLE: Final = (_TEST + "a_role_opens_the_doors_and_its_end_shuts_them",)
_RANK: Final = (_TEST + "moderators_act_on_players_and_admins_on_everybody_but_themselves",)
_ENDS: Final = (_TEST + "a_ban_ends_by_itself",)
_NETWORK: Final = (_TEST + "a_banned_network_is_refused_calls_and_sockets_and_may_read_pages",)
_LOG: Final = (_TEST + "every_act_is_in_the_log_with_who_and_why",)
_PAIRS: Final = "server/flows/test_permissions.py::test_"
_PATHS: Final = "server/api/test_paths.py"
_BLOCK: Final = (_TEST + "who_is_muted_is_not_read_and_who_is_blocked_does_not_sit_down_at_my_tables",)

MODERATION: Final = (
    Mutant(
        "the doors of moderators are open to everybody who has signed in",
        _ADMIN,
        "    if role is None:\n        return nowhere\n",
        '    role = role or "moderator"\n',
        _NOT_THERE,
    ),
    Mutant(
        "the doors of moderators say that they are there",
        _ADMIN,
        "    except (ApiError, StoreUnavailableError):\n        return nowhere\n",
        "    except StoreUnavailableError:\n        return nowhere\n",
        _NOT_THERE,
    ),
    Mutant(
        "an address that only begins like a moderator's is hidden no more",
        _ADMIN,
        '    return path == PATH or path.startswith(f"{PATH}/")\n',
        "    return path == PATH\n",
        (*_NOT_THERE, *_ROLE),
    ),
    Mutant(
        "guards look at another path than the router",
        "server/api/router.py",
        '    path = normalize_path(scope["path"])\n',
        '    path = scope["path"]\n',
        (_PATHS,),
    ),
    Mutant(
        "the routes of moderators have no guard of their own",
        "server/api/router.py",
        "guards=[admin.staff_only]",
        "guards=[]",
        (_PATHS,),
    ),
    Mutant(
        "the routes of the API let in a banned network",
        "server/api/router.py",
        "guards=[not_banned, guard]",
        "guards=[guard]",
        (_PATHS,),
    ),
    Mutant(
        "a banned network opens sockets",
        "server/api/websocket/socket.py",
        "    refuse_banned(api, scope)\n",
        "",
        (_PATHS,),
    ),
    Mutant(
        "a moderator acts on a moderator",
        _PERMISSIONS,
        '        "moderator": _NOTHING,\n',
        '        "moderator": _ON_ACCOUNTS,\n',
        (_PAIRS + "who_may_act_on_whom",),
    ),
    Mutant(
        "a moderator acts on an admin",
        _PERMISSIONS,
        '        "admin": _NOTHING,\n',
        '        "admin": _ON_ACCOUNTS,\n',
        (_PAIRS + "who_may_act_on_whom",),
    ),
    Mutant(
        "a moderator gives roles",
        _PERMISSIONS,
        '        "player": _ON_ACCOUNTS,\n',
        '        "player": _ON_ACCOUNTS | {"grant"},\n',
        (_PAIRS + "who_may_act_on_whom",),
    ),
    Mutant(
        "a moderator bans networks",
        _PERMISSIONS,
        '        "network": _NOTHING,\n',
        '        "network": frozenset(("ban",)),\n',
        (_PAIRS + "who_may_act_on_networks_and_the_server",),
    ),
    Mutant(
        "a moderator makes announcements",
        _PERMISSIONS,
        '        "server": _ON_SERVER,\n',
        '        "server": _ON_SERVER | {"announce"},\n',
        (_PAIRS + "who_may_act_on_networks_and_the_server",),
    ),
    Mutant(
        "somebody acts on the own account",
        _FLOW,
        '"oneself" if account == by.account else "player" if role is None else role\n',
        '"player" if role is None else role\n',
        (_PAIRS + "who_may_act_on_whom",),
    ),
    Mutant(
        "nobody asks the table of who may act on whom",
        _FLOW,
        "    check_act(by.role, kind, on)\n",
        "",
        (_PAIRS + "who_may_act_on_whom",),
    ),
    Mutant(
        "a ban never ends",
        _STANDING,
        "    return until is not None and until <= now\n",
        "    return False\n",
        _ENDS,
    ),
    Mutant(
        "a banned account keeps its sessions",
        "server/flows/accounts/people.py",
        "    ban = node.moderation_cache.ban_of(account)\n",
        "    ban = None\n",
        (_TEST + "a_banned_account_is_out_at_once_and_told_why_and_until_when",),
    ),
    Mutant(
        "a banned network makes calls",
        _STANDING,
        "        bans = (ban for network, ban in self._networks if address in network)\n",
        "        bans = (ban for network, ban in self._networks if str(address) == str(network))\n",
        _NETWORK,
    ),
    Mutant(
        "a whole continent can be banned",
        _FLOW,
        "    if network.prefixlen < WIDEST[network.version]:\n",
        "    if False:\n",
        _NETWORK,
    ),
    Mutant(
        "an act needs no reason",
        _FLOW,
        '    if not line:\n        raise ApiError.of("MALFORMED", "A reason is required."',
        '    if False:\n        raise ApiError.of("MALFORMED", "A reason is required."',
        (*_LOG, *_RANK),
    ),
    Mutant(
        "reports are not counted",
        _REPORTS,
        "    if wait_ms:\n",
        "    if False:\n",
        (_TEST + "nobody_reports_too_often",),
    ),
    Mutant(
        "somebody reports at a table that they may not see",
        _REPORTS,
        "    found, _ = await look_at(cell, account, table, key)\n",
        "    found = await cell.tables.get(table)\n    assert found is not None\n",
        (_TEST + "nobody_reports_at_a_table_that_they_may_not_see",),
    ),
    Mutant(
        "people whom one has blocked are read",
        _REPORTS,
        "    return [line for line in lines if line.account not in hidden]\n",
        "    return list(lines)\n",
        _BLOCK,
    ),
    Mutant(
        "one blocks an account that one has never met",
        _REPORTS,
        "    if other not in await node.blocks.blocked(account):\n",
        "    if False:\n",
        _BLOCK,
    ),
    Mutant(
        "a moderator reads the address of a member",
        "server/api/moderation_responses.py",
        '        account.email if asker == "admin" else None,\n',
        "        account.email,\n",
        (_TEST + "accounts_are_found_and_shown_without_the_mail_to_moderators",),
    ),
    Mutant(
        "somebody whom the host has blocked sits down",
        "server/flows/tables/seats.py",
        '(await cell.node.blocks.blocked(found.host)).get(account.id) == "block":\n',
        "False:\n",
        _BLOCK,
    ),
    Mutant(
        "the socket of a banned account stays open",
        "server/api/context/open_sockets.py",
        "        if bans.ban_of(socket.account_id) or bans.ban_of_address(socket.address):\n",
        "        if bans.ban_of_address(socket.address):\n",
        (_TEST + "a_banned_account_is_out_at_once_and_told_why_and_until_when",),
    ),
    Mutant(
        "the sockets of a banned network stay open",
        "server/api/context/open_sockets.py",
        "        if bans.ban_of(socket.account_id) or bans.ban_of_address(socket.address):\n",
        "        if bans.ban_of(socket.account_id):\n",
        _NETWORK,
    ),
)
