"""Mutants of what a viewer is shown: Views by the kit's marks, what may be imagined, and patches."""

from typing import Final

from tests.doors.mutant import Mutant

_KIT: Final = "kit/test_views.py::test_"

KIT: Final = (
    Mutant(
        "what one viewer may see is made once for all of them",
        "kit/views.py",
        "    return not any(_asks_viewer(part) for _, part in _hiding(shape, near))\n",
        "    return True\n",
        (_KIT + "what_one_other_player_may_see_is_shown_to_that_one_alone",),
    ),
    Mutant(
        "partners see what its owner alone may see",
        "kit/views.py",
        "row[seat] = see_partner(players[seat], viewer)",
        "row[seat] = see_own(players[seat], viewer)",
        (_KIT + "partners_do_not_see_what_its_owner_alone_may_see",),
    ),
    Mutant(
        "sorted pieces are imagined in any order",
        "kit/knows.py",
        "        return tuple(sorted(row)) if HIDDEN in value and is_sorted(part) else row\n",
        "        return row\n",
        (_KIT + "an_imagined_state_looks_the_same",),
    ),
)

PATCHES: Final = (
    Mutant(
        "a number that becomes a bool is no change",
        "wire/patch.py",
        "    return was is now or (type(was) is type(now) and bool(was == now))\n",
        "    return was is now or bool(was == now)\n",
        ("wire/test_patch.py::test_a_vector_holds",),
    ),
    Mutant(
        "a socket that takes no patches is sent one",
        "server/rooms/watchers.py",
        "            wanted = (seat, watcher.last, watcher.takes_patches, wants_scene)\n",
        "            wanted = (seat, watcher.last, True, wants_scene)\n",
        ("server/rooms/test_patches.py::test_whoever_takes_patches_is_shown_what_all_others_are",),
    ),
)

VIEWS: Final = (*KIT, *PATCHES)
