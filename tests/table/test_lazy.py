"""Lazy: computed once, when it is first asked for."""

import msgspec

from rondel.table.lazy import lazy


class Counted(msgspec.Struct, frozen=True, dict=True):
    calls: list[int]

    @lazy
    def answer(self) -> int:
        """How often it was computed."""
        self.calls.append(1)
        return len(self.calls)


def test_a_value_is_computed_once_for_each_instance() -> None:
    one, other = Counted([]), Counted([1, 1])

    assert (one.answer, one.answer, other.answer) == (1, 1, 3)


def test_its_class_has_it_with_its_words() -> None:
    assert isinstance(Counted.answer, lazy)
    assert Counted.answer.__doc__ == "How often it was computed."
