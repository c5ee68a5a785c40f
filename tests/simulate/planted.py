"""The mutants that are planted. Some are faults that the server once had."""

from typing import Final

from tests.simulate.mutants import Edit, Mutant

ROOM: Final = "rondel.server.rooms.room"
ROOMS: Final = "rondel.server.rooms.registry"
WATCHERS: Final = "rondel.server.rooms.watchers"
JOURNAL: Final = "rondel.server.adapters.memory.journal"
SOCKET: Final = "rondel.server.api.websocket.socket"
OUTBOUND: Final = "rondel.server.api.context.outbound"
PROJECTOR: Final = "rondel.server.record.projector"

AS_IT_WAS: Final = (
    Mutant(
        "fork",
        "append does not compare the digest before it (bug 1)",
        (Edit(JOURNAL, "            or self._digest(entry.table) != entry.prior_digest\n"),),
        "--game cambio --faults failover,restore,stall,resend",
    ),
    Mutant(
        "swallowed-epoch",
        "append and readyz raise the node's epoch and clear nothing (bug 2)",
        (
            Edit(
                ROOM,
                "        ports.observe_epoch(appended.now, appended.epoch)\n",
                "        ports.epoch = max(ports.epoch, appended.epoch)\n",
            ),
            Edit(
                "rondel.server.cells.cell",
                "        self.room_context.observe_epoch(head.now, head.epoch)\n",
                "        self.room_context.epoch = max(self.room_context.epoch, head.epoch)\n",
            ),
        ),
    ),
    Mutant(
        "former-player",
        "a watcher's seat is fixed when it sits down (bug 3)",
        (
            Edit(
                WATCHERS,
                """            seat = seats.get(watcher.account_id.int)
            if watcher.seat is not UNSET and watcher.seat != seat:
                watcher.reseat()
                continue
""",
                """            seat = watcher.seat
            if seat is UNSET:
                seat = seats.get(watcher.account_id.int)
""",
            ),
        ),
    ),
    Mutant(
        "public-bot-id",
        "a bot's move id follows from table, seat and version (bug 4)",
        (
            Edit(
                "rondel.client.bot_runner",
                'str(UUID(bytes=hmac.digest(token.encode(), f"move {version}".encode(), "sha256")[:16]))',
                'str(__import__("uuid").uuid5(UUID(int=11), f"{token} {version}"))',
            ),
            Edit(
                "rondel.server.flows.tables.bots",
                "    token = _token(position.played.context.secret, seat)\n",
                '    token = f"{position.id} {seat}"\n',
            ),
            Edit(
                "rondel.server.flows.tables.bots",
                "    return hmac.compare_digest(_token(secret, seat).encode(), token.encode())\n",
                "    return True\n",
            ),
        ),
    ),
    Mutant(
        "endless-answers",
        "answers do not count towards the limit of a queue (bug 5)",
        (
            Edit(
                OUTBOUND,
                """        self._put(frame, True)
        if self._is_past_limit():
            self._drop()
            if self._is_past_limit():
                self._overrun()
""",
                "        self._put(frame, True)\n",
            ),
            Edit(
                OUTBOUND,
                "        while (self.is_lagging or self._is_full()) and not self.is_closing:\n",
                "        while False:\n",
            ),
        ),
    ),
    Mutant(
        "nack-before-look",
        "a deadline that is due at a halted table refuses a move before a look at the truth (bug 8)",
        (
            Edit(
                ROOM,
                "        action = codec_of(position.game).parse_action(move.action)\n",
                """        action = codec_of(position.game).parse_action(move.action)
        is_due = position.due_at is not None and self._ports.now.ms() >= position.due_at
        if is_due and position.table.halted is not None:
            raise ApiError.of("TABLE_HALTED")
""",
            ),
        ),
    ),
)

