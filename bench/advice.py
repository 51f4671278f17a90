"""Plays Explorers by the coach's advice and counts pieces that go back where they came from.

Run with `python -m bench.advice --games 10`. A march or a herding counts as a return if the player undoes
it in their next turn without a point in between. Wanted: below 1 %.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from opponents import Level, choose, play_idea
from opponents.review import ADVISER_LEVEL
from rules import GAMES
from rules.explorers.events import LivestockHerded, VikingsMarched
from rules.game import AnyGame, Seat

SEATS = 2
Walk = VikingsMarched | LivestockHerded


class Turn(NamedTuple):
    """What one player walked in a turn, and their points after it."""

    walks: tuple[Walk, ...]
    points: int


def played_turns(game: AnyGame, number: int, level: Level = ADVISER_LEVEL) -> dict[Seat, list[Turn]]:
    """Play a game by advice. Returns the turns of each seat."""
    state = game.setup(SEATS, game.info.options(), sha256(f"advice {number}".encode()).digest())
    turns: dict[Seat, list[Turn]] = {seat: [] for seat in range(SEATS)}
    walks, ply = list[Walk](), 0
    while owing := game.to_act(state):
        seat, ply = min(owing), ply + 1
        idea = choose(game, state, seat, level=level, salt=f"{number} {ply}")
        for move in play_idea(game, state, seat, idea)[0]:
            step = game.apply(state, seat, move)
            state = step.state
            walks += [event for event in step.events if isinstance(event, Walk) and event.seat == seat]
        if seat not in game.to_act(state):
            turns[seat].append(Turn(tuple(walks), game.current_scores(state)[seat]))
            walks = []
    return turns


def returns(turns: Sequence[Turn]) -> Iterator[Walk]:
    """Yield the walks that undo one of the turn before, without a point in between."""
    for before, after in pairwise(turns):
        back = {(walk.kind, walk.land, walk.start) for walk in before.walks}
        if after.points <= before.points:
            yield from (walk for walk in after.walks if (walk.kind, walk.start, walk.land) in back)


def main() -> None:
    parser = ArgumentParser("bench.advice", description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    walked = went_back = 0
    for number in range(parser.parse_args().games):
        for turns in played_turns(GAMES["explorers"], number).values():
            walked += sum(len(turn.walks) for turn in turns)
            went_back += len([*returns(turns)])
        print(f"game {number + 1}: {went_back} of {walked} walks went back so far", flush=True)


if __name__ == "__main__":
    main()
