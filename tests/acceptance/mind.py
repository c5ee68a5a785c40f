"""How the players of the acceptance run choose: as somebody does who remembers a little and wants to win."""

import random
from typing import Any, Final

GUESS: Final = 6
"""What a card counts that one has not seen."""

CALL_AT: Final = 8
"""One calls with at most so many points in hand, seen and guessed."""

CALL_AFTER: Final = 40
"""In any case one calls after so many turns of the table."""

SWAP_UNSEEN_AT: Final = 4
"""For a card one has not seen, one takes a card of at most so many points."""


class Mind:
    """One seat's memory and its choices; it is given frames, and chooses among the legal actions."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._seen: dict[int, int] = {}

    def hear(self, frame: dict[str, Any], seat: int) -> None:
        """Remember one's own cards that are shown, and forget those that somebody swapped away."""
        for event in frame.get("events", ()):
            if event["type"] in ("SWAP_COMPLETED", "CARD_GIVEN"):
                for slot in event["payload"].get("slots", ()):
                    if slot["seat"] == seat:
                        self._seen.pop(slot["position"], None)
        if frame.get("view"):
            for position, slot in enumerate(frame["view"]["players"][seat]["slots"]):
                if slot["card"] is not None:
                    self._seen[position] = slot["card"]["pointValue"]

    def choose(self, frame: dict[str, Any]) -> Any:
        """One of the legal actions."""
        by_type: dict[str, list[Any]] = {}
        for action in frame["legal"]:
            by_type.setdefault(action["type"], []).append(action)
        if "USE_POWER" in by_type:
            return self._dice.choice(by_type["USE_POWER"])
        if "CALL_CAMBIO" in by_type and self._is_enough(frame["view"]):
            return by_type["CALL_CAMBIO"][0]
        if "DISCARD_CARD" in by_type or "SWAP_CARD" in by_type:
            return self._place(frame["view"], by_type)
        if "DRAW_CARD" in by_type:
            return by_type["DRAW_CARD"][0]
        return self._dice.choice([action for action in frame["legal"] if action["type"] != "CALL_CAMBIO"])

    def _is_enough(self, view: Any) -> bool:
        slots = view["players"][view["you"]]["slots"]
        points = sum(self._seen.get(position, GUESS) for position in range(len(slots)))
        return points <= CALL_AT or int(view["turnNumber"]) > CALL_AFTER

    def _place(self, view: Any, by_type: dict[str, list[Any]]) -> Any:
        points = view["held"]["card"]["pointValue"]
        slots = range(len(view["players"][view["you"]]["slots"]))
        worst = max(slots, key=lambda position: self._seen.get(position, GUESS))
        has_gain = self._seen.get(worst, SWAP_UNSEEN_AT + 1) > points
        discards = by_type.get("DISCARD_CARD")
        swaps = [action for action in by_type.get("SWAP_CARD", ()) if action["payload"]["position"] == worst]
        is_king = view["held"]["power"] == "look_own"  # it has no points, so nobody else would discard it
        if swaps and ((has_gain and not is_king) or not discards):
            self._seen[worst] = points
            return swaps[0]
        return by_type["DISCARD_CARD"][0]
