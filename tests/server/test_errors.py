"""The door's answers: every code has a sentence and a next step."""

import pickle

import pytest

from rondel.server.errors import ANSWERS, CODES, ApiError, Code


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence_and_a_next_step(code: Code) -> None:
    denied = ApiError.of(code)

    assert denied.code == code
    assert denied.message.endswith(".")
    assert denied.hint.endswith(".")
    assert ANSWERS.keys() == set(CODES)


def test_a_caller_may_know_better() -> None:
    denied = ApiError.of("TOO_MANY", "Nine mails are too many.", after_ms=5)

    assert denied.message == "Nine mails are too many."
    assert denied.hint == ANSWERS["TOO_MANY"].hint
    assert denied.after_ms == 5
    assert str(denied) == f"TOO_MANY: Nine mails are too many. {denied.hint}"


def test_an_answer_can_be_sent_to_another_process() -> None:
    denied = pickle.loads(pickle.dumps(ApiError.of("TOO_MANY", after_ms=5)))

    assert (denied.code, denied.after_ms) == ("TOO_MANY", 5)
