"""One Action and one Event of every kind."""

from rondel.games.decks.actions import (
    Action,
    ChangeParameters,
    ClearPlayOrder,
    CloseIdle,
    ClosePlanner,
    ConfirmDiscard,
    DealNextHand,
    DeselectFromPlayOrder,
    EndTurn,
    Init,
    LockPlayOrder,
    SelectForPlayOrder,
    StartGame,
    ToggleCardSelection,
)
from rondel.games.decks.events import (
    CardDeselected,
    CardsDiscarded,
    CardSelected,
    DeckReplaced,
    DeckShuffled,
    ErrorRaised,
    Event,
    GameStarted,
    HandDealt,
    HandReturned,
    ParametersChanged,
    PileReshuffled,
    PlannerClosed,
    PlayOrderCleared,
    PlayOrderDeselected,
    PlayOrderLocked,
    PlayOrderSelected,
    StateImported,
    TurnEnded,
    WarningRaised,
)
from rondel.games.decks.game import DECKS
from rondel.games.decks.options import Options
from rondel.games.decks.pieces import HandCard
from rondel.kernel import EVERYONE, HOUSE, Audience
from tests.games.decks.table import decode_action, import_state, override, unstarted

EVERY_ACTION: list[Action] = [
    Init(),
    DealNextHand(),
    EndTurn(),
    ToggleCardSelection("a"),
    ConfirmDiscard(),
    SelectForPlayOrder("a"),
    DeselectFromPlayOrder("a"),
    ClearPlayOrder(),
    LockPlayOrder(),
    ChangeParameters("five", None, immediate_reset=True),
    override(["A"]),
    decode_action("LOAD_PRESET_DECK", {"presetId": "short-26"}),
    decode_action("START_CUSTOM_DECK"),
    decode_action("RESET"),
    import_state({}),
    ClosePlanner(),
    StartGame(),
    CloseIdle(),
]

EVERY_EVENT: list[tuple[Event, Audience]] = [
    (GameStarted(Options()), EVERYONE),
    (DeckReplaced("default", None, ("A",), 1), EVERYONE),
    (DeckShuffled(("A",)), HOUSE),
    (PileReshuffled(1), EVERYONE),
    (HandReturned(("A",)), EVERYONE),
    (HandDealt((HandCard("a", "A"),), 1, 0, planning_phase=False), EVERYONE),
    (WarningRaised("DEAL_SHORT", "Only 1 of 2 cards could be dealt."), EVERYONE),
    (ErrorRaised("JSON_INVALID", "The text cannot be read as JSON."), EVERYONE),
    (CardSelected("a"), 0),
    (CardDeselected("a"), 0),
    (CardsDiscarded(("a",), ("A",), planning_phase=False), EVERYONE),
    (PlayOrderSelected("a", ("a",)), EVERYONE),
    (PlayOrderDeselected("a", ()), EVERYONE),
    (PlayOrderCleared(), EVERYONE),
    (PlayOrderLocked(("a",)), EVERYONE),
    (TurnEnded(2), EVERYONE),
    (ParametersChanged(5, 2), EVERYONE),
    (StateImported(DECKS.view(unstarted().state, None), ()), EVERYONE),
    (PlannerClosed("closed"), EVERYONE),
]
