"""Who is told that it is their turn: when, how often, by what, and what is never said."""

import asyncio
import random
import re
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.kernel import Ms
from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.flows.messages import alerts, notices
from rondel.server.flows.play.move import play
from rondel.server.jobs.send_notices import NoticeLoop
from rondel.server.ports.messages import DeliveryUnknownError, Go, Mail, UndeliverableError
from rondel.server.ports.notices import Notice
from rondel.server.ports.people import Account
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.moves import Move
from rondel.server.settings import Constants, Rate
from rondel.wire.codec import codec_of
from tests.server.nodes import Club, past_the_view, plays, somebody

RULEBOOK = "imperial"

MINUTE: Ms = 60_000
HOUR: Ms = 60 * MINUTE
DAY: Ms = 24 * HOUR


class Town(Club):
    """A club whose people have addresses, and one node that tells them."""

    def __init__(self) -> None:
        super().__init__()
        self.post = MemoryMailer(keep=1000)
        self.node.mailer = self.post
        self.loop = NoticeLoop(self.cell.notices, self.clock, plan=self._plan, deliver=self._deliver)

    async def _plan(self, owed: Any) -> None:
        await notices.plan(self.cells, self.cell, owed)

    async def _deliver(self, notice: Notice) -> None:
        await notices.deliver(self.cells, self.cell, notice)

    async def member(self, name: str, language: str = "en") -> Account:
        email = f"{name.lower()}@example.com"
        account = msgspec.structs.replace(somebody(name), email=email, kind="member", language=language)
        assert await self.node.people.add(account)
        return account

    async def after(self, ms: Ms) -> list[str]:
        """Whom mail was sent to in the time that passes, in order."""
        before = len(self.post.sent)
        self.clock.at += ms
        await self.loop.tick()
        return [mail.to.partition("@")[0] for mail in list(self.post.sent)[before:]]

    async def bids(self, who: Account, table: UUID, amount: int = 0) -> None:
        await plays(self.cell, who, table, "BID", amount=amount)

    async def tally(self) -> dict[str, int]:
        return dict(await self.cell.notices.tally())


@pytest.fixture
def town() -> Town:
    return Town()


async def a_game(town: Town, **options: object) -> tuple[Account, Account, UUID]:
    """Imperial, by mail, after a while unless the options say at once: both owe a bid."""
    ada, bob = await town.member("Ada"), await town.member("Bob")
    options = {"mailAtOnce": False, **options}
    return ada, bob, await town.begun(ada, bob, game="imperial", **options)


async def test_whoever_owes_a_move_is_told_once_after_a_while(town: Town) -> None:
    await a_game(town)

    assert await town.after(59_000) == []
    assert sorted(await town.after(1_000)) == ["ada", "bob"]
    assert await town.after(DAY) == []
    assert await town.tally() == {"sent": 2}


async def test_whoever_has_moved_is_not_told(town: Town) -> None:
    ada, _, table = await a_game(town)

    await town.bids(ada, table)

    assert await town.after(MINUTE) == ["bob"]


async def test_one_who_moves_between_plan_and_delivery_is_not_told(town: Town) -> None:
    ada, bob, table = await a_game(town)
    town.clock.at += MINUTE
    for owed in await town.cell.notices.take(limit=9, lease_ms=MINUTE):
        await notices.plan(town.cells, town.cell, owed)

    await town.bids(ada, table)

    assert await town.after(0) == ["bob"]
    assert await town.tally() == {"sent": 1, "passed": 1}
    assert bob.email is not None


async def test_a_turn_of_many_steps_is_told_once(town: Town) -> None:
    town.node.settings = msgspec.structs.replace(
        town.node.settings, constants=Constants(notice_rate=Rate(1000, DAY))
    )
    ada, bob, table = await a_game(town, start="fixed")
    people, dice = (ada, bob), random.Random(45)
    sitting = await town.cell.rooms.room(table).current()
    turns, steps, mailed = len(sitting.to_act), 0, await town.after(MINUTE)

    for _ in range(60):
        seat = min(sitting.to_act)
        action = dice.choice(sitting.game.legal(sitting.state, seat))
        move = Move(table, uuid4(), codec_of(sitting.game).action_bytes(action))
        after = (await play(town.cell, people[seat].id, move)).position
        turns += len(after.to_act - sitting.to_act)
        steps += seat in after.to_act
        sitting = after
        mailed += await town.after(MINUTE)

    assert steps > 5
    assert len(mailed) == turns