COMMITS: Final = (
    Mutant(
        "ack-before-commit",
        "the ack is given although the append was not answered",
        (
            Edit(
                ROOM,
                "            appended = await ports.journal.append(entry)\n",
                """            try:
                appended = await ports.journal.append(entry)
            except StoreUnavailableError:
                appended = await ports.journal.look(self.id)
""",
            ),
        ),
    ),
    Mutant(
        "delivered-before-commit",
        "watchers are sent a version before it is committed",
        (
            Edit(
                ROOM,
                "            appended = await ports.journal.append(entry)\n",
                """            self.table, self.cached = after.table, after
            self.deliver()
            appended = await ports.journal.append(entry)
""",
            ),
        ),
    ),
    Mutant(
        "no-id-check",
        "the journal stores an id twice",
        (Edit(JOURNAL, "            or row.action_id in cell.ids[entry.table]\n"),),
    ),
    Mutant(
        "id-without-action",
        "a known id is acked whatever its action and seat are",
        (
            Edit(
                ROOM,
                "        if row.seat is None or not is_same or seat not in (row.seat, None):\n",
                "        if False:\n",
            ),
        ),
    ),
    Mutant(
        "revision-unchecked",
        "a move of a former player is stored after the hand-over",
        (Edit(JOURNAL, "            or (cell.epoch, table.revision) != (entry.epoch, entry.revision)\n"),),
    ),
    Mutant(
        "expected-version-unchecked",
        "a move counts however old its version is",
        (
            Edit(
                ROOM,
                "        if expected is not None and not _is_meant_for(played, seat, action, expected):\n",
                "        if False:\n",
            ),
        ),
    ),
    Mutant(
        "expected_version-own-move",
        "a late move counts although its seat has moved since",
        (Edit("rondel.table.decide", "recent.row.actor == seat or seat not in", "seat not in"),),
    ),
    Mutant(
        "nack-without-look",
        "a refusal is answered without a look at the truth",
        (Edit(ROOM, "                answer = no\n", "                raise no\n"),),
    ),
    Mutant(
        "ack-old-version",
        "the ack tells the version before the move",
        (
            Edit(
                ROOM,
                "return Played(after, decision.seat, after.version, duplicate=False)",
                "return Played(after, decision.seat, position.version, duplicate=False)",
            ),
        ),
    ),
    Mutant(
        "halted-plays",
        "a table that was halted is played on",
        (
            Edit(
                ROOM,
                """        if table.halted is not None:
            raise self._halted()
        if table.status""",
                "        if table.status",
            ),
        ),
    ),
)

ROOMS_AND_CACHES: Final = (
    Mutant(
        "record-remembered",
        "the table's record is never read again",
        (
            Edit(
                ROOM,
                "        if self.table is None or self.table.revision != look.revision:\n",
                "        if self.table is None:\n",
            ),
        ),
    ),
    Mutant(
        "halt-remembered",
        "a node that has seen a halt never sees the resume",
        (
            Edit(
                ROOM,
                "        is_news = self.table is not None and",
                """        if self.table is not None and self.table.halted is not None:
            found = __import__("msgspec").structs.replace(found, halted=self.table.halted)
        is_news = self.table is not None and""",
            ),
        ),
    ),
    Mutant(
        "newer-than-record",
        "rows are shown that are newer than the record by which they are shown",
        (
            Edit(ROOM, "after=played.version, until=look.head)", "after=played.version)"),
            Edit(
                "rondel.server.rooms.loading",
                "        rows = await journal.rows(table, after=snapshot.version, until=head)\n",
                "        rows = await journal.rows(table, after=snapshot.version)\n",
            ),
            Edit(
                "rondel.server.rooms.loading",
                "    rows = await journal.rows(table, until=head)\n",
                "    rows = await journal.rows(table)\n",
            ),
        ),
        "--nodes 2 --bots 0 --faults lag,evict,handover",
    ),
    Mutant(
        "undo-folded-wrongly",
        "a row that goes back is folded onto the State of another version",
        (
            Edit(
                "rondel.table.fold",
                "        state = table.state_at(version)\n",
                "        state = table.state_at(version + 1)\n",
            ),
        ),
    ),
    Mutant(
        "unwatched-not-reset",
        "a new epoch forgets only the tables that somebody watches",
        (
            Edit(
                ROOMS,
                "        for room in list(self._rooms.values()):\n",
                "        for room in list(self._watched.values()):\n",
            ),
        ),
        "--nodes 3 --bots 0 --tabs 1 --faults restore,leave,standin,handover",
    ),
    Mutant(
        "epoch-keeps-last",
        "a new epoch does not forget what watchers were sent",
        (Edit(ROOM, "        self.watchers.forget_versions()\n"),),
    ),
    Mutant(
        "two-rooms",
        "a table that was evicted while it is in use gets a second room",
        (
            Edit(
                ROOMS,
                """        room = self._rooms.get(table)
        if room is None:
            room = self._rooms""",
                """        room = self._recent.get(table)
        if room is None:
            room = self._rooms""",
            ),
        ),
    ),
    Mutant(
        "never-unwatched",
        "a socket that has gone still watches",
        (
            Edit(
                SOCKET,
                "            self._api.cells.at(table).rooms.unwatch(table, watcher)\n",
                "            pass\n",
            ),
        ),
    ),
)

