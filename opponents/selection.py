"""Ask the AI of a game for a move. It gets a determinization, so it knows no more than its seat."""

from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from random import Random
from typing import Any

from opponents import baseline
from opponents.ai import AI, Idea, Level
from opponents.reasons import certain_reason
from rules.game import AnyGame, Move, Phrase, Seat

GAMES_WITH_AI = frozenset({"borealis", "explorers", "lofoten", "shipwrights"})
"""Keys of games with an AI in `opponents.<key>`. Imported lazily: only worker processes need them."""
_ais: dict[tuple[str, str, int], AI] = {}


def ai_for(game: AnyGame) -> AI:
    """Return the AI for a game and its components, cached; the baseline AI for a game without one."""
    cache_key = game.info.key, game.pack, game.info.rules_version
    if cache_key not in _ais:
        key = game.info.key
        module = import_module(f"opponents.{key}") if key in GAMES_WITH_AI else baseline
        _ais[cache_key] = module.create_ai(game)
    return _ais[cache_key]


def rank_moves(game: AnyGame, state: Any, seat: Seat, *, level: Level, salt: str) -> tuple[Idea, ...]:
    """Return candidate moves, best first. Equal view, level and salt give an equal result.

    Hidden information is replaced before the AI sees the state, so it cannot influence the result.
    """
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return (Idea(moves[0], 0),)
    determinization = game.reshuffle(state, seat, sha256(salt.encode()).digest())
    return tuple(ai_for(game).rank_moves(determinization, seat, level, Random(salt)))


def choose(game: AnyGame, state: Any, seat: Seat, *, level: Level, salt: str) -> Idea:
    """Return the best candidate. `salt` is public, for example the game's code and the number of moves."""
    return rank_moves(game, state, seat, level=level, salt=salt)[0]


def explain(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Move], *, salt: str) -> Phrase:
    """Return the most important claim about moves in a row that holds whatever is hidden from the seat."""
    return certain_reason(game, ai_for(game).claims, state, seat, moves, salt=salt)


def play_idea(game: AnyGame, state: Any, seat: Seat, idea: Idea) -> tuple[list[Move], Any]:
    """Play an idea and its continuation, up to a barrier, without asking the AI again.

    Returns the moves played and the state after them.
    """
    moves = [idea.move]
    step = game.apply(state, seat, idea.move)
    for move in () if idea.is_tentative else idea.continuation:
        if step.barrier or move not in game.legal(step.state, seat):
            break
        moves.append(move)
        step = game.apply(step.state, seat, move)
    return moves, step.state