async def test_25_18_players_are_mailed_at_once(town: Town) -> None:
    """Rules 17.2, 25.18: also if they are looking, and at a fast table; on a limit of a day all the same."""
    assert Constants().immediate_notice_rate == Rate(60, DAY)
    town.node.settings = msgspec.structs.replace(
        town.node.settings, constants=Constants(immediate_notice_rate=Rate(6, DAY))
    )
    ada, bob = await town.member("Ada"), await town.member("Bob")
    table = await town.begun(ada, bob, game="imperial", timed=True)
    await town.node.presence.hold(town.node.id, [(table, 0), (table, 1)], lease_ms=HOUR)

    assert sorted(await town.after(0)) == ["ada", "bob"]
    for expected in (["ada"], ["ada"], ["ada"], ["ada"], ["ada"], []):
        await town.bids(ada, table)
        assert await town.after(0) == []  # bob was told when the auction began
        await town.bids(bob, table)
        assert await town.after(0) == expected  # bob has just moved, so he is not told that he is up again


async def test_at_once_is_no_louder_than_a_player_wants(town: Town) -> None:
    ada, _, table = await a_game(town, mailAtOnce=True)
    await alerts.choose(town.node, ada, by_mail=False)

    assert await town.after(0) == ["bob"]
    assert (await town.cell.rooms.room(table).current()).notifies_immediately


async def test_a_live_table_sends_nothing(town: Town) -> None:
    ada, bob = await town.member("Ada"), await town.member("Bob")
    table = await town.begun(ada, bob, game="cambio")
    await past_the_view(town, table, ada, bob)

    assert await town.after(MINUTE) == []
    assert town.memory.outbox == []


@pytest.mark.parametrize(
    ("options", "is_slow"),
    [
        ({}, True),
        ({"timed": True}, False),
        ({"timed": True, "banked": 3600}, True),
        ({"autoActionSeconds": 300}, False),
        ({"autoActionSeconds": 86_400}, True),
    ],
)
async def test_the_clock_says_whether_people_sit_there_together(
    town: Town, options: dict[str, object], is_slow: bool
) -> None:
    _, _, table = await a_game(town, **options)

    assert (await town.cell.rooms.room(table).current()).is_slow == is_slow
    assert (await town.after(MINUTE) != []) == is_slow


async def test_who_plays_alone_is_not_told(town: Town) -> None:
    ada = await town.member("Ada")
    await town.begun(ada, game="decks")

    assert await town.after(DAY) == []


async def test_reminders_come_when_little_time_is_left(town: Town) -> None:
    ada, _, table = await a_game(town, autoActionSeconds=24 * 3600)
    await town.bids(ada, table)
    assert await town.after(MINUTE) == ["bob"]

    assert await town.after(16 * HOUR - 2 * MINUTE) == []
    assert await town.after(MINUTE) == ["bob"]
    assert "8 h left" in town.post.sent[-1].subject
    assert await town.after(4 * HOUR) == ["bob"]
    assert "4 h left" in town.post.sent[-1].subject
    assert await town.after(3 * HOUR) == ["bob"]
    assert "1 h left" in town.post.sent[-1].subject
    assert "You have about 1 hour left" in town.post.sent[-1].text
    assert await town.after(59 * MINUTE) == []


async def test_a_reminder_that_would_follow_at_once_is_left_out(town: Town) -> None:
    await a_game(town, autoActionSeconds=4 * 3600 + 600)

    assert len(await town.after(MINUTE)) == 2
    assert await town.after(HOUR) == []
    assert len(await town.after(2 * HOUR + 10 * MINUTE)) == 2


async def test_a_clock_that_stands_still_has_no_reminders(town: Town) -> None:
    ada, _, table = await a_game(town, autoActionSeconds=12 * 3600)
    await town.after(MINUTE)
    await plays(town.cell, ada, table, "PAUSE_CLOCK")

    assert await town.after(12 * HOUR) == []


async def test_a_muted_table_is_silent_and_others_are_not(town: Town) -> None:
    ada, bob, table = await a_game(town)
    await town.begun(ada, bob, game="imperial")
    await alerts.mute(town.cell, ada, table, True)

    assert sorted(await town.after(MINUTE)) == ["ada", "bob", "bob"]


