"""How a game went: what everybody's chances were at a moment, and whether something stronger could be played.

A decision is judged by what its seat could know: the worlds in which it is played on are dealt anew for that
seat, the same ones for what was played and for what would have been played instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from opponents.ai import Idea, Level
from opponents.selection import mind_of, weigh
from rules.game import AnyGame, Move, Phrase, Seat

ADVISER: Level = "captain"
"""Who is asked for advice."""
HAND: Level = "apprentice"
"""Who plays a turn to its end where a line of moves stops in the midst of it."""
ADVISED = 3
MOST_MOVES = 24


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a seat's chances came to by what was played, and by what the adviser would have played."""

    played: float
    best: float
    line: tuple[Move, ...]
    why: Phrase

    @property
    def loss(self) -> float:
        return self.best - self.played


def advice(game: AnyGame, state: Any, seat: Seat, *, salt: str) -> tuple[Idea, ...]:
    """The move the adviser would make and the next best, as far as there are any worth a word."""
    ideas = {idea.move: idea for idea in weigh(game, state, seat, level=ADVISER, salt=salt)}
    if len(ideas) < ADVISED:
        for idea in weigh(game, state, seat, level="sailor", salt=salt):
            ideas.setdefault(idea.move, idea)
    return tuple(ideas.values())[:ADVISED]


def chances(game: AnyGame, state: Any, *, salt: str) -> tuple[float, ...]:
    """How likely each seat is to win, as far as an onlooker can tell."""
    (seed,) = _seeds(salt, 1)
    return _seen(game, game.reshuffle(state, None, seed), seed)


def judge(
    game: AnyGame, state: Any, seat: Seat, played: Sequence[Move], *, salt: str, worlds: int
) -> Verdict:
    """What was played in a row, up to where something hidden decided, beside the adviser's line.

    Both are played on in so many worlds.
    """
    idea = weigh(game, state, seat, level=ADVISER, salt=salt)[0]
    line = (idea.move, *idea.then)
    came: list[tuple[float, ...]] = []
    instead: list[tuple[float, ...]] = []
    for seed in _seeds(salt, worlds):
        world = game.reshuffle(state, seat, seed)
        for moves, outlooks in ((played, came), (line, instead)):
            outlooks.append(_seen(game, _played_out(game, world, seat, moves, seed), seed))
    return Verdict(_mean(came)[seat], _mean(instead)[seat], line, idea.why)


def _played_out(game: AnyGame, world: Any, seat: Seat, moves: Sequence[Move], seed: bytes) -> Any:
    """A world after these moves, and after those with which the turn would be brought to its end."""
    for move in moves:
        if move not in game.legal(world, seat):
            break
        world = game.apply(world, seat, move).state
    for number in range(MOST_MOVES):
        if seat not in game.to_act(world) or len(game.to_act(world)) > 1:
            break
        move = weigh(game, world, seat, level=HAND, salt=f"{seed.hex()} {number}")[0].move
        world = game.apply(world, seat, move).state
    return world


def _seen(game: AnyGame, world: Any, seed: bytes) -> tuple[float, ...]:
    return mind_of(game).chances(world, Random(seed))


def _seeds(salt: str, number: int) -> list[bytes]:
    return [sha256(f"{salt} {each}".encode()).digest() for each in range(number)]


def _mean(outlooks: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(seat) / len(outlooks) for seat in zip(*outlooks, strict=True))
