"""The service functions that the documents of Cambio ask for, by their names and arguments (rulebook 20.6).

They decide nothing: each leads to the rules of the table's game, like a request. A target is what the body of
`POST /api/game/{id}/power` says beside its `powerType`.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import Refusal
from rondel.server.cells.cells import Cells
from rondel.server.errors import ApiError
from rondel.server.flows.play.calls import call


class CambioServices:
    """What a program inside the server can do with a game of Cambio, by the ids of games and players."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    async def activate_special_power(
        self, game_id: UUID, player_id: UUID, power_type: str, target: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Use the power of the card that the player has just discarded."""
        return await self._call(game_id, player_id, "power", {**target, "powerType": power_type})

    async def call_cambio(self, game_id: UUID, player_id: UUID) -> Mapping[str, Any]:
        """Call Cambio at the start of the player's turn."""
        return await self._call(game_id, player_id, "cambio", {})

    async def calculate_scores(self, game_id: UUID) -> list[Mapping[str, Any]]:
        """The scores of a completed game, in seat order."""
        scores: list[Mapping[str, Any]] = (await self._scores(game_id))["scores"]
        return scores

    async def determine_winner(self, game_id: UUID) -> str | None:
        """The id of the only winner of a completed game; None where players tie."""
        winner: str | None = (await self._scores(game_id))["winnerId"]
        return winner

    async def complete_game(self, game_id: UUID) -> Mapping[str, Any]:
        """Do what is overdue; then return the scores, or refuse while final turns are still to be taken."""
        return await self._scores(game_id)

    async def _call(
        self, game_id: UUID, player_id: UUID, name: str, body: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        cell = self._cells.at(game_id)
        position = await cell.rooms.room(game_id).current()
        account = next((place.account for place in position.table.places if place.id == player_id), None)
        if account is None:
            raise Refusal("UNKNOWN_PLAYER", "No person of that id sits at this table.")
        return await call(cell, account, game_id, name, msgspec.json.encode(body))

    async def _scores(self, game_id: UUID) -> Mapping[str, Any]:
        room = self._cells.at(game_id).rooms.room(game_id)
        position = await room.current()
        found = position.game.calls.get("scores")
        if found is None:
            raise ApiError.of("NO_SUCH_GAME", f"{position.game.title} has no scores of this form.")
        return room.ask(lambda: found.respond(position.game.view(position.state, None), (), position.players))