async def test_each_chooses_how_long_to_wait(town: Town) -> None:
    ada, _, _ = await a_game(town)
    await alerts.choose(town.node, ada, delay_ms=HOUR)

    assert await town.after(MINUTE) == ["bob"]
    assert await town.after(HOUR - 2 * MINUTE) == []
    assert await town.after(MINUTE) == ["ada"]


async def test_whoever_is_looking_is_told_only_after_ten_minutes(town: Town) -> None:
    _, _, table = await a_game(town)
    await town.node.presence.hold("node", [(table, 0)], lease_ms=DAY)

    assert await town.after(MINUTE) == ["bob"]
    assert await town.after(8 * MINUTE) == []
    assert await town.after(MINUTE) == ["ada"]


async def test_a_digest_is_one_mail_about_every_table(town: Town) -> None:
    ada, bob, one = await a_game(town)
    other = await town.begun(ada, bob, game="imperial")
    for person in (ada, bob):
        await alerts.choose(town.node, person, digest="hourly")
    await town.bids(bob, one)
    await town.bids(bob, other)

    assert await town.after(MINUTE) == []
    assert await town.after(HOUR) == ["ada"]
    mail = town.post.sent[-1]
    assert mail.subject == "Your turn in 2 games"
    assert all(f"/t/{table}" in mail.text and f"/t/{table}" in mail.html for table in (one, other))
    assert await town.after(HOUR) == []


async def test_a_digest_of_nothing_is_not_sent(town: Town) -> None:
    ada, bob, table = await a_game(town)
    await alerts.choose(town.node, ada, digest="daily")
    await town.after(MINUTE)

    await town.bids(ada, table)
    assert await town.after(DAY) == []
    assert bob.email is not None


async def test_a_person_gets_so_many_mails_about_a_table_a_day(town: Town) -> None:
    ada, bob, table = await a_game(town)
    mailed = []

    for _ in range(10):
        await town.bids(ada, table)
        mailed += await town.after(2 * MINUTE)
        await town.bids(bob, table)
        mailed += await town.after(2 * MINUTE)

    assert mailed.count("ada") == 6


@pytest.mark.parametrize(("language", "expected"), [("en", "It's your turn"), ("de", "Du bist am Zug")])
async def test_a_letter_says_the_game_and_the_table_and_nothing_else(
    town: Town, language: str, expected: str
) -> None:
    ada, canary = await town.member("Ada", language), await town.member("Canary")
    table = await town.begun(ada, canary, game="imperial")
    await town.bids(canary, table, amount=3)
    assert await town.after(MINUTE) == ["ada"]
    code = town.memory.tables[table].code

    [mail] = town.post.sent
    for text in (mail.text, mail.html):
        assert expected in text
        assert "Imperial" in text
        assert code in text
        assert f"http://127.0.0.1:8000/t/{table}" in text
    whole = f"{mail.subject}{mail.text}{mail.html}".replace(code, "").replace(str(table), "")
    whole = re.sub(r"https?://\S+", "", whole)
    assert "Canary" not in whole
    assert not re.search(r"\d", whole.replace("utf-8", ""))


async def test_the_same_letter_has_the_same_id_and_a_way_to_stop_them(town: Town) -> None:
    await a_game(town)
    await town.after(MINUTE)

    ids = {mail.id for mail in town.post.sent}
    assert len(ids) == 2
    for mail in town.post.sent:
        assert mail.unsubscribe is not None
        assert mail.unsubscribe.startswith("http://127.0.0.1:8000/api/stop-mail/")


async def test_a_link_stops_all_mail_or_that_of_one_table(town: Town) -> None:
    ada, bob, table = await a_game(town)
    await town.after(MINUTE)
    tokens = {mail.to: (mail.unsubscribe or "").rpartition("/")[2] for mail in town.post.sent}

    await alerts.stop(town.node, tokens[ada.email or ""])
    await alerts.stop(town.node, tokens[bob.email or ""], only_table=True)

    assert not (await alerts.preferences_of(town.node, ada.id)).by_mail
    assert (await alerts.preferences_of(town.node, bob.id)).by_mail
    assert await town.node.alerts.muted(bob.id) == {table}
    assert await town.node.alerts.muted(ada.id) == frozenset()


