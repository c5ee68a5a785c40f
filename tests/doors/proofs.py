"""Mutants of what a replay proves: how luck is drawn, how versions are sealed, and what checkers compare."""

from typing import Final

from tests.doors.mutant import Mutant

_CHANCE: Final = "kernel/chance.py"
_STATE: Final = "table/state.py"
_PROOF: Final = "wire/proof.py"
_CONTRADICTIONS: Final = "wire/contradictions.py"

_DRAWN: Final = "kernel/test_chance.py::test_"
_SEALED: Final = "server/rooms/test_seals.py::test_"
_FORGED: Final = "wire/test_forged_luck.py::test_"
_JUDGED: Final = "wire/test_verdict.py::test_"
_FOLDED: Final = "table/test_fold.py::test_"

STREAMS: Final = (
    Mutant(
        "all streams are numbered together",
        _CHANCE,
        "earlier.get(self._name, 0)",
        "sum(earlier.values())",
        (_DRAWN + "a_row_may_draw_from_streams_by_name",),
    ),
    Mutant(
        "all streams give the same luck",
        _CHANCE,
        "_label(table_id, nonces, self._name, number)",
        '_label(table_id, nonces, "", number)',
        (_DRAWN + "streams_give_other_luck_by_their_names",),
    ),
    Mutant(
        "the players' nonces have no part in the luck",
        _CHANCE,
        "_label(table_id, nonces, self._name, number)",
        "_label(table_id, (), self._name, number)",
        (_DRAWN + "the_secret_the_table_the_nonces_and_the_number_of_the_draw_each_change_the_luck",),
    ),
    Mutant(
        "the luck has the bare secret for its key",
        _CHANCE,
        'derived_key(secret, "luck")',
        "secret",
        (_DRAWN + "the_published_formula_gives_the_same_numbers",),
    ),
    Mutant(
        "a row that draws nothing changes later luck",
        _STATE,
        "draws = counted(self.draws, row.draws)",
        'draws = counted(self.draws, row.draws or {"": self.draws.get("", 0)})',
        (_FOLDED + "a_table_knows_how_many_rows_have_drawn_and_so_does_its_snapshot",),
    ),
    Mutant(
        "a stored row may have a draw of any number",
        "table/fold.py",
        "if stored.draws and not follows(",
        "if False and not follows(",
        (_FOLDED + "a_snapshot_that_counts_other_draws_is_found_by_the_next_one",),
    ),
    Mutant(
        "a snapshot forgets the draws before it",
        "server/adapters/postgres/journal.py",
        "        snapshot.draws,\n",
        '        b"",\n',
        ("contracts/test_journal.py::test_the_newest_snapshot_that_is_old_enough",),
    ),
)

CHECKS: Final = (
    Mutant(
        "the House draws whenever the host likes",
        _PROOF,
        "and is_readable and not self._is_due(row, state):",
        "and is_readable and False:",
        (_FORGED + "the_house_draws_only_what_the_rules_made_due",),
    ),
    Mutant(
        "a game begins with another draw than its start",
        _PROOF,
        "if row.actor is not HOUSE or (is_readable and row.action != self.game.begin):",
        "if False:",
        (_FORGED + "the_start_is_version_1",),
    ),
    Mutant(
        "draws of rules that are not installed are not numbered",
        _PROOF,
        "for message in _number_faults(line.version, line.draws, draws)]",
        "for message in ()]",
        (_FORGED + "of_a_game_that_is_not_installed_draws_are_numbered_too",),
    ),
    Mutant(
        "a seal that was kept is not compared",
        _CONTRADICTIONS,
        "if seal_of(key, epoch.version, digest).hex() != epoch.seal:",
        "if False:",
        (_JUDGED + "a_game_that_was_swapped_after_its_start_is_found_by_the_seal",),
    ),
    Mutant(
        "two seals of one version are one",
        _CONTRADICTIONS,
        "    if epoch.other_seal is not None:\n",
        "    if False:\n",
        (_JUDGED + "two_seals_of_one_version_are_two_games",),
    ),
    Mutant(
        "versions that were seen and are missing are not missed",
        _CONTRADICTIONS,
        "    if epoch.version > rows:\n",
        "    if False:\n",
        (
            _JUDGED + "a_row_that_was_dropped_is_missed",
            _JUDGED + "a_lost_row_without_a_raised_epoch_is_broken",
        ),
    ),
)

SEALS: Final = (
    Mutant(
        "a seal is the bare digest",
        "kernel/digest.py",
        '    return hmac.digest(key, version.to_bytes(8, "big") + digest, "sha256")',
        "    return digest",
        ("kernel/test_digest.py::test_a_seal_is_a_keyed_digest_of_version_and_digest",),
    ),
    Mutant(
        "seals have the key of the luck",
        _STATE,
        'derived_key(secret, "seal")',
        'derived_key(secret, "luck")',
        (_SEALED + "every_view_and_every_step_has_the_seal_of_its_version",),
    ),
    Mutant(
        "a version that was missed has the seal of the newest",
        "server/rooms/frames.py",
        "position.played.seal_at(row.version),",
        "position.played.seal,",
        (_SEALED + "a_resumed_viewer_and_one_who_asks_get_the_same_seals",),
    ),
    Mutant(
        "a version is sealed for each who looks",
        _STATE,
        "    @lazy\n    def seal(self)",
        "    @property\n    def seal(self)",
        (_SEALED + "a_version_is_sealed_once_however_many_look",),
    ),
    Mutant(
        "a View has no seal",
        "server/rooms/frames.py",
        "            shown.scene,\n            position.played.seal,\n",
        "            shown.scene,\n",
        (_SEALED + "every_view_and_every_step_has_the_seal_of_its_version",),
    ),
)

PROOFS: Final = (*STREAMS, *CHECKS, *SEALS)
