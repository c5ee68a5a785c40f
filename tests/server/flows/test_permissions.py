"""Moderators and admins: who may act on whom, pair by pair."""

from itertools import product
from typing import Any, Final, get_args
from uuid import uuid4

import pytest

from rondel.server.flows.accounts.permissions import ALLOWED, Target
from rondel.server.ports.moderation import ActKind, Role
from tests.server.flows.test_moderation import id_of, no, say, staffed
from tests.server.visitors import House, Visitor

WHY: Final = {"reason": "test"}
ON_ACCOUNT: Final[dict[str, dict[str, Any]]] = {
    "ban": WHY,
    "unban": WHY,
    "rename": {"name": "Quiet", **WHY},
    "sign-out": WHY,
    "role": {"role": "moderator", **WHY},
}
PLAIN: Final = frozenset(ON_ACCOUNT) - {"role"}

MAY: Final[dict[tuple[str, str], frozenset[str]]] = {
    ("moderator", "player"): PLAIN,
    ("moderator", "moderator"): frozenset(),
    ("moderator", "admin"): frozenset(),
    ("moderator", "oneself"): frozenset(),
    ("admin", "player"): frozenset(ON_ACCOUNT),
    ("admin", "moderator"): frozenset(ON_ACCOUNT),
    ("admin", "admin"): frozenset(ON_ACCOUNT),
    ("admin", "oneself"): frozenset(),
}
"""What is written on the page about moderation, and not read from the code."""

DONE: Final = (204, 409)
"""An act that is allowed is done, or there is nothing to do: no ban to lift, the role is held already."""


async def person(house: House, role: str, name: str) -> Visitor:
    if role == "player":
        return await house.visitor(name)
    return await staffed(house, name, "admin" if role == "admin" else "moderator")


@pytest.mark.parametrize("pair", MAY, ids="-on-".join)
async def test_who_may_act_on_whom(house: House, pair: tuple[str, str]) -> None:
    actor, target = pair
    by = await person(house, actor, "Ada")
    about = by if target == "oneself" else await person(house, target, "Bob")
    account, before = await id_of(about), await house.cells.node.people.account(await id_of(about))

    for act, body in ON_ACCOUNT.items():
        answer = await by.ask("POST", f"/api/admin/accounts/{account}/{act}", body)
        is_done = answer.status_code in DONE
        assert is_done == (act in MAY[pair]), (pair, act, answer.text)
        if not is_done:
            assert (answer.status_code, answer.json()["code"]) == (403, "NOT_ALLOWED"), (pair, act)

    if not MAY[pair]:
        assert await house.cells.node.people.account(account) == before
        assert house.node.moderation_cache.ban_of(account) is None
        acts = await house.node.moderation.acts_before(None, limit=50)
        assert {act.by for act in acts} == {None}  # the command line alone


@pytest.mark.parametrize("role", ["moderator", "admin"])
async def test_who_may_act_on_networks_and_the_server(house: House, role: Role) -> None:
    by, ada = await staffed(house, "Mona", role), await house.visitor("Ada")
    table = await house.table(ada, start=False)
    line = (await say(ada, table, "rude"))["id"]
    until = house.cell.now.ms() + 3_600_000
    for_admins: dict[str, dict[str, Any]] = {
        "networks/ban": {"network": "192.0.2.0/24", **WHY},
        "networks/unban": {"network": "192.0.2.0/24", **WHY},
        "announcement": {"text": "Hello"},
    }
    for_both: dict[str, dict[str, Any]] = {
        f"tables/{table}/chat/{line}/remove": WHY,
        f"tables/{table}/resume": WHY,
        f"tables/{table}/close": WHY,
        f"reports/{uuid4()}/settle": WHY,
        "invites": {"uses": 1, "until": until, **WHY},
        f"invites/{uuid4()}/withdraw": WHY,
    }

    for path, body in for_admins.items():
        answer = await by.ask("POST", f"/api/admin/{path}", body)
        assert (answer.status_code == 204) == (role == "admin"), path
    for path, body in for_both.items():
        answer = await by.ask("POST", f"/api/admin/{path}", body)
        assert answer.status_code in (200, *DONE), path


async def test_a_role_counts_as_soon_as_it_is_given_and_until_it_is_taken(house: House) -> None:
    mod, ada = await staffed(house, "Mona"), await house.visitor("Ada")
    boss, account = await staffed(house, "Bianca", "admin"), await id_of(ada)
    sign_out = f"/api/admin/accounts/{account}/sign-out"

    await boss.ask("POST", f"/api/admin/accounts/{account}/role", {"role": "moderator", **WHY})
    assert await no(mod, "POST", sign_out, WHY) == (403, "NOT_ALLOWED")
    await boss.ask("POST", f"/api/admin/accounts/{account}/role", {"role": None, **WHY})
    assert (await mod.ask("POST", sign_out, WHY)).status_code == 204


def test_the_table_has_a_line_for_every_pair_and_every_act_somebody_who_may_do_it() -> None:
    assert {(role, target) for role, targets in ALLOWED.items() for target in targets} == set(
        product(get_args(Role), get_args(Target))
    )
    named = {kind for targets in ALLOWED.values() for kinds in targets.values() for kind in kinds}
    assert named == set(get_args(ActKind))
