"""Mutants of the workers of one port: which of them serves a connection, and what only one of them may do."""

from typing import Final

from tests.doors.mutant import Mutant

_SIBLINGS: Final = "server/api/transport/siblings.py"
_WORKERS: Final = "cli/serving/workers.py"

_HANDED: Final = "server/api/test_siblings.py::test_"
_STARTED: Final = "cli/test_workers.py::test_"
_EACH: Final = (
    _STARTED + "workers_have_names_of_their_own_one_has_the_bots_and_all_end_with_whoever_looks_after_them",
)

WORKERS: Final = (
    Mutant(
        "a worker takes a request of which a part is missing",
        _SIBLINGS,
        "            if not is_whole or not may_take():\n",
        "            if not may_take():\n",
        (_HANDED + "a_request_that_does_not_arrive_as_it_was_sent_is_not_taken",),
    ),
    Mutant(
        "two workers serve one connection",
        _SIBLINGS,
        "        channel.shutdown(socket.SHUT_RD)",
        "        pass",
        (_HANDED + "who_answers_after_nobody_waits_any_more_is_told_so",),
    ),
    Mutant(
        "every worker runs bots",
        _WORKERS,
        "        self._bots = bots if place.number == 1 else 0\n",
        "        self._bots = bots\n",
        _EACH,
    ),
    Mutant(
        "all workers of a port have one name, so that one gives back who is there at another",
        _WORKERS,
        "        self._node = f\"{environment['RONDEL_NODE']}-{place.number}\"\n",
        '        self._node = environment["RONDEL_NODE"]\n',
        _EACH,
    ),
    Mutant(
        "all workers are renewed at once",
        _WORKERS,
        "                await each.serves.wait()\n            await worker.renew()\n",
        "                assert each\n            await worker.renew()\n",
        (_STARTED + "two_processes_serve_one_port_and_each_that_ends_is_replaced",),
    ),
)
