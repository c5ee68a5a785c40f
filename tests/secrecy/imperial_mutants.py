"""Leaks to plant in Imperial, one at a time: sealed bids and votes that somebody hears or sees too early."""

from typing import Final

from tests.secrecy.mutants import Mutant

_VIEW: Final = "games/imperial/view.py"
_KNOWS: Final = "games/imperial/knows.py"
_IMAGINE: Final = "games/imperial/imagine.py"
_EVENTS: Final = "games/imperial/events.py"
_EVOLVE: Final = "games/imperial/evolve.py"
_EVOLVE_MANEUVER: Final = "games/imperial/evolve_maneuver.py"
_STATE: Final = "games/imperial/state.py"
_AUCTION: Final = "games/imperial/auction.py"
_TURN: Final = "games/imperial/turn.py"
_PEACE: Final = "games/imperial/peace.py"
_CLOCK: Final = "games/imperial/clock.py"
_GUARDS: Final = "games/imperial/guards.py"
_LEGAL: Final = "games/imperial/legal.py"
_SCORE: Final = "games/imperial/score.py"
_HISTORY: Final = "games/imperial/history.py"

_SHOWN: Final = "is_bid_shown=is_open or seat == viewer"
_VOTED: Final = "tuple(ballot.seat for ballot in voting.ballots), Tally(), Tally()"
_VOTERS: Final = "voters=tuple(ballot.seat for ballot in vote.ballots)"


def _leak(file: str, old: str, new: str, what: str) -> Mutant:
    return Mutant(file, old, new, what, "imperial")


