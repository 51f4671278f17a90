"""A greedy player of Borealis that looks one ply ahead at the points after the move.

Frozen: the computer players of Borealis are measured against it.
"""

from dataclasses import replace
from random import Random
from typing import Any

from rules import GAMES
from rules.borealis.game import Borealis
from rules.borealis.moves import (
    DRAW,
    HAND_CARDS,
    POOL_CARDS,
    BorealisMove,
    Exchange,
    Gather,
    Observe,
    Regroup,
    Take,
)
from rules.borealis.observation import flag_advances, is_playable
from rules.borealis.pieces import Card
from rules.borealis.state import Player, State
from rules.game import Move, Seat

PLAYABLE_CARD_VALUE = 0.7
"""Value of each card in hand that could be played next."""
CAMP_VALUE = 0.3
"""Value of a scientist in a camp: a future star."""
REGROUP_COST = 3.0
"""Cost of regrouping: a turn without an observation."""
REJECTED = -100
"""Value of giving up cards other than weak ones. Half of it for regrouping with empty camps while there are
other moves, since the game might never end."""
UNSEEN_CARD_VALUE = 0.5
"""Value of an unseen card; a card of the pool is worth the points it would bring next."""


def choose(state: Any, seat: Seat, random: Random) -> Move:
    game = GAMES["borealis"]
    assert isinstance(game, Borealis)
    moves = game.legal(state, seat)
    scores = [_evaluate(game, state, seat, move) for move in moves]
    best = max(scores)
    return random.choice([move for move, score in zip(moves, scores, strict=True) if score == best])


def _evaluate(game: Borealis, state: State, seat: Seat, move: BorealisMove) -> float:
    match move:
        case Observe() | Gather():
            after = game.apply(state, seat, move).state
            return (
                game.current_scores(after)[seat]
                - game.current_scores(state)[seat]
                + _readiness(after.players[seat])
            )
        case Take():
            return _card_points(game, state, state.supply.pool[POOL_CARDS.index(move.card)])
        case Exchange() | Regroup():
            if move.cards != _weak_cards(game, state.players[seat]):
                return REJECTED
            return _regroup_value(game, state) if isinstance(move, Regroup) else 0
        case _:
            return UNSEEN_CARD_VALUE if move == DRAW else 0


def _readiness(player: Player) -> float:
    cards = sum(any(is_playable(card, team) for team in player.teams) for card in player.hand)
    return PLAYABLE_CARD_VALUE * cards + CAMP_VALUE * player.in_camps


def _card_points(game: Borealis, state: State, card: Card) -> int:
    """The points a card would bring next turn, if it can be played then."""
    seat, player = state.active, state.player
    with_it = player._replace(hand=(*player.hand, card))
    turn = replace(state, phase="action", players=state.players_with(seat, with_it))
    moves = [move for move in game.legal(turn, seat) if isinstance(move, Observe)]
    moves = [move for move in moves if move.card == HAND_CARDS[-1]]
    before = game.current_scores(state)[seat]
    return max(
        (game.current_scores(game.apply(turn, seat, move).state)[seat] - before for move in moves), default=0
    )


def _weak_cards(game: Borealis, player: Player) -> str:
    """The cards that would advance neither a flag nor a group."""
    if _is_stuck(player):
        return "".join(HAND_CARDS)
    tracks = game.components.board_tracks[player.board]
    species = {card.species for card in player.cards_in_play}
    weak = [
        number
        for number, card in zip(HAND_CARDS, player.hand, strict=True)
        if card.species not in species
        and not any(flag_advances(card, site, player, tracks) for site in range(len(tracks)))
    ]
    return "".join(weak) or "none"


def _is_stuck(player: Player) -> bool:
    """True if no card can be played and no scientist can return."""
    ready = any(is_playable(card, team) for card in player.hand for team in player.teams)
    return not ready and not player.in_camps


def _regroup_value(game: Borealis, state: State) -> float:
    """Stars for returning scientists minus their value in the camps, plus a hand ready to play."""
    returning = state.player.in_camps
    if not returning:
        return REJECTED / 2
    lost = (
        game.components.score_cards.safe_return.points if "safe_return" in state.score_cards else CAMP_VALUE
    )
    stars = game.components.stars.returned
    return (
        returning * (stars - lost)
        - REGROUP_COST
        + PLAYABLE_CARD_VALUE * len(state.player.hand)
        + CAMP_VALUE * returning
    )
