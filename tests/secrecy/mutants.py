"""Leaks to plant, one at a time: each a small edit of the sources that tells somebody too much."""

from typing import Final, Literal, NamedTuple, TypeAlias

Game: TypeAlias = Literal["cambio", "imperial"]
"""Whose nets are cast: those of Cambio also hold the kernel, the wire and the arena."""


class Mutant(NamedTuple):
    """A leak: in which file under src/rondel, what is replaced by what, what it gives away, in which game."""

    file: str
    old: str
    new: str
    what: str
    game: Game = "cambio"


_VIEW: Final = "games/cambio/view.py"
_KNOWS: Final = "games/cambio/knows.py"
_IMAGINE: Final = "games/cambio/imagine.py"
_EVENTS: Final = "games/cambio/events.py"
_EVOLVE: Final = "games/cambio/evolve.py"
_STATE: Final = "games/cambio/state.py"
_PIECES: Final = "games/cambio/pieces.py"
_OPENING: Final = "games/cambio/opening.py"
_TURN: Final = "games/cambio/turn.py"
_POWERS: Final = "games/cambio/powers.py"
_CALL: Final = "games/cambio/call.py"
_NEXT_TURN: Final = "games/cambio/next_turn.py"
_SNAP: Final = "games/cambio/snap.py"
_SCORE: Final = "games/cambio/score.py"
_CONNECTION: Final = "games/cambio/connection.py"
_LEGAL: Final = "games/cambio/legal.py"
_GUARDS: Final = "games/cambio/guards.py"
_DECIDE: Final = "games/cambio/decide.py"
_DEADLINE: Final = "games/cambio/deadline.py"
_SEAT: Final = "kernel/seat.py"
_UNDO: Final = "kernel/undo.py"
_TABLE: Final = "table/local.py"
_CONTEXT: Final = "table/state.py"
_ARENA: Final = "arena/play.py"

