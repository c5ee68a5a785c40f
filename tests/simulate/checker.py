"""The checker: judges what everybody was answered and sent by what was committed."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE, Ms, Outage, Row, Seat
from rondel.kernel.digest import first_digest, next_digest
from rondel.server.ports.outages import GAP_MS
from rondel.wire.protocol import StepFrame, ViewFrame
from tests.simulate.database import drive
from tests.simulate.ledger import Acked, Commit, Move
from tests.simulate.node import differences
from tests.simulate.people import Person
from tests.simulate.tabs import ReceivedFrame, Tab
from tests.simulate.truth import Truth

if TYPE_CHECKING:
    from tests.simulate.world import World

WELCOME_MS: Final[Ms] = 5000
"""So soon a table must know that somebody is back, when all is well."""


def check(world: "World") -> None:
    """Find whatever must not be."""
    for table in world.tables:
        if not _check_chain(world, table):
            continue
        truth = Truth(world, table)
        try:
            _check_table(world, truth)
        except Exception as error:  # noqa: BLE001 - a journal that cannot be folded is a finding
            world.found("checker", f"{error!r}")


def _check_table(world: "World", truth: Truth) -> None:
    _check_house(truth)
    for person in world.persons:
        for move in person.moves.values():
            if move.table == truth.table:
                _check_move(truth, person, move)
    for tab in world.tabs:
        if tab.table == truth.table:
            _check_tab(truth, tab)
    _check_nodes(truth)
    _check_rest(truth)
    _check_bots(truth)
    _check_record(truth)


def _check_chain(world: "World", table: UUID) -> bool:
    memory = world.database.memory
    header = memory.tables[table].header
    assert header is not None
    digest = first_digest(header)
    for index, row in enumerate(memory.rows[table]):
        actor = HOUSE if row.seat is None else row.seat
        digest = next_digest(digest, row.version, row.at, actor, row.rules, row.action, row.events, row.draws)
        if row.version != index + 1 or row.digest != digest:
            world.found("chain", f"the digests of table {table} break at row {index + 1}")
            return False
    ids = [row.action_id for row in memory.rows[table]]
    if len(set(ids)) != len(ids):
        world.found("doubled", "one id stands twice in a journal")
    return True


def _check_house(truth: Truth) -> None:
    """The House acts only when it begins, when a deadline is due, or to say who is there."""
    game, world = truth.game, truth.world
    for stored in world.database.memory.rows[truth.table]:
        if stored.seat is not None or stored.version == 1:
            continue
        row, before = truth.row(stored.digest), truth.state(truth.commits[stored.digest].parent)
        deadline = game.deadline(before)
        if row.returned_ms is not None:
            _check_returned(truth, row, truth.commits[stored.digest].parent)
        elif deadline is not None and deadline.action == row.action:
            if deadline.at_ms > min(row.at, truth.commits[stored.digest].at):
                world.found("deadline early", f"row {row.version} at {row.at}, due at {deadline.at_ms}")
            _check_charged(truth, truth.commits[stored.digest])
        elif game.presence is not None and isinstance(row.action, type(game.presence.report(0, True))):
            if game.presence.is_connected(before, row.action.seat) == row.action.connected:
                world.found("presence", f"row {row.version} says what the table knew")
        elif row.action != game.abandon:
            world.found("house", f"row {row.version}: {row.action!r} was not due")


def _check_returned(truth: Truth, row: Row, parent: bytes) -> None:
    """Time is given back that was lost since the row before, and none of it twice."""
    since, outages = truth.commits[parent].row.at, truth.world.ledger.outages
    assert row.returned_ms is not None
    if row.returned_ms > _lost_ms(outages, since, row.at):
        truth.world.found("returned", f"row {row.version} gives back {row.returned_ms} ms: {outages}")


def _lost_ms(outages: Sequence[Outage], since: Ms, until: Ms) -> Ms:
    """How many of the milliseconds between the two lie in an outage."""
    edges = sorted(
        {since, until, *(edge for outage in outages for edge in (outage.from_ms, outage.until_ms))}
    )
    return sum(
        end - begin
        for begin, end in pairwise(edges)
        if since <= begin
        and end <= until
        and any(each.from_ms <= begin and end <= each.until_ms for each in outages)
    )


def _check_charged(truth: Truth, commit: Commit) -> None:
    """No deadline fires that an outage has eaten: before it fires one, a node asks whether anybody served."""
    ledger, world, decided_at = truth.world.ledger, truth.world, commit.row.at
    if truth.game.postpone is None:
        return
    known = [
        outage
        for outage in ledger.outages
        if outage.from_ms + GAP_MS < decided_at
        and not ledger.was_set_back(outage.from_ms, max(outage.until_ms, commit.at))
    ]
    since = truth.commits[commit.parent].row.at
    if _lost_ms(known, since, decided_at):
        world.found("charged", f"row {commit.row.version} was due, but no node served: {known}")


def _check_move(truth: Truth, person: Person, move: Move) -> None:
    world, ledger = truth.world, truth.world.ledger
    commits = ledger.by_id.get((move.table, move.id), [])
    for ack in move.acks:
        if not any(_is_row_of(commit, ack) for commit in commits):
            world.found("acked and lost", f"{person.account.name}: {move.id} acked at version {ack.version}")
    for at, code, sent_at in move.nacks:
        if code in ("UNAVAILABLE", "TOO_MANY"):
            continue
        commit = ledger.is_committed(move.table, move.id, sent_at, at)
        if commit is None or _is_reuse(world, commit, person, move, code, sent_at, at):
            continue
        world.found(
            "committed and nacked", f"{person.account.name}: {move.id} is row {commit.row.version}: {code}"
        )
    if not move.is_done and move.sent and not move.is_forged:
        world.found(
            "unanswered", f"{person.account.name}: {move.id}, sent {len(move.sent)} times, {move.nacks[-1:]}"
        )
    for commit in commits:
        if commit.row.seat is not None and not move.is_forged:
            _check_exp(truth, commit, move)
            if not ledger.holds(move.table, person.account.id, commit.row.seat, commit.at, commit.at):
                world.found("seat moved", f"{person.account.name} had lost the seat of {commit.row.version}")


def _is_row_of(commit: Commit, ack: Acked) -> bool:
    is_same = commit.row.version == ack.version and commit.row.action == ack.action
    return is_same and commit.stood_once(ack.sent_at, ack.at)


def _is_reuse(
    world: "World", commit: Commit, person: Person, move: Move, code: str, sent_at: int, at: int
) -> bool:
    """Whether the row is somebody else's move, or of a seat that the asker had lost."""
    row = commit.row
    if row.seat is None or not world.ledger.holds(move.table, person.account.id, row.seat, sent_at, sent_at):
        return True
    if not world.ledger.holds(move.table, person.account.id, row.seat, at, at):
        return True
    return code == "ID_REUSE" and move.is_forged


