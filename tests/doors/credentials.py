"""Mutants of signing in without mail: challenges, passkeys, and the provider of OpenID Connect."""

from typing import Final

from tests.doors.mutant import Mutant

_FLOW: Final = "server/flows/accounts/passkeys.py"
_API: Final = "server/api/routes/passkeys.py"
_PASSKEYS: Final = "server/flows/test_passkeys.py::test_"
_UNFIT: Final = _PASSKEYS + "what_does_not_fit_signs_nobody_in"
_CONTRACTS: Final = "contracts/test_credentials.py::test_"

PASSKEYS: Final = (
    Mutant(
        "a passkey signs in from every origin",
        _FLOW,
        "            expected_origin=_origin(node),\n            credential_public_key",
        '            expected_origin=[_origin(node), "https://rondel.test.evil.example"],\n'
        "            credential_public_key",
        (_UNFIT + "[another_origin]",),
    ),
    Mutant(
        "a counter that has not grown is stored (in memory)",
        "server/adapters/memory/credentials.py",
        "sign_count > known.sign_count or",
        "sign_count >= known.sign_count or",
        (_CONTRACTS + "a_counter_only_grows_unless_there_is_none[memory]",),
    ),
    Mutant(
        "a counter that has not grown is stored (in PostgreSQL)",
        "server/adapters/postgres/credentials.py",
        "$2 > sign_count OR",
        "$2 >= sign_count OR",
        (_CONTRACTS + "of_many_uses_with_one_count_one_counts[postgres]",),
    ),
    Mutant(
        "a passkey signs in whoever it names",
        _FLOW,
        "    if passkey is None or passkey.account.bytes != signature.user_handle:\n",
        "    if passkey is None:\n",
        (_PASSKEYS + "another_accounts_credential_signs_in_its_owner_or_nobody",),
    ),
    Mutant(
        "a challenge is used twice (in memory)",
        "server/adapters/memory/credentials.py",
        "        del self._cell.challenges[browser_hash]\n",
        "",
        (_PASSKEYS + "a_challenge_that_was_answered_wrongly_is_used_up_too",),
    ),
    Mutant(
        "a challenge counts after its time (in PostgreSQL)",
        "server/adapters/postgres/credentials.py",
        'Challenge(**rows[0]) if rows and rows[0]["expires_at"] > now else None',
        "Challenge(**rows[0]) if rows else None",
        (_CONTRACTS + "a_challenge_expires[postgres]",),
    ),
    Mutant(
        "a challenge to sign in lets a passkey be added",
        "server/adapters/memory/credentials.py",
        "        if known is None or known.kind != kind:\n",
        "        if known is None:\n",
        (_CONTRACTS + "a_challenge_is_used_once_in_its_browser_and_for_its_kind[memory]",),
    ),
    Mutant(
        "a passkey is added to whoever is signed in, whoever asked",
        _FLOW,
        "    if challenge.account != account.id:\n",
        "    if challenge.account is None:\n",
        (_PASSKEYS + "what_one_account_was_asked_another_cannot_answer",),
    ),
    Mutant(
        "the cookie of a challenge comes with requests of other sites",
        "server/api/context/sessions.py",
        'samesite="strict"',
        'samesite="lax"',
        (_PASSKEYS + "the_cookie_of_a_challenge_is_for_no_script_and_no_other_site",),
    ),
    Mutant(
        "passkeys may be guessed without end",
        _API,
        '        await api.limit_address("sign-ins", address, '
        "api.node.settings.constants.failed_sign_in_rate)\n",
        "",
        (_PASSKEYS + "wrong_passkeys_count_as_failed_sign_ins_and_right_ones_do_not",),
    ),
    Mutant(
        "whoever has guessed too often may go on with passkeys",
        _API,
        '    await api.refuse_guesses("sign-ins", address, data.id)\n',
        "",
        (_PASSKEYS + "wrong_passkeys_count_as_failed_sign_ins_and_right_ones_do_not",),
    ),
    Mutant(
        "challenges may be asked for without end",
        _API,
        '    await api.limit_address("passkeys", address, api.node.settings.constants.code_rate)\n',
        "",
        ("server/api/test_doors_limits.py::test_one_address_has_one_limit_whoever_asks_from_there[passkey]",),
    ),
    Mutant(
        "a stolen token adds a passkey that stays",
        _API,
        '    if signed.session.kind != "cookie":\n',
        '    if signed.session.kind not in ("cookie", "bearer"):\n',
        (_PASSKEYS + "a_script_changes_no_passkeys",),
    ),
    Mutant(
        "a banned account signs in by its passkey",
        _FLOW,
        "    refuse_banned(node, account.id)\n",
        "",
        (_PASSKEYS + "a_banned_account_is_told_so_by_its_passkey_alone",),
    ),
    Mutant(
        "who sent for the link keeps a passkey of the account that another has confirmed",
        "server/flows/accounts/people.py",
        "        await node.credentials.drop(link.account)\n",
        "",
        (_PASSKEYS + "a_guest_who_becomes_a_member_has_no_passkey_of_whoever_asked_for_the_link",),
    ),
)

