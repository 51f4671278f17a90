"""Asking the mind of a game, with no more than a seat may know."""

from hashlib import sha256
from importlib import import_module
from random import Random
from typing import Any

from opponents import baseline
from opponents.ai import Idea, Level, Mind
from rules.game import AnyGame, Move, Phrase, Seat

MINDS = frozenset({"borealis", "explorers", "lofoten", "shipwrights"})
"""Games with a mind of their own, in the package of that name. Each is loaded when it is first asked: the
process that people talk to seldom thinks itself."""
ONLY_MOVE = "only_move"
"""Said of a move that has no other beside it, in every game."""
_made: dict[tuple[str, str, int], Mind] = {}


def mind_of(game: AnyGame) -> Mind:
    """Who knows how to play that game, with the components it is dealt from; else a plain player."""
    dealt = game.info.key, game.pack, game.info.rules_version
    if dealt not in _made:
        key = game.info.key
        thinker = import_module(f"opponents.{key}") if key in MINDS else baseline
        _made[dealt] = thinker.create_ai(game)
    return _made[dealt]


def weigh(game: AnyGame, state: Any, seat: Seat, *, level: Level, salt: str) -> tuple[Idea, ...]:
    """Moves worth making, the best first. The same view, level and salt give the same answer.

    What is hidden from the seat is dealt anew before anybody looks, so it can make no difference.
    """
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return (Idea(moves[0], 0, Phrase(key=ONLY_MOVE)),)
    world = game.reshuffle(state, seat, sha256(salt.encode()).digest())
    return tuple(mind_of(game).weigh(world, seat, level, Random(salt)))


def choose(game: AnyGame, state: Any, seat: Seat, *, level: Level, salt: str) -> Idea:
    """The move to make, and why. `salt` is what everybody knows of the moment: which game, how many moves."""
    return weigh(game, state, seat, level=level, salt=salt)[0]


def followed(game: AnyGame, state: Any, seat: Seat, idea: Idea) -> tuple[list[Move], Any]:
    """An idea carried out without thinking again, and the table after it: up to where something comes to
    light, or somebody else may act."""
    moves = [idea.move]
    step = game.apply(state, seat, idea.move)
    for move in () if idea.sketched else idea.then:
        if step.barrier or move not in game.legal(step.state, seat):
            break
        moves.append(move)
        step = game.apply(step.state, seat, move)
    return moves, step.state
