"""A sensible beginner of Borealis, who looks one ply ahead: the points of the table after the move.

Frozen: the opponents of Borealis are measured against it.
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

PLAYABLE = 0.7
"""What each card of the hand is worth that could be played next."""
AWAY = 0.3
"""What a scientist in a camp is worth: a star to come."""
PAUSE = 3.0
"""What a regrouping costs beside what it brings: a turn without an observation."""
NEVER = -100
"""Cards given up other than the weak ones; half of it for regrouping with empty camps, if anything else can
be done: else a game might never end.
"""
UNSEEN = 0.5
"""What an unseen card is worth; a card of the pool is worth the points it would bring next."""


def choose(state: Any, seat: Seat, random: Random) -> Move:
    game = GAMES["borealis"]
    assert isinstance(game, Borealis)
    moves = game.legal(state, seat)
    worths = [_worth(game, state, seat, move) for move in moves]
    best = max(worths)
    return random.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def _worth(game: Borealis, state: State, seat: Seat, move: BorealisMove) -> float:
    match move:
        case Observe() | Gather():
            after = game.apply(state, seat, move).state
            return (
                game.current_scores(after)[seat]
                - game.current_scores(state)[seat]
                + _readiness(after.players[seat])
            )
        case Take():
            return _gain(game, state, state.supply.pool[POOL_CARDS.index(move.card)])
        case Exchange() | Regroup():
            if move.cards != _weak(game, state.players[seat]):
                return NEVER
            return _regrouping(game, state) if isinstance(move, Regroup) else 0
        case _:
            return UNSEEN if move == DRAW else 0


def _readiness(player: Player) -> float:
    cards = sum(any(is_playable(card, team) for team in player.teams) for card in player.hand)
    return PLAYABLE * cards + AWAY * player.in_camps


def _gain(game: Borealis, state: State, card: Card) -> int:
    """The points a card would bring in the next turn, if it can then be played."""
    seat, player = state.active, state.player
    with_it = player._replace(hand=(*player.hand, card))
    turn = replace(state, phase="action", players=state.players_with(seat, with_it))
    moves = [move for move in game.legal(turn, seat) if isinstance(move, Observe)]
    moves = [move for move in moves if move.card == HAND_CARDS[-1]]
    before = game.current_scores(state)[seat]
    return max(
        (game.current_scores(game.apply(turn, seat, move).state)[seat] - before for move in moves), default=0
    )


def _weak(game: Borealis, player: Player) -> str:
    """The cards by which neither a flag nor a group would grow."""
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
    """No card can be played, and nobody can be brought back."""
    ready = any(is_playable(card, team) for card in player.hand for team in player.teams)
    return not ready and not player.in_camps


def _regrouping(game: Borealis, state: State) -> float:
    """Stars for those who come back, less what they were worth in the camps, and a hand ready to play."""
    returning = state.player.in_camps
    if not returning:
        return NEVER / 2
    lost = game.components.score_cards.safe_return.points if "safe_return" in state.score_cards else AWAY
    stars = game.components.stars.returned
    return returning * (stars - lost) - PAUSE + PLAYABLE * len(state.player.hand) + AWAY * returning