IMPERIAL_MUTANTS: Final[tuple[Mutant, ...]] = (
    # the View: bids
    _leak(_VIEW, _SHOWN, "is_bid_shown=True", "sealed bids are shown to all"),
    _leak(_VIEW, _SHOWN, f"{_SHOWN} or viewer is not None", "sealed bids are shown to every seat"),
    _leak(_VIEW, _SHOWN, f"{_SHOWN} or viewer is None", "sealed bids are shown to spectators"),
    _leak(_VIEW, _SHOWN, f"{_SHOWN} or seat + 1 == viewer", "a sealed bid is shown to the next seat"),
    _leak(_VIEW, _SHOWN, f"{_SHOWN} or player.bid == 0", "a pass is shown at once"),
    _leak(
        _VIEW,
        'is_open = state.mode == "buy-bid"',
        'is_open = state.mode == "buy-bid" or (state.mode == "bid" and len(up) == 1)',
        "bids are open to the last bidder",
    ),
    _leak(
        _VIEW,
        "        player.money,\n",
        "        player.money - (player.bid or 0),\n",
        "a bid leaves the cash",
    ),
    _leak(
        _VIEW, "cash_value(player),", "cash_value(player) - (player.bid or 0),", "a bid leaves the cash value"
    ),
    _leak(
        _VIEW, "score(worth, player),", "score(worth, player) + (player.bid == 0),", "the score tells a pass"
    ),
    _leak(_VIEW, "        is_up,\n", "        is_up or player.bid == 0,\n", "whoever passed seems to be up"),
    _leak(
        _VIEW,
        "        player.banked,\n",
        "        player.banked + (player.bid or 0) % 2,\n",
        "time tells odd bids",
    ),
    _leak(
        _VIEW,
        "        state.bidders,\n",
        "        tuple(sorted(state.bidders, key=lambda seat: -(state.players[seat].bid or 0))),\n",
        "the bidders stand in the order of their bids",
    ),
    _leak(
        _VIEW,
        "        state.bid_buy_order,\n",
        "        state.bid_buy_order or tuple(s for s in state.bidders if (state.players[s].bid"
        " or 0) >= 200),\n",
        "the buyers are named before the bids are open",
    ),
    _leak(
        _VIEW,
        "        state.turn_id,\n",
        "        state.turn_id + sum((player.bid or 0) % 2 for player in state.players),\n",
        "the number of the turn tells odd bids",
    ),
    # the View: votes
    _leak(
        _VIEW,
        _VOTED,
        "tuple(ballot.seat for ballot in sorted(voting.ballots, key=lambda each:"
        " each.proposal)), Tally(), Tally()",
        "voters stand in the order of their sides",
    ),
    _leak(
        _VIEW,
        _VOTED,
        "tuple(ballot.seat for ballot in voting.ballots), Tally(sum(b.proposal == 1 for b in"
        " voting.ballots)), Tally()",
        "the tally of proposal 1 is shown during the vote",
    ),
    _leak(
        _VIEW,
        _VOTED,
        "tuple(ballot.seat for ballot in voting.ballots), Tally(),"
        " Tally(voters=tuple(b.seat for b in voting.ballots if b.proposal == 2))",
        "the voters of proposal 2 are shown during the vote",
    ),
    _leak(
        _VIEW,
        _VOTED,
        "tuple(ballot.seat for ballot in voting.ballots if ballot.proposal == 1), Tally(), Tally()",
        "only who voted for proposal 1 is said to have voted",
    ),
    _leak(
        _VIEW,
        _VOTERS,
        "voters=tuple(ballot.seat for ballot in sorted(vote.ballots, key=lambda each: each.accept))",
        "voters on peace stand in the order of their sides",
    ),
    _leak(
        _VIEW,
        _VOTERS,
        "voters=tuple(ballot.seat for ballot in vote.ballots if ballot.accept)",
        "only who accepts is said to have voted on peace",
    ),
    _leak(
        _VIEW,
        "        via=vote.via,\n",
        "        via=vote.via,\n        accept_votes=sum(ballot.accept for ballot in vote.ballots),\n",
        "the votes for peace are counted openly",
    ),
    _leak(
        _VIEW,
        "        via=vote.via,\n",
        "        via=vote.via,\n        reject_votes=sum(not ballot.accept for ballot in vote.ballots),\n",
        "the votes against peace are counted openly",
    ),
    # open ballots, where they are not wanted, and more than they open
    _leak(
        _VIEW,
        "    if state.options.open_ballots:\n        votes = tallies",
        "    if state.options:\n        votes = tallies",
        "votes are shown though ballots are sealed",
    ),
    _leak(
        _VIEW,
        "    if not state.options.open_ballots:\n        return seen",
        "    if state.mode is None:\n        return seen",
        "votes on peace are shown though ballots are sealed",
    ),
    _leak(
        _VIEW,
        'is_open = state.mode == "buy-bid"',
        'is_open = state.mode == "buy-bid" or state.options.open_ballots',
        "where ballots are open, bids are too",
    ),
    _leak(
        _TURN,
        "    if story.state.options.open_ballots:\n",
        "    if story.state.voting:\n",
        "everybody hears a vote though ballots are sealed",
    ),
    _leak(
        _PEACE,
        "    if story.state.options.open_ballots:\n",
        "    if story.state.peace_vote:\n",
        "everybody hears a vote on peace though ballots are sealed",
    ),
    # what a seat knows, and so its bot
    _leak(
        _KNOWS,
        "None if viewer is None else state.players[viewer].bid",
        "state.players[viewer or 0].bid",
        "a spectator knows the bid of seat 0",
    ),
    _leak(
        _KNOWS,
        "None if viewer is None else state.players[viewer].bid",
        "None if viewer is None else max((p.bid for p in state.players if p.bid is not None), default=None)",
        "a bot knows the highest bid",
    ),
    _leak(
        _KNOWS,
        "(ballot.proposal for ballot in ballots if ballot.seat == viewer)",
        "(ballot.proposal for ballot in ballots)",
        "a bot knows the first vote",
    ),
    _leak(
        _KNOWS,
        "(ballot.proposal for ballot in ballots if ballot.seat == viewer)",
        "(ballot.proposal for ballot in ballots if ballot.seat == (viewer or 0))",
        "a spectator knows the vote of seat 0",
    ),
    _leak(
        _KNOWS,
        "(ballot.accept for ballot in ballots if ballot.seat == viewer)",
        "(ballot.accept for ballot in ballots if viewer in (ballot.seat, None))",
        "a spectator knows a vote on peace",
    ),
    # whom an event is for, and what it tells
    _leak(
        _EVENTS,
        "BidSealed | VoteSealed | PeaceVoteSealed):\n        return event.seat",
        "VoteSealed | PeaceVoteSealed):\n        return event.seat",
        "everybody hears a bid",
    ),
    _leak(
        _EVENTS,
        "BidSealed | VoteSealed | PeaceVoteSealed):\n        return event.seat",
        "BidSealed | PeaceVoteSealed):\n        return event.seat",
        "everybody hears a vote",
    ),
    _leak(
        _EVENTS,
        "BidSealed | VoteSealed | PeaceVoteSealed):\n        return event.seat",
        "BidSealed | VoteSealed):\n        return event.seat",
        "everybody hears a vote on peace",
    ),
    _leak(
        _EVENTS,
        "        return event.seat\n",
        "        return (event.seat + 1) % 2\n",
        "what is sealed goes to the wrong seat",
    ),
    _leak(
        _AUCTION,
        "    story.emit(BidPlaced(seat))\n",
        "    if amount:\n        story.emit(BidPlaced(seat))\n",
        "a pass is not announced as a bid",
    ),
    _leak(
        _AUCTION,
        "    submit(story, seat)\n    place(",
        "    submit(story, seat, auto=not amount)\n    place(",
        "a pass is announced as the house's",
    ),
    _leak(
        _AUCTION,
        "    if all(state.players[bidder].bid is not None for bidder in state.bidders):",
        "    if sum(state.players[bidder].bid is None for bidder in state.bidders) <="
        " (len(state.bidders) > 2):",
        "bids are laid open before the last seat has bid",
    ),
    _leak(
        _TURN,
        "    story.emit(VoteCast(seat))\n",
        "    if proposal == 1:\n        story.emit(VoteCast(seat))\n",
        "a vote for proposal 2 is not announced",
    ),
    _leak(
        _TURN,
        "        story.emit(VoteSealed(seat, proposal))\n",
        "        story.emit(VoteSealed(seat, proposal))\n        if proposal == 2:\n"
        "            story.emit(VoteCast(seat))\n",
        "a vote for proposal 2 is announced twice",
    ),
    _leak(
        _TURN,
        "    winner = winner_of(story.state, ballots)\n",
        "    winner = winner_of(story.state, ballots) or (proposal if len(ballots) > 1 else None)\n",
        "a vote is laid open before it is decided",
    ),
    _leak(
        _PEACE,
        "    story.emit(PeaceVoteCast(seat))\n",
        "    if is_accepting:\n        story.emit(PeaceVoteCast(seat))\n",
        "a vote against peace is not announced",
    ),
    _leak(
        _PEACE,
        "    elif is_accepted is None:\n",
        "    elif is_accepted is None and is_accepting:\n"
        "        story.emit(PeaceVoteSealed(seat, is_accepting))\n"
        "        story.emit(PeaceVoteCast(seat))\n    elif is_accepted is None:\n",
        "a vote for peace is announced twice",
    ),
    _leak(
        _SCORE,
        "        story.emit(GameEnded(ending, nation, (), ()))\n",
        "        story.emit(GameEnded(ending, nation, tuple(p.bid or 0 for p in state.players), ()))\n",
        "an abandoned table tells the bids",
    ),
    _leak(
        _SCORE,
        "        story.emit(GameEnded(ending, nation, (), ()))\n",
        "        sides = [b.proposal for b in state.voting.ballots] if state.voting else []\n"
        "        story.emit(GameEnded(ending, nation, tuple(sides), ()))\n",
        "an abandoned table tells the votes",
    ),
    # what stays in the public part of the State
    _leak(
        _EVOLVE,
        "event.seat, bid=event.amount)",
        "event.seat, bid=event.amount, swiss=not event.amount)",
        "a pass marks its seat",
    ),
    _leak(
        _EVOLVE,
        "replace(state, voting=replace(state.voting, ballots=ballots))",
        "replace(state, voting=replace(state.voting, ballots=ballots), same_turn=event.proposal == 1)",
        "sameTurn tells the last vote",
    ),
    _leak(
        _EVOLVE,
        "    ballots = (*state.voting.ballots, Ballot(event.seat, event.proposal))\n",
        "    ballots = (*state.voting.ballots, Ballot(event.seat, event.proposal))[:: 1 if"
        " event.proposal == 1 else -1]\n",
        "the order of the voters turns with a vote for 2",
    ),
    _leak(
        _EVOLVE_MANEUVER,
        "replace(state.peace_vote, ballots=ballots))",
        "replace(state.peace_vote, ballots=ballots), turn_id=state.turn_id + event.accept)",
        "the number of the turn tells votes for peace",
    ),
    # who is to act, deadline and clock
    _leak(
        _STATE,
        "if state.players[seat].bid is None])",
        "if not state.players[seat].bid])",
        "whoever passed is still action",
    ),
    _leak(
        _STATE,
        "tuple([ballot.seat for ballot in vote.ballots])",
        'tuple([each.seat for each in vote.ballots if getattr(each, "proposal", 1) == 1])',
        "whoever voted for 2 is still action",
    ),
    _leak(
        _STATE,
        "tuple([ballot.seat for ballot in vote.ballots])",
        'tuple([each.seat for each in vote.ballots if getattr(each, "accept", True)])',
        "whoever voted against peace is still action",
    ),
    _leak(
        _CLOCK,
        "    return Deadline(timer.last_move + 1000 * seconds,",
        "    seconds += any(player.bid == 0 for player in state.players)\n"
        "    return Deadline(timer.last_move + 1000 * seconds,",
        "the deadline is later after a pass",
    ),
    _leak(
        _CLOCK,
        "tuple(1000 * player.banked for player in state.players)",
        "tuple(1000 * player.banked + (player.bid or 0) % 7 for player in state.players)",
        "the clock tells a bid in milliseconds",
    ),
    # refusals
    _leak(
        _AUCTION,
        "    if not 0 <= amount <= money:",
        "    if not 0 <= amount <= money or amount in {p.bid for p in story.state.players if amount}:",
        "a bid that another has made is refused",
    ),
    _leak(
        _GUARDS,
        'has answered already; others have not.")',
        'has answered already; {max(p.bid or 0 for p in state.players)}.")',
        "the refusal of a second bid tells the highest",
    ),
    _leak(
        _GUARDS,
        'may not do this now; seat {up[0]} is up.")',
        'may not do this now; {state.voting and [b.proposal for b in state.voting.ballots]}.")',
        "the refusal of a stranger's vote tells the votes",
    ),
    _leak(
        _CLOCK,
        '"There is no clock at this table.")',
        'f"There is no clock at this table.{sum(p.bid or 0 for p in state.players)}")',
        "the refusal to pause tells the sum of the bids",
    ),
    # legal lists
    _leak(
        _LEGAL,
        "    return [Bid(amount) for amount in amounts]",
        "    return [Bid(each) for each in amounts if not each or each not in {p.bid for p in"
        " state.players}]",
        "bids that others have made are not listed",
    ),
    _leak(
        _LEGAL,
        "            return _VOTES",
        "            cast = state.voting.ballots if state.voting else ()\n"
        "            return _VOTES[:: -1 if cast and cast[0].proposal == 2 else 1]",
        "the list of votes begins with the first vote",
    ),
    _leak(
        _LEGAL,
        "            return _PEACE_VOTES",
        "            cast = state.peace_vote.ballots if state.peace_vote else ()\n"
        "            return _PEACE_VOTES[:: 1 if all(each.accept for each in cast) else -1]",
        "the list of votes on peace tells a rejection",
    ),
    # imagination
    _leak(
        _IMAGINE,
        "chance.below(player.money + 1)",
        "chance.below(player.money // 2 + 1)",
        "nobody is imagined to bid more than half the cash",
    ),
    _leak(
        _IMAGINE,
        "    return states[0] if len(states) == 1 else chance.pick(states)",
        "    return states[0]",
        "hidden votes are always imagined alike",
    ),
    _leak(
        _IMAGINE,
        "choices = [[own[seat]] if seat in own else sides for seat in voted]",
        "choices = [sides for seat in voted]",
        "the own vote is forgotten",
    ),
    _leak(_IMAGINE, "if seat != view.you and not", "if not", "the own bid is forgotten"),
    # history and taking back
    _leak(_HISTORY, "        if audience(event) is EVERYONE\n", "", "the history tells what is sealed"),
    _leak(
        _HISTORY,
        '    BuyPunted: lambda e: f"Seat {e.seat} passes.",\n',
        '    BuyPunted: lambda e: f"Seat {e.seat} passes.",\n'
        '    __import__("rondel").games.imperial.events.VoteSealed: lambda e: f"Seat {e.seat}'
        ' votes for {e.proposal}.",\n',
        "a sealed vote is told in a sentence",
    ),
    _leak(
        _EVENTS,
        "    GameStarted,\n    BidPlaced,\n    BidSealed,\n    BidsRevealed,\n"
        "    BidAccepted,\n    BidDeclined,\n    OrderSet,",
        "    GameStarted,\n    BidsRevealed,\n    BidAccepted,\n    BidDeclined,\n    OrderSet,",
        "a bid is taken back when others have bid",
    ),
    _leak(
        _EVENTS,
        "    VoteResolved,\n    PeaceOffered,\n    PeaceVoteCast,\n    PeaceVoteSealed,\n"
        "    PeaceResolved,\n    ClockPaused,",
        "    VoteResolved,\n    PeaceVoteCast,\n    PeaceVoteSealed,\n    PeaceResolved,\n    ClockPaused,",
        "an offer of peace is taken back when it was heard",
    ),
)
"""The kernel, which both games share, has its leaks among those of Cambio."""