def _check_exp(truth: Truth, commit: Commit, move: Move) -> None:
    """An old `expected_version` counts only while its seat has owed a move ever since, and has made none."""
    row = truth.row(commit.row.digest)
    if (
        type(row.action) in truth.game.applies_to_any_version
        or move.expected_version >= row.version - 1
        or commit.row.action_id != move.id
    ):
        return
    digest = commit.parent
    while True:
        version = truth.commits[digest].row.version if digest != truth.root else 0
        if commit.row.seat not in truth.game.to_act(truth.state(digest)):
            truth.world.found(
                "expectedVersion",
                f"row {row.version} of exp {move.expected_version}: nothing was owed at {version}",
            )
            return
        if version <= move.expected_version or digest == truth.root:
            return
        if truth.commits[digest].row.seat == commit.row.seat:
            truth.world.found(
                "expectedVersion",
                f"row {row.version} of exp {move.expected_version}: its seat moved at {version}",
            )
            return
        digest = truth.commits[digest].parent


def _check_tab(truth: Truth, tab: Tab) -> None:
    """Each frame must be that of a row which was there, in order, for a seat that was the account's."""
    world, at_rows, seat = truth.world, set[bytes](), None
    for received in tab.received:
        frame = received.frame
        if isinstance(frame, ViewFrame):
            if bytes(frame.view) == b"null":
                continue
            seat = frame.seat
        fits = _fitting(truth, tab, received, seat)
        if not fits and received.is_resume and (now := _seat_at(truth, tab, received.at)) != seat:
            if fits := _fitting(truth, tab, received, now):
                world.found(
                    "seat not told", f"{tab.name} resumed in seat {now}, and was not told it is not {seat}"
                )
            seat = now
        if isinstance(frame, StepFrame) and not (
            received.is_resume and world.ledger.is_unraised(received.at)
        ):
            fits = {digest for digest in fits if truth.commits[digest].parent in at_rows}
        if not fits:
            world.found(
                "content", f"{tab.name} was sent {type(frame).__name__} {frame.version} that fits no row"
            )
            return
        at_rows = fits
        has_view = isinstance(frame, ViewFrame) or isinstance(frame.view, msgspec.Raw)
        if has_view and seat is not None and not _may_see(truth, tab, seat, fits, received.at):
            world.found(
                "seat", f"{tab.name} was sent version {frame.version} of seat {seat}, which was not theirs"
            )
    _check_head(truth, tab, at_rows, seat)