DELIVERY: Final = (
    Mutant(
        "seats-share-frames",
        "whoever was sent equally much is sent equal frames, whatever the seat",
        (
            Edit(
                WATCHERS,
                "            wanted = (seat, watcher.last, watcher.takes_patches, wants_scene)\n",
                "            wanted = (None, watcher.last, watcher.takes_patches, wants_scene)\n",
            ),
        ),
    ),
    Mutant(
        "reseat-forgotten",
        "whose seat has changed hands is sent nothing more, and not told",
        (Edit(WATCHERS, "                watcher.reseat()\n"),),
    ),
    Mutant(
        "seat-not-told",
        "a resume does not compare the seat",
        (Edit(SOCKET, " and frame.seat in (seat, msgspec.UNSET)"),),
    ),
    Mutant(
        "epoch-not-compared",
        "a resume does not compare the epoch",
        (Edit(SOCKET, "frame.epoch == rooms.epoch and "),),
    ),
    Mutant(
        "resume-tells-all",
        "a resume sends what only the seat observed",
        (
            Edit(
                "rondel.server.rooms.frames",
                "        viewer = viewing.seat if self.is_live else None\n",
                "        viewer = viewing.seat\n",
            ),
        ),
    ),
    Mutant(
        "step-twice",
        "a version is sent again with each delivery",
        (
            Edit(
                WATCHERS,
                """            watcher.last, watcher.seat = position.version, seat
            for""",
                """            watcher.last, watcher.seat = position.version - 1, seat
            for""",
            ),
        ),
    ),
    Mutant(
        "steps-swapped",
        "the steps of a gap come in the wrong order",
        (
            Edit(
                "rondel.server.rooms.frames",
                "for row in rows[:-1]]\n",
                "for row in rows[-2::-1]]\n",
            ),
        ),
    ),
    Mutant(
        "step-skipped",
        "the first step of a gap is left out",
        (
            Edit(
                "rondel.server.rooms.frames",
                "for row in rows[:-1]]\n",
                "for row in rows[1:-1]]\n",
            ),
        ),
    ),
    Mutant(
        "hint-trusted",
        "the version of an announcement counts as sent, though nothing was read",
        (
            Edit(
                ROOMS,
                """            if version == 0 or known < version:
                room.sync()
""",
                """            if version == 0:
                room.sync()
            for watcher in room.watchers:
                watcher.last = max(watcher.last or 0, version)
""",
            ),
        ),
    ),
    Mutant(
        "lagging-drops-acks",
        "a queue that lags drops answers too",
        (
            Edit(
                OUTBOUND,
                "        self._queue = [entry for entry in self._queue if entry[1]]\n",
                "        self._queue = []\n",
            ),
        ),
    ),
    Mutant(
        "lagging-not-caught-up",
        "a socket that lagged is not sent the View afterwards",
        (Edit(OUTBOUND, "                self._caught_up()\n"),),
    ),
    Mutant(
        "ack-after-step",
        "the ack of a move comes after its step",
        (
            Edit(
                "rondel.server.api.websocket.watched_table",
                "            while index < len(held) and (held[index][0] or 0) < version:\n",
                "            while index < len(held):\n",
            ),
        ),
    ),
    Mutant(
        "ack-too-soon",
        "the ack of a move comes before the versions that led up to it",
        (
            Edit(
                "rondel.server.api.websocket.watched_table",
                "            while index < len(held) and (held[index][0] or 0) < version:\n",
                "            while False:\n",
            ),
        ),
    ),
    Mutant(
        "chat-lost",
        "a line said on another node is not sent",
        (
            Edit(
                "rondel.server.jobs.refresh_rooms",
                "            await room.hear_chat()\n            while",
                "            while",
            ),
        ),
    ),
    Mutant(
        "chat-twice",
        "a line is sent again with each announcement",
        (Edit(WATCHERS, "        if key in self._chat_sent or is_old", "        if is_old"),),
    ),
)