async def test_a_link_that_is_not_ours_stops_nothing(town: Town) -> None:
    ada, _, _ = await a_game(town)
    await town.after(MINUTE)
    mine = (town.post.sent[0].unsubscribe or "").rpartition("/")[2]

    for token in ("", "x", "ä", mine[:-1], mine[:-2] + "AA", "A" * 64, "A" * 1000, mine[1:]):
        with pytest.raises(Exception, match="LINK_NOT_VALID"):
            await alerts.stop(town.node, token)
    assert (await alerts.preferences_of(town.node, ada.id)).by_mail


class Failing:
    """A mailer that fails so, before or after the last moment, and counts."""

    can_deliver = True

    def __init__(self, error: type[Exception], *, after: bool) -> None:
        self.error, self.after, self.tries = error, after, 0

    async def send(self, mail: Mail, go: Go | None = None) -> None:
        self.tries += 1
        if self.after:
            assert go is not None
            assert await go()
        raise self.error("no")


@pytest.mark.parametrize("after", [False, True])
async def test_a_server_that_is_away_is_tried_again_with_longer_rests_and_not_for_ever(
    town: Town, after: bool
) -> None:
    ada, _, table = await a_game(town)
    await town.bids(ada, table)
    town.node.mailer = failing = Failing(StoreUnavailableError, after=after)
    tries = []

    for minute in range(24 * 60):
        before = failing.tries
        await town.after(MINUTE)
        tries += [minute] * (failing.tries - before)

    assert tries == [0, 1, 3, 11, 43, 103, 163, 223]
    assert await town.tally() == {"dead": 1}


@pytest.mark.parametrize(
    ("error", "becomes"),
    [(UndeliverableError, "dead"), (DeliveryUnknownError, "unknown"), (StoreUnavailableError, "waiting")],
)
async def test_what_became_of_it_is_kept(town: Town, error: type[Exception], becomes: str) -> None:
    ada, _, table = await a_game(town)
    await town.bids(ada, table)
    town.node.mailer = failing = Failing(error, after=True)

    await town.after(MINUTE)
    if becomes != "waiting":
        await town.after(DAY)
        assert failing.tries == 1

    assert await town.tally() == {becomes: 1}


async def test_what_was_sent_is_written_down_once_the_database_is_back(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, table = await a_game(town)
    await town.bids(ada, table)
    monkeypatch.setattr(notices, "REST_MS", 1)
    written, tries = town.cell.notices.sent, []

    async def sent(notice: UUID) -> None:
        tries.append(notice)
        if len(tries) < 4:
            raise StoreUnavailableError("away")
        await written(notice)

    monkeypatch.setattr(town.cell.notices, "sent", sent)

    assert await town.after(MINUTE) == ["bob"]
    assert len(tries) == 4
    assert await town.tally() == {"sent": 1}


async def test_a_node_that_stops_sends_what_it_is_sending_to_its_end(town: Town) -> None:
    ada, _, table = await a_game(town)
    await town.bids(ada, table)
    town.clock.at += MINUTE
    has_begun, may_end = asyncio.Event(), asyncio.Event()

    class Slow:
        can_deliver = True

        async def send(self, mail: Mail, go: Go | None = None) -> None:
            assert go is not None
            assert await go()
            has_begun.set()
            await may_end.wait()

    town.node.mailer = Slow()
    running = asyncio.create_task(town.loop.run())
    await asyncio.wait_for(has_begun.wait(), 10)
    running.cancel()
    await asyncio.sleep(0.01)
    may_end.set()
    await asyncio.gather(running, return_exceptions=True)

    assert await town.tally() == {"sent": 1}


async def test_one_that_breaks_spoils_no_other(town: Town) -> None:
    ada, _, _ = await a_game(town)
    broken = town.node.people.account

    async def account(account: UUID) -> Account | None:
        if account == ada.id:
            raise RuntimeError("a bug")
        return await broken(account)

    town.node.people.account = account  # type: ignore[method-assign]

    assert await town.after(MINUTE) == ["bob"]


async def test_guests_without_any_channel_cost_nothing(town: Town) -> None:
    guest, other = somebody("Guest"), somebody("Other")
    for person in (guest, other):
        await town.node.people.add(person)
    await town.begun(guest, other, game="imperial")

    assert await town.after(MINUTE) == []
    assert await town.tally() == {}
    assert town.memory.turns == {}