_OIDC: Final = "server/adapters/http_client/oidc.py"
_PROVIDER: Final = "server/flows/accounts/oidc.py"
_TESTS: Final = "server/flows/test_oidc.py::test_"
_WRONG: Final = _TESTS + "a_wrong_token_proves_nothing"
_CSRF: Final = (
    _TESTS + "login_csrf_the_answer_of_an_attacker_is_nothing_in_the_browser_of_a_victim",
    _TESTS + "a_wrong_state_uses_the_attempt_up",
)

PROVIDER: Final = (
    Mutant(
        "the provider's answer counts whatever its state",
        _PROVIDER,
        "    if browser is None or not hmac.compare_digest(attempt.state.encode(), state.encode()):\n",
        "    if browser is None or not state:\n",
        _CSRF,
    ),
    Mutant(
        "an ID token of another sign-in counts",
        _OIDC,
        '"nonce": attempt.nonce, "client_id": self._client_id, ',
        '"client_id": self._client_id, ',
        (_WRONG + "[nonce]",),
    ),
    Mutant(
        "an ID token for another client counts",
        _OIDC,
        '"aud": {"essential": True, "value": self._client_id},',
        '"aud": {"essential": True},',
        (_WRONG + "[audience]",),
    ),
    Mutant(
        "an ID token of another issuer counts",
        _OIDC,
        '"iss": {"essential": True, "value": self.issuer},',
        '"iss": {"essential": True},',
        (_WRONG + "[issuer]",),
    ),
    Mutant(
        "an ID token counts for a day after its time",
        _OIDC,
        "LEEWAY_S: Final = 60",
        "LEEWAY_S: Final = 86_400",
        (_WRONG + "[expired]",),
    ),
    Mutant(
        "an ID token needs no signature",
        _OIDC,
        'ALGORITHMS: Final = ("RS256",',
        'ALGORITHMS: Final = ("none", "RS256",',
        (_WRONG + "[alg none]",),
    ),
    Mutant(
        "a document of another issuer is believed",
        _OIDC,
        '        if found.get("issuer") != self.issuer:\n',
        '        if "issuer" not in found:\n',
        (_TESTS + "a_provider_that_is_down_is_said_and_other_ways_work[discovery]",),
    ),
    Mutant(
        "coming back from the provider signs in, whoever was shown",
        _PROVIDER,
        "    if shown != (None if whose is None else whose.id):\n",
        "    if shown is not None and whose is None:\n",
        (_TESTS + "what_was_shown_is_what_is_opened",),
    ),
    Mutant(
        "a stolen token connects an account with a thief",
        "server/api/routes/oidc.py",
        '    if signed.session.kind != "cookie":\n'
        '        raise ApiError.of("NOT_ALLOWED", "This is done in a browser, not by a token.")\n'
        "    return signed.account\n",
        "    return signed.account\n",
        (_TESTS + "failed_sign_ins_are_counted_and_scripts_are_refused",),
    ),
    Mutant(
        "answers of the provider may be guessed without end",
        "server/api/routes/oidc.py",
        '        await api.limit_address("sign-ins", address, '
        "api.node.settings.constants.failed_sign_in_rate)\n",
        "        return\n",
        (_TESTS + "failed_sign_ins_are_counted_and_scripts_are_refused",),
    ),
    Mutant(
        "sign-ins at the provider may be begun without end",
        "server/api/routes/oidc.py",
        '    await api.limit_address("provider", address, api.node.settings.constants.code_rate)\n',
        "",
        (
            "server/api/test_doors_limits.py::test_one_address_has_one_limit_whoever_asks_from_there[provider]",
        ),
    ),
)

CREDENTIALS: Final = (*PASSKEYS, *PROVIDER)
