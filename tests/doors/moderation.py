"""Mutants of moderation: who may moderate whom, bans, reports, blocks, what is shown to whom."""

from typing import Final

from tests.doors.mutant import Mutant

_FLOW: Final = "server/flows/moderation.py"
_ADMIN: Final = "server/api/admin.py"
_REPORTS: Final = "server/flows/reports.py"
_STANDING: Final = "server/standing.py"

_TEST: Final = "server/test_moderation.py::test_"
_NOT_THERE: Final = (_TEST + "the_doors_of_moderators_are_not_there_for_anybody_else",)
_ROLE: Final = (_TEST + "a_role_opens_the_doors_and_its_end_shuts_them",)
_RANK: Final = (_TEST + "moderators_act_on_players_and_admins_on_everybody_but_themselves",)
_ENDS: Final = (_TEST + "a_ban_ends_by_itself",)
_NETWORK: Final = (_TEST + "a_banned_network_is_refused_calls_and_sockets_and_may_read_pages",)
_LOG: Final = (_TEST + "every_act_is_in_the_log_with_who_and_why",)
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
        "    except (Denied, Unavailable):\n        return nowhere\n",
        "    except Unavailable:\n        return nowhere\n",
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
        "a moderator does what an admin may",
        _FLOW,
        '    if by.role != "admin":\n',
        '    if by.role not in ("admin", "moderator"):\n',
        _RANK,
    ),
    Mutant(
        "a moderator acts on another moderator",
        _FLOW,
        ' or (by.role != "admin" and node.standing.role_of(account) is not None):\n',
        ":\n",
        _RANK,
    ),
    Mutant(
        "a moderator acts on an admin",
        _FLOW,
        'by.role != "admin" and node.standing.role_of(account) is not None',
        'by.role != "admin" and node.standing.role_of(account) == "moderator"',
        _RANK,
    ),
    Mutant(
        "an admin takes the own role",
        _FLOW,
        '    if account == by.account:\n        raise Denied.of("NOT_ALLOWED", "You may not change',
        '    if False:\n        raise Denied.of("NOT_ALLOWED", "You may not change',
        _RANK,
    ),
    Mutant(
        "a ban is lifted by whoever may not ban",
        _FLOW,
        '    """Let an account in again."""\n    _outranks(node, by, account)\n',
        '    """Let an account in again."""\n',
        _RANK,
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
        "server/flows/people.py",
        "    ban = node.standing.ban_of(account)\n",
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
        '    if not line:\n        raise Denied.of("MALFORMED", "No reason is given."',
        '    if False:\n        raise Denied.of("MALFORMED", "No reason is given."',
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
        "    found, _ = await look_at(node, account, table, key)\n",
        "    found = await node.tables.get(table)\n    assert found is not None\n",
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
        "server/api/told_of_people.py",
        '        account.email if asker == "admin" else None,\n',
        "        account.email,\n",
        (_TEST + "accounts_are_found_and_shown_without_the_mail_to_moderators",),
    ),
    Mutant(
        "somebody whom the host has blocked sits down",
        "server/flows/seats.py",
        '(await node.blocks.blocked(found.host)).get(account.id) == "block":\n',
        "False:\n",
        _BLOCK,
    ),
    Mutant(
        "the socket of a banned account stays open",
        "server/api/sockets.py",
        "        if standing.ban_of(socket.account_id) or standing.ban_of_address(socket.address):\n",
        "        if standing.ban_of_address(socket.address):\n",
        (_TEST + "a_banned_account_is_out_at_once_and_told_why_and_until_when",),
    ),
    Mutant(
        "the sockets of a banned network stay open",
        "server/api/sockets.py",
        "        if standing.ban_of(socket.account_id) or standing.ban_of_address(socket.address):\n",
        "        if standing.ban_of(socket.account_id):\n",
        _NETWORK,
    ),
)
