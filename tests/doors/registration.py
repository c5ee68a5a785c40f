"""Mutants of who may have an account: invitations, the list of addresses, and that the list stays hidden."""

from typing import Final

from tests.doors.mutant import Mutant

_PEOPLE: Final = "server/flows/accounts/people.py"
_FLOW: Final = "server/flows/accounts/registration.py"
_MEMORY: Final = "server/adapters/memory/moderation.py"
_TESTS: Final = "server/flows/test_registration.py::test_"

_INVITED: Final = (_TESTS + "by_invitation_nobody_comes_in_without_one_that_holds",)
_COUNTED: Final = (_TESTS + "an_invitation_lets_in_so_many_people_and_not_one_more",)
_LISTED: Final = (_TESTS + "only_listed_addresses_get_a_link_and_the_answer_is_always_the_same",)

REGISTRATION: Final = (
    Mutant(
        "guests come in without the check",
        _PEOPLE,
        "    await admit(node, is_new=True, invite=invite)\n",
        "",
        _INVITED,
    ),
    Mutant(
        "any invitation opens the server",
        _FLOW,
        "is_new and not await _use(node, invite, 1):",
        "is_new and invite is None:",
        _INVITED,
    ),
    Mutant(
        "an invitation that has ended lets people in",
        _MEMORY,
        "one.token_hash == token_hash and one.until > now and 0 <= left",
        "one.token_hash == token_hash and 0 <= left",
        _INVITED,
    ),
    Mutant(
        "an invitation lets in more people than it is for",
        _MEMORY,
        "0 <= left <= one.uses",
        "left <= one.uses",
        _COUNTED,
    ),
    Mutant(
        "a name that is taken uses an invitation up",
        _PEOPLE,
        "        await give_back(node, invite)\n",
        "",
        _COUNTED,
    ),
    Mutant(
        "there are guests beside the list of addresses",
        _FLOW,
        "(address is None or not is_listed(node, address))",
        "(address is not None and not is_listed(node, address))",
        (_TESTS + "where_there_is_a_list_there_are_no_guests",),
    ),
    Mutant(
        "an address that ends like a listed domain is listed",
        _FLOW,
        'address.rpartition("@")[2] in node.allow_list',
        "address.endswith(tuple(node.allow_list))",
        _LISTED,
    ),
    Mutant(
        "the api says that an address is not listed",
        _PEOPLE,
        "    except ApiError:\n        return\n    if account is None:",
        "    except ApiError:\n        raise\n    if account is None:",
        (_TESTS + "only_listed_addresses_get_a_link_and_nothing_fails_for_others",),
    ),
    Mutant(
        "the answer waits for the mail where there is a list",
        _PEOPLE,
        '    if node.settings.registration == "allow-list":\n',
        "    if False:\n",
        (_TESTS + "the_answer_does_not_wait_for_the_mail_where_there_is_a_list",),
    ),
    Mutant(
        "a link signs in who is not on the list any more",
        _PEOPLE,
        "    await admit(node, is_new=False, address=whose.email)\n",
        "",
        (_TESTS + "who_is_taken_off_the_list_is_not_signed_in_by_an_older_link",),
    ),
)
