"""The five service functions of the documents of Cambio, over the rules that requests go through."""

from uuid import UUID, uuid4

import pytest

from rondel.kernel import Refusal
from rondel.server.flows.play.cambio_services import CambioServices
from tests.server.nodes import Club, past_the_view, plays, somebody

RULEBOOK = "cambio"

ADA, BOB = somebody("Ada"), somebody("Bob")


async def begun(club: Club) -> tuple[CambioServices, UUID, list[UUID]]:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    players = (await club.cell.rooms.room(table).current()).players
    return CambioServices(club.cells), table, [UUID(player) for player in players]


async def test_20_6_a_game_is_called_completed_and_scored_by_the_functions_of_the_document() -> None:
    club = Club()
    services, game, (ada, bob) = await begun(club)
    with pytest.raises(Refusal, match="NOT_COMPLETED"):
        await services.complete_game(game)

    called = await services.call_cambio(game, ada)
    await plays(club.cell, BOB, game, "DRAW_CARD", source="deck")
    await plays(club.cell, BOB, game, "SWAP_CARD", position=0)

    assert (called["phase"], called["cambioCallerId"]) == ("final_round", str(ada))
    assert (await services.complete_game(game))["phase"] == "completed"
    scores = {score["playerId"]: score["finalScore"] for score in await services.calculate_scores(game)}
    assert set(scores) == {str(ada), str(bob)}
    winner = await services.determine_winner(game)
    lowest = [player for player, score in scores.items() if score == min(scores.values())]
    assert winner == (lowest[0] if len(lowest) == 1 else None)


async def test_20_6_a_power_is_activated_with_its_target() -> None:
    club = Club()
    services, game, players = await begun(club)
    accounts, number, power = (ADA, BOB), 0, None
    while power not in ("peek_own", "look_own", "peek_opponent"):
        if power is not None:
            await plays(club.cell, accounts[number - 1 & 1], game, "SKIP_POWER")
        me = accounts[number & 1]
        await plays(club.cell, me, game, "DRAW_CARD", source="deck")
        await plays(club.cell, me, game, "DISCARD_CARD")
        pending = (await club.cell.rooms.room(game).current()).state.power
        power = None if pending is None else pending.power_type
        number += 1
    player, other = players[number - 1 & 1], players[number & 1]
    targets: dict[str, dict[str, object]] = {
        "peek_own": {"position": 2},
        "look_own": {},
        "peek_opponent": {"targetPlayerId": str(other), "targetPosition": 1},
    }

    used = await services.activate_special_power(game, player, power, targets[power])

    assert (used["powerType"], used["skipped"], len(used["revealed"])) == (power, False, 1)


async def test_20_6_nobody_plays_for_a_player_who_is_not_there() -> None:
    services, game, _ = await begun(Club())

    with pytest.raises(Refusal, match="UNKNOWN_PLAYER"):
        await services.call_cambio(game, uuid4())