JOBS: Final = (
    Mutant(
        "deadline-early",
        "a deadline fires before it is due",
        (
            Edit(
                ROOM,
                "due(position.played, now, outages) if outages or now >= position.due_at else None",
                "due(position.played, now + 900, outages) if now + 900 >= position.due_at else None",
            ),
        ),
    ),
    Mutant(
        "deadline-twice",
        "a deadline that somebody else has fired is fired again on what came of it",
        (
            Edit(
                ROOM,
                """        await self._look()
        if self.cached is before:
            raise self._stuck()
""",
                """        await self._look()
        assert self.cached is not None
        if self.cached is before:
            raise self._stuck()
        again = decide(self.cached.played, HOUSE, decision.row.action, self._ports.now.ms())
        await self._append(self.cached, again, __import__("uuid").uuid4())
""",
            ),
        ),
    ),
    Mutant(
        "deadline-unfired",
        "a deadline is claimed and not fired",
        (
            Edit(
                "rondel.server.jobs.fire_deadlines",
                "asyncio.create_task(self._fire(due))",
                "asyncio.create_task(asyncio.sleep(0))",
            ),
        ),
    ),
    Mutant(
        "outage-charged",
        "time that was lost while no node served is not given back",
        (
            Edit(
                ROOM,
                "        outages = () if position.is_slow else self._ports.outages.spans\n",
                "        outages = ()\n",
            ),
        ),
    ),
    Mutant(
        "outage-unlearnt",
        "a deadline fires before the node has asked whether anybody served",
        (Edit(ROOM, "            await self._ports.outages.refresh()\n", "            pass\n"),),
    ),
    Mutant(
        "outage-twice",
        "time is given back again with every row",
        (
            Edit(
                "rondel.kernel.outage",
                """        begin, end = max(outage.from_ms, since), min(outage.until_ms, now)
        if begin < end:
""",
                """        begin, end = outage.from_ms, min(outage.until_ms, now)
        if begin < end and now - since > 2 * (end - begin):
""",
            ),
        ),
    ),
    Mutant(
        "presence-unheard",
        "somebody who is back is not reported",
        (
            Edit(
                SOCKET,
                "            await report(cell, position.id, seat, True)\n",
                "            pass\n",
            ),
            Edit(
                "rondel.server.jobs.report_presence",
                "        self._back -= set((await self._tell(self._back, connected=True)).answered)\n",
                "        self._back.clear()\n",
            ),
            Edit(
                "rondel.server.jobs.refresh_rooms",
                "            await report(cell, room.id, seat, True)\n",
                "            pass\n",
            ),
        ),
    ),
    Mutant(
        "heads-unread",
        "heads are not polled: a lost announcement is lost",
        (
            Edit(
                "rondel.server.jobs.refresh_rooms", "            await catch_up(cell)\n", "            pass\n"
            ),
        ),
    ),
    Mutant(
        "stand-in-unlisted",
        "a bot that stands in for somebody who owes a move is not asked for it",
        (
            Edit(
                "rondel.server.adapters.memory.seating",
                "        if level is not None and seat in found.to_act:\n",
                "        if False:\n",
            ),
        ),
    ),
    Mutant(
        "bot-cursor-stands",
        "the tables where bots owe a move are read from the first one each time",
        (
            Edit(
                "rondel.server.flows.tables.bots",
                "        self._after = owing[-1][0] if len(owing) == limit else NO_TABLE\n",
                "        self._after = NO_TABLE\n",
            ),
        ),
        "--tables 2 --faults handover,standin,resend",
    ),
    Mutant(
        "projector-skips",
        "of several versions that are projected at once, only the last goes into the record",
        (
            Edit(
                "rondel.server.record.rows",
                "for name, by_id in merged(steps).items()}",
                "for name, by_id in merged(steps[-1:]).items()}",
            ),
        ),
    ),
    Mutant(
        "projector-never-sweeps",
        "what a node could not project is left",
        (Edit(PROJECTOR, "                await self.sweep()\n", "                pass\n"),),
    ),
    Mutant(
        "projection-of-lost-rows",
        "the record takes a row that the journal has lost",
        (
            Edit(
                "rondel.server.adapters.memory.projection",
                """ or [row.digest for row in stored] != [
                write.digest
            ]:
""",
                ":\n",
            ),
        ),
        "--game cambio --faults failover,restore,stall,resend",
    ),
)

MUTANTS: Final = (*AS_IT_WAS, *COMMITS, *ROOMS_AND_CACHES, *DELIVERY, *JOBS)