MUTANTS: Final[tuple[Mutant, ...]] = (
    # the View
    Mutant(
        _VIEW,
        "is_seen = _is_known(state, held.card, viewer)",
        "is_seen = True",
        "the held card is shown to all",
    ),
    Mutant(
        _VIEW,
        "is_seen = _is_known(state, held.card, viewer)",
        "is_seen = _is_known(state, held.card, viewer) or viewer is not None",
        "the held card is shown to every seat",
    ),
    Mutant(
        _VIEW,
        "is_seen = _is_known(state, held.card, viewer)",
        "is_seen = _is_known(state, held.card, viewer) or viewer == held.seat + 1",
        "the held card is shown to the next seat as well",
    ),
    Mutant(
        _VIEW,
        "HeldView(held.seat, held.source, faces",
        'HeldView(held.seat, "discard" if held.card[0] in "9K" else held.source, faces',
        "the source of the held card tells a power card",
    ),
    Mutant(
        _VIEW,
        'POWER_OF[held.card] if is_seen and held.source == "deck"',
        'POWER_OF[held.card] if held.source == "deck"',
        "everybody is told what the discard of the held card opens",
    ),
    Mutant(
        _VIEW,
        "        len(state.draw_pile),\n",
        '        len(state.draw_pile) + (state.draw_pile[:1] > ("J",)),\n',
        "the length of the draw pile tells the rank of its top card",
    ),
    Mutant(
        _VIEW,
        "        len(state.discard_pile),\n",
        '        len(state.discard_pile) + (state.draw_pile[-1:] > ("8",)),\n',
        "the number of discards tells the bottom card of the draw pile",
    ),
    Mutant(
        _VIEW,
        "faces[state.discard_pile[-1]] if state.discard_pile else None",
        "faces[state.discard_pile[0]] if state.discard_pile else None",
        "a discard below the top is shown",
    ),
    Mutant(
        _VIEW,
        "        state.turn_number,\n",
        '        state.turn_number + (100 if (state.draw_pile or ("",))[0][-1:] == "H" else 0),\n',
        "the turn number tells hearts on top of the draw pile",
    ),
    Mutant(
        _VIEW,
        "        state.turn_ends_at,\n",
        "        state.turn_ends_at and state.turn_ends_at + len((*state.draw_pile, '')[0]),\n",
        "turnEndsAt is a millisecond later before a ten",
    ),
    Mutant(
        _VIEW,
        "        _players(state, viewer, face_down, faces),\n",
        "        _players(state, 0 if viewer is None else viewer, face_down, faces),\n",
        "a spectator is shown the hand as seat 0 sees it",
    ),
    Mutant(
        _VIEW,
        "        _held(state, viewer, faces),\n",
        "        _held(state, state.current_turn_seat if viewer is None else viewer, faces),\n",
        "a spectator sees the held card as the holder does",
    ),
    Mutant(
        _VIEW,
        "    if state.reveal is None or state.reveal.seat != viewer:",
        "    if state.reveal is None:",
        "a peek is shown to every seat",
    ),
    Mutant(
        _VIEW,
        "state.reveal.seat != viewer:",
        "viewer not in {state.reveal.seat, *(slot.seat for slot in state.reveal.slots)}:",
        "a peek is shown to the owner of the card too",
    ),
    Mutant(
        _VIEW,
        "is_looking = not state.players[viewer].confirmed",
        "is_looking = True",
        "the initial view is still shown after it was confirmed",
    ),
    Mutant(
        _VIEW,
        "[SLOTS[viewer][position] for position in INITIALLY_SEEN]",
        "[slots[position] for slots in SLOTS[: len(state.players)] for position in INITIALLY_SEEN]",
        "the initial view shows the cards of the others too",
    ),
    Mutant(
        _VIEW,
        "[SLOTS[viewer][position] for position in INITIALLY_SEEN]",
        "[SLOTS[viewer][position] for position in (1, *INITIALLY_SEEN)]",
        "the initial view shows a third card",
    ),
    Mutant(
        _VIEW,
        '    if state.phase == "completed":',
        '    if state.phase in ("completed", "final_round"):',
        "the hands are turned over in the final round already",
    ),
    Mutant(
        _VIEW,
        '    if state.phase == "completed":',
        '    if state.phase == "completed" or state.status == "abandoned":',
        "an abandoned table turns the hands over",
    ),
    Mutant(
        _VIEW,
        "                player.score,\n",
        "                sum(len(card or '') for card in player.slots),\n",
        "scores are shown before completion",
    ),
    Mutant(
        _VIEW,
        "                player.confirmed,\n",
        "                player.confirmed and (player.slots[:1] or ('',))[0] != 'AS',\n",
        "whether a seat confirmed tells the ace of spades",
    ),
    Mutant(
        _VIEW,
        "        state.winner_seat,\n",
        "        state.winner_seat if state.scores else min(range(len(state.players)), key=lambda seat:"
        " sum(faces[code].point_value for code in state.players[seat].slots if code)),\n",
        "winnerSeat names who is ahead",
    ),
    Mutant(
        _VIEW,
        "if card is not None and state.known_by.get(card, NOBODY) & bit",
        "if card is not None and state.known_by.get(card, NOBODY)",
        "the memory holds what others have seen",
    ),
    Mutant(
        _VIEW,
        "if card is not None and state.known_by.get(card, NOBODY) & bit",
        "if card is not None and owner == seat",
        "the memory holds all own cards, seen or not",
    ),
    Mutant(
        _VIEW,
        "UNSET if viewer is None or not state.options.memory_aid else _memory(state, viewer, faces)",
        "UNSET if not state.options.memory_aid else _memory(state, viewer or 0, faces)",
        "a spectator has the memory of seat 0",
    ),
    Mutant(
        _VIEW,
        "UNSET if viewer is None or not state.options.memory_aid else _memory(state, viewer, faces)",
        "UNSET if viewer is None else _memory(state, viewer, faces)",
        "the View remembers at a table without memoryAid: faces after their time",
    ),
    Mutant(
        _VIEW,
        "        for owner, player in enumerate(state.players)\n        for position, card",
        "        for owner, player in sorted(enumerate(state.players), key=lambda one: one[1].slots[:1])\n"
        "        for position, card",
        "the memory is in the order of hidden cards",
    ),
    Mutant(
        _VIEW,
        "[_EMPTY if card is None else _HIDDEN for card in player.slots]",
        "[_EMPTY if card is None else _HIDDEN if card[0] != 'K' else SlotView('peeking')"
        " for card in player.slots]",
        "a hidden king looks different",
    ),
    Mutant(
        _VIEW,
        "[_EMPTY if card is None else _HIDDEN for card in player.slots]",
        "[_EMPTY if card is None else SlotView('hidden', Card('X', None, ord(card[0]) + ord(card[1])))"
        " for card in player.slots]",
        "every hidden card carries an id made of its code",
    ),
    Mutant(
        _VIEW,
        "        return face_down\n",
        "        peeked = state.reveal.slots if state.reveal else ()\n"
        "        hands = [\n"
        "            tuple([SlotView('peeking') if SLOTS[seat][at] in peeked else one"
        " for at, one in enumerate(seen.slots)])\n"
        "            for seat, seen in enumerate(face_down)\n"
        "        ]\n",
        "slots being peeked at look so to everybody, the faces lost",
    ),
    # Known
    Mutant(
        _KNOWS,
        "LOOK_OF[code] if marks & bit else None",
        "LOOK_OF[code] if marks else None",
        "Known has the cards that any seat knows",
    ),
    Mutant(
        _KNOWS,
        "LOOK_OF[code] if marks & bit else None",
        "LOOK_OF[code] if marks & bit or bit == mark(None) else None",
        "a spectator's Known has every card on the table",
    ),
    Mutant(
        _KNOWS,
        "LOOK_OF[code] if marks & bit else None",
        "LOOK_OF[code] if marks & bit or code[0] == 'K' else None",
        "Known has every king",
    ),
    Mutant(
        _KNOWS,
        "_place(state, state.held.card, bit)",
        "_place(state, state.held.card, mark(state.held.seat))",
        "Known has the held card as its holder knows it",
    ),
    Mutant(
        _KNOWS,
        "    for code in deck_of(state.options):\n",
        "    for code in state.batch_of:\n",
        "a batch is listed in the order of a dict",
    ),
    Mutant(
        _KNOWS,
        "    for code in deck_of(state.options):\n",
        "    for code in sorted(deck_of(state.options), key=lambda code:"
        " (*state.draw_pile, code).index(code)):\n",
        "a batch is listed in the order of the draw pile",
    ),
    Mutant(
        _KNOWS,
        "    if state.batch == 0:\n        return (_whole_deck(state.options.jokers),)\n",
        "    if state.batch == 0:\n        return (tuple([LOOK_OF[code] for code in state.draw_pile]),)\n",
        "the first batch is the draw pile itself",
    ),
    Mutant(
        _KNOWS,
        "    if state.known_by.get(code, NOBODY) & bit or state",
        "    if state.known_by.get(code, NOBODY) or state",
        "everybody's Known has the caller's hand",
    ),
    Mutant(
        _KNOWS,
        "        view=view(state, viewer),\n",
        "        view=view(state, state.current_turn_seat),\n",
        "Known has the View of the seat whose turn it is",
    ),
    Mutant(
        _KNOWS,
        "    return CardLocation(LOOK_OF[code] if marks & bit else None, marks, state.batch_of[code])",
        "    return CardLocation(LOOK_OF[code] if marks & bit else None, marks | (code[-1] == 'S') << 7,"
        " state.batch_of[code])",
        "the marks of a place tell spades",
    ),
    # imagine
    Mutant(
        _IMAGINE,
        "        order = chance.shuffled(pool)\n",
        "        order = tuple(pool)\n",
        "imagine makes one and the same world",
    ),
    Mutant(
        _IMAGINE,
        "            draw_pile = order[len(spots) :]\n",
        "            draw_pile = tuple(sorted(order[len(spots) :]))\n",
        "imagine sorts the draw pile",
    ),
    Mutant(
        _IMAGINE,
        "        order = chance.shuffled(pool)\n",
        "        order = chance.shuffled(pool)\n"
        "        order = (min(order), *order[1:]) if order else order\n",
        "imagine deals a card twice",
    ),
    Mutant(
        _IMAGINE,
        "self._card(place.card or looks[slot], place.batch, place.known_by)",
        "self._card(place.card or looks[slot], place.batch, NOBODY)",
        "imagine forgets who knows a place",
    ),
    Mutant(
        _IMAGINE,
        "    if limit is None or not slots:\n",
        "    if slots is not None:\n",
        "imagine lets a caller hold more than the limit",
    ),
    Mutant(
        _IMAGINE,
        "    number = chance.below(ways(0, 0, 0, limit))\n",
        "    number = min(0, chance.below(ways(0, 0, 0, limit)))\n",
        "imagine gives a caller always the same cards",
    ),
    Mutant(
        _IMAGINE,
        "self._card(place.card or looks[slot], place.batch, place.known_by)",
        "self._card(looks.get(slot) or place.card, 0, place.known_by)",
        "imagine forgets of which shuffle a card is",
    ),
    # audiences and declarations
    Mutant(
        _EVENTS,
        "        case DrawnCardSeen() | CardRevealed() | PowerAvailable():",
        "        case CardRevealed() | PowerAvailable():",
        "everybody hears what was drawn",
    ),
    Mutant(
        _EVENTS,
        "        case DrawnCardSeen() | CardRevealed() | PowerAvailable():",
        "        case DrawnCardSeen() | PowerAvailable():",
        "everybody hears what was peeked at",
    ),
    Mutant(
        _EVENTS,
        "        case DrawnCardSeen() | CardRevealed() | PowerAvailable():",
        "        case DrawnCardSeen() | CardRevealed():",
        "everybody hears that a power may be used",
    ),
    Mutant(
        _EVENTS,
        "            return event.seat\n",
        "            return event.seat ^ 1\n",
        "what is for one seat goes to its neighbour",
    ),
    Mutant(
        _EVENTS,
        "            return HOUSE\n",
        "            return EVERYONE\n",
        "everybody hears the shuffled order",
    ),
    Mutant(
        _EVENTS, "            return HOUSE\n", "            return 0\n", "seat 0 hears the shuffled order"
    ),
    Mutant(
        _EVENTS,
        "        return event.seat != viewer\n",
        "        return True\n",
        "a discard is said to surprise whoever discards",
    ),
    Mutant(
        _EVENTS,
        "CardSwapped | SnapSucceeded | SnapFailed | GameCompleted)",
        "CardSwapped | SnapSucceeded | SnapFailed | GameCompleted | CardDrawn | PenaltyDealt)",
        "a draw and a penalty are declared reveals",
    ),
    Mutant(
        _EVENTS,
        "(event, CardsDealt | CardSwapped",
        "(event, CardSwapped",
        "the first discard is shown and not declared",
    ),
    Mutant(
        _EVENTS,
        "CardSwapped | SnapSucceeded | SnapFailed",
        "CardSwapped | SnapSucceeded",
        "a wrong snap shows a card and is not declared",
    ),
    Mutant(
        _EVENTS,
        "CardsDealt | CardSwapped | SnapSucceeded",
        "CardsDealt | SnapSucceeded",
        "a swap shows a card and is not declared",
    ),
    Mutant(
        _EVENTS,
        "        return event.seat == viewer\n",
        "        return True\n",
        "a peek is said to surprise whoever did not peek",
    ),
    # what is kept in mind
    Mutant(
        _EVOLVE,
        "_known_too(state, _held(state).card, mark(event.seat))",
        "_known_too(state, _held(state).card, EVERYBODY)",
        "everybody is taken to know what one seat drew",
    ),
    Mutant(
        _EVOLVE,
        "known_by.get(code, NOBODY) | mark(event.seat)}",
        "known_by.get(code, NOBODY) | EVERYBODY}",
        "everybody is taken to know what one seat peeked at",
    ),
    Mutant(
        _EVOLVE,
        "known_by={code: marks for code, marks in state.known_by.items() if code not in shuffled},",
        "known_by=state.known_by,",
        "a reshuffle leaves the marks on its cards",
    ),
    Mutant(
        _EVOLVE,
        "    return _laid(_laid(state, one.seat, one.position, others), other.seat, other.position, ones)",
        "    swapped = _laid(state, one.seat, one.position, others)\n"
        "    swapped = _laid(swapped, other.seat, other.position, ones)\n"
        "    return replace(swapped, known_by=_known_too(swapped, others, mark(event.seat)))",
        "a blind swap teaches the swapper a card",
    ),
    Mutant(
        _EVOLVE,
        "    return replace(state, players=_put(state.players, event.seat, player), draw_pile=draw_pile)",
        "    taken = state.draw_pile[: len(event.positions)]\n"
        "    known_by = {**state.known_by, **dict.fromkeys(taken, mark(event.seat))}\n"
        "    players = _put(state.players, event.seat, player)\n"
        "    return replace(state, players=players, draw_pile=draw_pile, known_by=known_by)",
        "a penalty card is known to whoever gets it",
    ),
    Mutant(
        _EVOLVE,
        "    return _laid(taken, event.target_seat, event.target_position, code)",
        "    given = _laid(taken, event.target_seat, event.target_position, code)\n"
        "    return replace(given, known_by=_known_too(given, code, mark(event.target_seat)))",
        "a given card is known to whoever gets it",
    ),
    Mutant(
        _EVOLVE,
        "    slots = (*player.slots[:position], _held(state).card, *player.slots[position + 1 :])\n",
        "    slots = (*player.slots[:position], _held(state).card, *player.slots[position + 1 :])\n"
        "    state = replace(state, known_by=_known_too(state, _held(state).card, EVERYBODY))\n",
        "everybody is taken to know what was swapped in",
    ),
    Mutant(
        _EVOLVE,
        "tuple(seen.slot for seen in event.cards), event.until)",
        "tuple(seen.slot for seen in event.cards), event.until + event.cards[0].card.point_value)",
        "the end of a peek tells the points of the card",
    ),
    Mutant(
        _EVOLVE,
        "        turn_ends_at=event.ends_at,\n",
        "        turn_ends_at=event.ends_at and event.ends_at + (state.draw_pile[:1] > ('8',)),\n",
        "the end of a turn tells the top of the draw pile",
    ),
    Mutant(
        _STATE,
        "1 << (6 if viewer is None else viewer)",
        "1 << (0 if viewer is None else viewer)",
        "those who watch know what seat 0 knows",
    ),
    Mutant(
        _PIECES,
        "INITIALLY_SEEN: Final[tuple[Position, ...]] = (2, 3)",
        "INITIALLY_SEEN: Final[tuple[Position, ...]] = (1, 2, 3)",
        "each seat sees three of its cards at the start",
    ),
    # the deal
    Mutant(
        _OPENING,
        "CardRevealed(seat, _initial_cards(dealt, seat), until",
        "CardRevealed(seat, _initial_cards(dealt, (seat + 1) % len(seats)), until",
        "each seat is shown the cards of the next",
    ),
    Mutant(
        _OPENING,
        "    story.emit(InitialViewStarted(until))\n",
        "    until += len(order[0])\n    story.emit(InitialViewStarted(until))\n",
        "the end of the initial view tells that the first card is a ten",
    ),
    Mutant(
        _OPENING,
        "    story.emit(GameStarted(seat_specs, options, first))\n",
        "    first = deck_of(options).index(order[0]) % len(seats)\n"
        "    story.emit(GameStarted(seat_specs, options, first))\n",
        "who plays first tells a hidden card",
    ),
    Mutant(
        _OPENING,
        '        story.emit(CardHidden(seat, initial_slots(seat), "expired"))\n',
        "        slots = sorted(initial_slots(seat), key=lambda slot: card_in(story.state, slot))\n"
        '        story.emit(CardHidden(seat, tuple(slots), "expired"))\n',
        "the slots of an expired initial view are in the order of their cards",
    ),
    # a turn
    Mutant(
        _TURN,
        'CardDrawn(seat, "deck")',
        'CardDrawn(seat, "deck", faces_of(state.options)[state.draw_pile[0]])',
        "the public event of a draw has the card",
    ),
    Mutant(
        _TURN,
        "    story.emit(DeckReshuffled(len(buried)))\n"
        '    story.emit(DeckShuffled(story.chance.stream("deck").shuffled(buried), state.batch + 1))\n',
        '    order = story.chance.stream("deck").shuffled(buried)\n'
        "    story.emit(DeckReshuffled(len(buried) + (order[-1][-1] == 'S')))\n"
        "    story.emit(DeckShuffled(order, state.batch + 1))\n",
        "the count of a reshuffle tells its last card",
    ),
    Mutant(
        _TURN,
        "    face = faces_of(state.options)[discarded]\n",
        "    face = faces_of(state.options)[state.held.card if state.held else discarded]\n",
        "a swap tells the card swapped in, not the one put out",
    ),
    Mutant(
        _TURN,
        "    if discarded is None:\n",
        '    if discarded is None or discarded[0] == "K":\n',
        "a swap is refused for a hidden king",
    ),
    Mutant(
        _TURN,
        "has no card at position {position} to swap.",
        "has no card at position {position} to swap, but {state.players[seat].slots}.",
        "the refusal of a swap names the hand",
    ),
    Mutant(
        _TURN,
        "    if not state.discard_pile:\n",
        '    if not state.discard_pile or state.draw_pile[:1] > ("8",):\n',
        "whether a discard may be drawn depends on the top of the draw pile",
    ),
    Mutant(
        _TURN,
        '"Nobody may draw from the discard pile at this table."',
        'f"Nobody may draw from the discard pile at this table; draw {state.draw_pile[:1]}."',
        "the refusal of a draw names the top of the draw pile",
    ),
    Mutant(
        _TURN,
        'f"Seat {seat} drew from the discard pile and must swap, not discard."',
        'f"Seat {seat} drew from the discard pile and must swap, not discard, as {story.state!r}."',
        "a refusal has repr(state) in it",
    ),
    # powers
    Mutant(
        _POWERS,
        "story.now + span if span else None",
        "story.now + span + (state.draw_pile[:1] > ('8',)) if span else None",
        "the end of a power tells the top of the draw pile",
    ),
    Mutant(
        _POWERS,
        "            return any(state.players[seat].slots)\n",
        "            return any(code and code[-1] in 'HD' for code in state.players[seat].slots)\n",
        "a peek is skipped where no own card is red",
    ),
    Mutant(
        _POWERS,
        "    story.emit(CardRevealed(seat, seen, story.now + state.options.peek_ms, power_type))",
        "    peek_ms = state.options.peek_ms + seen[0].card.point_value\n"
        "    story.emit(CardRevealed(seat, seen, story.now + peek_ms, power_type))",
        "the length of a peek tells the points of the card",
    ),
    Mutant(
        _POWERS,
        "    story.emit(PowerActivated(seat, power_type, slots))\n    story.emit(CardRevealed",
        "    told: PowerType = 'look_own' if seen[0].card.rank in 'AK' else power_type\n"
        "    story.emit(PowerActivated(seat, told, slots))\n    story.emit(CardRevealed",
        "the type of a power as told depends on the rank that it shows",
    ),
    Mutant(
        _POWERS,
        "for slot in slots)\n    story.emit(PowerActivated",
        "for slot in own_slots(state, slots[0].seat))\n    story.emit(PowerActivated",
        "a peek shows the whole hand",
    ),
    Mutant(
        _POWERS,
        "        if card_at(state, slot.seat, slot.position) is None:\n",
        "        if (card_at(state, slot.seat, slot.position) or 'K')[0] == 'K':\n",
        "a power is refused for a hidden king",
    ),
    Mutant(
        _POWERS,
        'f"Seat {seat} may not use {power_type} on these slots."',
        'f"Seat {seat} may not use {power_type} on {[card_in(state, slot) for slot in slots]}."',
        "the refusal of a power names the cards it was aimed at",
    ),
    Mutant(
        _POWERS,
        "        story.emit(SwapCompleted(seat, slots))\n",
        "        ordered = sorted(slots, key=lambda slot: card_in(state, slot))\n"
        "        story.emit(SwapCompleted(seat, tuple(ordered)))\n",
        "the slots of a blind swap are told in the order of their cards",
    ),
    Mutant(
        _POWERS,
        "    story.emit(CardHidden(reveal.seat, reveal.slots, reason))\n",
        "    slots = sorted(reveal.slots, key=lambda slot: card_in(story.state, slot))\n"
        "    story.emit(CardHidden(reveal.seat, tuple(slots), reason))\n",
        "the slots hidden again are told in the order of their cards",
    ),
    Mutant(
        _POWERS,
        "(story.chance.pick(own_slots(story.state, seat)),)",
        "(story.chance.pick(sorted(own_slots(story.state, seat),"
        " key=lambda slot: card_in(story.state, slot))),)",
        "which card a king looks at depends on the order of the hidden cards",
    ),
    Mutant(
        _POWERS,
        '            return [(slot,) for slot in own_slots(state, seat)]\n        case "peek_opponent"',
        "            slots = sorted(own_slots(state, seat), key=lambda slot: card_in(state, slot))\n"
        '            return [(slot,) for slot in slots]\n        case "peek_opponent"',
        "the uses of a power are listed in the order of hidden cards",
    ),
    # the call
    Mutant(
        _CALL,
        "    if not all(state.known_by.get(code, NOBODY) & bit for code in cards):\n        return False\n",
        "    assert NOBODY & bit == 0\n",
        "the call limit is tested on cards the seat has not seen",
    ),
    Mutant(
        _CALL,
        'f"Seat {seat} may not call; it must know its cards to be at most {limit} points."',
        'f"Seat {seat} may not call; it must know its cards to be at most {limit} points, not "\n'
        '            f"{sum(faces_of(state.options)[code].point_value for code in cards_of(state, seat))}."',
        "the refusal of a call tells the sum of the hand",
    ),
    Mutant(
        _CALL,
        'f"Seat {seat} may not call before {least} turns of its own."',
        'f"Seat {seat} may not call before {least} turns of its own, with {cards_of(state, seat)}."',
        "the refusal of an early call names the hand",
    ),
    # between turns
    Mutant(
        _NEXT_TURN,
        "    story.emit(CambioCalled(seat, is_automatic))\n",
        "    has_king = any(code and code[0] == 'K' for code in story.state.players[seat].slots)\n"
        "    story.emit(CambioCalled(seat, is_automatic or has_king))\n",
        "a call is told as automatic where the caller has a king",
    ),
    Mutant(
        _NEXT_TURN,
        "story.now + state.options.snap_window_ms))",
        "story.now + state.options.snap_window_ms + sum(code is not None and"
        " code[0] == state.discard_pile[-1][0] for player in state.players for code in player.slots)))",
        "the end of a snap window tells how many cards match",
    ),
    Mutant(
        _NEXT_TURN,
        "    return any(any(state.players[target].slots) for target in snap_targets(state, seat))",
        "    return any(code and code[0] == state.discard_pile[-1][0]\n"
        "        for target in snap_targets(state, seat) for code in state.players[target].slots)",
        "a snap window closes at once where nobody has a match",
    ),
    Mutant(
        _NEXT_TURN,
        "        return now + state.options.turn_ms\n",
        "        return now + state.options.turn_ms + (state.players[seat].slots[:1] > ('8',))\n",
        "the end of a turn tells a hidden card of the seat",
    ),
    # snap
    Mutant(
        _SNAP,
        "    if RANK_OF[code] == RANK_OF[state.discard_pile[-1]]:\n",
        "    if RANK_OF[code] in 'AK' and RANK_OF[code] != RANK_OF[state.discard_pile[-1]]:\n"
        '        raise Refusal("INVALID_TARGET", "That card does not match.")\n'
        "    if RANK_OF[code] == RANK_OF[state.discard_pile[-1]]:\n",
        "a wrong snap of an ace or king is refused, not punished",
    ),
    Mutant(
        _SNAP,
        "    if not may_snap(story.state, seat):\n",
        "    hand = story.state.players[seat].slots\n"
        "    if RANK_OF[story.state.discard_pile[-1]] in [RANK_OF[code] for code in hand if code]:\n"
        '        raise Refusal("WRONG_STEP", "You have a match.")\n'
        "    if not may_snap(story.state, seat):\n",
        "a pass is refused to a seat that has a match",
    ),
    Mutant(
        _SNAP,
        'f"Seat {seat} has had its try at this discard."',
        'f"Seat {seat} has had its try at this discard with {state.players[seat]}."',
        "the refusal of a second snap names the hand",
    ),
    Mutant(
        _SNAP,
        "positions_of(story.state, giver)[0])",
        "min(positions_of(story.state, giver), key=lambda one: story.state.players[giver].slots[one] or ''))",
        "the card given when time is up depends on the hidden hand",
    ),
    Mutant(
        _SNAP,
        "        positions = _free_positions(state, seat)[: min(left, len(state.draw_pile))]\n",
        "        positions = _free_positions(state, seat)[: min(left, len(state.draw_pile))]\n"
        "        positions = positions[: 1 + (state.draw_pile[:1] > ('8',))]\n",
        "whether penalty cards come together tells the top of the draw pile",
    ),
    Mutant(
        _SNAP,
        "    left: int = story.state.options.wrong_snap_cards\n",
        "    left: int = story.state.options.wrong_snap_cards + (story.state.draw_pile[:1] > ('8',))\n",
        "the number of penalty cards tells the top of the draw pile",
    ),
    # scores
    Mutant(
        _SCORE,
        "    if state.ending is None:\n        return None\n",
        "    if state.ending is None:\n"
        "        if state.phase != 'final_round':\n            return None\n"
        "        state = __import__('msgspec').structs.replace(state, ending='cambio',"
        " scores=calculate_scores(state))\n",
        "the outcome is told in the final round already",
    ),
    # connection
    Mutant(
        _CONNECTION,
        '            powers.hide(story, "disconnected")\n',
        "            reveal = before.reveal\n"
        "            assert reveal is not None\n"
        "            has_king = any((before.players[one.seat].slots[one.position] or '')[0] in 'AK'"
        " for one in reveal.slots)\n"
        '            powers.hide(story, "expired" if has_king else "disconnected")\n',
        "how a peek ended tells what was peeked at",
    ),
    # legal lists and who is to act
    Mutant(
        _LEGAL,
        "        for position in positions_of(state, target)\n    ]",
        "        for position in positions_of(state, target)\n"
        "        if (state.players[target].slots[position] or '')[0] == state.discard_pile[-1][0]\n    ]",
        "only the snaps that would be right are listed",
    ),
    Mutant(
        _LEGAL,
        "frozenset(seat for seat in seats if may_snap(state, seat))",
        "frozenset(seat for seat in seats if may_snap(state, seat) and any(code and"
        " code[0] == state.discard_pile[-1][0] for code in state.players[seat].slots))",
        "to_act names the seats that have a match",
    ),
    Mutant(
        _LEGAL,
        "[_SWAPS[position] for position in positions_of(state, seat)]",
        "[_SWAPS[position] for position in sorted(positions_of(state, seat),"
        " key=lambda one: state.players[seat].slots[one] or '')]",
        "swaps are listed in the order of the hidden cards",
    ),
    Mutant(
        _LEGAL,
        "[_GIVES[position] for position in positions_of(state, seat)]",
        "[_GIVES[position] for position in sorted(positions_of(state, seat),"
        " key=lambda one: state.players[seat].slots[one] or '')]",
        "gifts are listed in the order of the hidden cards",
    ),
    Mutant(
        _LEGAL,
        '    if state.phase == "playing" and refuse_call(state, seat) is None:\n',
        '    is_low = state.draw_pile[:1] < ("4",)\n'
        '    if state.phase == "playing" and refuse_call(state, seat) is None and not is_low:\n',
        "whether a call is listed depends on the top of the draw pile",
    ),
    # refusals
    Mutant(
        _GUARDS,
        "it is for seat {owner} to move.",
        "it is for seat {owner} to move, with {state.held}.",
        "the refusal out of turn names the held card",
    ),
    Mutant(
        _GUARDS,
        'f"Seat {seat} may not do this in step {step}."',
        'f"Seat {seat} may not do this in step {step}, before {state.draw_pile[:1]}."',
        "the refusal in a wrong step names the top of the draw pile",
    ),
    Mutant(
        _GUARDS,
        'f"Discard {action.discard_version} is not the present one."',
        'f"Discard {action.discard_version} is not the present one for {state.players[seat].slots}."',
        "the refusal of a stale snap names the hand",
    ),
    Mutant(
        _GUARDS,
        "    if action.discard_version != state.discard_version:\n",
        "    if action.discard_version != state.discard_version and state.draw_pile[:1] > ('8',):\n"
        '        raise Refusal("WRONG_STEP", "There is no such discard.")\n'
        "    if action.discard_version != state.discard_version:\n",
        "the code of a refusal depends on the top of the draw pile",
    ),
    Mutant(
        _DECIDE,
        '"Only those who sit at the table may act; you watch."',
        'f"Only those who sit at the table may act; you watch {state.players}."',
        "the refusal of a spectator names every hand",
    ),
    Mutant(
        _DECIDE,
        'f"Seat {actor} may not do this; it is for the house to do."',
        'f"Seat {actor} may not do this; it is for the house to do: {state.draw_pile}."',
        "the refusal of a house action names the draw pile",
    ),
    Mutant(
        _DECIDE,
        'f"Nothing more may be done; the game is {state.status}."',
        'f"Nothing more may be done; the game is {state.status}: {state.players}."',
        "the refusal after an abandoned game names the hands",
    ),
    Mutant(
        _DECIDE,
        'raise Refusal("NOT_SEATED", "Only those who sit at the table may act; you watch.")',
        'raise Refusal("NOT_SEATED", "Only those who sit at the table may act; you watch.") from'
        " KeyError(state.draw_pile)",
        "the cause of a refusal, as a traceback shows it, has the draw pile",
    ),
    # deadlines
    Mutant(
        _DEADLINE,
        "Deadline(state.reveal.until, HideCard())",
        "Deadline(state.reveal.until + len(state.draw_pile[:1] and state.draw_pile[0]), HideCard())",
        "the deadline of a peek tells a ten on top of the draw pile",
    ),
    Mutant(
        _DEADLINE,
        "_at(state.turn_ends_at, ExpireTurn())",
        "_at(state.turn_ends_at and state.turn_ends_at + (state.held is not None and"
        " state.held.card > '8'), ExpireTurn())",
        "the deadline of a turn tells the held card",
    ),
    Mutant(
        _DEADLINE,
        "Deadline(state.snap.closes_at, CloseSnapWindow())",
        "Deadline(state.snap.closes_at + sum(code is not None and code[0] == state.discard_pile[-1][0]"
        " for player in state.players for code in player.slots), CloseSnapWindow())",
        "the deadline of a snap window tells how many cards match",
    ),
    # the kernel and the wire
    Mutant(
        _SEAT,
        "(viewer is not None and audience == viewer)",
        "viewer is not None",
        "every seat hears what is for another",
    ),
    Mutant(
        _SEAT,
        "(viewer is not None and audience == viewer)",
        "(viewer is None or audience == viewer)",
        "a spectator hears what is for a seat",
    ),
    Mutant(
        _SEAT,
        "    if audience is HOUSE:\n        return False\n",
        "    if audience is HOUSE:\n        return viewer is None\n",
        "a spectator hears what is for the house",
    ),
    Mutant(
        _SEAT,
        "    if audience is HOUSE:\n        return False\n",
        "    if audience is HOUSE:\n        return viewer == 1\n",
        "seat 1 hears what is for the house",
    ),
    Mutant(
        _TABLE,
        "if observes(viewer, self.game.audience(event))]",
        "if viewer is not None or observes(viewer, self.game.audience(event))]",
        "a table sends every event to every seat",
    ),
    Mutant(
        _TABLE,
        "seen = row.events if row.is_tables_own else",
        "seen = row.events if row.is_tables_own or viewer == row.actor else",
        "whoever acts is sent the events of the house with its own",
    ),
    Mutant(
        _TABLE,
        "secret = None if outcome.is_abandoned else self.context.secret.hex()",
        "secret = self.context.secret.hex()",
        "the secret of an abandoned table is told",
    ),
    Mutant(
        _CONTEXT,
        "        return Chance(self.secret, self.header.table",
        "        return Chance(bytes(32), self.header.table",
        "the rng of a table does not need its secret",
    ),
    Mutant(
        _TABLE,
        "            commitment(secret, table_id).hex(),\n",
        "            secret.hex(),\n",
        "the commitment is the secret itself",
    ),
    Mutant(
        _UNDO,
        "        game.reveals(event, viewer) for viewer in range(game.seats[-1])\n",
        "        game.reveals(event, viewer) and False for viewer in range(game.seats[-1])\n",
        "a peek may be taken back by whoever peeked",
    ),
    # the arena
    Mutant(
        _ARENA,
        '    rng = [Chance.of_seed(f"{seed} seat {seat}") for seat in range(len(bots))]\n',
        '    rng = [table.context.chance({"": seat + 1}) for seat in range(len(bots))]\n',
        "a bot is handed the table's rng",
    ),
    Mutant(
        _ARENA,
        "    return bot(game.knows(state, seat), game.view(state, seat), legal, rng)",
        "    return bot(state, game.view(state, seat), legal, rng)",
        "a bot is handed the State",
    ),
    Mutant(
        _ARENA,
        "    return bot(game.knows(state, seat), game.view(state, seat), legal, rng)",
        "    return bot(game.knows(state, seat), game.view(state, (seat + 1) % 2), legal, rng)",
        "a bot is handed another seat's View",
    ),
)