def _seat_at(truth: Truth, tab: Tab, at: int) -> Seat | None:
    """The seat of the tab's account at a moment."""
    held = next(held for begins, held in reversed(truth.world.ledger.seats[truth.table]) if begins <= at)
    return next((seat for seat, account in held.items() if account == tab.person.account.id), None)


def _fitting(truth: Truth, tab: Tab, received: ReceivedFrame, seat: Seat | None) -> set[bytes]:
    frame, fits = received.frame, set()
    for commit in truth.world.ledger.by_version[truth.table][frame.version]:
        digest = commit.row.digest
        if commit.at <= received.at and _fits(truth, digest, received, seat):
            fits.add(digest)
    return fits


def _fits(truth: Truth, digest: bytes, received: ReceivedFrame, seat: Seat | None) -> bool:
    frame = received.frame
    if isinstance(frame.view, msgspec.Raw):
        assert isinstance(frame.legal, msgspec.Raw)
        assert isinstance(frame.clocks, msgspec.Raw)
        shown, is_over = truth.shown(digest, seat), frame.status == "abandoned"
        if bytes(frame.view) != shown.view or bytes(frame.clocks) != shown.clocks:
            return False
        if bytes(frame.legal) != (b"[]" if is_over else shown.legal):
            return False
        if frame.deadline != (None if is_over else shown.deadline):
            return False
    if isinstance(frame, ViewFrame):
        return True
    events = [bytes(event) for event in frame.events]
    public = received.is_resume or not isinstance(frame.view, msgspec.Raw)
    return events == truth.events(digest, None if public else seat)


def _may_see(truth: Truth, tab: Tab, seat: Seat, fits: set[bytes], at: int) -> bool:
    """Whether the account had the seat at some moment since that version was committed."""
    ledger, account = truth.world.ledger, tab.person.account.id
    return any(ledger.holds(truth.table, account, seat, truth.commits[digest].at, at) for digest in fits)


def _check_head(truth: Truth, tab: Tab, at_rows: set[bytes], seat: Seat | None) -> None:
    """At rest, whoever looks has the head, of the cell's epoch, in the seat that is theirs."""
    world, memory = truth.world, truth.world.database.memory
    if not tab.is_open or not tab.is_sitting:
        world.found("not sitting", f"{tab.name} is not shown the table at the end")
        return
    if tab.epoch != memory.epoch:
        world.found("epoch", f"{tab.name} is of epoch {tab.epoch}, the cell of {memory.epoch}")
    rows = memory.rows[truth.table]
    if not at_rows & {row.digest for row in rows if row.at > world.now_ms() - 2500} | (
        {rows[-1].digest} & at_rows
    ):
        world.found("behind", f"{tab.name} is at {tab.version}, the head is {rows[-1].version}")
    places = memory.tables[truth.table].places
    own = next((place.seat for place in places if place.account == tab.person.account.id), None)
    if own != seat:
        world.found("wrong seat", f"{tab.name} looks from seat {seat}, its account has {own}")


def _check_nodes(truth: Truth) -> None:
    """What a node remembers is the journal, folded."""
    world = truth.world
    standing = {row.digest for row in world.database.memory.rows[truth.table]}
    for node in world.all_nodes():
        cached = node.cached(truth.table)
        if node.epoch != world.database.memory.epoch:
            world.found("node epoch", f"node {node.number} is of epoch {node.epoch}")
        if cached is None:
            continue
        if cached.digest not in standing | {truth.root}:
            world.found("cache", f"node {node.number} remembers version {cached.version} that is no more")
        elif cached.state != truth.state(cached.digest):
            world.found("cache state", f"node {node.number} remembers another State of {cached.version}")


def _check_rest(truth: Truth) -> None:
    """Nothing is overdue, no bot is waited for, nobody keeps what is not needed."""
    world, memory, now = truth.world, truth.world.database.memory, truth.world.now_ms()
    table = memory.tables[truth.table]
    if table.halted is not None:
        world.found("halted", f"table {truth.table}: {table.halted}")
        return
    deadline = memory.deadlines.get(truth.table)
    if deadline is not None and deadline.due_at < now - 3000 and table.status == "active":
        world.found("overdue", f"version {deadline.version} was due {now - deadline.due_at} ms ago")
    last = memory.rows[truth.table][-1]
    bots = _bots_to_act(truth, last.digest)
    if table.status == "active":
        _check_presence(truth, last.digest)
    if bots and table.status == "active" and last.at < now - 9000:
        world.found("bot stuck", f"seats {bots} owe a move since {now - last.at} ms")
    for node in world.all_nodes():
        for name, (count, limit) in node.memory().items():
            if count > limit:
                world.found("memory", f"node {node.number} keeps {count} {name}, not at most {limit}")
    _check_chat(truth)


def _check_presence(truth: Truth, digest: bytes) -> None:
    """A table knows that whoever has been there for a while is there: else a bot plays on for them.

    However busy the table is: while a bot plays for somebody who is there, it never comes to rest.
    """
    presence, world = truth.game.presence, truth.world
    if presence is None:
        return
    before = world.now_ms() - WELCOME_MS
    here = [tab for tab in world.tabs if tab.table == truth.table and tab.is_sitting]
    for tab in here:
        if tab.seat is None or tab.sitting_since > before:
            continue
        if not presence.is_connected(truth.state(digest), tab.seat):
            world.found("presence wrong", f"{tab.name} is there, and the table does not know")


def _check_bots(truth: Truth) -> None:
    """A bot runner was shown rows that were there, and what the bot's seat may know of them."""
    for seat, frame in truth.world.bot_views.get(truth.table, ()):
        commits = truth.world.ledger.by_version[truth.table][frame.version]
        if not any(_is_bot_view(truth, commit.row.digest, seat, frame) for commit in commits):
            truth.world.found("bot view", f"seat {seat} at version {frame.version} fits no row")


def _is_bot_view(truth: Truth, digest: bytes, seat: Seat, frame: ViewFrame) -> bool:
    shown = truth.shown(digest, seat)
    if frame.seat != seat or bytes(frame.view) != shown.view or bytes(frame.legal) != shown.legal:
        return False
    known = truth.codec.noun_bytes(truth.game.knows(truth.state(digest), seat))
    return isinstance(frame.known, msgspec.Raw) and bytes(frame.known) == known


def _check_record(truth: Truth) -> None:
    """At rest the relational record is that of the head, and what the journal implies."""
    world, memory = truth.world, truth.world.database.memory
    if truth.game.record is None:
        return
    projected, late = (
        memory.projected.get(truth.table, 0),
        memory.rows[truth.table][-1].at > world.now_ms() - 3000,
    )
    if projected != memory.tables[truth.table].version and not late:
        world.found("projection", f"{projected} of {memory.tables[truth.table].version} is projected")
    for difference in drive(differences(memory, truth.table)):
        world.found("record", difference)


def _bots_to_act(truth: Truth, digest: bytes) -> list[Seat]:
    """The seats that owe a move and that a bot plays: by the record, or by the rules."""
    state, places = truth.state(digest), truth.world.database.memory.tables[truth.table].places
    bots = {place.seat for place in places if place.kind == "bot" or place.level is not None}
    return sorted(truth.game.to_act(state) & (bots | truth.game.bots(state).keys()))


def _check_chat(truth: Truth) -> None:
    world = truth.world
    for tab in world.tabs:
        if tab.table != truth.table:
            continue
        # who connects anew may hear a line again: a client knows it by its time
        lines = [(id(connection), line.at, line.name, line.text) for connection, line in tab.chats]
        if len(set(lines)) != len(lines):
            world.found("chat doubled", f"{tab.name} heard a line twice")
        texts = {line.text for _, line in tab.chats}
        if tab not in world.listening_tabs or tab.connection not in world.connections:
            continue
        for line, at in zip(world.last_lines, world.last_line_tables, strict=True):
            if at == truth.table and line not in texts:
                world.found("chat lost", f"{tab.name} did not hear {line!r}")
